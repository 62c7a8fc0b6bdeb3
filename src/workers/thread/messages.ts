import type { ErrorCode } from '../../core/errors.ts'
import type { SpeechEvent, SpeechJob } from '../../core/speech.ts'

/** What a thread is given when it starts. */
export interface ThreadData {
  /** Spoken to nobody before the thread says it is ready. */
  readonly warmUp: readonly SpeechJob[]
  /** A number in shared memory for each slot: the id of the last job there that is to stop, or `END`. */
  readonly cancelled: Int32Array<SharedArrayBuffer>
  /** One number in shared memory: 1 when the thread has left its last call. */
  readonly ended: Int32Array<SharedArrayBuffer>
}

/** Jobs that a thread may have begun and not finished. */
export const SLOTS = 32

/** In place of a job's id: whatever the thread speaks is to stop, for the thread is to end. */
export const END = -1

export type ToThread =
  /** A slot is taken until the thread has said `done` or `failed` of it. */
  | {
      readonly kind: 'speak'
      readonly slot: number
      readonly jobId: number
      readonly job: SpeechJob
      /** How long its listener has audio for; minus infinity while he waits for the first. */
      readonly msToDeadline: number
    }
  /** With `END` set: nothing comes after it. */
  | { readonly kind: 'end' }

export type FromThread =
  | { readonly kind: 'warming' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'cold'; readonly engine: string; readonly message: string }
  | { readonly kind: 'speech'; readonly slot: number; readonly part: SpeechPart }
  /** Has been heard, and waits between chunks while others are spoken. */
  | { readonly kind: 'yielding'; readonly slot: number }
  | { readonly kind: 'done'; readonly slot: number }
  | { readonly kind: 'failed'; readonly slot: number; readonly code: ErrorCode; readonly message: string }

/** Audio and the marks that came before it; marks alone at the end. The samples' memory is handed over, not copied. */
export interface SpeechPart {
  readonly marks: readonly Extract<SpeechEvent, { kind: 'mark' }>[]
  readonly samples: Int16Array<ArrayBuffer>
}
