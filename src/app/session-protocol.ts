import type { Markup } from '../core/request.ts'
import type { TextSpan } from '../core/utterance.ts'

/** What a client may tell a session. A context stays in force until another is named. */
export type SessionCommand = { readonly contextId: string | undefined } & (
  | {
      readonly kind: 'text'
      readonly text: string
      /** What holds for this text alone; undefined for what holds for all. */
      readonly markup: Markup | undefined
    }
  | { readonly kind: 'flush' | 'clear' | 'eos' }
  /** Something else, and what is wrong with it. */
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
  /** The last one, whatever happens. */
  | { readonly kind: 'close'; readonly reason: CloseReason }

export type CloseReason =
  | { readonly kind: 'finished' }
  | { readonly kind: 'draining' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** What the times of words are counted from: the start of the audio of their segment or of their turn. */
export type TimesFrom = 'segment' | 'turn'

/** When the words of a segment are heard, in seconds; each starts where the one before ends. */
export interface WordTimes {
  readonly words: readonly string[]
  readonly start: readonly number[]
  readonly end: readonly number[]
}

/** The same, and where each word stands in the text. */
export interface PlacedWordTimes extends WordTimes {
  readonly spans: readonly TextSpan[]
}
