import type { HeardAnswer, HeardQuestion } from '../../app/live-session/heard-answer.ts'
import type { HeardConnection } from '../../app/live-session/heard-ledgers.ts'
import type { SessionCommand, SessionEvent } from '../../app/live-session/live-session-messages.ts'
import { openLiveSession, type SessionApp, type SessionSettings } from '../../app/live-session/open-live-session.ts'
import type { SocketClose, SocketConnection, SocketHandler } from './socket-connection.ts'

/** Maps the messages of one socket to session commands, and events to messages. */
export interface SocketProtocol {
  readonly hasWordTimes: boolean
  /** Whether bytes are sent as binary frames. Strings never are. */
  readonly isBinary: boolean
  /**
   * Decodes a message into commands, in order. Throws `request.invalid` if it is invalid and the protocol has no error
   * message.
   */
  decode(message: Buffer, isBinary: boolean): readonly SocketCommand[]
  /** The payload of an event's frame; undefined if it has none. That of `close` is sent before the socket closes. */
  encode(event: SessionEvent): Uint8Array | string | undefined
  /** The close frame after a failure of the session, if the protocol has codes of its own. */
  closeOf?(error: unknown): SocketClose
  /**
   * The answer to a command that has taken effect; undefined if it has none. `heard`: what the client has heard, where it is
   * kept and something is known.
   */
  acknowledge?(command: SocketCommand, heard: HeardAnswer | undefined): string | undefined
}

/** A command, or the question what was heard so far. */
export type SocketCommand =
  | Exclude<SessionCommand, { readonly kind: 'clear' }>
  | (({ readonly kind: 'clear' } | { readonly kind: 'heard' }) &
      HeardQuestion & { readonly contextId?: string | undefined })

/** Connects a socket with a live session, until either ends. */
export function openLiveSocket(
  connection: SocketConnection,
  protocol: SocketProtocol,
  settings: SessionSettings,
  app: SessionApp,
): SocketHandler {
  function send(payload: Uint8Array | string | undefined, audioMs = 0): void {
    if (payload === undefined) return
    connection.send({ payload, isBinary: protocol.isBinary && typeof payload !== 'string', audioMs })
  }
  function tell(event: SessionEvent): void {
    send(protocol.encode(event), event.kind === 'chunk' ? event.durationMs : 0)
    if (event.kind !== 'close') return
    const { reason } = event
    connection.end(reason, reason.kind === 'failed' ? protocol.closeOf?.(reason.error) : undefined)
  }
  const session = openLiveSession({ ...settings, hasWordTimes: protocol.hasWordTimes }, connection, tell, app)
  return {
    sessions: session,
    take(message, isBinary) {
      for (const command of protocol.decode(message, isBinary)) {
        const heard = heardBy(command, connection.heard)
        if (command.kind !== 'heard') session.take(command)
        send(protocol.acknowledge?.(command, heard))
      }
    },
  }
}

function heardBy(command: SocketCommand, heard: HeardConnection | undefined): HeardAnswer | undefined {
  if (command.kind === 'clear') return heard?.interrupt(command)
  return command.kind === 'heard' ? heard?.answer(command) : undefined
}
