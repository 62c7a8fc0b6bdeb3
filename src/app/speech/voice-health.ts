import type { SpeechError } from '../../core/errors.ts'
import { BETTER_ENGINES, isBetterEngine } from '../../core/quality.ts'
import type { LeveledVoice } from '../../core/voice.ts'

/** What is known of the voices that have a fallback. */
export interface VoiceHealth {
  /** False after the pack or the engine of a voice has failed; then the fallback speaks. */
  isUsable(voice: LeveledVoice): boolean
  /** Records that the pack or the engine failed to speak an utterance. */
  reportFailure(voice: LeveledVoice, error: SpeechError): void
  /** There is no time for the engine. */
  passOver?(voice: LeveledVoice): void
}

/** The health of packs and of better engines. */
export interface EngineHealth extends VoiceHealth {
  /** Takes a better engine out of use for a while; others are left alone. */
  fail(engine: string, reason: string): void
  /** Better engines that are out of use. */
  readonly failed: readonly string[]
}

export interface EngineHealthOptions {
  readonly packs: VoiceHealth
  /** So many failures in a minute take a better engine out of use. */
  readonly maxFailures: number
  /** An engine goes out of use. */
  readonly report: (failure: { readonly engine: string; readonly reason: string }) => void
}

/** The time in which failures count together, and after which an engine is tried again. */
const RETRY_MS = 60_000

/** A better engine that fails too often in a minute is out of use for a minute. */
export function createEngineHealth({ packs, maxFailures, report }: EngineHealthOptions): EngineHealth {
  const failuresAtMs = new Map<string, readonly number[]>()
  const failedAtMs = new Map<string, number>()
  const isRecent = (atMs: number | undefined): boolean => atMs !== undefined && performance.now() - atMs < RETRY_MS
  const isFailed = (engine: string): boolean => isRecent(failedAtMs.get(engine))

  function fail(engine: string, reason: string): void {
    if (!isBetterEngine(engine) || isFailed(engine)) return
    failedAtMs.set(engine, performance.now())
    failuresAtMs.delete(engine)
    report({ engine, reason })
  }

  return {
    isUsable: (voice) => (isBetterEngine(voice.engine) ? !isFailed(voice.engine) : packs.isUsable(voice)),
    reportFailure(voice, error) {
      const { engine } = voice
      if (!isBetterEngine(engine)) return packs.reportFailure(voice, error)
      const failures = [...(failuresAtMs.get(engine) ?? []).filter(isRecent), performance.now()]
      failuresAtMs.set(engine, failures)
      if (failures.length >= maxFailures) fail(engine, error.message)
    },
    fail,
    get failed() {
      return BETTER_ENGINES.filter(isFailed)
    },
  }
}
