import { LiveSession, type LiveSessionOptions } from '../../../app/live-session.ts'
import type { Narrator } from '../../../app/speak.ts'
import type { SpeechTally } from '../../../app/speech-tally.ts'
import type { CreateEncoder } from '../../../audio/codecs.ts'
import type { SocketConnection, SocketHandler } from '../../../server/websocket/socket-connection.ts'
import type { SocketProtocol } from './socket-protocol.ts'

export interface SessionParts {
  readonly protocol: SocketProtocol
  readonly tally: SpeechTally
  readonly options: LiveSessionOptions
  readonly narrator: Narrator
  readonly createEncoder: CreateEncoder
}

/** Connects a socket with a live session, until either ends. */
export function openSession(
  connection: SocketConnection,
  { protocol, tally, options, narrator, createEncoder }: SessionParts,
): SocketHandler {
  connection.tally = tally
  const session = new LiveSession(options, {
    narrator,
    createEncoder,
    timers: connection.timers,
    output: {
      whenRead: (signal) => connection.whenRead(signal),
      send: (event) => {
        if (event.kind === 'close') return connection.end(event.reason)
        const payload = protocol.encode(event)
        if (payload === undefined) return
        const audioMs = event.kind === 'chunk' ? event.durationMs : 0
        connection.send({ payload, isBinary: protocol.isBinary, audioMs })
      },
    },
  })
  return {
    take(message, isBinary) {
      for (const command of protocol.decode(message, isBinary)) {
        if (command.kind === 'text') tally.characters += command.text.length
        session.take(command)
      }
    },
    get isSending() {
      return session.isSpeaking
    },
    drain: () => session.drain(),
    [Symbol.dispose]: () => session[Symbol.dispose](),
  }
}
