import type { TokenWord } from './token-word.ts'

/** Bounds of the phrases of an utterance. */
export interface PhraseLimits {
  /** Expected length of the first phrase, in seconds. */
  readonly firstS: number
  /** How much longer each phrase may be than the one before it, which is heard meanwhile. */
  readonly growth: number
  readonly maxS: number
  readonly maxTokens: number
  /** Whether a phrase may end between two words where no mark is. */
  readonly mayCutBetweenWords: boolean
  /** Whether all words of a phrase need the same rate. */
  readonly needsOneRate: boolean
}

const SECONDS_OF_SOUND = 0.075
const SECONDS_OF_MARK = 0.2
/** A phrase may be longer than wanted by this factor to end at a mark. */
const STRETCH = 1.5
/** A shorter rest is not worth a phrase of its own. */
const MIN_REST_S = 0.7
/** For the mark and space after a word. */
const TOKENS_AFTER_WORD = 4

/** How long a word takes to say at a rate, roughly. */
export const secondsOf = ({ weight, mark }: TokenWord, rate: number): number =>
  (weight * SECONDS_OF_SOUND + (mark === '' ? 0 : SECONDS_OF_MARK)) / rate

/** Cuts an utterance into phrases, each the input of one inference. `rates` has the rate of each word. */
export function cutPhrases(
  words: readonly TokenWord[],
  rates: readonly number[],
  limits: PhraseLimits,
): readonly (readonly [from: number, to: number])[] {
  const phrases: [number, number][] = []
  let wantedS = Math.min(limits.firstS, limits.maxS)
  for (let from = 0; from < words.length; ) {
    const to = endOfPhrase(words, rates, from, { ...limits, wantedS })
    phrases.push([from, to])
    const lengthS = lengthOf(words, rates, from, to)
    wantedS = Math.min(limits.maxS, Math.max(lengthS * limits.growth, wantedS))
    from = to
  }
  return phrases
}

const lengthOf = (words: readonly TokenWord[], rates: readonly number[], from: number, to: number): number =>
  words.slice(from, to).reduce((sum, word, i) => sum + secondsOf(word, rates[from + i] ?? 1), 0)

function endOfPhrase(
  words: readonly TokenWord[],
  rates: readonly number[],
  from: number,
  limits: PhraseLimits & { readonly wantedS: number },
): number {
  let lengthS = 0
  let tokens = 0
  let atMark: number | undefined
  let atWord: number | undefined
  let atWordS = 0
  for (let at = from; at < words.length; at++) {
    const word = words[at] as TokenWord
    tokens += word.ids.length + TOKENS_AFTER_WORD
    const isChangedRate = limits.needsOneRate && at > from && rates[at] !== rates[at - 1]
    if (at > from && (tokens > limits.maxTokens || isChangedRate)) return isChangedRate ? at : (atMark ?? at)
    lengthS += secondsOf(word, rates[at] ?? 1)
    const isTooLong = lengthS > limits.maxS * STRETCH
    if (at > from && isTooLong) return atMark ?? atWord ?? at
    if (lengthS > limits.wantedS * STRETCH) {
      if (atMark !== undefined) return atMark
      if (limits.mayCutBetweenWords && atWord !== undefined) return atWord
    }
    if (restOf(words, rates, at + 1) < MIN_REST_S) continue
    if (word.mark !== '') {
      atMark = at + 1
      if (lengthS >= limits.wantedS) return atMark
    }
    // A function word belongs to the word after it: `booked | on the terrace`.
    if (word.isLight) continue
    const isBetter = opensPhrase(words[at + 1]) || !opensPhrase(words[atWord ?? 0]) || atWordS < limits.wantedS / 2
    if (atWord === undefined || (lengthS <= limits.wantedS && isBetter)) {
      atWord = at + 1
      atWordS = lengthS
    }
  }
  return words.length
}

const opensPhrase = (word: TokenWord | undefined): boolean => word?.isLight === true

/** Length of what is left, as far as it matters. */
function restOf(words: readonly TokenWord[], rates: readonly number[], from: number): number {
  let restS = 0
  for (let at = from; at < words.length && restS < MIN_REST_S; at++)
    restS += secondsOf(words[at] as TokenWord, rates[at] ?? 1)
  return restS
}
