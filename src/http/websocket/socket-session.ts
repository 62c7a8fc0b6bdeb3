import type { WebSocket } from 'ws'
import { LiveSession, type LiveSessionOptions, type Timers } from '../../app/live-session.ts'
import type { CloseReason } from '../../app/session-protocol.ts'
import type { Narrator } from '../../app/speak.ts'
import { createEncoder } from '../../audio/encoder.ts'
import { isSpeechError } from '../../core/errors.ts'
import type { SpeechLog } from '../request-log.ts'
import { SocketOutput } from './socket-output.ts'
import type { SocketProtocol } from './socket-protocol.ts'

export interface SocketSessionParts {
  readonly options: LiveSessionOptions
  readonly protocol: SocketProtocol
  readonly narrator: Narrator
  /** Kept up to date while the session goes on. */
  readonly log: SpeechLog
  /** The session closes by itself. */
  readonly onClosing: (reason: CloseReason) => void
}

/** Connects a socket with a session of its own, until either ends. */
export function runSocketSession(socket: WebSocket, parts: SocketSessionParts): LiveSession {
  const { options, protocol, narrator, log, onClosing } = parts
  const output = new SocketOutput(socket, protocol, onClosing)
  const session = new LiveSession(options, {
    narrator,
    createEncoder,
    timers: REAL_TIMERS,
    output: {
      whenRead: (signal) => output.whenRead(signal),
      send: (event) => {
        output.send(event)
        log.audioSeconds = Math.round(output.sentMs) / 1000
      },
    },
  })
  socket.on('message', (message, isBinary) => {
    try {
      for (const command of protocol.decode(message, isBinary)) {
        if (command.kind === 'text') log.characters += command.text.length
        session.take(command)
      }
    } catch (error) {
      session[Symbol.dispose]()
      if (isSpeechError(error)) socket.close(1003, error.message)
      else output.send({ kind: 'close', reason: { kind: 'failed', error } })
    }
  })
  socket.on('error', () => {}) // it closes after that, with the code that says why
  socket.on('close', () => {
    session[Symbol.dispose]()
    output[Symbol.dispose]()
  })
  return session
}

const REAL_TIMERS: Timers = {
  now: () => performance.now(),
  after: (delayMs, onDue) => {
    const timer = setTimeout(onDue, delayMs)
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}
