import type { Heard } from '../../app/live-session/heard-answer.ts'
import type { WordTimes } from '../../app/speech/word-times.ts'
import { base64 } from '../../server/answers/base64.ts'
import { errorOf } from './error-body.ts'
import type { ToldTimes } from './spoken-times.ts'

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

/** The messages of times, `seconds` later; none of those without words, which texts of tags alone have. */
export function timesMessages({ words, phonemes }: ToldTimes, seconds = 0, flushId?: number): readonly SpeechMessage[] {
  const partial = { done: false, status_code: PARTIAL }
  const { parts: told, ...wordTimes } = laterBy(seconds, words)
  const { parts: sounds, ...soundTimes } = laterBy(seconds, phonemes)
  const [word_timestamps, phoneme_timestamps] = [
    { words: told, ...wordTimes },
    { phonemes: sounds, ...soundTimes },
  ]
  return [
    ...(told.length > 0 ? [{ type: 'timestamps', ...partial, word_timestamps, ...flushed(flushId) }] : []),
    ...(sounds.length > 0 ? [{ type: 'phoneme_timestamps', ...partial, phoneme_timestamps, ...flushed(flushId) }] : []),
  ]
}

function laterBy(seconds: number, times: WordTimes = NO_TIMES) {
  const later = (all: readonly number[]) => indices.map((i) => Math.round(((all[i] as number) + seconds) * 1e6) / 1e6)
  const indices = times.words.flatMap((word, i) => (word === '' ? [] : [i]))
  return { parts: indices.map((i) => times.words[i]), start: later(times.start), end: later(times.end) }
}

const NO_TIMES: WordTimes = { words: [], start: [], end: [] }

export const flushDoneMessage = (flushId: number): SpeechMessage => ({
  type: 'flush_done',
  done: false,
  flush_done: true,
  flush_id: flushId,
  status_code: PARTIAL,
})

/** `heard`: of a context that was cancelled. */
export const doneMessage = (heard?: Heard): SpeechMessage => ({
  type: 'done',
  done: true,
  status_code: PARTIAL,
  ...(heard && { heard }),
})

/** `error` is for clients of older versions, which read nothing else. */
export function errorMessage(error: unknown, requestId: string): SpeechMessage {
  const { status, body } = errorOf(error, requestId)
  return { type: 'error', done: true, status_code: status, ...body, error: `${body.title}: ${body.message}` }
}

const flushed = (flushId: number | undefined) => (flushId === undefined ? {} : { flush_id: flushId })
