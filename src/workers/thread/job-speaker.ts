import type { CreateResampler } from '../../audio/resample.ts'
import type { Engine, LoadedEngine } from '../../core/engine.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { SpeechJob } from '../../core/speech.ts'
import type { PartSink } from './shape-speech.ts'
import { SpeechShaper } from './shape-speech.ts'

interface EngineInUse {
  readonly engine: LoadedEngine
  jobs: number
  isCrashed: boolean
}

/** The engines of one thread. Each is loaded on first use and kept until it crashes. */
export class JobSpeaker {
  readonly #engineByName: ReadonlyMap<string, Engine>
  readonly #createResampler: CreateResampler
  readonly #loaded = new Map<string, Promise<EngineInUse>>()

  constructor(engineByName: ReadonlyMap<string, Engine>, createResampler: CreateResampler) {
    this.#engineByName = engineByName
    this.#createResampler = createResampler
  }

  /** Loads the engine of a job, if it is not loaded. Throws a SpeechError. */
  async load({ voice }: SpeechJob): Promise<void> {
    await this.#load(voice.engine)
  }

  /** Speaks a job into `output`. May be called while other jobs wait for their turn. Throws a SpeechError. */
  async speak(job: SpeechJob, output: PartSink): Promise<void> {
    const { engine: name } = job.voice
    const loading = this.#load(name)
    const inUse = await loading
    const { engine } = inUse
    inUse.jobs++
    try {
      const shaper = new SpeechShaper(job, engine.sampleRateHz(job.voice), this.#createResampler, output)
      await engine.speak(job.utterance, job.voice, shaper)
      shaper.finish()
    } catch (error) {
      if (isSpeechError(error) && error.code !== 'engine.crashed') throw error
      inUse.isCrashed = true
      this.#forget(name, loading)
      throw asSpeechError(error)
    } finally {
      inUse.jobs--
      // Other jobs of this instance may still succeed.
      if (inUse.isCrashed && inUse.jobs === 0) engine[Symbol.dispose]()
    }
  }

  /** Jobs that begin while the engine is loaded share it. */
  #load(name: string): Promise<EngineInUse> {
    const loaded = this.#loaded.get(name)
    if (loaded) return loaded
    const loading = this.#loadNew(name)
    this.#loaded.set(name, loading)
    loading.catch(() => this.#forget(name, loading))
    return loading
  }

  async #loadNew(name: string): Promise<EngineInUse> {
    const engine = this.#engineByName.get(name)
    if (!engine) throw new SpeechError('engine.unusable', `there is no engine named ${name}`)
    return { engine: await engine.load(), jobs: 0, isCrashed: false }
  }

  #forget(name: string, loading: Promise<EngineInUse>): void {
    if (this.#loaded.get(name) === loading) this.#loaded.delete(name)
  }
}

/** Errors that an engine does not name leave it in an unknown state, so they count as crashes. */
export function asSpeechError(error: unknown): SpeechError {
  return isSpeechError(error) ? error : new SpeechError('engine.crashed', String(error), { cause: error })
}
