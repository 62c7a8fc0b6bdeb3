import type { FastifyReply } from 'fastify'
import { type AnswerDeps, answerSpeech, audioBytes } from '../app/answer-speech.ts'
import { newTally } from '../app/speech-tally.ts'
import type { Codec } from '../audio/codecs.ts'
import type { SynthesisRequest } from '../core/request.ts'
import { signalOfClosing } from './client-gone.ts'
import type { RequestLogger } from './request-log.ts'
import { streamAnswer } from './stream-answer.ts'

export interface SpeechStreamOptions {
  readonly codec: Codec
  readonly contentType: string
  /** Sent before the audio. */
  readonly header?: Uint8Array | undefined
  readonly logger: RequestLogger
}

/** Answers with the audio of a request, while it is spoken. Throws like `streamAnswer`. */
export function streamSpeech(
  speech: SynthesisRequest,
  reply: FastifyReply,
  { codec, contentType, header, logger }: SpeechStreamOptions,
  deps: AnswerDeps,
): Promise<FastifyReply> {
  const { request } = reply
  const signal = signalOfClosing(reply.raw)
  request.speech = newTally(speech)
  const { startedAtMs, speech: tally } = request
  const parts = answerSpeech(speech, { codec, hasTimes: false, tally, startedAtMs, signal }, deps)
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
