import { Pool } from 'undici'
import { SpeechError } from '../../core/errors.ts'
import type { RemoteSettings } from '../../core/pack.ts'

export interface RemoteText {
  readonly text: string
  readonly voice: string
  /** Above 1 is faster. */
  readonly speed: number
}

/** A server with `POST /audio/speech`. */
export interface SpeechClient extends Disposable {
  /** Mono samples from -1 to 1 as they arrive. Throws `voice.unusable`, or the signal's reason. */
  speak(text: RemoteText, signal: AbortSignal): AsyncIterable<Float32Array>
}

const CONNECT_MS = 3000
/** Time without a byte after which the server counts as failed. */
const SILENCE_MS = 10_000
const SPEEDS = { slowest: 0.25, fastest: 4 } as const
/** Formats that are not headerless PCM. */
const OTHER_TYPE = /json|text\/|mpeg|mp3|ogg|opus|flac|wav/i

/** Connections are kept alive. The caller disposes the client. */
export function createSpeechClient({ url, model, keyVariable }: RemoteSettings): SpeechClient {
  const { origin, pathname } = new URL(url)
  const path = `${pathname.replace(/\/+$/, '')}/audio/speech`
  const pool = new Pool(origin, {
    connectTimeout: CONNECT_MS,
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })

  async function post({ text, voice, speed }: RemoteText, signal: AbortSignal) {
    // biome-ignore lint/style/noProcessEnv: packs name the variable, so that keys are not stored
    const key = keyVariable === null ? undefined : process.env[keyVariable]
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model,
        input: text,
        voice,
        response_format: 'pcm',
        speed: Math.min(Math.max(speed, SPEEDS.slowest), SPEEDS.fastest),
      }),
      signal,
    })
    const type = String(headers['content-type'] ?? '')
    if (statusCode === 200 && !OTHER_TYPE.test(type)) return body
    body.on('error', () => {}).destroy()
    throw unusable(origin, statusCode === 200 ? `sent ${type.slice(0, 60)} instead of PCM` : `answered ${statusCode}`)
  }

  return {
    async *speak(text, signal) {
      try {
        yield* samplesOf(await post(text, signal))
      } catch (cause) {
        signal.throwIfAborted()
        throw cause instanceof SpeechError ? cause : unusable(origin, String((cause as Error).message), cause)
      }
    },
    [Symbol.dispose]: () => void pool.destroy().catch(() => {}),
  }
}

const unusable = (origin: string, why: string, cause?: unknown): SpeechError =>
  new SpeechError('voice.unusable', `${origin} ${why}`, { cause })

/** 16-bit little-endian samples, which pieces of a body may cut in two. */
export async function* samplesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array> {
  let rest = new Uint8Array(0)
  for await (const piece of body) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const samples = new Float32Array(Math.floor(bytes.length / 2))
    for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / 2 ** 15
    rest = bytes.slice(2 * samples.length)
    if (samples.length > 0) yield samples
  }
}
