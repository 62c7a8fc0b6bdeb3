import { ApiError, request } from '../api/client.ts'
import { messagesOf, SAMPLE_RATE_HZ, type SpeechRequest, sentenceGroupsOf } from './request.ts'
import type { WordTimes } from './words.ts'

/** Receives speech as it arrives. */
export interface SpeechSink {
  /** Bytes of audio: samples of 16 bits, or parts of a file where a format was asked for. */
  audio(bytes: Uint8Array<ArrayBuffer>): void
  /** Times from `offsetS` on, in seconds. */
  words(times: WordTimes, offsetS: number): void
}

/** How long opening a WebSocket may take. */
const OPENING_MS = 5000

/** The WebSocket could not be opened. The browser does not tell why; the same request over HTTP does. */
export class NoSocketError extends Error {}

/**
 * Speaks over /ws3 and resolves when everything has arrived. Rejects with `NoSocketError`, an `ApiError` or the signal's
 * reason.
 */
export function speakOverSocket(
  speech: SpeechRequest,
  audioFormat: string,
  sink: SpeechSink,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({
    speaker: speech.speaker,
    modelId: speech.model,
    lang: speech.language,
    audioFormat,
    timestampsFrom: 'turn',
    fileTags: 'true',
    samplingRate: `${audioFormat === 'mulaw' || audioFormat === 'alaw' ? 8000 : SAMPLE_RATE_HZ}`,
  })
  for (const [name, value] of Object.entries(speech.fields)) query.set(name, `${value}`)
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    if (typeof WebSocket === 'undefined') return reject(new NoSocketError())
    const url = new URL(`/ws3?${query}`, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url)
    let isOpen = false
    // Some proxies neither open a WebSocket nor refuse it.
    const opening = setTimeout(() => socket.close(), OPENING_MS)
    signal.addEventListener('abort', () => {
      socket.close()
      reject(signal.reason)
    })
    socket.onopen = () => {
      isOpen = true
      clearTimeout(opening)
      for (const text of messagesOf(speech)) socket.send(JSON.stringify({ text, contextId: 'page' }))
      socket.send(JSON.stringify({ operation: 'eos' }))
    }
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data)
      if (message.type === 'chunk') sink.audio(bytesOf(message.data))
      if (message.type === 'timestamps') sink.words(message.word_timestamps, 0)
      if (message.type === 'error') {
        reject(new ApiError(400, message.message))
        socket.close()
      }
      if (message.type === 'done') resolve()
    }
    socket.onclose = ({ code, reason }) => {
      if (!isOpen) return reject(new NoSocketError())
      if (code === 1000) return resolve()
      reject(new ApiError(0, reason || 'The connection to the server was lost. Try again.'))
    }
  })
}

interface SpeechJson {
  readonly audioContent: string
  readonly word_timestamps?: WordTimes
}

/** As `speakOverSocket` in samples, one request for a few sentences: where WebSockets do not work. */
export async function speakOverHttp(speech: SpeechRequest, sink: SpeechSink, signal: AbortSignal): Promise<void> {
  let offsetS = 0
  for (const text of sentenceGroupsOf(speech)) {
    const body = { ...bodyOf({ ...speech, text }), audioFormat: 'wav', samplingRate: SAMPLE_RATE_HZ, timestamps: true }
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const answer = await request('/v1/rime-tts', { method: 'POST', headers, body: JSON.stringify(body), signal })
    const { audioContent, word_timestamps: times }: SpeechJson = await answer.json()
    const samples = bytesOf(audioContent).slice(WAV_HEADER_BYTES)
    sink.audio(samples)
    if (times) sink.words(times, offsetS)
    offsetS += samples.length / 2 / SAMPLE_RATE_HZ
  }
}

const WAV_HEADER_BYTES = 44

/** The body of a request to /v1/rime-tts. */
export const bodyOf = ({ text, model, speaker, language, fields }: SpeechRequest) => ({
  modelId: model,
  speaker,
  text,
  lang: language,
  ...fields,
})

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
