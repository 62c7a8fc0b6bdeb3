import type { SessionCommand, SessionEvent } from '../../../app/session-protocol.ts'

/** Events that are sent as messages; a close is not. */
export type SentEvent = Exclude<SessionEvent, { kind: 'close' }>

/** Maps socket messages to session commands, and events to messages. */
export interface SocketProtocol {
  readonly hasWordTimes: boolean
  /** Whether sent frames are binary. */
  readonly isBinary: boolean
  /**
   * Decodes a message into commands, in order. Throws `request.invalid` if it is invalid and the protocol has no error
   * message.
   */
  decode(message: Buffer, isBinary: boolean): readonly SessionCommand[]
  /** The payload of an event's frame; undefined if it has none. */
  encode(event: SentEvent): Uint8Array | string | undefined
}
