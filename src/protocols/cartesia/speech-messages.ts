import type { WordTimes } from '../../app/speech/word-times.ts'
import { base64 } from '../../server/answers/base64.ts'
import { errorOf } from './error-body.ts'

// Messages of sockets and events of streams have one form.

/** Undefined: of clients that name none. */
export type ContextId = string | undefined

export type SpeechMessage = Readonly<Record<string, unknown>> & { readonly type: string }

const PARTIAL = 206

interface ChunkParts {
  readonly bytes: Uint8Array
  /** Since the chunk before, in milliseconds. */
  readonly stepMs: number
  readonly flushId?: number
}

export const chunkMessage = ({ bytes, stepMs, flushId }: ChunkParts): SpeechMessage => ({
  type: 'chunk',
  data: base64(bytes),
  done: false,
  status_code: PARTIAL,
  step_time: Math.round(stepMs),
  ...flushed(flushId),
})

/** Undefined without words: parts of tags have none. */
export function timestampsMessage(times: WordTimes, flushId?: number): SpeechMessage | undefined {
  const indices = times.words.flatMap((word, i) => (word === '' ? [] : [i]))
  if (indices.length === 0) return undefined
  const word_timestamps = {
    words: indices.map((i) => times.words[i]),
    start: indices.map((i) => times.start[i]),
    end: indices.map((i) => times.end[i]),
  }
  return { type: 'timestamps', done: false, status_code: PARTIAL, word_timestamps, ...flushed(flushId) }
}

export const flushDoneMessage = (flushId: number): SpeechMessage => ({
  type: 'flush_done',
  done: false,
  flush_done: true,
  flush_id: flushId,
  status_code: PARTIAL,
})

export const doneMessage = (): SpeechMessage => ({ type: 'done', done: true, status_code: PARTIAL })

/** `error` is for clients of older versions, which read nothing else. */
export function errorMessage(error: unknown, requestId: string): SpeechMessage {
  const { status, body } = errorOf(error, requestId)
  return { type: 'error', done: true, status_code: status, ...body, error: `${body.title}: ${body.message}` }
}

const flushed = (flushId: number | undefined) => (flushId === undefined ? {} : { flush_id: flushId })
