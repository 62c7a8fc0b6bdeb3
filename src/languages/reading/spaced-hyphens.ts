import type { Expansion } from './expansion.ts'

/**
 * `terça - feira`, `ex - ministro`: the hyphen of one word with spaces around it, which would else be a dash. Rows have first and second
 * parts, parted by `|`; `*` is any word, `@people` an adjective of a people, `-x` the end of a longer word.
 */
export function spacedHyphens(rows: readonly (readonly string[])[]): Expansion {
  const compounds = rows.map(([firsts = '', seconds = '']) => ({
    /** Words that could stand before a dash, too. */
    isOpen: firsts.startsWith('-'),
    /** How the word before the hyphen ends. Most are in no row, and patterns take longer. */
    endings: firsts.split('|').map(endingOf),
    first: new RegExp(String.raw`(?:^|[^\p{L}\p{M}-])(?:${sourceOf(firsts)}) $`, 'iu'),
    second: new RegExp(String.raw`^ (?:${sourceOf(seconds)})(?![\p{L}\p{M}])`, 'iu'),
  }))
  return {
    category: 'symbol',
    first: /-/,
    pattern: /-(?= \p{L})/uy,
    read: (_match, { before, after }) => {
      const stem = before.trimEnd().toLowerCase()
      return compounds.some(({ endings, first, second, isOpen }) => {
        if (!endings.some((ending) => stem.endsWith(ending)) || !first.test(before)) return false
        const [found] = second.exec(after) ?? []
        return found !== undefined && !(isOpen && / - /.test(after.slice(found.length)))
      })
        ? ''
        : undefined
    },
  }
}

/** Words that begin another phrase: `o mini - que custa pouco`. */
const OPENERS =
  'que|qui|che|mas|mais|pero|con|com|avec|una|uma|une|los|las|les|dos|das|des|por|par|per|pour|sin|sem|sans|non|não|para|como|comme|come|quando|cuando|quand|ainda|isso|esto|questo|est|foi|era|sur|nel|del|della|dans'

/** `vice-` → empty, `week` → `week`: what stands before the hyphen, from the last mark on. */
const endingOf = (phrase: string): string => /[\p{L}\p{M}]*$/u.exec(phrase.toLowerCase())?.[0] ?? ''

/** Adjectives of peoples in the Romance languages: `italo - americano`. */
const PEOPLE =
  '-ano|-ana|-anos|-anas|-és|-ês|-esa|-eses|-esas|-ense|-enses|-ol|-ola|-oles|-olas|-óis|-ino|-ina|-inos|-inas|-ais|-aise|-ien|-ienne|-iens|-iennes|-and|-ande|-ands|-ese|-esi|-ico|-ica|-icos|-icas|-ique|-iques|-ici|-iche|-iano|-iana|-iani|-uso|-usa|-usos|-usas|-usse|-usses|-eo|-ea|-eos|-eas|-éen|-éenne|alemán|alemana|alemanes|alemanas|alemão|alemã|alemães|belga|belgas|belge|turco|turca|turc|turque'

const sourceOf = (parts: string): string =>
  parts === '*'
    ? String.raw`(?!(?:${OPENERS}) )\p{L}{3,30}`
    : parts.replace('@people', PEOPLE).replaceAll(/(?<=^|\|)-/g, String.raw`\p{L}{2,20}`)
