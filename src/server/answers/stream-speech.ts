import type { FastifyReply } from 'fastify'
import type { App } from '../../app/app.ts'
import { type AnswerOptions, type AnswerPart, audioBytes } from '../../app/speech/speech.ts'
import { newTally } from '../../app/speech/speech-tally.ts'
import type { Codec } from '../../audio/codecs.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { credentialIdOf } from '../auth/caller.ts'
import { signalOfClosing } from '../connections/client-gone.ts'
import { type RequestLogger, whenClosed } from '../observe/request-log.ts'
import { markHeaders } from './mark-headers.ts'
import { type StreamOptions, streamAnswer } from './stream-answer.ts'

export interface SpeechStreamOptions {
  readonly codec: Codec
  readonly contentType: string
  /** Sent before the audio. */
  readonly header?: Uint8Array | undefined
  readonly logger: RequestLogger
  /** Present if it is kept what the client hears, to be asked for by the id of the request. */
  readonly heard?: KeptHeard | undefined
}

export interface KeptHeard {
  /** From sending until playback, in milliseconds. */
  readonly lagMs: number
}

/** The parts of an answer to be sent by a reply, and how `streamAnswer` sends them. The speech is counted as the reply's. */
export function answerBy(
  { request, raw }: FastifyReply,
  speech: SynthesisRequest,
  { heard, ...options }: Pick<AnswerOptions, 'codec' | 'hasTimes' | 'listener'> & Pick<SpeechStreamOptions, 'heard'>,
  app: Pick<App, 'speech' | 'heard'>,
): { readonly parts: AsyncGenerator<AnswerPart>; readonly streaming: Pick<StreamOptions, 'headers' | 'signal'> } {
  const signal = signalOfClosing(raw)
  const tally = newTally(speech)
  request.speech = tally
  const { startedAtMs } = request
  const kept = heard && app.heard.open({ ...heard, callerOf: () => credentialIdOf(request), isAnswer: true })
  if (kept !== undefined) whenClosed(raw, () => kept.close())
  const listener = kept?.recordAnswer(speech) ?? options.listener
  const parts = app.speech.answer(speech, { ...options, tally, startedAtMs, signal, listener })
  return { parts, streaming: { headers: markHeaders(app.speech), signal } }
}

/** Answers with the audio of a request, while it is spoken. Throws like `streamAnswer`. */
export function streamSpeech(
  speech: SynthesisRequest,
  reply: FastifyReply,
  { codec, contentType, header, logger, heard }: SpeechStreamOptions,
  app: Pick<App, 'speech' | 'heard'>,
): Promise<FastifyReply> {
  const { parts, streaming } = answerBy(reply, speech, { codec, hasTimes: false, heard }, app)
  const audio = audioBytes(parts)
  return streamAnswer(header ? after(header, audio) : audio, reply, { ...streaming, contentType, logger })
}

/** The header comes with the first audio: a failure before it becomes an HTTP status. */
async function* after(header: Uint8Array, audio: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBegun = false
  for await (const bytes of audio) {
    yield isBegun ? bytes : Buffer.concat([header, bytes])
    isBegun = true
  }
}
