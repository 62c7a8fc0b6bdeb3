import { deadline } from '../core/abort.ts'
import type { AudioChunk, Endpoint, TimedWord } from '../endpoints/endpoint.ts'
import { EndpointFailure, type FailureKind, failureOf } from '../endpoints/endpoint-failure.ts'
import { type Gap, PlaybackClock } from './playback.ts'
import { median, quantile } from './statistics.ts'

/** Times in milliseconds. */
export type CallResult = SpokenCall | FailedCall

export interface SpokenCall {
  readonly kind: 'spoken'
  /** Until the connection was open, with TLS and what the protocol sends before a text. */
  readonly connectMs: number
  /** From the text, or its first token, to the first audio. */
  readonly firstAudioMs: number
  /** The same to the first sound that a listener hears, after the silence with which audio begins. */
  readonly firstSoundMs: number
  /** From the text, or its first token, to the last audio. */
  readonly totalMs: number
  readonly audioS: number
  readonly gaps: readonly Gap[]
  /** Between chunks. */
  readonly intervalMedianMs: number
  readonly intervalMaxMs: number
}

export interface FailedCall {
  readonly kind: 'failed'
  readonly failure: FailureKind
  /** One line, without the key. */
  readonly reason: string
  readonly tookMs: number
}

/** What was heard in a call, for its time line. Times count from the text, in milliseconds. */
export interface Recording {
  readonly sampleRateHz: number
  readonly chunks: readonly { readonly atMs: number; readonly samples: Int16Array }[]
  readonly words: readonly TimedWord[]
}

export interface CallOutcome {
  readonly result: CallResult
  /** Also of a failed call, as far as it went. */
  readonly recording: Recording
}

export interface CallOptions {
  readonly text: () => string | AsyncIterable<string>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Speaks one text on a new connection. Rejects only if `signal` fires. */
export async function measureCall(endpoint: Endpoint, { text, timeoutMs, signal }: CallOptions): Promise<CallOutcome> {
  const startMs = performance.now()
  const heard: AudioChunk[] = []
  const words: TimedWord[] = []
  let sentMs = startMs
  using limit = deadline(signal, timeoutMs)
  let result: CallResult
  try {
    using call = await endpoint.open(limit)
    sentMs = performance.now()
    const connectMs = sentMs - startMs
    await call.speak(text(), { onAudio: (chunk) => heard.push(chunk), onWords: (more) => words.push(...more) })
    result = describeCall(heard, sentMs, connectMs)
  } catch (error) {
    signal.throwIfAborted()
    const { kind, message } = limit.aborted ? tooLate(heard.length > 0, timeoutMs) : failureOf(error, 'cut off')
    result = { kind: 'failed', failure: kind, reason: message, tookMs: performance.now() - startMs }
  }
  const chunks = heard.map(({ atMs, samples }) => ({ atMs: atMs - sentMs, samples }))
  return { result, recording: { sampleRateHz: heard[0]?.sampleRateHz ?? 0, chunks, words } }
}

export const tooLate = (hasAudio: boolean, timeoutMs: number): EndpointFailure =>
  hasAudio
    ? new EndpointFailure('without end', `no end within ${timeoutMs / 1000} s (--timeout)`)
    : new EndpointFailure('hung', `no audio within ${timeoutMs / 1000} s (--timeout)`)

function describeCall(heard: readonly AudioChunk[], sentMs: number, connectMs: number): SpokenCall {
  const playback = new PlaybackClock()
  for (const { atMs, samples, sampleRateHz } of heard) playback.hear(atMs, (samples.length * 1000) / sampleRateHz)
  const firstMs = playback.firstMs ?? sentMs
  const intervals = heard.slice(1).map(({ atMs }, i) => atMs - (heard[i] as AudioChunk).atMs)
  return {
    kind: 'spoken',
    connectMs,
    firstAudioMs: firstMs - sentMs,
    firstSoundMs: firstSoundMs(heard) - sentMs,
    totalMs: (heard.at(-1)?.atMs ?? sentMs) - sentMs,
    audioS: playback.audioMs / 1000,
    gaps: playback.gaps,
    intervalMedianMs: intervals.length === 0 ? 0 : median(intervals),
    intervalMaxMs: intervals.length === 0 ? 0 : quantile(intervals, 1),
  }
}

/** About -46 dB of full scale: above the noise of recordings and dither, below any speech. */
const SOUND_LEVEL = 160

/** When a listener hears the first sound; the first audio if all is silent. */
function firstSoundMs(heard: readonly AudioChunk[]): number {
  const playback = new PlaybackClock()
  for (const { atMs, samples, sampleRateHz } of heard) {
    const beforeMs = Math.max(playback.playedMs, atMs)
    const at = samples.findIndex((sample) => Math.abs(sample) >= SOUND_LEVEL)
    if (at >= 0) return beforeMs + (at * 1000) / sampleRateHz
    playback.hear(atMs, (samples.length * 1000) / sampleRateHz)
  }
  return heard[0]?.atMs ?? Number.NaN
}
