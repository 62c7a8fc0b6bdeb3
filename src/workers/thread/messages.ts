import type { ErrorCode } from '../../core/errors.ts'
import type { SpeechEvent, SpeechTask } from '../../core/speech.ts'

/** The `workerData` of a synthesis thread. */
export interface ThreadData {
  /** Spoken without a listener before the thread sends `ready`. */
  readonly warmUp: readonly SpeechTask[]
  /** One number for each slot: the id of the last cancelled task in it, or `END`. */
  readonly cancelled: Int32Array<SharedArrayBuffer>
  /** One number: milliseconds of audio that a stream starts with at least. The pool changes it at any time. */
  readonly startMs: Int32Array<SharedArrayBuffer>
  /** One number: 1 when the thread has left its last native call. */
  readonly ended: Int32Array<SharedArrayBuffer>
}

/**
 * Maximum number of unfinished tasks of one thread. More than it can speak beside each other: a stream that is played and finds
 * no slot runs dry.
 */
export const SLOTS = 256

/** Replaces a task id in `cancelled`: the thread stops all tasks and ends. */
export const END = -1

export type ToThread =
  /** The slot is in use until the thread sends `done` or `failed` for it. */
  | {
      readonly kind: 'speak'
      readonly slot: number
      readonly taskId: number
      readonly task: SpeechTask
      /** Length of the playback buffer; minus infinity before the stream's first audio. */
      readonly msToDeadline: number
    }
  /** Spoken without a listener, after the tasks of others. */
  | { readonly kind: 'warm up'; readonly tasks: readonly SpeechTask[] }
  /** Sent after `END` is set in `cancelled`. The last message. */
  | { readonly kind: 'end' }

export type FromThread =
  | { readonly kind: 'warming' }
  /** A task of the warm-up has been spoken. */
  | {
      readonly kind: 'warmed'
      readonly engine: string
      readonly audioS: number
      readonly ranMs: number
      readonly pieces: number
    }
  | { readonly kind: 'ready' }
  | { readonly kind: 'cold'; readonly engine: string; readonly message: string }
  | { readonly kind: 'speech'; readonly slot: number; readonly part: SpeechPart }
  /** The task has sent audio and waits between chunks while other tasks of the thread run. */
  | { readonly kind: 'yielding'; readonly slot: number }
  /** `ranMs`: how long the thread worked on the task, without its waits between its `pieces`. */
  | { readonly kind: 'done'; readonly slot: number; readonly ranMs: number; readonly pieces: number }
  | { readonly kind: 'failed'; readonly slot: number; readonly code: ErrorCode; readonly message: string }

/**
 * Audio (mono, 16-bit, at the task's rate) and the marks that precede it. The last part may have marks alone. The buffer
 * is transferred, not copied.
 */
export interface SpeechPart {
  readonly marks: readonly Extract<SpeechEvent, { kind: 'mark' }>[]
  readonly samples: Int16Array<ArrayBuffer>
}
