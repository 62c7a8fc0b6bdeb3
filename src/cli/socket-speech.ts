import { on } from 'node:events'
import type { WebSocket } from 'ws'
import { Samples } from '../core/samples.ts'
import { type CloseEvent, whenOpen } from '../endpoints/when-open.ts'
import type { ServerMessage } from '../protocols/rime/socket-messages.ts'
import { noServerAt } from './no-server.ts'

/** A running server and a valid key. */
export interface SpeechServer {
  /** With an HTTP or WebSocket scheme, without a path. */
  readonly url: string
  readonly apiKey: string
}

/** Speech for a text that is still being written, as the server sends it: 16-bit samples at `sampleRateHz`. */
export async function* speakOverSocket(
  text: AsyncIterable<string>,
  { url, apiKey }: SpeechServer,
  parameters: { readonly sampleRateHz: number } & Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): AsyncGenerator<Samples> {
  const { sampleRateHz, ...others } = parameters
  const address = new URL('/ws3', url.replace(/^http/, 'ws'))
  for (const [name, value] of Object.entries({ ...others, samplingRate: sampleRateHz, audioFormat: 'pcm' })) {
    address.searchParams.set(name, String(value))
  }
  const { WebSocket } = await import('ws') // few commands need it
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${apiKey}` } })
  try {
    // Listens from the start, because messages may arrive with the handshake. The watermarks pause the socket.
    const messages = on(socket, 'message', { close: ['close'], signal, highWaterMark: 64, lowWaterMark: 16 })
    const closed = new Promise<CloseEvent>((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
    })
    await whenOpen(
      socket,
      signal,
      (status, words) => new Error(status === 401 ? WRONG_KEY : `server error: ${words}`),
    ).catch((error: unknown) => {
      throw isUnreachable(error) ? new Error(noServerAt(url)) : error
    })
    const writing = write(text, socket)
    writing.catch(() => socket.terminate())
    for await (const [json] of messages) {
      const message: ServerMessage = JSON.parse(String(json))
      if (message.type === 'chunk') yield samplesOf(message.data)
      if (message.type === 'error') throw new Error(`server error: ${message.message}`)
    }
    const { code, reason } = await closed
    await writing
    if (code !== 1000) throw new Error(`the server closed the connection: ${reason || code}`)
  } finally {
    socket.terminate()
  }
}

const WRONG_KEY = 'the server does not accept the API key; give a valid key with --api-key or HOARFROST_API_KEY'

const isUnreachable = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'

/** Maximum message length of some models, in UTF-16 units; sentences may span messages. */
const MAX_MESSAGE_LENGTH = 400

async function write(text: AsyncIterable<string>, socket: WebSocket): Promise<void> {
  for await (const piece of text) {
    for (let at = 0; at < piece.length; at += MAX_MESSAGE_LENGTH) {
      socket.send(JSON.stringify({ text: piece.slice(at, at + MAX_MESSAGE_LENGTH) }))
    }
    if (socket.readyState !== socket.OPEN) return
  }
  socket.send(JSON.stringify({ operation: 'eos' }))
}

function samplesOf(base64: string): Samples {
  const bytes = Buffer.from(base64, 'base64')
  // Small buffers share memory and may start at an odd offset, which 16-bit samples cannot.
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.from(bytes)
  return new Samples(new Int16Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.byteLength / 2)))
}
