import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { AUTHORIZED } from './grpc-client.ts'

// Frames of HTTP/2 as they are, for what no client sends.

const DATA = 0
const HEADERS = 1
const RST_STREAM = 3
const SETTINGS = 4
export const GOAWAY = 7
const END_STREAM = 1
const END_HEADERS = 4
const CANCEL = 8
/** The setting of the window of each stream. */
const INITIAL_WINDOW_SIZE = 4
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

export function frameOf(type: number, flags: number, streamId: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(streamId, 5)
  return Buffer.concat([head, payload])
}

/** Fields as HPACK writes them without a table and without Huffman codes. */
export const headerBlock = (fields: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(Object.entries(fields).flatMap((field) => [Buffer.from([0]), ...field.map(literal)]))

function literal(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
  const digits = [127]
  let rest = bytes.length - 127
  for (; rest >= 128; rest = Math.floor(rest / 128)) digits.push((rest % 128) + 128)
  return Buffer.concat([Buffer.from([...digits, rest]), bytes])
}

/** Fields of a call. */
export const callFields = (path: string, more: Readonly<Record<string, string>> = AUTHORIZED) => ({
  ':method': 'POST',
  ':scheme': 'http',
  ':authority': '127.0.0.1',
  ':path': path,
  'content-type': 'application/grpc',
  te: 'trailers',
  ...more,
})

export const headersFrame = (streamId: number, fields: Readonly<Record<string, string>>): Buffer =>
  frameOf(HEADERS, END_HEADERS, streamId, headerBlock(fields))

export const dataFrame = (streamId: number, bytes: Uint8Array, isLast = false): Buffer =>
  frameOf(DATA, isLast ? END_STREAM : 0, streamId, bytes)

export const resetFrame = (streamId: number): Buffer => frameOf(RST_STREAM, 0, streamId, Buffer.from([0, 0, 0, CANCEL]))

/** A frame that the server sent. */
export interface ReceivedFrame {
  readonly type: number
  readonly flags: number
  readonly streamId: number
  readonly payload: Buffer
}

/** A connection that has sent its preface, and the frames of `first` with it. It is closed when the test ends. */
export async function openFrames(port: number, { window = 65_535, first = [] as readonly Uint8Array[] } = {}) {
  const socket: Socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const received: ReceivedFrame[] = []
  let rest: Buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const end = 9 + rest.readUIntBE(0, 3)
      const [type = 0, flags = 0] = rest.subarray(3, 5)
      received.push({ type, flags, streamId: rest.readUInt32BE(5), payload: rest.subarray(9, end) })
      rest = rest.subarray(end)
    }
  })
  await once(socket, 'connect')
  const settings = Buffer.alloc(6)
  settings.writeUInt16BE(INITIAL_WINDOW_SIZE)
  settings.writeUInt32BE(window, 2)
  socket.write(Buffer.concat([Buffer.from(PREFACE), frameOf(SETTINGS, 0, 0, settings), ...first]))
  await once(socket, 'data')
  socket.write(frameOf(SETTINGS, 1, 0))
  return {
    socket,
    received,
    send: (...frames: readonly Uint8Array[]) => void socket.write(Buffer.concat(frames)),
    /** Whether the server has ended a stream by a reset. */
    isReset: (streamId: number) => received.some((one) => one.type === RST_STREAM && one.streamId === streamId),
  }
}
