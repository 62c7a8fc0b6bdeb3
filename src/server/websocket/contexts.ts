import type { LiveSession } from '../../app/live-session/live-session.ts'
import type { CloseReason, SessionCommand, SessionEvent } from '../../app/live-session/live-session-messages.ts'
import {
  openLiveSession,
  type SessionApp,
  type SessionClient,
  type SessionSettings,
} from '../../app/live-session/open-live-session.ts'
import { SpeechError } from '../../core/errors.ts'
import type { SocketConnection, SocketSessions } from './socket-connection.ts'

/** Maximum number of open contexts of a connection. */
export const MAX_CONTEXTS = 100

/** Why a context ended. `cancelled`: by `leave`. `gone`: the connection is closed, nothing can be sent. */
export type ContextEnd = CloseReason | { readonly kind: 'cancelled' | 'gone' }

/** An event of a context; its end is a `ContextEnd`. */
export type ContextEvent = Exclude<SessionEvent, { readonly kind: 'close' }>

/** What a protocol opens a context with. */
export interface ContextParts<State> extends Omit<SessionSettings, 'contextId'> {
  /** What the protocol keeps with the context. */
  readonly state: State
  /** Takes the events of the session. None comes after `ended`. */
  readonly send: (event: ContextEvent) => void
  /** Called once, when the context is not open any more. */
  readonly ended: (reason: ContextEnd) => void
}

/** An open context. */
export interface Context<State> {
  readonly state: State
  /** It takes more text: no `eos` has come. */
  readonly takesText: boolean
  /** Audio is being synthesized or sent. */
  readonly isSpeaking: boolean
  take(command: SessionCommand): void
}

/** What contexts need of their connection; a `SocketConnection` has it. */
export type ContextsConnection = SessionClient & Pick<SocketConnection, 'end' | 'logIfInternal'>

interface OpenContext<State> extends Context<State> {
  readonly session: LiveSession
  readonly ended: (reason: ContextEnd) => void
}

/** The contexts of one connection, by the client's names: live sessions that run side by side. */
export class Contexts<Id, State> implements SocketSessions {
  readonly #connection: ContextsConnection
  readonly #app: SessionApp
  readonly #open = new Map<Id, OpenContext<State>>()
  /** Those that failed while the client may still be sending their text. The oldest are forgotten. */
  readonly #failed = new Set<Id>()
  #isDraining = false
  #isOver = false

  constructor(connection: ContextsConnection, app: SessionApp) {
    this.#connection = connection
    this.#app = app
  }

  get isSpeaking(): boolean {
    for (const { session } of this.#open.values()) if (session.isSpeaking) return true
    return false
  }

  /** Undefined if it is not open. */
  get(id: Id): Context<State> | undefined {
    return this.#open.get(id)
  }

  /** Whether a context failed, at its opening or before its `eos`, and was neither opened again nor left since. */
  hasFailed(id: Id): boolean {
    return this.#failed.has(id)
  }

  /**
   * Opens a context with what `describe` returns. Throws `pool.draining`, `key.limited` if too many are open, the errors of
   * `describe`, or `request.invalid` if this one is open already.
   */
  open(id: Id, describe: () => ContextParts<State>): Context<State> {
    if (this.#open.has(id)) throw new SpeechError('request.invalid', 'the context is open already')
    this.#failed.delete(id)
    try {
      if (this.#isDraining || this.#isOver) throw new SpeechError('pool.draining', 'the server is closing')
      if (this.#open.size >= MAX_CONTEXTS) {
        throw new SpeechError('key.limited', `at most ${MAX_CONTEXTS} contexts may be open on a connection`)
      }
      return this.#add(id, describe())
    } catch (error) {
      this.#rememberFailed(id)
      throw error
    }
  }

  /** Ends a context at once, for `reason`. Returns false if it is not open. */
  leave(id: Id, reason: ContextEnd = { kind: 'cancelled' }): boolean {
    this.#failed.delete(id)
    return this.#end(id, reason)
  }

  /** Ends a context for an error, like one that failed. Returns false if it is not open, and remembers it as one that failed. */
  fail(id: Id, error: unknown): boolean {
    const wasOpen = this.#end(id, { kind: 'failed', error })
    this.#rememberFailed(id)
    return wasOpen
  }

  /** The server is closing: ends the connection when no context is open. */
  drain(): void {
    this.#isDraining = true
    for (const { session } of this.#open.values()) session.drain()
    this.#endIfDrained()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    for (const id of this.#open.keys()) this.#end(id, { kind: 'gone' })
  }

  #add(id: Id, { state, send, ended, ...settings }: ContextParts<State>): Context<State> {
    const take = (event: SessionEvent): void => {
      if (event.kind === 'close') this.#end(id, event.reason)
      else send(event)
    }
    const contextId = typeof id === 'string' ? id : undefined
    const session = openLiveSession({ ...settings, contextId }, this.#connection, take, this.#app)
    let takesText = true
    const context: OpenContext<State> = {
      state,
      session,
      ended,
      get takesText() {
        return takesText
      },
      get isSpeaking() {
        return session.isSpeaking
      },
      take: (command) => {
        if (command.kind === 'eos') takesText = false
        session.take(command)
        if (command.kind === 'text') this.#limitText(id)
      },
    }
    this.#open.set(id, context)
    return context
  }

  /** The pending text of all contexts is limited: the one that exceeds it fails. */
  #limitText(id: Id): void {
    let pendingLength = 0
    for (const { session } of this.#open.values()) pendingLength += session.pendingLength
    if (pendingLength <= this.#app.limits.maxBodyBytes) return
    this.#end(id, { kind: 'failed', error: new SpeechError('key.limited', 'too much text is pending') })
  }

  #end(id: Id, reason: ContextEnd): boolean {
    const context = this.#open.get(id)
    if (context === undefined) return false
    this.#open.delete(id)
    context.session[Symbol.dispose]()
    if (context.takesText && (reason.kind === 'failed' || reason.kind === 'draining')) this.#rememberFailed(id)
    context.ended(reason)
    if (reason.kind === 'failed' && !this.#isOver) this.#connection.logIfInternal(reason.error, 'context failed')
    this.#endIfDrained()
    return true
  }

  #rememberFailed(id: Id): void {
    this.#failed.add(id)
    if (this.#failed.size <= MAX_CONTEXTS) return
    for (const oldest of this.#failed) return void this.#failed.delete(oldest)
  }

  #endIfDrained(): void {
    if (this.#isDraining && !this.#isOver && this.#open.size === 0) this.#connection.end({ kind: 'draining' })
  }
}
