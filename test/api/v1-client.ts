import { type JsonValue, toJson } from '@bufbuild/protobuf'
import { WebSocket } from 'ws'
import { type WebSocketResponse, WebSocketResponseSchema } from '../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { decodeResponse, encodeRequest } from '../../src/protocols/rime-v1/client-frames.ts'
import { type RecordedFrames, recordFrames } from './recorded-frames.ts'
import { TEST_KEY, type TestService } from './test-service.ts'

export interface V1ClientOptions {
  readonly path?: string
  /** Subprotocols to offer; `rime.v1.json` by default. */
  readonly subprotocols?: string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** The client's end of a v1 connection: decodes strictly, and sends objects in the encoding of the subprotocol. */
export interface V1Client extends Omit<RecordedFrames<WebSocketResponse>, 'frames'> {
  readonly events: WebSocketResponse[]
  /** Resolves with the events of a context, once one of them is terminal. */
  finished(contextId?: string): Promise<readonly WebSocketResponse[]>
}

/** Opens a connection that is closed when the test ends. */
export async function openV1(service: Pick<TestService, 'url'>, options: V1ClientOptions = {}): Promise<V1Client> {
  const { path = '/coda/ws', subprotocols = ['rime.v1.json'] } = options
  const headers = options.headers ?? { authorization: `Bearer ${TEST_KEY}` }
  const socket = new WebSocket(service.url.replace('http', 'ws') + path, subprotocols, { headers })
  const encoding = subprotocols[0] === 'rime.v1.binary' ? 'binary' : 'json'
  const { frames: events, ...client } = await recordFrames(socket, (data, isBinary) => {
    if (isBinary !== (encoding === 'binary')) throw new Error('a frame of the other encoding')
    return decodeResponse(data, encoding)
  })
  return {
    ...client,
    events,
    send: (message) => {
      const isFrame = typeof message === 'string' || Buffer.isBuffer(message)
      socket.send(isFrame ? message : encodeRequest(message as JsonValue, encoding))
    },
    finished: async (contextId = 'default') => {
      await client.until(() => ofContext(events, contextId).some(isTerminal))
      return ofContext(events, contextId)
    },
  }
}

const ofContext = (events: readonly WebSocketResponse[], id: string) => events.filter((event) => event.contextId === id)

const isTerminal = ({ payload }: WebSocketResponse): boolean =>
  payload.case === 'done' || payload.case === 'cancelled' || payload.case === 'error'

/** Kinds of events, neighbours of one kind once. */
export const casesOf = (events: readonly WebSocketResponse[]): readonly (string | undefined)[] =>
  events.map(({ payload }) => payload.case).filter((name, i, names) => name !== names[i - 1])

export const audioOf = (events: readonly WebSocketResponse[]): Buffer =>
  Buffer.concat(events.map(({ payload }) => (payload.case === 'audio' ? payload.value : new Uint8Array(0))))

export const errorOf = (events: readonly WebSocketResponse[]) => {
  const payload = events.map((event) => event.payload).find((each) => each.case === 'error')
  return payload?.case === 'error' ? payload.value : undefined
}

export const json = (event: WebSocketResponse) => toJson(WebSocketResponseSchema, event)
