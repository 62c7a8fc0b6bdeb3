import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { ServerMessage } from '../../src/protocols/rime/socket-messages.ts'
import { jsonOrBytes, type RecordedFrames, recordFrames } from './recorded-frames.ts'
import { TEST_KEY, type TestService } from './test-service.ts'

export type Frame = ServerMessage | Buffer

/** The client's end of a socket: records messages of /ws3, or audio of /ws. */
export interface SocketClient extends RecordedFrames<Frame> {
  untilDone(count?: number): Promise<Frame[]>
}

export type SocketQuery = Readonly<Record<string, string | number | boolean>> | string

const AUTHORIZATION = { authorization: `Bearer ${TEST_KEY}` }
const DEFAULTS = { speaker: 'luna', modelId: 'coda' }

const urlOf = ({ url }: Pick<TestService, 'url'>, path: string, query: SocketQuery): string =>
  `${url.replace('http', 'ws')}${path}?${typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>)}`

/** Opens a socket that is closed when the test ends. */
export async function openSocket(
  service: Pick<TestService, 'url'>,
  query: SocketQuery = {},
  path = '/ws3',
  options: ClientOptions = {},
): Promise<SocketClient> {
  const whole = typeof query === 'string' ? query : { ...DEFAULTS, ...query }
  const socket = new WebSocket(urlOf(service, path, whole), { headers: AUTHORIZATION, ...options })
  const client = await recordFrames<Frame>(socket, jsonOrBytes)
  const untilDone = (count = 1) => client.until((all) => kindsOf(all).filter((kind) => kind === 'done').length >= count)
  return { ...client, untilDone }
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
  query: SocketQuery = DEFAULTS,
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
