import { invalidRequest, SpeechError } from '../../core/errors.ts'
import { parseJson } from '../../server/bodies/json-body.ts'

/** An event from a client. Payloads are audio, which a service that speaks has no use for. */
export interface WyomingEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

const MAX_HEADER_BYTES = 2 ** 16
const MAX_DATA_BYTES = 2 ** 20
const MAX_PAYLOAD_BYTES = 2 ** 20
const NEWLINE = 0x0a

/** The header of an event, without its data. */
interface Header {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly dataBytes: number
  readonly payloadBytes: number
}

/** Reads events from the bytes of a connection, however these are cut. Useless after an error. */
export class EventReader {
  #bytes: Buffer = Buffer.alloc(0)
  /** Bytes of the header that were searched for its end. */
  #searched = 0
  /** The event whose data is awaited. */
  #header: Header | undefined
  /** Bytes of a payload that is dropped as it comes. */
  #payloadBytes = 0

  add(bytes: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
  }

  /** The next whole event, without waiting for its payload. Throws `request.invalid` or `request.too-large`. */
  next(): WyomingEvent | undefined {
    this.#take(Math.min(this.#payloadBytes, this.#bytes.length), (taken) => {
      this.#payloadBytes -= taken.length
    })
    if (this.#payloadBytes > 0) return undefined
    this.#header ??= this.#readHeader()
    if (this.#header === undefined || this.#bytes.length < this.#header.dataBytes) return undefined
    const { type, data, dataBytes, payloadBytes } = this.#header
    this.#header = undefined
    this.#payloadBytes = payloadBytes
    if (dataBytes === 0) return { type, data }
    return this.#take(dataBytes, (bytes) => ({ type, data: { ...data, ...objectIn(bytes, 'data') } }))
  }

  #readHeader(): Header | undefined {
    const end = this.#bytes.indexOf(NEWLINE, this.#searched)
    const length = end < 0 ? this.#bytes.length : end
    if (length > MAX_HEADER_BYTES) throw tooLarge('header')
    this.#searched = end < 0 ? length : 0
    if (end < 0) return undefined
    return this.#take(end + 1, headerIn)
  }

  #take<T>(length: number, read: (bytes: Buffer) => T): T {
    const bytes = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    return read(bytes)
  }
}

function headerIn(line: Buffer): Header {
  const header = objectIn(line, 'header')
  if (typeof header.type !== 'string') throw invalidRequest('type must be a string')
  return {
    type: header.type,
    data: header.data === undefined || header.data === null ? {} : objectOf(header.data, 'data'),
    dataBytes: lengthIn(header, 'data_length', MAX_DATA_BYTES),
    payloadBytes: lengthIn(header, 'payload_length', MAX_PAYLOAD_BYTES),
  }
}

function lengthIn(header: Readonly<Record<string, unknown>>, field: string, max: number): number {
  const length = header[field] ?? 0
  if (!Number.isSafeInteger(length) || (length as number) < 0) throw invalidRequest(`${field} must be a whole number`)
  if ((length as number) > max) throw tooLarge(field.replace('_length', ''))
  return length as number
}

function objectIn(bytes: Buffer, part: string): Readonly<Record<string, unknown>> {
  return objectOf(parseJson(bytes, part), part)
}

function objectOf(value: unknown, part: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalidRequest(`${part} must be an object`)
}

const tooLarge = (part: string) => new SpeechError('request.too-large', `${part} is too large`, { isFixed: true })

/** The bytes of an event before its payload. Data is a block of its own, because readers limit the header's line. */
export function eventBytes(type: string, data: object = {}, payloadBytes = 0): Buffer {
  const block = Object.keys(data).length === 0 ? '' : JSON.stringify(data)
  const header = {
    type,
    version: PROTOCOL_VERSION,
    ...(block !== '' && { data_length: Buffer.byteLength(block) }),
    ...(payloadBytes > 0 && { payload_length: payloadBytes }),
  }
  return Buffer.from(`${JSON.stringify(header)}\n${block}`)
}

const PROTOCOL_VERSION = '1.9.0'
