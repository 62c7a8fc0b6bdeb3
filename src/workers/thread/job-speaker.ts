import type { CreateResampler } from '../../audio/resample.ts'
import type { Engine, LoadedEngine } from '../../core/engine.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { SpeechJob } from '../../core/speech.ts'
import type { PartSink } from './shape-speech.ts'
import { SpeechShaper } from './shape-speech.ts'

/** The engines of one thread, loaded when first needed and kept until they crash. */
export class JobSpeaker {
  readonly #engineByName: ReadonlyMap<string, Engine>
  readonly #createResampler: CreateResampler
  readonly #loaded = new Map<string, LoadedEngine>()

  constructor(engineByName: ReadonlyMap<string, Engine>, createResampler: CreateResampler) {
    this.#engineByName = engineByName
    this.#createResampler = createResampler
  }

  /** One job at a time. Throws a SpeechError. */
  async speak(job: SpeechJob, output: PartSink): Promise<void> {
    const engine = await this.#load(job.voice.engine)
    try {
      const shaper = new SpeechShaper(job, engine.sampleRateHz(job.voice), this.#createResampler, output)
      await engine.speak(job.utterance, job.voice, shaper)
      shaper.finish()
    } catch (error) {
      if (isSpeechError(error) && error.code !== 'engine.crashed') throw error
      this.#loaded.delete(job.voice.engine)
      engine[Symbol.dispose]()
      throw asSpeechError(error)
    }
  }

  async #load(name: string): Promise<LoadedEngine> {
    const loaded = this.#loaded.get(name)
    if (loaded) return loaded
    const engine = this.#engineByName.get(name)
    if (!engine) throw new SpeechError('engine.unusable', `there is no engine named ${name}`)
    const fresh = await engine.load()
    this.#loaded.set(name, fresh)
    return fresh
  }
}

/** An engine that fails in a way it does not name is in a state that nobody knows. */
export function asSpeechError(error: unknown): SpeechError {
  return isSpeechError(error) ? error : new SpeechError('engine.crashed', String(error), { cause: error })
}
