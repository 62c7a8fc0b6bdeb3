import type { TokenWord } from './token-word.ts'

/** How the tokens of a phrase follow each other. */
export interface TokenLayout {
  /** Symbols as ids; a space separates words. */
  readonly ids: ReadonlyMap<string, number>
  /** What follows a word: its mark or nothing, then a space if another word follows. */
  readonly spaceBeforeMark: boolean
  /** Ids before and after the words. */
  readonly start: readonly number[]
  readonly end: readonly number[]
}

export interface LaidTokens {
  readonly ids: readonly number[]
  /** Speaking rate of each token. */
  readonly rates: readonly number[]
  /** Where each word's tokens begin and end. */
  readonly spans: readonly (readonly [from: number, to: number])[]
}

/** The tokens of a phrase. `isEnd`: whether the utterance ends with it; otherwise it ends as before a comma. */
export function layTokens(
  words: readonly TokenWord[],
  wordRates: readonly number[],
  isEnd: boolean,
  { ids: known, spaceBeforeMark, start, end }: TokenLayout,
): LaidTokens {
  const ids = [...start]
  const rates = start.map(() => wordRates[0] ?? 1)
  const spans: [number, number][] = []
  for (const [i, { ids: own, mark }] of words.entries()) {
    const isLast = i === words.length - 1
    const from = ids.length
    ids.push(...own)
    spans.push([from, ids.length])
    const said = mark === '' && isLast && !isEnd ? ',' : mark
    const symbols = (said === '' ? '' : spaceBeforeMark ? ` ${said}` : said) + (isLast ? '' : ' ')
    for (const symbol of symbols) ids.push(known.get(symbol) as number)
    while (rates.length < ids.length) rates.push(wordRates[i] ?? 1)
  }
  ids.push(...end)
  while (rates.length < ids.length) rates.push(wordRates.at(-1) ?? 1)
  return { ids, rates, spans }
}
