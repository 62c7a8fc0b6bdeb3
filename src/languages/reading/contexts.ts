/** Whether the text right before a number, or right after it, shows what it is. */
export type Surrounding = (text: string) => boolean

/** The kinds of text around a number that rules ask for: the characters besides spaces that may part it from the number, and how many. */
const KINDS = {
  /** A day and a month such as `3/10`, which would else be a fraction. */
  'before-date': [':,', 2],
  'after-date': [',', 2],
  /** A fraction that could be a date: `de 2/3 do Senado`. */
  'before-share': ['', 1],
  'after-share': ['', 1],
  /** Minutes and seconds such as `3:08`, which would else be a time of day. */
  'before-minutes': [',', 2],
  'after-minutes': [',', 2],
  /** A month and a year such as `12/26` of a card. */
  'before-expiry': [':', 2],
  /** An hour with a full stop: `13.30`. */
  'before-time': ['', 1],
  /** A telephone number or a code. */
  'before-digits': [':#-', 3],
  /** The goals of two teams: `won 3-1`, `3-1 lost`. */
  'before-score': [':,(', 2],
  'after-score': ['', 1],
  /** What is numbered, so that the number counts nothing: `la tecla 1`. */
  'before-label': ['', 1],
  /** A blood pressure such as `120/80`. */
  'before-pressure': [':', 2],
  /** Marks out of a number: `note de 8/10`. */
  'before-rating': [':(', 3],
  /** How many of whom something befalls: `rare (1/1000)`. */
  'before-frequency': [':(≥≤<>', 5],
  /** A sign that is named, not used: `het symbool =`. */
  'before-sign': [':"(', 2],
  /** The same at the end of a clause only: `termina con /`, but `con / sin`. */
  'before-last-sign': ['', 1],
  /** The ends of a range, with a word before it too where the language has one. */
  'before-range': ['', 1],
  /** Both ends of a range: `entre 5-10`. */
  'before-between': ['', 1],
  /** A year, whatever is said after it: `en 1996 muchas`. */
  'before-year': ['', 1],
  /** A Roman numeral that counts: `Kapitel V`. */
  'before-roman': ['', 1],
  'before-century': ['', 1],
  /** A Roman numeral that counts what follows: `II guerra mondiale`. */
  'after-roman': ['', 1],
  /** A Roman numeral of one letter after a name: `Pedro I`. */
  'before-king': ['', 1],
  /** An hour, which would else be a score: `um 20:15`. */
  'before-hour': ['', 1],
  /** An hour with a comma: `ore 9,30`. */
  'before-comma-hour': ['', 1],
  /** A month without a day: `en sept.` */
  'before-month': ['', 1],
  /** The title of a ruler: `papa` before `Pablo V`. */
  'before-ruler': ['', 1],
  /** An article, after which three capitals may be said as a word: `el MAS`. */
  'before-acronym': ['', 1],
  /** The same of a vowel, a consonant and a vowel: `la EPA`. */
  'before-open-acronym': ['', 1],
  /** A unit without a number, of which there is one: `por km`. */
  'before-one': ['', 1],
  /** After the ends of a range, what they are of: `del 3-5 de mayo`. */
  'after-range': ['', 1],
  /** After a number and a slash, what it isn't said for: `90/Die Grünen`. */
  'after-slash': ['', 0],
  /** Of one thing, so that a stroke parts two of which it is one: `un video/GIF`. */
  'before-alternative': ['', 1],
  /** After `x` in messages, where it is the word for: `x favor`. */
  'after-x': ['', 1],
  /** What is called `x`: `eje x`. */
  'before-variable': ['', 1],
} as const

/** Absent where a language has no row of the kind. */
export type Contexts = Readonly<Partial<Record<keyof typeof KINDS, Surrounding>>>

/**
 * Reads `words/contexts.tsv`. A row has the kind of context, its phrases, and words that may come between them and the number;
 * `|` parts both. `-x` ends and `x-` begins longer words too, `…` stands for one to four words, at the end of a phrase for none too; `#` is a digit; accents of Latin letters and full stops
 * of abbreviations may be missing.
 */
export function contextsOf(rows: readonly (readonly string[])[], hasSpaces = true): Contexts {
  return Object.fromEntries(
    rows.map(([kind = '', phrases = '', links = '']) => {
      if (!(kind in KINDS)) throw new Error(`contexts.tsv: no kind ${kind}`)
      const pattern = patternOf(kind as keyof typeof KINDS, phrases, links, hasSpaces)
      const endings = kind.startsWith('before-') ? lastLettersOf(kind as keyof typeof KINDS, phrases, links) : undefined
      if (endings === undefined) return [kind, (text: string) => pattern.test(text)]
      const [signs] = KINDS[kind as keyof typeof KINDS]
      return [kind, (text: string) => endings.has(lastLetterOf(text, signs)) && pattern.test(text)]
    }),
  )
}

/** How the text may end that a pattern takes, without spaces and signs: most texts end otherwise, and patterns take longer. */
function lastLettersOf(kind: keyof typeof KINDS, phrases: string, links: string): ReadonlySet<string> | undefined {
  if (kind === 'before-roman' || kind === 'before-century' || /(?:…|[^|]-)(?:\||$)/u.test(phrases)) return undefined
  return new Set(
    [...phrases.split('|'), ...links.split('|')].flatMap((phrase) => {
      const word = phrase.normalize('NFC')
      // A full stop may be missing.
      const last = [word, word.trim().replace(/\.$/, '')].map((each) => lastLetterOf(each, KINDS[kind][0]))
      return last.flatMap((letter) => [letter, letter.normalize('NFD').charAt(0)])
    }),
  )
}

function lastLetterOf(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === SPACE || signs.includes(text.charAt(end - 1)))) end--
  const last = text.charAt(end - 1)
  return last === "'" ? last : last.toLowerCase()
}

const SPACE = 32

const LETTER = String.raw`[\p{L}\p{M}]`
const MAX_LINKS = 4
/** `siglos XVI y XVII`, `XVI-XVII`: before the first numeral, or before another. */
const ANOTHER_ROMAN = String.raw`(?: [IVXLC]{1,7}(?:,? \p{L}{1,3}(?= )| ?[-–]))?`

/** Nothing in the pattern repeats without a limit, whatever the rows say. */
function patternOf(kind: keyof typeof KINDS, phrases: string, links: string, hasSpaces: boolean): RegExp {
  const [signs, max] = KINDS[kind]
  const gap = (min: number): string => `[ ${signs}]{${min},${max}}`
  if (kind.startsWith('after-'))
    return new RegExp(`^${gap(0)}(?:${anyOfPhrases(phrases)})${hasSpaces ? `(?!${LETTER})` : ''}`, 'iu')
  const start = hasSpaces ? String.raw`(?:^|[^\p{L}\p{M}])` : ''
  // The end of a longer word is found without its beginning.
  const [ends, wholes] = [true, false].map((isEnd) =>
    phrases.split('|').filter((phrase) => phrase.trim().startsWith('-') === isEnd),
  ) as [string[], string[]]
  const words = [
    ...(wholes.length > 0 ? [`${start}(?:${anyOfPhrases(wholes.join('|'))})`] : []),
    ...(ends.length > 0 ? [`(?:${anyOfPhrases(ends.map((phrase) => phrase.trim().slice(1)).join('|'))})`] : []),
  ].join('|')
  const between = links === '' ? '' : `(?: ${hasSpaces ? '' : '?'}(?:${anyOfPhrases(links)})){0,${MAX_LINKS}}`
  const roman = kind === 'before-roman' || kind === 'before-century' ? ANOTHER_ROMAN : ''
  const afterWord = hasSpaces ? `(?:${gap(1)}|(?<=')${gap(0)})` : gap(0)
  const end = roman === '' ? afterWord : `(?: |(?<=[-–]) ?)`
  return new RegExp(`(?:${words})${between}${roman}${hasSpaces ? end : gap(0)}$`, 'iu')
}

const anyOfPhrases = (phrases: string): string => phrases.split('|').map(sourceOf).join('|')

function sourceOf(phrase: string): string {
  const [, before, words = '', after] = /^(-?)(.*?)(-?)$/u.exec(phrase.normalize('NFC').trim()) ?? []
  const source = words
    .replaceAll(/[.*+?^${}()[\]\\/]/g, String.raw`\$&`)
    .replace(/(?<=\p{L}{2})\\\.$/u, String.raw`\.?`)
    .replaceAll('#', String.raw`\d`)
    .replaceAll(' … ', ` (?:${LETTER}{1,20} ){1,4}`)
    .replace(/ …$/u, `(?: [\\p{L}\\p{M}'.-]{1,20}){0,4}`)
    .replaceAll(/[\u00c0-\u024f]/g, (letter) => `[${letter}${letter.normalize('NFD').charAt(0)}]`)
  return `${before === '-' ? `${LETTER}{0,15}` : ''}${source}${after === '-' ? `${LETTER}{0,15}` : ''}`
}
