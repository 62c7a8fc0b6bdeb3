import type { Language } from '../core/language.ts'
import type { EntityLine } from './entity-line.ts'
import { isSaid, plainText } from './spoken-match.ts'

/**
 * Whether a text has the entity as it is written, as whole words. Numbers keep their signs. A unit or a currency may be written as in
 * one of the readings, such as `7.25 percent`. In codes and telephone numbers, signs and spaces do not count.
 */
export function isWritten(text: string, line: Pick<EntityLine, 'entity' | 'kind' | 'readings' | 'language'>): boolean {
  const { entity, kind, readings, language } = line
  if (kind === 'code' || kind === 'phone') return isSaid(text, [entity], language)
  const all = tokensOf(text, language)
  const wanted = tokensOf(entity, language)
  const signs = wanted.filter((token) => SIGN.test(token))
  const words = wanted.filter((token) => !SIGN.test(token))
  const spoken = new Set(readings.flatMap((reading) => tokensOf(reading, language)))
  const isSame = (token: string | undefined, expected: string): boolean =>
    token === expected || (token !== undefined && !NUMBER.test(expected) && spoken.has(token))
  for (const first of all.keys()) {
    const { last, found } = matched(all, first, words, isSame)
    if (last === undefined) continue
    const around = [...found, ...[all[first - 1], all[last]].filter((token) => token !== undefined)]
    const isSigned = signs.every((sign) => around.includes(sign) || isSame(all[last], sign))
    const hasOther = around.some((token) => SIGN.test(token) && !signs.includes(token) && signs.length === 0)
    const isNegative = all[first - (SIGN.test(all[first - 1] ?? '') ? 2 : 1)] === MINUS
    if (isSigned && !hasOther && !isNegative) return true
  }
  return false
}

/** The end of the words from `first` on, and the signs between them. */
function matched(
  all: readonly string[],
  first: number,
  words: readonly string[],
  isSame: (token: string | undefined, expected: string) => boolean,
): { readonly last: number | undefined; readonly found: readonly string[] } {
  const found: string[] = []
  let at = first
  for (const [i, word] of words.entries()) {
    while (i > 0 && SIGN.test(all[at] ?? '')) found.push(all[at++] as string)
    if (!isSame(all[at], word)) return { last: undefined, found }
    at++
  }
  return { last: at, found }
}

const MINUS = '-'
const SIGN = /^[\p{Sc}%]$/u
const NUMBER = /^\p{N}/u
/** Numbers with their signs, a minus before them, currencies and units, and words. */
const TOKENS = /\p{N}+(?:[.,:/-]\p{N}+)*|(?<![\p{L}\p{N}])-(?=\p{Sc}?\p{N})|[\p{Sc}%°@&]|[\p{L}\p{M}ー]+/gu
/** Where words have no spaces between them. */
const CHARACTERS = /\p{L}\p{M}*/gu

function tokensOf(text: string, language: Language): readonly string[] {
  const plain = plainText(text)
    .replaceAll('−', MINUS)
    .replaceAll('⁄', '/')
    .replaceAll(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, '$1')
    .replaceAll(GROUPS[COMMA_GROUPS.has(language) ? 'comma' : 'point'], '')
  const tokens = plain.match(TOKENS) ?? []
  return language === 'jpn' ? tokens.flatMap((token) => token.match(CHARACTERS) ?? token) : tokens
}

/** The sign between the groups of long numbers. */
const GROUPS = {
  comma: /(?<=\p{N}),(?=(?:\p{N}{2},)*\p{N}{3}(?!\p{N}))/gu,
  point: /(?<=(?<!\p{N})\p{N}{1,3}(?:[. ]\p{N}{3})*)[. ](?=\p{N}{3}(?!\p{N}))/gu,
}
const COMMA_GROUPS: ReadonlySet<Language> = new Set<Language>(['eng', 'hin', 'ara', 'jpn'])
