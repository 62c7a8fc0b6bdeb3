import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { audioOf } from '../../app/audio-of.ts'
import { type ResolveRequestDeps, resolveRequest, type SpeechWish } from '../../app/resolve-request.ts'
import type { SpokenEvent } from '../../app/speak.ts'
import { followedAudioOf, type TimedText, timedAudioOf } from '../../app/timed-audio.ts'
import type { Encoder } from '../../audio/codec.ts'
import type { CreateEncoder } from '../../audio/codecs.ts'
import { encodeStream } from '../../audio/encoder.ts'
import { isUnknownModelId } from './model-id.ts'
import { createSpeechBodySchemas, parseSpeechBody, type SpeechBody } from './speech-body.ts'
import { toldWords } from './told-words.ts'
import { begun } from '../../core/begun.ts'
import { invalidRequest, isSpeechError } from '../../core/errors.ts'
import { DEFAULT_SAMPLING, NO_MARKUP, type SynthesisRequest } from '../../core/request.ts'
import { type Answer, chooseAnswer } from './accept.ts'
import type { RequireKey } from '../../server/authorization.ts'
import { signalOfClosing } from '../../server/client-gone.ts'
import { readJson } from '../../server/read-json.ts'
import { type RequestLogger, type SpeechLog, whenClosed } from '../../server/request-log.ts'
import { LONGEST_JSON_TEXT, sendStream, sentEvents, toJson } from './speech-answer.ts'

export interface SpeechRouteDeps extends ResolveRequestDeps {
  /** Marks and audio of a request, at its rate. Throws `pool.*` before anything where no more can be taken. */
  readonly speak: (request: SynthesisRequest, signal: AbortSignal) => AsyncIterable<SpokenEvent>
  readonly createEncoder: CreateEncoder
  readonly limits: {
    readonly maxBodyBytes: number
    /** Unicode code points, where it is less than the model allows. */
    readonly maxTextLength: number
  }
  /** Remembers the words of an English text that the dictionary lacks. Fails nothing. */
  readonly saveOovs: (text: string) => void
  readonly logger: RequestLogger
}

/** `onUnknownModel` hears of each request that named a model which does not exist. */
export function addSpeechRoute(
  app: FastifyInstance,
  requireKey: RequireKey,
  deps: SpeechRouteDeps,
  onUnknownModel: () => void,
): void {
  const { maxBodyBytes, maxTextLength } = deps.limits
  const schemas = createSpeechBodySchemas({ deployment: deps.deployment, maxTextLength })

  app.post('/v1/rime-tts', { onRequest: requireKey('synthesis') }, async (request, reply) => {
    const json = await readJson(request.raw, maxBodyBytes)
    const body = parseSpeechBody(schemas, json)
    if (isUnknownModelId((json as { modelId?: unknown }).modelId)) onUnknownModel()
    const answer = chooseAnswer(request.headers.accept, body)
    if (answer.kind === 'json' && body.text.length > LONGEST_JSON_TEXT) {
      throw invalidRequest('text is too long')
    }
    const speech = resolveRequest(wishOf(request.id, body, answer.codec), deps)
    if (body.model === 'mistv2' && body.saveOovs && speech.language === 'eng') {
      whenClosed(reply.raw, () => deps.saveOovs(spelledText(speech)))
    }
    const signal = signalOfClosing(reply.raw)
    // Speech is made while the encoder gets ready.
    await using events = begun(logged(deps.speak(speech, signal), request, speech))
    using encoder = await deps.createEncoder({ codec: answer.codec, sampleRateHz: speech.sampleRateHz })
    try {
      if (answer.kind === 'json') {
        const { length, pieces } = await jsonOf(body, speech, events, encoder)
        reply.header('content-length', length)
        await sendStream(pieces, 'application/json', reply, signal)
      } else {
        await sendStream(streamOf(answer, speech, events, encoder), answer.contentType, reply, signal)
      }
    } catch (error) {
      if (!reply.raw.headersSent) throw error
      if (!signal.aborted) breakOff(error, request, reply, deps.logger)
    }
    return reply
  })
}

/** What of a text is spelled as words are. */
export const spelledText = ({ text, markup }: Pick<SynthesisRequest, 'text' | 'markup'>): string =>
  markup.phonemes ? text.replaceAll(/\{[^{}]*\}/g, ' ') : text

export const wishOf = (id: string, body: SpeechBody, codec: SpeechWish['codec']): SpeechWish => ({
  id,
  text: body.text,
  model: body.model,
  speaker: body.speaker,
  lang: body.lang,
  sampleRateHz: body.samplingRate,
  codec,
  speedAlpha: body.speedAlpha,
  timeScaleFactor: body.timeScaleFactor,
  sampling:
    'temperature' in body
      ? {
          temperature: body.temperature,
          topP: body.top_p,
          repetitionPenalty: body.repetition_penalty,
          maxTokens: body.max_tokens,
        }
      : DEFAULT_SAMPLING,
  markup:
    'pauseBetweenBrackets' in body
      ? {
          pauses: body.pauseBetweenBrackets,
          phonemes: body.phonemizeBetweenBrackets,
          inlineRates: body.inlineSpeedAlpha,
        }
      : NO_MARKUP,
  isNormalized: !('noTextNormalization' in body && body.noTextNormalization),
})

function streamOf(
  { kind }: Exclude<Answer, { kind: 'json' }>,
  speech: SynthesisRequest,
  events: AsyncIterable<SpokenEvent>,
  encoder: Encoder,
): AsyncIterable<Uint8Array> {
  if (kind === 'stream') return encodeStream(audioOf(events, speech.sampleRateHz), encoder)
  return sentEvents(timedAudioOf(events, timedText(speech)), encoder)
}

function jsonOf(
  { timestamps }: SpeechBody,
  speech: SynthesisRequest,
  events: AsyncIterable<SpokenEvent>,
  encoder: Encoder,
): ReturnType<typeof toJson> {
  if (!timestamps) return toJson(audioOf(events, speech.sampleRateHz), encoder)
  const { audio, words } = followedAudioOf(events, timedText(speech))
  return toJson(audio, encoder, () => toldWords(words()))
}

const timedText = (speech: SynthesisRequest): TimedText => ({ ...speech, hasPauses: speech.markup.pauses })

async function* logged(
  events: AsyncIterable<SpokenEvent>,
  request: FastifyRequest,
  { model, text, sampleRateHz }: SynthesisRequest,
): AsyncGenerator<SpokenEvent> {
  const log: SpeechLog = { model, characters: text.length, audioSeconds: 0, firstAudioMs: undefined }
  request.speechLog = log
  let samples = 0
  for await (const event of events) {
    if (event.kind === 'audio') {
      // Tenths, since audio from the cache comes within a millisecond.
      log.firstAudioMs ??= Math.round(10 * (performance.now() - request.startedAtMs)) / 10
      samples += event.samples.length
      log.audioSeconds = Math.round((samples / sampleRateHz) * 1000) / 1000
    }
    yield event
  }
}

/** A reset, not an end: a client of HTTP/1.0 would take an end for the whole answer. */
function breakOff(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: RequestLogger): void {
  logger.error({ id: request.id, err: error }, 'speech broke off')
  request.reason = isSpeechError(error) ? error.reason : 'internal error'
  reply.raw.socket?.resetAndDestroy()
}
