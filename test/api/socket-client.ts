import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { ServerMessage } from '../../src/protocols/rime/socket-messages.ts'
import { TEST_KEY, type TestService } from './test-service.ts'

export type Frame = ServerMessage | Buffer

/** The client's end of a socket, for tests: records what arrives and waits for conditions. */
export interface SocketClient {
  readonly socket: WebSocket
  /** Everything received: messages of /ws3, or audio of /ws. */
  readonly frames: Frame[]
  /** A string is sent as it is, bytes as a binary frame. */
  send(message: object | string): void
  /** Resolves with all frames so far, once the condition holds. */
  until(condition: (frames: readonly Frame[]) => boolean): Promise<Frame[]>
  untilDone(count?: number): Promise<Frame[]>
  /** Resolves when the server has read all that was sent, and what it answered at once has come. */
  roundTrip(): Promise<void>
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

export type SocketQuery = Readonly<Record<string, string | number | boolean>> | string

const AUTHORIZATION = { authorization: `Bearer ${TEST_KEY}` }
const USUAL = { speaker: 'luna', modelId: 'coda' }

const urlOf = ({ url }: Pick<TestService, 'url'>, path: string, query: SocketQuery): string =>
  `${url.replace('http', 'ws')}${path}?${typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>)}`

/** Opens a socket that is closed when the test ends. */
export async function openSocket(
  service: Pick<TestService, 'url'>,
  query: SocketQuery = {},
  path = '/ws3',
  options: ClientOptions = {},
): Promise<SocketClient> {
  const whole = typeof query === 'string' ? query : { ...USUAL, ...query }
  const socket = new WebSocket(urlOf(service, path, whole), { headers: AUTHORIZATION, ...options })
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data: Buffer, isBinary) => {
    frames.push(isBinary ? data : JSON.parse(data.toString('utf8')))
    for (const look of [...waiting]) look()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
  })
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  const client: SocketClient = {
    socket,
    frames,
    closed,
    send: (message) =>
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    until: (condition) =>
      new Promise((resolve) => {
        const look = () => {
          if (!condition(frames)) return
          waiting.delete(look)
          resolve(frames)
        }
        waiting.add(look)
        look()
      }),
    roundTrip: async () => {
      const answered = once(socket, 'pong')
      socket.ping()
      await answered
    },
    untilDone: (count = 1) => client.until((all) => kindsOf(all).filter((kind) => kind === 'done').length >= count),
  }
  return client
}

export interface Refusal {
  readonly status: number | undefined
  readonly body: string
  readonly type: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
}

/** The answer to a refused upgrade; fails if it is accepted. */
export async function refusalOf(
  service: Pick<TestService, 'url'>,
  query: SocketQuery = USUAL,
  { path = '/ws3', headers = AUTHORIZATION as Readonly<Record<string, string>> } = {},
): Promise<Refusal> {
  const socket = new WebSocket(urlOf(service, path, query), { headers })
  onTestFinished(() => socket.terminate())
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error('the upgrade was accepted')))
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          body,
          type: response.headers['content-type'],
          headers: response.headers,
        }),
      )
    })
  })
}

export const kindsOf = (frames: readonly Frame[]): readonly string[] =>
  frames.map((frame) => (Buffer.isBuffer(frame) ? 'audio' : frame.type))

type MessageOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

export const messagesOf = <T extends ServerMessage['type']>(frames: readonly Frame[], type: T): MessageOf<T>[] =>
  frames.filter((frame): frame is MessageOf<T> => !Buffer.isBuffer(frame) && frame.type === type)

/** The audio of all chunks, one after the other. */
export const audioBytes = (frames: readonly Frame[]): Buffer =>
  Buffer.concat(messagesOf(frames, 'chunk').map(({ data }) => Buffer.from(data, 'base64')))

export const wordsOf = (frames: readonly Frame[]): readonly string[] =>
  messagesOf(frames, 'timestamps').map(({ word_timestamps }) => word_timestamps.words.join(' '))
