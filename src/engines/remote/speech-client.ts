import { EnvHttpProxyAgent, request } from 'undici'
import { deadline } from '../../core/abort.ts'
import { SpeechError } from '../../core/errors.ts'
import { joinUrl } from '../../core/join-url.ts'
import type { RemoteSettings } from '../../core/pack.ts'
import { readSecret } from '../../core/secret.ts'
import { readSecretFile } from '../../input/read-bounded.ts'

interface RemoteText {
  readonly text: string
  readonly voice: string
  /** From 0.25 to 4; above 1 is faster. */
  readonly speed: number
}

/** A server with `POST /audio/speech`. */
export interface SpeechClient extends Disposable {
  /**
   * Mono samples from -1 to 1 as they arrive. Throws `voice.unusable`, `engine.refused` if the server does not speak
   * this text, or the signal's reason.
   */
  speak(text: RemoteText, signal: AbortSignal): AsyncIterable<Float32Array>
}

const CONNECT_MS = 3000
/** Time without a byte after which the server counts as failed. */
const SILENCE_MS = 10_000
/** Time limit of a request. */
const MAX_MS = 120_000
/** Formats that are not headerless PCM. */
const OTHER_TYPE = /json|text\/|mpeg|mp3|ogg|opus|flac|wav/i
/** The server does not speak this text or not now. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422, 429])

/** Connections are kept alive, and use the proxies of the environment. The caller disposes the client. */
export function createSpeechClient({ url, model, keyVariable }: RemoteSettings): SpeechClient {
  const { origin } = new URL(url)
  const dispatcher = new EnvHttpProxyAgent({
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    connect: { timeout: CONNECT_MS },
  })

  async function post({ text, voice, speed }: RemoteText, signal: AbortSignal) {
    const { statusCode, headers, body } = await request(joinUrl(url, 'audio/speech'), {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(keyVariable) },
      body: JSON.stringify({ model, input: text, voice, response_format: 'pcm', speed }),
      signal,
    })
    const type = String(headers['content-type'] ?? '')
    if (statusCode === 200 && !OTHER_TYPE.test(type)) return body
    body.on('error', () => {}).destroy()
    if (REFUSALS.has(statusCode)) throw new SpeechError('engine.refused', `${origin} answered ${statusCode}`)
    throw unusable(origin, statusCode === 200 ? `sent ${type.slice(0, 60)} instead of PCM` : `answered ${statusCode}`)
  }

  return {
    async *speak(text, signal) {
      using limit = deadline(signal, MAX_MS)
      try {
        yield* samplesOf(await post(text, limit))
      } catch (cause) {
        signal.throwIfAborted()
        throw cause instanceof SpeechError ? cause : unusable(origin, String((cause as Error).message), cause)
      }
    },
    [Symbol.dispose]: () => void dispatcher.destroy().catch(() => {}),
  }
}

/** Throws `voice.unusable` if there is no key. A file is read with each request, so that the key in it can change. */
function authorization(keyVariable: string | null): { readonly authorization?: string } {
  if (keyVariable === null) return {}
  const key = readKey(keyVariable)
  if (key === undefined) throw new SpeechError('voice.unusable', `${keyVariable} is not set`)
  return { authorization: `Bearer ${key}` }
}

function readKey(keyVariable: string): string | undefined {
  try {
    // biome-ignore lint/style/noProcessEnv: packs name the variable, so that keys are not stored
    return readSecret(keyVariable, process.env, readSecretFile)
  } catch (error) {
    throw new SpeechError('voice.unusable', (error as Error).message)
  }
}

const unusable = (origin: string, why: string, cause?: unknown): SpeechError =>
  new SpeechError('voice.unusable', `${origin} ${why}`, { cause })

/** 16-bit little-endian samples, which pieces of a body may cut in two. */
async function* samplesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array> {
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
