import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { WebSocket } from 'ws'

/** A client's end of a socket, for tests: records what arrives and waits for conditions. */
export interface RecordedFrames<T> {
  readonly socket: WebSocket
  readonly frames: T[]
  /** A string or bytes are sent as they are, an object as JSON. */
  send(message: object | string): void
  /** Resolves with all frames so far, once the condition holds; rejects if the socket closes before. */
  until(condition: (frames: readonly T[]) => boolean): Promise<T[]>
  /** Resolves when the server has read all that was sent, and what it answered at once has come. */
  roundTrip(): Promise<void>
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

/** Resolves when the socket is open. It is closed when the test ends. */
export async function recordFrames<T>(
  socket: WebSocket,
  decode: (data: Buffer, isBinary: boolean) => T,
): Promise<RecordedFrames<T>> {
  const frames: T[] = []
  const waiting = new Set<{ look(): void; fail(error: Error): void }>()
  socket.on('message', (data: Buffer, isBinary) => {
    frames.push(decode(data, isBinary))
    for (const each of [...waiting]) each.look()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: reason.toString('utf8') })
      for (const each of waiting) each.fail(new Error(`closed with ${code} ${reason}`))
    })
  })
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  return {
    socket,
    frames,
    closed,
    send: (message) =>
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    until: (condition) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!condition(frames)) return
          waiting.delete(waiter)
          resolve(frames)
        }
        const waiter = { look, fail: reject }
        waiting.add(waiter)
        look()
      }),
    roundTrip: async () => {
      const answered = once(socket, 'pong')
      socket.ping()
      await answered
    },
  }
}

/** A JSON message, or the bytes of a binary frame. */
export const jsonOrBytes = (data: Buffer, isBinary: boolean) => (isBinary ? data : JSON.parse(data.toString('utf8')))
