import type { Expansion } from './expansion.ts'

const LINE_START = /(?:^|\n)[ \t]{0,8}$/
const OPENS = /(?:^|[\s"'([{—–>*_~|-])$/
const CLOSES = /^(?:[\s"')\]}.,;:!?*_~|<—–-]|$)/
const SILENCE = ''

const silent = (first: RegExp, pattern: RegExp, fits: (before: string, after: string) => boolean): Expansion => ({
  category: 'symbol',
  first,
  pattern,
  read: (_match, { before, after }) => (fits(before, after) ? SILENCE : undefined),
})

/** `HAZARDS ------ WIND`: a row between two words of a line, but neither a word left out (`the ****`) nor a blank to fill in. */
const partsWords = (row: string, before: string, after: string): boolean =>
  /[\p{L}\p{M}\d.,:!?)"'][ \t]{1,4}$/u.test(before) &&
  /^[ \t]{1,4}["'(]?[\p{L}\d]/u.test(after) &&
  !row.startsWith('_') &&
  (!row.startsWith('*') || row.length > 7 || /^[ \t]{1,4}\p{Lu}/u.test(after))
const pauseBefore = (after: string): string => (/^[ \t]{1,4}["'(]?\p{Ll}/u.test(after) ? ',' : '.')

/** Signs that set a text rather than say something: of Markdown and chat. */
export const markdown: readonly Expansion[] = [
  // Headings, quotes and items of lists
  silent(
    /#/,
    /#{1,6}[ \t]{1,4}(?=[\p{L}"'*_[(]|--?[A-Za-z]|\d{1,3}(?:[.):]|(?:\.\d{1,3}){1,3}\.?)(?:[ \t]|$))(?!of )/uy,
    (before) => LINE_START.test(before),
  ),
  silent(/>/, />{1,5}[ \t]{1,4}(?=[\p{L}"'*_[(>#-]|\p{Extended_Pictographic}|\d{1,2}[.)](?: |$))/uy, (before) =>
    LINE_START.test(before),
  ),
  // `^ "Title", 2006`: the way back from a note to its place
  silent(/\^/, /\^[ \t]{1,4}(?=["'(]?\p{Lu}|(?:[a-z] ){1,4}["'(]?\p{Lu})/uy, (before) =>
    /(?:^|\n|[.!?]['")\]]{0,2} )[ \t]{0,8}(?:[-*•+][ \t]{1,4}|\d{1,3}[.)][ \t]{1,4})?$/.test(before),
  ),
  silent(
    /[-+*•‣◦▪●–]/u,
    /[-+*•‣◦▪●–][ \t]{1,4}(?:\[[ xX]\][ \t])?(?=\S)/uy,
    (before, after) => LINE_START.test(before) && !/^\d+\s*[-+*=]/.test(after),
  ),
  silent(/\[/, /\[[ xX]\](?=[ \t])/y, (before) => LINE_START.test(before)),
  // Fences of code with the name of its language; backticks are folded to apostrophes.
  silent(/['~]/, /(?:'{3,8}|~{3,8})[ \t]{0,2}(?:\{?\.?[A-Za-z][\w+#.-]{0,20}\}?)?[ \t]{0,8}(?=\n|$)/y, (before) =>
    LINE_START.test(before),
  ),
  // Rules and the line under a table's head
  {
    category: 'symbol',
    first: /[-*_=~]/,
    pattern: /(?:-{4,64}|\*{3,64}|_{3,64}|={3,64}|~{3,64})/y,
    read: ([row], { before, after }) => {
      // The sign itself
      if (row === '===' && /["']$/.test(before) && /^["']/.test(after)) return undefined
      if (!partsWords(row, before, after)) return SILENCE
      // `x === y`, but `=== Heading ===`
      return row === '===' && !/(?:^|\n)[ \t]{0,8}={3}/.test(before) ? undefined : pauseBefore(after)
    },
  },
  silent(/[-]/, /-{3}(?=[ \t]{0,8}(?:\n|$))/y, (before) => LINE_START.test(before)),
  silent(
    /[|:-]/,
    /\|?(?:[ \t]{0,4}:?-{2,40}:?[ \t]{0,4}\|){1,20}(?:[ \t]{0,4}:?-{2,40}:?)?(?=[ \t]{0,8}(?:\n|$))/y,
    (before) => LINE_START.test(before),
  ),
  {
    category: 'punctuation',
    first: /\|/,
    pattern: /\|(?=[ \t]{0,8}[^\s|])/y,
    read: (_match, { before }) =>
      LINE_START.test(before) ? SILENCE : /\S[ \t]{0,8}$/.test(before) && !/[|{]$/.test(before) ? ',' : undefined,
  },
  silent(/\|/, /\|[ \t]{0,8}(?=\n|$)/y, (before) => /\S[ \t]{1,8}$/.test(before)),
  // Stress, struck text
  silent(
    /[*_~]/,
    /\*{1,3}|_{1,3}|~~/y,
    (before, after) => OPENS.test(before) && /^(?:[\p{L}\d"'($#@[“]|[*_~]{1,2}[\p{L}\d])/u.test(after),
  ),
  silent(
    /[*_~]/,
    /\*{2,3}|_{1,3}|~~/y,
    (before, after) => /[\p{L}\d.,;:!?)\]"'%*_~]$/u.test(before) && CLOSES.test(after),
  ),
  silent(
    /\*/,
    /\*/y,
    (before, after) =>
      CLOSES.test(after) &&
      (/(?:\p{L}{2}|[.,;:!?)\]"'%])$/u.test(before) || /(?:^|[\s(])\*[^\s*][^*\n]{0,46}$/.test(before)),
  ),
  // Links: the text is read, the address is not.
  silent(/\[/, /\[\[\^?\d{1,3}\]\]\([^()\s]{1,400}\)/y, (before) => /\S ?$/.test(before)),
  // `[text][name]`, `[name]: https://…`
  silent(/\]/, /\]\[[A-Za-z][\w -]{0,40}\]/y, (before) => /(?:^|[\s(!])\[[^[\]\n]{1,46}$/.test(before)),
  silent(/\[/, /\[[^\]\n]{1,40}\]:[ \t]{1,4}<?https?:\/\/\S{1,300}(?:[ \t]"[^"\n]{0,100}")?(?=\s|$)/y, (before) =>
    LINE_START.test(before),
  ),
  silent(/[![]/, /!?\[\]\([^()\s]{1,400}\)/y, () => true),
  silent(/!/, /!(?=\[[^\]\n]{0,200}\]\()/y, () => true),
  silent(/\]/, /\]\([^()\s]{1,400}(?:\([^()\s]{0,60}\)[^()\s]{0,60})?(?:[ \t]"[^"\n]{0,100}")?\)/y, () => true),
  silent(/\[/, /\[\^[\w-]{1,20}\]:?/y, () => true),
  // `<500>`: brackets, not comparisons
  silent(/</, /<(?=[^\s<>]{1,46}>)/y, () => true),
  silent(/>/, />/y, (before) => /<[^\s<>]{1,46}$/.test(before)),
]
