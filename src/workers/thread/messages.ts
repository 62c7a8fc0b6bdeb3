import type { ErrorCode } from '../../core/errors.ts'
import type { SpeechEvent, SpeechJob } from '../../core/speech.ts'

/** What a thread is given when it starts. */
export interface ThreadData {
  /** Spoken to nobody before the thread says it is ready. */
  readonly warmUp: readonly SpeechJob[]
  /** One number in shared memory: the id of the last job that is to stop, or `END`. */
  readonly cancelled: Int32Array<SharedArrayBuffer>
}

/** In place of a job's id: whatever the thread speaks is to stop, for the thread is to end. */
export const END = -1

/** A thread gets its next job only after it has said `done` or `failed` of the last: what it says needs no id. */
export type ToThread =
  | { readonly kind: 'speak'; readonly jobId: number; readonly job: SpeechJob }
  /** With `END` set: nothing comes after it. */
  | { readonly kind: 'end' }

export type FromThread =
  | { readonly kind: 'warming' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'cold'; readonly engine: string; readonly message: string }
  | { readonly kind: 'speech'; readonly part: SpeechPart }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string }

/** Audio and the marks that came before it; marks alone at the end. The samples' memory is handed over, not copied. */
export interface SpeechPart {
  readonly marks: readonly Extract<SpeechEvent, { kind: 'mark' }>[]
  readonly samples: Int16Array<ArrayBuffer>
}
