import { Agent, type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { PlaybackClock } from '../src/benchmark/playback.ts'

/** Timing of one answer, in milliseconds. */
export type Answer = SpokenAnswer | { readonly kind: 'failed'; readonly reason: string }

export interface SpokenAnswer {
  readonly kind: 'spoken'
  /** From sending the request to the first byte of audio after the header. */
  readonly firstAudioMs: number
  /** From sending the request to the last byte. */
  readonly totalMs: number
  readonly audioS: number
  /**
   * Maximum delay of audio relative to a playback that begins with the first audio: above 0 the listener hears a gap,
   * below 0 the playback buffer never had less than that.
   */
  readonly worstDelayMs: number
}

/** Requested format. */
export interface AnswerFormat {
  readonly accept: string
  /** Bytes before the first audio. */
  readonly headerBytes: number
  /** Bytes per second of audio; absent for 16-bit samples. */
  readonly bytesPerSecond?: number
}

export const WAV_FORMAT: AnswerFormat = { accept: 'audio/wav', headerBytes: 44 }

export interface SpeechTarget {
  readonly host: string
  readonly port: number
  readonly apiKey: string
}

export interface SpeechVoice {
  readonly modelId: string
  readonly speaker: string
  readonly lang: string
  readonly samplingRate: number
}

/** A reader that pauses after this much audio and continues when the promise resolves. */
export interface ReadingBreak {
  readonly afterS: number
  readonly wait: () => Promise<void>
}

/** A client of the service with its own connections. */
export const createSpeechClient = (
  target: SpeechTarget,
  voice: SpeechVoice,
  { accept, headerBytes, bytesPerSecond = voice.samplingRate * 2 }: AnswerFormat = WAV_FORMAT,
) =>
  createRouteClient(target, {
    path: '/v1/rime-tts',
    headers: { authorization: `Bearer ${target.apiKey}`, accept },
    bodyOf: (text) => ({ ...voice, text }),
    headerBytes,
    bytesPerSecond,
  })

/** How a text is posted, and what the answer is. */
export interface SpeechRoute {
  readonly path: string
  /** With the key. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyOf: (text: string) => object
  /** Bytes before the first audio. */
  readonly headerBytes: number
  readonly bytesPerSecond: number
}

/** A client of a route with its own connections. It counts bytes and does not parse them. */
export function createRouteClient(
  { host, port }: SpeechTarget,
  { path, headers: own, bodyOf, headerBytes, bytesPerSecond }: SpeechRoute,
) {
  const agent = new Agent({ keepAlive: true })
  const headers = { ...own, 'content-type': 'application/json' }
  return {
    speak: (text: string, readingBreak?: ReadingBreak): Promise<Answer> =>
      new Promise((resolve) => {
        const fail = (error: Error) => resolve({ kind: 'failed', reason: error.message })
        const body = Buffer.from(JSON.stringify(bodyOf(text)))
        const sentAt = performance.now()
        const options = { host, port, agent, method: 'POST', path }
        request({ ...options, headers: { ...headers, 'content-length': body.length } }, (response) => {
          response.on('error', fail) // the connection was reset
          if (response.statusCode === 200)
            countAudio(response, { sentAt, headerBytes, bytesPerSecond, readingBreak }, resolve)
          else readText(response).then((words) => fail(new Error(`${response.statusCode} ${words}`)), fail)
        })
          .on('error', fail)
          .end(body)
      }),
    [Symbol.dispose]: () => agent.destroy(),
  }
}

interface CountOptions {
  readonly sentAt: number
  readonly headerBytes: number
  readonly bytesPerSecond: number
  readonly readingBreak: ReadingBreak | undefined
}

function countAudio(
  response: IncomingMessage,
  { sentAt, headerBytes, bytesPerSecond, readingBreak }: CountOptions,
  resolve: (answer: Answer) => void,
): void {
  const playback = new PlaybackClock()
  let bytesBefore = headerBytes
  let isUnbroken = true
  response.on('data', (chunk: Buffer) => {
    const bytes = chunk.length - Math.min(bytesBefore, chunk.length)
    bytesBefore -= chunk.length - bytes
    if (bytes > 0) playback.hear(performance.now(), (bytes * 1000) / bytesPerSecond)
    if (isUnbroken && readingBreak && playback.audioMs > readingBreak.afterS * 1000) {
      isUnbroken = false
      response.pause()
      void readingBreak.wait().finally(() => response.resume())
    }
  })
  response.on('end', () => resolve(spokenAnswer(playback, sentAt) ?? { kind: 'failed', reason: '200 without audio' }))
}

/** What was heard of an answer that is complete now; undefined without audio. */
export function spokenAnswer(playback: PlaybackClock, sentAt: number): SpokenAnswer | undefined {
  const { firstMs, audioMs, worstDelayMs } = playback
  if (firstMs === undefined) return undefined
  const totalMs = performance.now() - sentAt
  return { kind: 'spoken', firstAudioMs: firstMs - sentAt, totalMs, audioS: audioMs / 1000, worstDelayMs }
}
