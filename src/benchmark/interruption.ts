import { deadline } from '../core/abort.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { failureOf } from '../endpoints/endpoint-failure.ts'
import { type CallOptions, type FailedCall, tooLate } from './call.ts'
import { pause } from './token-pace.ts'

/** How long audio is awaited after the last of it. */
const SILENCE_MS = 500

export interface SilencedCall {
  readonly kind: 'silenced'
  /** From the interruption to the last audio that arrives; 0 if none does. Milliseconds. */
  readonly afterMs: number
  /** Duration of the audio that arrives after the interruption, which a client has to drop. Milliseconds. */
  readonly lateAudioMs: number
}

/** Interrupts a text at its first audio. Rejects only if `signal` fires. */
export async function measureInterruption(
  endpoint: Endpoint,
  { text, timeoutMs, signal }: CallOptions,
): Promise<SilencedCall | FailedCall> {
  const startMs = performance.now()
  let interruptedMs: number | undefined
  let lastMs = 0
  let lateAudioMs = 0
  using limit = deadline(signal, timeoutMs)
  try {
    using call = await endpoint.open(limit)
    await new Promise<void>((resolve, reject) => {
      const onAudio: Parameters<typeof call.speak>[1]['onAudio'] = ({ atMs, samples, sampleRateHz }) => {
        lastMs = atMs
        if (interruptedMs !== undefined) lateAudioMs += (samples.length * 1000) / sampleRateHz
        interruptedMs ??= performance.now()
        resolve()
      }
      call.speak(text(), { onAudio }).catch(reject)
    })
    call.interrupt()
    do await pause(SILENCE_MS, limit)
    while (!limit.aborted && performance.now() - lastMs < SILENCE_MS)
    if (limit.aborted) throw tooLate(true, timeoutMs)
    return { kind: 'silenced', afterMs: Math.max(0, lastMs - (interruptedMs ?? lastMs)), lateAudioMs }
  } catch (error) {
    signal.throwIfAborted()
    const { kind, message } = limit.aborted ? tooLate(lastMs > 0, timeoutMs) : failureOf(error, 'cut off')
    return { kind: 'failed', failure: kind, reason: message, tookMs: performance.now() - startMs }
  }
}
