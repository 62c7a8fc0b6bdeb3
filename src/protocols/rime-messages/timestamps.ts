import type { MessageInitShape } from '@bufbuild/protobuf'
import type { SpokenWord } from '../../app/live-session/live-session.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import type { TimestampsSchema } from './text-to-speech_pb.ts'

/** Limits the memory of a request: about two hours of speech. */
const MAX_WORDS = 20_000

/** The words of a request, in order. */
export class SpokenWords {
  #words: SpokenWord[] | undefined = []

  add(word: SpokenWord): void {
    if (!/\S/.test(word.spoken)) return // clients refuse a blank one
    if (this.#words?.length === MAX_WORDS) this.#words = undefined
    this.#words?.push(word)
  }

  /** Undefined if there were more than `MAX_WORDS`. */
  get all(): readonly SpokenWord[] | undefined {
    return this.#words
  }
}

/** `google.rpc.Code.RESOURCE_EXHAUSTED`. */
const RESOURCE_EXHAUSTED = 8

/** Times are those at the rate 1. */
export function timestampsOf(
  { all: words }: SpokenWords,
  { sampleRateHz, rate }: Pick<SynthesisRequest, 'sampleRateHz' | 'rate'>,
): MessageInitShape<typeof TimestampsSchema> {
  if (words === undefined) {
    return { status: { code: RESOURCE_EXHAUSTED, message: `more than ${MAX_WORDS} words` }, spans: [] }
  }
  const duration = (sample: number) => durationOf((sample / sampleRateHz) * rate)
  const spans = words.map(({ spoken, startSample, endSample }) => ({
    text: spoken,
    start: duration(startSample),
    end: duration(endSample),
  }))
  return { status: {}, spans }
}

/** Rounded to microseconds. */
function durationOf(seconds: number) {
  const microseconds = Math.round(seconds * 1e6)
  return { seconds: BigInt(Math.floor(microseconds / 1e6)), nanos: (microseconds % 1e6) * 1000 }
}
