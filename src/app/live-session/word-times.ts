import type { TextSpan } from '../../core/utterance.ts'
import type { WordTimes } from '../session-protocol.ts'

export interface WordStart {
  readonly span: TextSpan
  readonly startSample: number
}

export interface SegmentAudio {
  /** In order. */
  readonly wordStarts: readonly WordStart[]
  readonly samples: number
  readonly sampleRateHz: number
  /** Whether `<500>` in the text is a pause. */
  readonly hasPauses: boolean
}

const PAUSE = /^<\d{1,9}(?:\.\d{1,6})?>$/

/**
 * Words are what stands between spaces in the text, as it was written. What one reading covers several of, or none
 * covers, gets a share of the time by its letters and digits.
 */
export function wordTimes(text: string, { wordStarts, samples, sampleRateHz, hasPauses }: SegmentAudio): WordTimes {
  const all = [...text.matchAll(/\S+/g)]
  const words = all.filter(([token]) => !hasPauses || !PAUSE.test(token))
  // A pause alone lasts too, and clients add up the ends.
  const tokens = words.length > 0 ? words : all.slice(0, 1)
  const known = startsOfTokens(tokens, wordStarts)
  if (known.length > 0) known[0] = 0
  const starts = [
    ...sharedOut(
      known,
      tokens.map(([token]) => lettersOf(token)),
      samples,
    ),
  ]
  const seconds = [...starts, samples].map((sample) => Math.round((sample / sampleRateHz) * 1e6) / 1e6)
  return { words: tokens.map(([token]) => token), start: seconds.slice(0, -1), end: seconds.slice(1) }
}

/** The sample at which each token begins, undefined where nothing begins in it. */
function startsOfTokens(tokens: readonly RegExpExecArray[], wordStarts: readonly WordStart[]): (number | undefined)[] {
  let next = 0
  return tokens.map(({ 0: token, index }) => {
    while ((wordStarts[next]?.span.start ?? Number.POSITIVE_INFINITY) < index) next++
    const first = wordStarts[next]
    return first !== undefined && first.span.start < index + token.length ? first.startSample : undefined
  })
}

function* sharedOut(
  known: readonly (number | undefined)[],
  letters: readonly number[],
  samples: number,
): Generator<number> {
  for (let i = 0; i < known.length; ) {
    const after = known.findIndex((start, j) => j > i && start !== undefined)
    const end = after < 0 ? known.length : after
    const from = known[i] as number
    const length = Math.max(0, (known[end] ?? samples) - from)
    const all = letters.slice(i, end).reduce((sum, count) => sum + count, 0)
    for (let before = 0; i < end; i++) {
      yield Math.min(samples, from + (all === 0 ? 0 : (length * before) / all))
      before += letters[i] as number
    }
  }
}

const lettersOf = (token: string): number => token.match(/[\p{L}\p{N}]/gu)?.length ?? 0
