import { WebSocket } from 'ws'
import { jsonOrBytes, type RecordedFrames, recordFrames } from './recorded-frames.ts'
import { TEST_KEY, type TestService } from './test-service.ts'

/** A JSON message, or the bytes of a binary frame. */
export type RecordedFrame = Readonly<Record<string, unknown>> | Buffer

/** A client's end of a socket of any protocol with JSON messages. */
export type RecordedSocket = RecordedFrames<RecordedFrame>

const BEARER = { authorization: `Bearer ${TEST_KEY}` }

/** Opens a socket that is closed when the test ends. `path` includes the query. */
export const recordSocket = (
  { url }: Pick<TestService, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = BEARER,
): Promise<RecordedSocket> =>
  recordFrames(new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers }), jsonOrBytes)

/** The types of all frames, `audio` for binary ones, successive ones as one. */
export const typesOf = (frames: readonly RecordedFrame[]): readonly unknown[] =>
  frames.map((frame) => (Buffer.isBuffer(frame) ? 'audio' : frame.type)).filter((type, i, all) => type !== all[i - 1])

/** The messages that are not audio. */
export const messagesIn = (frames: readonly RecordedFrame[]) =>
  frames.filter((frame): frame is Readonly<Record<string, unknown>> => !Buffer.isBuffer(frame))

export const audioIn = (frames: readonly RecordedFrame[]): Buffer =>
  Buffer.concat(frames.filter((frame): frame is Buffer => Buffer.isBuffer(frame)))
