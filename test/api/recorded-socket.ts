import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { TEST_KEY, type TestService } from './test-service.ts'

/** A JSON message, or the bytes of a binary frame. */
export type RecordedFrame = Readonly<Record<string, unknown>> | Buffer

/** A client's end of a socket of any protocol with JSON messages: records what arrives and waits for conditions. */
export interface RecordedSocket {
  readonly socket: WebSocket
  readonly frames: RecordedFrame[]
  /** A string or bytes are sent as they are. */
  send(message: object | string | Buffer): void
  /** Resolves with all frames so far, once the condition holds; rejects if the socket closes before. */
  until(condition: (frames: readonly RecordedFrame[]) => boolean): Promise<readonly RecordedFrame[]>
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

const BEARER = { authorization: `Bearer ${TEST_KEY}` }

/** Opens a socket that is closed when the test ends. `path` includes the query. */
export async function recordSocket(
  { url }: Pick<TestService, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = BEARER,
): Promise<RecordedSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
  const frames: RecordedFrame[] = []
  const waiting = new Set<{ look(): void; fail(error: Error): void }>()
  socket.on('message', (data: Buffer, isBinary) => {
    frames.push(isBinary ? data : JSON.parse(data.toString()))
    for (const each of [...waiting]) each.look()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: reason.toString() })
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
  }
}

/** The types of all frames, `audio` for binary ones, successive ones as one. */
export const typesOf = (frames: readonly RecordedFrame[]): readonly unknown[] =>
  frames
    .map((frame) => (Buffer.isBuffer(frame) ? 'audio' : frame['type']))
    .filter((type, i, all) => type !== all[i - 1])

/** The messages that are not audio. */
export const messagesIn = (frames: readonly RecordedFrame[]) =>
  frames.filter((frame): frame is Readonly<Record<string, unknown>> => !Buffer.isBuffer(frame))

export const audioIn = (frames: readonly RecordedFrame[]): Buffer =>
  Buffer.concat(frames.filter((frame): frame is Buffer => Buffer.isBuffer(frame)))
