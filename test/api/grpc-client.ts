import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type OutgoingHttpHeaders } from 'node:http2'
import {
  create,
  type DescMethod,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import {
  type ChannelCredentials,
  Client,
  credentials,
  Metadata,
  type ServiceError,
  type StatusObject,
} from '@grpc/grpc-js'
import { onTestFinished } from 'vitest'
import {
  StreamingSynthesisRequestSchema,
  type SynthesisRequestSchema,
  type SynthesisResponseStream,
  SynthesisResponseStreamSchema,
  TextToSpeech,
} from '../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { TEST_KEY } from './test-service.ts'

export const AUTHORIZED = { authorization: `Bearer ${TEST_KEY}` }

type Start = MessageInitShape<typeof SynthesisRequestSchema>

/** How a call ended, and what came of it. */
export interface EndedCall {
  readonly code: number
  readonly details: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly trailers: Readonly<Record<string, unknown>>
  readonly messages: readonly SynthesisResponseStream[]
}

export interface OpenCall {
  /** Grows while messages come. */
  readonly messages: readonly SynthesisResponseStream[]
  header(start: Start): void
  text(chunk: string): void
  /** Bytes of a message as they are. */
  bytes(message: Uint8Array): void
  end(): void
  cancel(): void
  readonly headers: Promise<Readonly<Record<string, unknown>>>
  readonly ended: Promise<EndedCall>
}

const asBytes = (bytes: Uint8Array): Buffer => Buffer.from(bytes)

/** The official client of gRPC for Node, on one connection that closes when the test ends. */
export function openGrpc(
  address: string,
  { headers = AUTHORIZED, channel = credentials.createInsecure(), options = {} }: GrpcOptions = {},
) {
  const client = new Client(address, channel, options)
  onTestFinished(() => client.close())
  const metadataOf = (more: Readonly<Record<string, string>> = {}) => {
    const metadata = new Metadata()
    for (const [name, value] of Object.entries({ ...headers, ...more })) metadata.set(name, value)
    return metadata
  }

  return {
    /** Calls a method of one message and one answer. */
    unary<M extends DescMethod>(
      method: M,
      request: MessageInitShape<M['input']>,
      { headers: more, timeoutMs }: { headers?: Readonly<Record<string, string>>; timeoutMs?: number } = {},
    ): Promise<MessageShape<M['output']>> {
      const path = `/${method.parent.typeName}/${method.name}`
      const bytes = toBinary(method.input, create(method.input, request as never))
      const deadline = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs }
      return new Promise((resolve, reject) => {
        client.makeUnaryRequest(path, asBytes, asBytes, asBytes(bytes), metadataOf(more), deadline, (error, answer) =>
          error ? reject(error) : resolve(fromBinary(method.output, answer as Buffer) as MessageShape<M['output']>),
        )
      })
    },
    stream({
      headers: more,
      timeoutMs,
    }: {
      headers?: Readonly<Record<string, string>>
      timeoutMs?: number
    } = {}): OpenCall {
      const deadline = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs }
      const path = '/rime.TextToSpeech/SynthesizeStreaming'
      const call = client.makeBidiStreamRequest(path, asBytes, asBytes, metadataOf(more), deadline)
      const recorded = record(call)
      const send = (message: MessageInitShape<typeof StreamingSynthesisRequestSchema>) =>
        call.write(asBytes(toBinary(StreamingSynthesisRequestSchema, create(StreamingSynthesisRequestSchema, message))))
      return {
        ...recorded,
        header: (value) => void send({ payload: { case: 'header', value } }),
        text: (value) => void send({ payload: { case: 'textChunk', value } }),
        bytes: (message) => void call.write(asBytes(message)),
        end: () => void call.end(),
        cancel: () => call.cancel(),
      }
    },
    synthesize(start: Start, more?: Readonly<Record<string, string>>): Promise<EndedCall> {
      const { input } = TextToSpeech.method.synthesize
      const path = '/rime.TextToSpeech/Synthesize'
      const bytes = asBytes(toBinary(input, create(input, start)))
      return record(client.makeServerStreamRequest(path, asBytes, asBytes, bytes, metadataOf(more), {})).ended
    },
  }
}

interface GrpcOptions {
  /** Of every call. */
  readonly headers?: Readonly<Record<string, string>>
  readonly channel?: ChannelCredentials
  readonly options?: Readonly<Record<string, string | number>>
}

type Stream = ReturnType<Client['makeBidiStreamRequest']> | ReturnType<Client['makeServerStreamRequest']>

function record(call: Stream): Pick<OpenCall, 'messages' | 'headers' | 'ended'> {
  const messages: SynthesisResponseStream[] = []
  let headers: Readonly<Record<string, unknown>> = {}
  const first = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
    call.on('metadata', (metadata: Metadata) => {
      headers = metadata.getMap()
      resolve(headers)
    })
  })
  call.on('data', (bytes: Buffer) => messages.push(fromBinary(SynthesisResponseStreamSchema, bytes)))
  call.on('error', () => {}) // the status says the same
  const ended = new Promise<EndedCall>((resolve) => {
    call.on('status', ({ code, details, metadata }: StatusObject) =>
      resolve({ code, details, headers, trailers: metadata.getMap(), messages }),
    )
  })
  return { messages, headers: first, ended }
}

/** The code and the text of a call that fails. */
export const failure = async (call: Promise<unknown>): Promise<readonly [number, string]> => {
  try {
    await call
  } catch (error) {
    const { code, details } = error as ServiceError
    return [code, details]
  }
  throw new Error('the call has not failed')
}

export const audioOf = (messages: readonly SynthesisResponseStream[]): Buffer =>
  Buffer.concat(messages.map(({ payload }) => (payload.case === 'audio' ? payload.value : new Uint8Array(0))))

export const casesOf = (messages: readonly SynthesisResponseStream[]): readonly (string | undefined)[] =>
  messages.map(({ payload }) => payload.case).filter((name, i, names) => name !== names[i - 1])

/** A message with its prefix. */
export function framed(message: Uint8Array, flag = 0): Buffer {
  const prefix = Buffer.alloc(5)
  prefix[0] = flag
  prefix.writeUInt32BE(message.length, 1)
  return Buffer.concat([prefix, message])
}

/** A connection of HTTP/2 as it is, closed when the test ends. */
export async function openHttp2(url: string): Promise<ClientHttp2Session> {
  const session = connect(url)
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

/** Opens a call without a client of gRPC. */
export const openRaw = (
  session: ClientHttp2Session,
  method = 'SynthesizeStreaming',
  headers: OutgoingHttpHeaders = {},
): ClientHttp2Stream =>
  session.request({
    ':method': 'POST',
    ':path': `/rime.TextToSpeech/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...AUTHORIZED,
    ...headers,
  })

export interface RawAnswer {
  readonly headers: Readonly<Record<string, unknown>>
  readonly trailers: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
  /** 0 without an error. */
  readonly rstCode: number
}

/** What came until the stream closed. */
export async function rawAnswerOf(stream: ClientHttp2Stream): Promise<RawAnswer> {
  const headers = {}
  const trailers = {}
  const chunks: Buffer[] = []
  stream.on('response', (fields) => Object.assign(headers, fields))
  stream.on('trailers', (fields) => Object.assign(trailers, fields))
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('error', () => {})
  await new Promise((resolve) => stream.once('close', resolve))
  return { headers, trailers, bytes: Buffer.concat(chunks), rstCode: stream.rstCode }
}
