import type { CreateResampler } from '../../audio/resample.ts'
import type { Engine, LoadedEngine } from '../../core/engine.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { SpeechTask } from '../../core/speech.ts'
import type { PartSink } from './shape-speech.ts'
import { SpeechShaper } from './shape-speech.ts'

interface EngineInUse {
  readonly engine: LoadedEngine
  tasks: number
  isCrashed: boolean
}

/** The engines of one thread. Each is loaded on first use and kept until it crashes. */
export class TaskSpeaker {
  readonly #engineByName: ReadonlyMap<string, Engine>
  readonly #createResampler: CreateResampler
  readonly #loaded = new Map<string, Promise<EngineInUse>>()

  constructor(engineByName: ReadonlyMap<string, Engine>, createResampler: CreateResampler) {
    this.#engineByName = engineByName
    this.#createResampler = createResampler
  }

  /** Loads the engine of a task, if it is not loaded. Throws a SpeechError. */
  async load({ voice }: SpeechTask): Promise<void> {
    await this.#load(voice.engine)
  }

  /** Speaks a task into `output`. May be called while other tasks wait for their turn. Throws a SpeechError. */
  async speak(task: SpeechTask, output: PartSink): Promise<void> {
    const { engine: name } = task.voice
    const loading = this.#load(name)
    const inUse = await loading
    const { engine } = inUse
    inUse.tasks++
    try {
      const shaper = new SpeechShaper(task, engine.sampleRateHz(task.voice), this.#createResampler, output)
      await engine.speak(task.utterance, task.voice, shaper)
      shaper.finish()
    } catch (error) {
      if (isSpeechError(error) && error.code !== 'engine.crashed') throw error
      inUse.isCrashed = true
      this.#forget(name, loading)
      throw asSpeechError(error)
    } finally {
      inUse.tasks--
      // Other tasks of this instance may still succeed.
      if (inUse.isCrashed && inUse.tasks === 0) engine[Symbol.dispose]()
    }
  }

  /** Tasks that begin while the engine is loaded share it. */
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
    return { engine: await engine.load(), tasks: 0, isCrashed: false }
  }

  #forget(name: string, loading: Promise<EngineInUse>): void {
    if (this.#loaded.get(name) === loading) this.#loaded.delete(name)
  }
}

/** Errors that an engine does not name leave it in an unknown state, so they count as crashes. */
export function asSpeechError(error: unknown): SpeechError {
  return isSpeechError(error) ? error : new SpeechError('engine.crashed', String(error), { cause: error })
}
