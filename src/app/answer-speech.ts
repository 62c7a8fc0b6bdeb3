import type { Encoder } from '../audio/codec.ts'
import type { Codec, CreateEncoder } from '../audio/codecs.ts'
import type { SynthesisRequest } from '../core/request.ts'
import type { Samples } from '../core/samples.ts'
import { audioOf } from './audio-of.ts'
import { prefetched } from './prefetched.ts'
import type { SpokenEvent } from './speak.ts'
import { type SpeechTally, tallied } from './speech-tally.ts'
import { timedAudioOf } from './timed-audio.ts'
import { tracedEncoders } from './traced-encoder.ts'
import type { PlacedWordTimes } from './word-times.ts'

/** Parts of an encoded answer, in the order in which they are sent. */
export type AnswerPart =
  /** The first one starts with the format's header. */
  { readonly kind: 'audio'; readonly bytes: Uint8Array; readonly samples: number } | AnswerEnd

/** The last part. */
export interface AnswerEnd {
  readonly kind: 'end'
  /** The header of the complete file, in place of the first bytes and of the same length. */
  readonly header: Uint8Array
  /** The times of all words of the text, where they were asked for. */
  readonly words: PlacedWordTimes | undefined
}

export interface AnswerOptions {
  readonly codec: Codec
  /** Whether the end has the times of words. */
  readonly hasTimes: boolean
  readonly tally: SpeechTally
  /** Time of the request, in milliseconds of `performance.now()`. */
  readonly startedAtMs: number
  /** Fires when the client has left. */
  readonly signal: AbortSignal
}

export interface AnswerDeps {
  /**
   * Yields the words and audio of a request at its rate. Throws `pool.*` before the first event if the pool is full or
   * draining.
   */
  readonly speak: (request: SynthesisRequest, signal: AbortSignal) => AsyncIterable<SpokenEvent>
  readonly createEncoder: CreateEncoder
}

/**
 * Speaks and encodes a request, for any protocol. Starts when it is first read, synthesizes only what is read, and
 * stops when the reader leaves or the signal fires. Throws a SpeechError, before the first part or later.
 */
export async function* answerSpeech(
  request: SynthesisRequest,
  { codec, hasTimes, tally, startedAtMs, signal }: AnswerOptions,
  { speak, createEncoder }: AnswerDeps,
): AsyncGenerator<AnswerPart, void, undefined> {
  // Synthesis starts while the encoder is opened.
  await using events = prefetched(tallied(speak(request, signal), request, tally, startedAtMs))
  using encoder = await tracedEncoders(createEncoder, request.span)({ codec, sampleRateHz: request.sampleRateHz })
  if (hasTimes) {
    const { audio, words } = timedAudioOf(events, request)
    yield* encodeAnswer(audio, encoder, words)
  } else {
    yield* encodeAnswer(audioOf(events, request.sampleRateHz), encoder)
  }
}

/** The bytes of an answer in its own format. */
export async function* audioBytes(parts: AsyncIterable<AnswerPart>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) if (part.kind === 'audio' && part.bytes.length > 0) yield part.bytes
}

/** Encodes audio at the encoder's rate. `words` are asked for after the last audio. */
export async function* encodeAnswer(
  audio: AsyncIterable<Samples>,
  encoder: Encoder,
  words: () => PlacedWordTimes | undefined = () => undefined,
): AsyncGenerator<AnswerPart, void, undefined> {
  let isBegun = false
  for await (const samples of audio) {
    const encoded = await encoder.encode(samples)
    const bytes = isBegun || encoder.header.length === 0 ? encoded : Buffer.concat([encoder.header, encoded])
    isBegun = true
    yield { kind: 'audio', bytes, samples: samples.length }
  }
  yield { kind: 'audio', bytes: await encoder.finish(), samples: 0 }
  yield { kind: 'end', header: encoder.finalHeader(), words: words() }
}
