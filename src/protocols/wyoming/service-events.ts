/** An event from a service, with the audio that it carries. */
export interface ServiceEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly payload: Buffer
}

interface Header {
  readonly type: string
  readonly data?: object
  readonly data_length?: number
  readonly payload_length?: number
}

/** More than any event of a service has. */
const MAX_EVENT_BYTES = 2 ** 24

/** Reads the events of a service, for its clients, from the bytes of a connection, however these are cut. */
export class ServiceEventReader {
  #bytes: Buffer = Buffer.alloc(0)

  add(bytes: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
  }

  /** The next whole event. Throws for bytes that do not belong to the protocol; the reader is useless after that. */
  next(): ServiceEvent | undefined {
    const end = this.#bytes.indexOf('\n')
    if (end < 0) {
      if (this.#bytes.length > MAX_EVENT_BYTES) throw notWyoming()
      return undefined
    }
    const { type, data, data_length = 0, payload_length = 0 } = headerOf(this.#bytes.toString('utf8', 0, end))
    const dataEnd = end + 1 + data_length
    const payloadEnd = dataEnd + payload_length
    if (payloadEnd > end + MAX_EVENT_BYTES) throw notWyoming()
    if (this.#bytes.length < payloadEnd) return undefined
    const block = data_length === 0 ? {} : JSON.parse(this.#bytes.toString('utf8', end + 1, dataEnd))
    const payload = this.#bytes.subarray(dataEnd, payloadEnd)
    this.#bytes = this.#bytes.subarray(payloadEnd)
    return { type, data: { ...data, ...block }, payload }
  }
}

function headerOf(line: string): Header {
  try {
    const header = JSON.parse(line) as Header
    if (typeof header.type === 'string') return header
  } catch {
    // told below
  }
  throw notWyoming()
}

const notWyoming = () => new Error('the answer is not of the Wyoming protocol')
