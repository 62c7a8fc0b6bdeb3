import type { SpeechError } from '../../../core/errors.ts'
import { isBetterEngine, type Quality } from '../../../core/quality.ts'
import { type EngineHistory, newEngineHistory, type SynthesisRequest } from '../../../core/request.ts'
import type { Span } from '../../../core/span.ts'
import type { SpeechPool, SpeechStream } from '../../../core/speech.ts'
import { type LeveledVoice, withFallbacks } from '../../../core/voice.ts'
import type { VoiceHealth } from '../voice-health.ts'

export interface SpeakingParts {
  readonly pool: SpeechPool
  /** Absent where no voice has a fallback. */
  readonly health?: VoiceHealth
  /** `auto` if absent. */
  readonly quality?: Quality
}

/** Whose voice it is. */
export type SpeakingSettings = Pick<
  SynthesisRequest,
  'voice' | 'owner' | 'isBackground' | 'quality' | 'engines' | 'sampling'
>

/**
 * By which engine the voice of an answer or a connection speaks. A better engine that once had no time or failed is given up
 * for the rest of it: the sound of a voice changes at most once, and never back.
 */
export class EngineChoice implements VoiceHealth {
  readonly #settings: SpeakingSettings
  readonly #parts: SpeakingParts
  readonly #engines: EngineHistory

  constructor(settings: SpeakingSettings, parts: SpeakingParts) {
    this.#settings = settings
    this.#parts = parts
    this.#engines = settings.engines ?? newEngineHistory()
  }

  /** Opens a stream for the best engine that works and that the threads have time for. Throws `pool.*`. */
  openStream(span: Span | undefined, isPatient: boolean): SpeechStream {
    const { owner, isBackground = false } = this.#settings
    const engine = this.#chooseEngine()
    const mayFallBack = this.#isTimed && isBetterEngine(engine)
    return this.#parts.pool.openStream({ engine, owner, span, isPatient, isBackground, mayFallBack })
  }

  isUsable(voice: LeveledVoice): boolean {
    if (this.#engines.givenUp.has(voice.engine)) return false
    if (this.#parts.health?.isUsable(voice) !== false) return true
    this.#giveUp(voice)
    return false
  }

  reportFailure(voice: LeveledVoice, error: SpeechError): void {
    this.#giveUp(voice)
    this.#parts.health?.reportFailure(voice, error)
  }

  passOver(voice: LeveledVoice): void {
    this.#giveUp(voice)
  }

  /** For the log: an engine has begun to speak. */
  readonly noteEngine = ({ engine }: LeveledVoice): void => void this.#engines.spoken.add(engine)

  #chooseEngine(): string {
    const voices = withFallbacks(this.#settings.voice.engineVoice)
    const usable = voices.filter((voice) => voice.fallback === undefined || this.isUsable(voice))
    for (const voice of usable) if (!this.#hasTimeFor(voice)) this.#giveUp(voice)
    return (usable.find(({ engine }) => !this.#engines.givenUp.has(engine)) ?? (voices.at(-1) as LeveledVoice)).engine
  }

  #hasTimeFor({ engine, fallback }: LeveledVoice): boolean {
    if (!this.#isTimed || fallback === undefined || !isBetterEngine(engine)) return true
    return this.#parts.pool.hasTimeFor({
      engine,
      owner: this.#settings.owner,
      wasHeard: this.#engines.spoken.has(engine),
    })
  }

  /** Whether the load of the threads decides. At temperature 0 the same request gives the same bytes. */
  get #isTimed(): boolean {
    const { isBackground = false, quality = this.#parts.quality ?? 'auto', sampling } = this.#settings
    return quality === 'auto' && !isBackground && sampling.temperature > 0
  }

  /** Packs may recover in the middle: their speakers differ from the embedded ones anyway. */
  #giveUp({ engine }: LeveledVoice): void {
    if (isBetterEngine(engine)) this.#engines.givenUp.add(engine)
  }
}
