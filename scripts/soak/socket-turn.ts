import { WebSocket } from 'ws'
import { type Heard, Refusal } from './client.ts'

export interface SocketTurn {
  readonly url: string
  readonly subprotocol?: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent when the socket is open. */
  readonly messages: readonly (string | Uint8Array)[]
  /** Number of bytes of audio in a message, or that it ends the turn. Throws for an error. */
  readonly hear: (message: Buffer, isBinary: boolean) => number | 'end'
}

/** Speaks one turn over a socket of its own. */
export function speakTurn(turn: SocketTurn, signal: AbortSignal): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const { url, subprotocol, headers, messages, hear } = turn
    const socket = new WebSocket(url.replace('http', 'ws'), subprotocol ?? [], { headers })
    let sentAtMs = 0
    let bytes = 0
    let firstAudioMs = Number.NaN
    const leave = () => end(() => reject(signal.reason))
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', leave)
      socket.terminate()
      settle()
    }
    signal.addEventListener('abort', leave)
    socket.on('open', () => {
      sentAtMs = performance.now()
      for (const message of messages) socket.send(message)
    })
    socket.on('message', (message: Buffer, isBinary) => {
      try {
        const heard = hear(message, isBinary)
        if (heard === 'end') return end(() => resolve({ bytes, firstAudioMs }))
        if (bytes === 0 && heard > 0) firstAudioMs = performance.now() - sentAtMs
        bytes += heard
      } catch (error) {
        end(() => reject(error))
      }
    })
    socket.on('unexpected-response', (_request, { statusCode }) => end(() => reject(new Refusal(`${statusCode}`))))
    // A server that stops resets connections whose upgrade it has not read.
    socket.on('error', (error) => end(() => reject(sentAtMs === 0 ? new Refusal(error.message) : error)))
    socket.on('close', (code, reason) => end(() => reject(new Error(`closed with ${code} ${reason}`))))
  })
}
