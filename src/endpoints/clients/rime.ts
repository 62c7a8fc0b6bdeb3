import { decodeResponse } from '../../protocols/rime-v1/client-frames.ts'
import { openHttpCall } from '../connections/http-call.ts'
import { audioIn, objectOf, openSocketCall, type ServiceEvent, wordsOf } from '../connections/socket-call.ts'
import { ASKED_RATE_HZ, type Endpoint, type EndpointSettings } from '../endpoint.ts'
import { bearer } from './headers.ts'

const VOICE = 'luna'
const MODEL = 'coda'

/** `POST /v1/rime-tts`. */
export const rime = (settings: EndpointSettings): Endpoint => {
  const { url, apiKey, voice = VOICE, model = MODEL, language, temperature } = settings
  const fields = {
    speaker: voice,
    modelId: model,
    ...(language !== undefined && { lang: language }),
    ...(temperature !== undefined && { temperature }),
  }
  return {
    protocol: 'rime',
    takesTokens: false,
    canInterrupt: false,
    open: (signal) =>
      openHttpCall(
        url,
        {
          path: '/v1/rime-tts',
          headers: { ...bearer(apiKey), accept: 'audio/pcm' },
          bodyOf: (text) => ({ ...fields, text, samplingRate: ASKED_RATE_HZ }),
        },
        signal,
      ),
  }
}

/** `/ws3`. */
export const rimeWs3 = (settings: EndpointSettings): Endpoint => {
  const { url, apiKey, voice = VOICE, model = MODEL, language, temperature } = settings
  const query = new URLSearchParams({
    speaker: voice,
    modelId: model,
    ...(language !== undefined && { lang: language }),
    ...(temperature !== undefined && { temperature: `${temperature}` }),
    audioFormat: 'pcm',
    samplingRate: `${ASKED_RATE_HZ}`,
  })
  return {
    protocol: 'rime-ws3',
    takesTokens: true,
    canInterrupt: true,
    open: (signal) =>
      openSocketCall(
        url,
        {
          path: `/ws3?${query}`,
          headers: bearer(apiKey),
          pieceOf: (text) => ({ text }),
          finish: [{ operation: 'flush' }],
          interrupt: { operation: 'clear' },
          read: readWs3(),
        },
        signal,
      ),
  }
}

/** Times follow the audio of a segment, and count from its start. */
function readWs3() {
  let audioBytes = 0
  let segmentS = 0
  return (data: Buffer): readonly ServiceEvent[] => {
    const { type, message, ...fields } = objectOf(data)
    switch (type) {
      case 'chunk': {
        const events = audioIn(fields.data)
        for (const { bytes } of events) audioBytes += bytes.length
        return events
      }
      case 'timestamps': {
        const events = wordsOf(fields.word_timestamps, segmentS)
        segmentS = audioBytes / BYTES_PER_SECOND
        return events
      }
      case 'done':
        return [{ kind: 'end' }]
      default:
        return type === 'error' ? [{ kind: 'error', message: String(message) }] : []
    }
  }
}

const BYTES_PER_SECOND = 2 * ASKED_RATE_HZ

/** One context of `rime.v1.json`. */
export const rimeV1 = (settings: EndpointSettings): Endpoint => {
  const { url, apiKey, voice = VOICE, model = MODEL, language } = settings
  const contextId = 'call'
  return {
    protocol: 'rime-v1',
    takesTokens: true,
    canInterrupt: true,
    open: (signal) =>
      openSocketCall(
        url,
        {
          path: `/${model}/ws`,
          headers: bearer(apiKey),
          subprotocol: 'rime.v1.json',
          begin: [
            {
              contextId,
              start: {
                speaker: voice,
                ...(language !== undefined && { language }),
                audioParameters: { audioFormat: 'audio/pcm', samplingRate: ASKED_RATE_HZ },
                timestamps: { enable: true },
              },
            },
          ],
          pieceOf: (text) => ({ contextId, text }),
          finish: [{ contextId, end: {} }],
          interrupt: { contextId, cancel: {} },
          read: readV1,
        },
        signal,
      ),
  }
}

function readV1(data: Buffer): readonly ServiceEvent[] {
  const { payload } = decodeResponse(data, 'json')
  if (payload.case === 'audio') return [{ kind: 'audio', bytes: Buffer.from(payload.value) }]
  if (payload.case === 'error') return [{ kind: 'error', message: `${payload.value.kind}: ${payload.value.message}` }]
  if (payload.case !== 'done') return []
  const spans = payload.value.timestamps?.spans ?? []
  const words = spans.map(({ text, start, end }) => ({ word: text, startS: secondsOf(start), endS: secondsOf(end) }))
  return [{ kind: 'words', words }, { kind: 'end' }]
}

const secondsOf = (duration: { readonly seconds: bigint; readonly nanos: number } | undefined): number =>
  duration === undefined ? 0 : Number(duration.seconds) + duration.nanos / 1e9
