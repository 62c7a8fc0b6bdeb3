import type { Delivery, Markup } from '../../core/request.ts'
import type { WordTimes } from '../speech/word-times.ts'

/** A command of the client. A context stays in force until another is named. */
export type SessionCommand = { readonly contextId?: string | undefined } & (
  | {
      readonly kind: 'text'
      readonly text: string
      /** Markup of this text only; undefined uses the session's. */
      readonly markup?: Markup | undefined
      /** Of this text only; undefined uses the session's. */
      readonly delivery?: Delivery | undefined
    }
  | { readonly kind: 'flush' | 'eos' }
  | { readonly kind: 'clear' }
  /** The text so far is spoken, also if no sentence ends there; the turn goes on. */
  | { readonly kind: 'complete' }
  /** Texts from the next segment on are spoken at this rate: above 1 is faster. */
  | { readonly kind: 'rate'; readonly rate: number }
  /** An invalid message and its fault. */
  | { readonly kind: 'malformed'; readonly message: string }
)

export type SessionEvent =
  | {
      readonly kind: 'chunk'
      readonly bytes: Uint8Array
      readonly durationMs: number
      readonly contextId: string | null
    }
  | { readonly kind: 'timestamps'; readonly times: WordTimes; readonly contextId: string | null }
  | { readonly kind: 'done'; readonly contextId: string | null }
  | { readonly kind: 'error'; readonly message: string; readonly contextId: string | null }
  /** Always the last event. */
  | { readonly kind: 'close'; readonly reason: CloseReason }

export type CloseReason =
  | { readonly kind: 'finished' }
  | { readonly kind: 'draining' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** What times of words are relative to: the start of the audio of their segment or of their turn. */
export type TimesFrom = 'segment' | 'turn'
