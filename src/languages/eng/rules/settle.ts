import type { SpokenToken } from '../../../core/spoken-token.ts'
import type { Steps } from '../../../core/steps.ts'
import type { ReadAgain } from '../../reading/normalizer.ts'

/** Readings settle at once or at the second time; what would never is left as it is. */
const MAX_ROUNDS = 4

/** Tokens as one line of text; pauses stand at the end of the word before. */
const lineOf = (tokens: readonly SpokenToken[]): string => {
  let line = ''
  for (const { category, spoken } of tokens) line += category === 'punctuation' || line === '' ? spoken : ` ${spoken}`
  return line
}

/** Figures without end are read by one rule, and nothing of their reading is read otherwise the second time. */
const LONG_FIGURES = 150
const isSettled = ({ category, spoken }: SpokenToken): boolean =>
  category === 'given' || (category === 'cardinal' && spoken.length > LONG_FIGURES)

/**
 * Reads a reading again until it stays as it is: symbols that are gone from between its words may leave some that the
 * rules take together. So a reading that is given back as text is read the same. `text` is what the tokens were read
 * from; a reading that equals it is settled.
 */
export function* settle(
  tokens: readonly SpokenToken[],
  text: string,
  readAgain: ReadAgain,
): Steps<readonly SpokenToken[]> {
  if (!tokens.some(isSettled)) return yield* settleRun(tokens, text, readAgain)
  const settled: SpokenToken[] = []
  let run: SpokenToken[] = []
  for (const token of tokens) {
    if (isSettled(token)) {
      settled.push(...(yield* settleRun(run, '', readAgain)), token)
      run = []
    } else if (run.length === 0 && token.category === 'punctuation') {
      // On its own it would be a pause before the first word, which is none.
      settled.push(token)
    } else {
      run.push(token)
    }
  }
  return [...settled, ...(yield* settleRun(run, '', readAgain))]
}

function* settleRun(tokens: readonly SpokenToken[], text: string, readAgain: ReadAgain): Steps<readonly SpokenToken[]> {
  let settled = tokens
  let read = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const line = lineOf(settled)
    if (line === read) break
    const again = yield* readAgain(line)
    if (lineOf(again) === line) break
    settled = merge(settled, again)
    read = line
  }
  return settled
}

/**
 * The tokens, and in place of those that were read otherwise again, what they became. Spans of `again` are of the
 * tokens' line.
 */
function merge(tokens: readonly SpokenToken[], again: readonly SpokenToken[]): SpokenToken[] {
  const merged: SpokenToken[] = []
  let lineAt = 0
  let next = 0
  for (let first = 0; first < tokens.length; ) {
    // The fewest tokens that end where some of the second reading end.
    const group: SpokenToken[] = []
    const became: SpokenToken[] = []
    do {
      const token = tokens[first++] as SpokenToken
      lineAt += token.spoken.length + (lineAt === 0 || token.category === 'punctuation' ? 0 : 1)
      group.push(token)
      for (; next < again.length && (again[next] as SpokenToken).span.start < lineAt; next++) {
        became.push(again[next] as SpokenToken)
      }
    } while (first < tokens.length && (became.at(-1)?.span.end ?? 0) > lineAt)
    merged.push(...(lineOf(became) === lineOf(group) ? group : became.map((token, i) => spanning(token, group, i))))
  }
  return merged
}

/** All of the group's text goes to the first token that it became; the others follow it. */
function spanning({ category, spoken }: SpokenToken, group: readonly SpokenToken[], index: number): SpokenToken {
  const end = (group.at(-1) as SpokenToken).span.end
  return { category, spoken, span: { start: index === 0 ? (group[0] as SpokenToken).span.start : end, end } }
}
