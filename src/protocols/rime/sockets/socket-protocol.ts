import type { RawData } from 'ws'
import type { SessionCommand, SessionEvent } from '../../../app/session-protocol.ts'

/** What is written on a socket as a message; a close is not. */
export type SentEvent = Exclude<SessionEvent, { kind: 'close' }>

/** How commands and events are written on a socket. */
export interface SocketProtocol {
  readonly hasWordTimes: boolean
  /** Of the frames that are sent. */
  readonly isBinary: boolean
  /** In order. Throws `request.invalid` for what would be malformed where nobody can be told. */
  decode(message: RawData, isBinary: boolean): readonly SessionCommand[]
  /** The payload of a frame; undefined for an event that has none. */
  encode(event: SentEvent): Uint8Array | string | undefined
}

/** Messages come as one buffer, unless the socket is told otherwise. */
export const bytesOf = (message: RawData): Buffer => message as Buffer
