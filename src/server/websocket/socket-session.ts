import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { LiveSession, type LiveSessionOptions, type Timers } from '../../app/live-session.ts'
import type { CloseReason } from '../../app/session-protocol.ts'
import type { Narrator } from '../../app/speak.ts'
import type { CreateEncoder } from '../../audio/codecs.ts'
import { isSpeechError } from '../../core/errors.ts'
import { whatToTell } from '../error-reply.ts'
import type { SpeechLog } from '../request-log.ts'
import type { PeerActivity } from './heartbeat.ts'
import { SocketOutput } from './socket-output.ts'
import type { SocketProtocol } from '../../protocols/rime/sockets/socket-protocol.ts'

export interface SocketSessionParts {
  readonly options: LiveSessionOptions
  readonly protocol: SocketProtocol
  readonly narrator: Narrator
  readonly createEncoder: CreateEncoder
  /** Kept up to date while the session goes on. */
  readonly log: SpeechLog
  /** The session closes by itself. */
  readonly onClosing: (reason: CloseReason) => void
}

export interface SocketSession extends PeerActivity {
  /** Closes when the turn under way is over, at once if there is none. */
  drain(): void
  /** Drops what is being spoken and closes; the reason goes to the client and into the log. */
  close(code: number, reason: string): void
}

/** Connects a socket with a session of its own, until either ends. */
export function runSocketSession(socket: WebSocket, connection: Socket, parts: SocketSessionParts): SocketSession {
  const { options, protocol, narrator, createEncoder, log, onClosing } = parts
  const output = new SocketOutput(socket, protocol, REAL_TIMERS)
  const close = (code: number, reason: string): void => {
    session[Symbol.dispose]()
    if (reason !== '') log.closeReason ??= reason
    socket.close(code, cutToBytes(reason, MOST_REASON_BYTES))
  }
  const session = new LiveSession(options, {
    narrator,
    createEncoder,
    timers: REAL_TIMERS,
    output: {
      whenRead: (signal) => output.whenRead(signal),
      send: (event) => {
        if (event.kind === 'close') {
          onClosing(event.reason)
          return close(...closeOf(event.reason))
        }
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
      if (isSpeechError(error)) return close(1003, error.message)
      onClosing({ kind: 'failed', error })
      close(...closeOf({ kind: 'failed', error }))
    }
  })
  socket.on('error', () => {}) // it closes after that, with the code that says why
  const dispose = (): void => {
    session[Symbol.dispose]()
    output[Symbol.dispose]()
  }
  connection.once('close', dispose) // before the messages are read that have come
  socket.on('close', (code) => {
    log.closeCode = code
    dispose()
  })
  return {
    drain: () => session.drain(),
    close,
    get isSending() {
      return session.isSpeaking
    },
    get framesTaken() {
      return output.framesTaken
    },
    onGone: () => {
      log.closeReason ??= 'no answer to pings'
    },
  }
}

/** RFC 6455 leaves so much of a control frame to the reason. */
const MOST_REASON_BYTES = 123

function closeOf(reason: CloseReason): [code: number, reason: string] {
  switch (reason.kind) {
    case 'finished':
      return [1000, '']
    case 'draining':
      return [1001, 'the server is closing']
    case 'failed': {
      const { status, text } = whatToTell(reason.error)
      return [1011, `${status}: ${text}`]
    }
    default:
      return reason satisfies never
  }
}

/** As much of a text as fits, whole characters only. */
function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= most ? text : new TextDecoder().decode(bytes.subarray(0, most), { stream: true })
}

const REAL_TIMERS: Timers = {
  now: () => performance.now(),
  after: (delayMs, onDue) => {
    let check: NodeJS.Immediate | undefined
    // What has come by then and is not read yet, since others were served, comes first.
    const timer = setTimeout(() => {
      check = setImmediate(onDue)
    }, Math.ceil(delayMs))
    return {
      [Symbol.dispose]: () => {
        clearTimeout(timer)
        clearImmediate(check)
      },
    }
  },
}
