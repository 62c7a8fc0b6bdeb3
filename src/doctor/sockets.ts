import { on, once } from 'node:events'
import { type CloseEvent, whenOpen } from '../endpoints/when-open.ts'
import { misbehaving, Problem, type Target } from './check.ts'
import { connectionProblem, refusal } from './failures.ts'

export interface Frame {
  readonly data: Buffer
  readonly isBinary: boolean
}

/** The client's end of a WebSocket. */
export interface Conversation {
  /** The subprotocol that the server chose; empty if none. */
  readonly subprotocol: string
  /** Objects are sent as JSON, bytes as a binary frame. */
  send(message: object | string): void
  /** The next frame; throws a Problem that names what was awaited if there is none. */
  next(awaited: string): Promise<Frame>
  /** Resolves with the code of the close, after dropping what still comes. */
  closed(): Promise<number>
  /** Resolves when the server has read all that was sent. Frames that it sent until then are returned by `next`. */
  roundTrip(): Promise<void>
  /** The number of frames that have come and were not read. */
  readonly waiting: number
}

export interface SocketOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly subprotocols?: readonly string[]
}

/** Opens a socket for the time of `use`. Throws a Problem. */
export async function converse<T>(
  { url }: Pick<Target, 'url'>,
  path: string,
  { headers = {}, subprotocols = [] }: SocketOptions,
  signal: AbortSignal,
  use: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  const address = new URL(`${url.replace(/^http/, 'ws')}${path}`)
  const { WebSocket } = await import('ws') // few commands need it
  const socket = new WebSocket(address, [...subprotocols], { headers })
  try {
    const frames: Frame[] = []
    socket.on('message', (data: Buffer, isBinary) => void frames.push({ data, isBinary }))
    let closing: CloseEvent | undefined
    socket.on('close', (code, reason) => {
      closing = { code, reason: reason.toString('utf8') }
    })
    const changes = on(socket, 'message', { close: ['close'], signal })[Symbol.asyncIterator]()
    await whenOpen(socket, signal, refusal)
    return await use({
      subprotocol: socket.protocol,
      send: (message) =>
        socket.send(typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message)),
      async next(awaited) {
        while (frames.length === 0) {
          const { done } = await changes.next().catch((error: unknown) => {
            throw signal.aborted ? misbehaving(`the server does not send ${awaited} in time`) : error
          })
          if (done && frames.length === 0) throw closed(closing, awaited)
        }
        return frames.shift() as Frame
      },
      async closed() {
        while (closing === undefined && !(await changes.next()).done);
        if (closing === undefined) await once(socket, 'close', { signal })
        return (closing as unknown as CloseEvent).code
      },
      async roundTrip() {
        const answered = once(socket, 'pong', { signal })
        socket.ping()
        await answered
      },
      get waiting() {
        return frames.length
      },
    })
  } catch (error) {
    throw connectionProblem(signal.aborted && !(error instanceof Problem) ? signal.reason : error, address.host)
  } finally {
    socket.terminate()
  }
}

function closed(event: CloseEvent | undefined, awaited: string): Problem {
  const { code = 1006, reason = '' } = event ?? {}
  return new Problem(
    `the server closes the WebSocket before ${awaited}: ${[code, reason].filter((part) => part !== '').join(' ')}`,
    code === 1006 ? 'Does a proxy close WebSockets?' : 'The log of the server has the reason.',
  )
}

/** The JSON object of a text frame. Throws a Problem. */
export function messageOf({ data, isBinary }: Frame): Readonly<Record<string, unknown>> {
  try {
    const message: unknown = isBinary ? undefined : JSON.parse(data.toString('utf8'))
    if (typeof message === 'object' && message !== null) return message as Record<string, unknown>
  } catch {
    // told below
  }
  throw new Problem(
    isBinary ? 'a binary frame came instead of JSON' : 'a message is not JSON',
    'Is this the URL of the server?',
  )
}
