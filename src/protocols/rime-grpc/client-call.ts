import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import {
  create,
  type DescMethod,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import { MessageReader, PREFIX_BYTES } from '../../server/grpc/message-reader.ts'

/** How a call has failed. */
export class CallFailure extends Error {
  readonly grpcStatus: number

  constructor(grpcStatus: number, message: string) {
    super(message)
    this.grpcStatus = grpcStatus
  }
}

/** UNKNOWN, of an answer without a status. */
const UNKNOWN = 2

/** A client's end of a call, for checks and measurements: messages of a method of the schema. */
export class ClientCall<M extends DescMethod> {
  readonly #method: M
  readonly #stream: ClientHttp2Stream
  readonly #reader = new MessageReader()
  readonly #chunks: AsyncIterator<Buffer>
  readonly #closed: Promise<unknown>
  #headers: IncomingHttpHeaders = {}
  #trailers: IncomingHttpHeaders = {}

  constructor(session: ClientHttp2Session, method: M, headers: Readonly<Record<string, string>>) {
    this.#method = method
    this.#stream = session.request({
      ':method': 'POST',
      ':path': `/${method.parent.typeName}/${method.name}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    })
    this.#stream.on('response', (fields) => {
      this.#headers = fields
    })
    this.#stream.on('trailers', (fields) => {
      this.#trailers = fields
    })
    this.#closed = new Promise((resolve) => this.#stream.once('close', resolve))
    this.#chunks = this.#stream[Symbol.asyncIterator]()
  }

  /** Of the response, once `next` has resolved. */
  get headers(): IncomingHttpHeaders {
    return this.#headers
  }

  send(message: MessageInitShape<M['input']>): void {
    const bytes = toBinary(this.#method.input, create(this.#method.input, message as never))
    const prefix = Buffer.alloc(PREFIX_BYTES)
    prefix.writeUInt32BE(bytes.length, 1)
    this.#stream.write(Buffer.concat([prefix, bytes]))
  }

  /** No more messages follow. */
  end(): void {
    this.#stream.end()
  }

  cancel(): void {
    this.#stream.close(CANCEL)
  }

  /** The next message; undefined at the end. Throws a `CallFailure`, or the error of the connection. */
  async next(): Promise<MessageShape<M['output']> | undefined> {
    for (;;) {
      const bytes = this.#reader.next()
      if (bytes !== undefined) return fromBinary(this.#method.output, bytes) as MessageShape<M['output']>
      const { done, value } = await this.#chunks.next()
      if (done || !this.#isGrpc) break
      this.#reader.add(value)
    }
    if (!this.#isGrpc) throw new CallFailure(UNKNOWN, `HTTP status ${this.#headers[':status']}`)
    await this.#closed
    const { 'grpc-status': status, 'grpc-message': message = '' } = { ...this.#headers, ...this.#trailers }
    if (status === '0') return undefined
    if (status !== undefined) throw new CallFailure(Number(status), decodeURIComponent(`${message}`))
    throw new CallFailure(UNKNOWN, 'the answer has no status')
  }

  /** A proxy may answer with a page. */
  get #isGrpc(): boolean {
    return `${this.#headers['content-type'] ?? ''}`.startsWith('application/grpc')
  }
}

const CANCEL = 8
