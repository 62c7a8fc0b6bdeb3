import type { FastifyReply } from 'fastify'
import type { App } from '../../app/app.ts'
import { type AnswerOptions, type AnswerPart, audioBytes } from '../../app/speech/speech.ts'
import { newTally } from '../../app/speech/speech-tally.ts'
import type { Codec } from '../../audio/codecs.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { signalOfClosing } from '../connections/client-gone.ts'
import type { RequestLogger } from '../observe/request-log.ts'
import { streamAnswer } from './stream-answer.ts'

export interface SpeechStreamOptions {
  readonly codec: Codec
  readonly contentType: string
  /** Sent before the audio. */
  readonly header?: Uint8Array | undefined
  readonly logger: RequestLogger
}

/** The parts of an answer to be sent by a reply, and the signal of its client. The speech is counted as the reply's. */
export function answerBy(
  { request, raw }: FastifyReply,
  speech: SynthesisRequest,
  options: Pick<AnswerOptions, 'codec' | 'hasTimes'>,
  app: Pick<App, 'speech'>,
): { readonly parts: AsyncGenerator<AnswerPart>; readonly signal: AbortSignal } {
  const signal = signalOfClosing(raw)
  const tally = newTally(speech)
  request.speech = tally
  const { startedAtMs } = request
  return { parts: app.speech.answer(speech, { ...options, tally, startedAtMs, signal }), signal }
}

/** Answers with the audio of a request, while it is spoken. Throws like `streamAnswer`. */
export function streamSpeech(
  speech: SynthesisRequest,
  reply: FastifyReply,
  { codec, contentType, header, logger }: SpeechStreamOptions,
  app: Pick<App, 'speech'>,
): Promise<FastifyReply> {
  const { parts, signal } = answerBy(reply, speech, { codec, hasTimes: false }, app)
  const audio = audioBytes(parts)
  return streamAnswer(header ? after(header, audio) : audio, reply, { contentType, signal, logger })
}

/** The header comes with the first audio: a failure before it becomes an HTTP status. */
async function* after(header: Uint8Array, audio: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBegun = false
  for await (const bytes of audio) {
    yield isBegun ? bytes : Buffer.concat([header, bytes])
    isBegun = true
  }
}
