import { randomBytes } from 'node:crypto'
import type { HeardLedgers } from '../../../app/live-session/heard-ledgers.ts'
import type { SessionEvent } from '../../../app/live-session/live-session-messages.ts'
import { openLiveSession, type SessionApp, type SessionSettings } from '../../../app/live-session/open-live-session.ts'
import { isSpeechError } from '../../../core/errors.ts'
import { whatToTell } from '../../../server/answers/error-reply.ts'
import type { SocketClose, SocketConnection, SocketHandler } from '../../../server/websocket/socket-connection.ts'
import { FAULT_CODES, speed as speedSchema } from '../flux-fields.ts'
import { type ClientMessage, parseMessage } from './messages.ts'
import { Turns } from './turns.ts'

export interface FluxSettings extends SessionSettings {
  /** As the query says; undefined if it does not. */
  readonly speed: number | undefined
  /** Whether interruptions are answered with what was heard by the clock. */
  readonly heard: boolean
  /** From sending until playback, for the clock. */
  readonly heardLagMs: number
}

interface Fault {
  readonly code: string
  readonly description: string
}

/** What ends a session, and the close frame after it. */
const CLOSE_CODES: Readonly<Record<string, number>> = {
  'MESSAGE-0000': 1008,
  'DATA-0000': 1008,
  'BIG-0000': 1009,
  'NET-0000': 1011,
}

/** Speaks the turns of one socket. */
export function openFluxSession(
  connection: SocketConnection,
  { speed, heard, heardLagMs, ...settings }: FluxSettings,
  app: SessionApp & { readonly heard: HeardLedgers },
): SocketHandler {
  const { timers } = connection
  if (heard) connection.keepHeard({ lagMs: heardLagMs })
  // An Interrupt with an offset is always answered with what was heard.
  const heardHere = connection.heard ?? app.heard.open({ lagMs: 0 })
  const ledger = heardHere.openLedger(settings.speech)
  let appliedSpeed = speed

  const send = (message: object): void =>
    connection.send({ payload: JSON.stringify(message), isBinary: false, audioMs: 0 })

  function fail({ code, description }: Fault): SocketClose {
    send({ type: 'Error', code, description })
    return { code: CLOSE_CODES[code] ?? 1011, text: code }
  }

  function hear(event: SessionEvent): void {
    turns.hear(event)
    if (event.kind !== 'close') return
    const { reason } = event
    connection.end(reason, reason.kind === 'failed' ? fail(faultOf(reason.error)) : undefined)
  }

  const ofTurns = { ...settings, hasWordTimes: false, mayBeEmpty: true, ledger }
  const session = openLiveSession(ofTurns, connection, hear, app)
  const turns = new Turns({
    session,
    ledger,
    send,
    sendAudio: (payload, audioMs) => connection.send({ payload, isBinary: true, audioMs }),
    newSpeechId: () => `dg_sp_${randomBytes(6).toString('hex')}`,
    now: () => timers.now(),
    usesClock: heard,
  })

  /** Undefined leaves the speed as it is. */
  function configure(asked: number | undefined): void {
    const parsed = speedSchema.optional().safeParse(asked)
    if (!parsed.success) {
      const description = parsed.error.issues[0]?.message ?? ''
      return send({
        type: 'ConfigureFailure',
        code: FAULT_CODES.get(description),
        description,
        field: 'speed',
        value: asked,
      })
    }
    if (parsed.data !== undefined) session.take({ kind: 'rate', rate: parsed.data })
    appliedSpeed = parsed.data ?? appliedSpeed
    send({ type: 'ConfigureSuccess', applied: appliedSpeed === undefined ? {} : { speed: appliedSpeed } })
  }

  function take(message: ClientMessage): void {
    switch (message.type) {
      case 'Speak':
        return turns.speak(message.text)
      case 'Flush':
        return turns.flush()
      case 'Interrupt':
        return turns.interrupt(message.playback_offset?.value)
      case 'Configure':
        return configure(message.speed ?? undefined)
      case 'Close':
        return turns.close()
      default:
        message satisfies never
    }
  }

  return {
    sessions: session,
    take(bytes, isBinary) {
      const message = parseMessage(bytes, isBinary)
      if (message.type !== 'invalid') return take(message)
      const { code, text } = fail(message)
      connection.close(code, text)
    },
    [Symbol.dispose]: () => heardHere.close(),
  }
}

/** The one invalid request of a session is a text that is too long. */
function faultOf(error: unknown): Fault {
  const code = isSpeechError(error) && error.code === 'request.invalid' ? 'BIG-0000' : 'NET-0000'
  return { code, description: whatToTell(error).text }
}
