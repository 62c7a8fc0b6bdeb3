import type { PackState } from '../app/pack-state.ts'
import type { VoiceHealth } from '../app/speech/voice-health.ts'
import type { Clock } from '../core/clock.ts'
import type { Engine, WordTimesSource } from '../core/engine.ts'
import { ERROR_CODES, type ErrorCode, isSpeechError } from '../core/errors.ts'
import { ENGINE_OF_FAMILY, type InstalledPack, packBase, packOfBase } from '../core/pack.ts'
import type { SpeechPool, SpeechTask } from '../core/speech.ts'
import type { Catalogue, EngineVoice } from '../core/voice.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { orderPacks, packSignature, scanPacks } from '../packs/installed-packs.ts'
import { createCatalogue } from '../voices/catalogue.ts'
import { bindPacks, canSpeak, type Prefers, preferenceOf } from '../voices/pack-voices.ts'
import type { Config } from './config.ts'
import { packsFolderOf } from './packs-folder.ts'
import type { PlanUtterances } from './planner.ts'
import { tasksOf } from './warm-up.ts'

type PackConfig = Pick<Config, 'dataDir' | 'packOrder' | 'packMinSpeed' | 'enginePreference'>

/** For the log. */
export interface PackReport {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: object
}

export interface PackParts {
  /** The voices of the embedded engines. */
  readonly embedded: Catalogue
  readonly engineByName: ReadonlyMap<string, Engine>
  readonly clock: Clock
  readonly report: (report: PackReport) => void
  /** Speaks a test phrase with a new pack before callers hear it; absent where one command runs. */
  readonly trial?: { readonly pool: SpeechPool; readonly planUtterances: PlanUtterances }
}

/** The installed packs and the catalogue with their voices. */
export interface PackKeeper extends VoiceHealth, AsyncDisposable {
  /** The voices as they are spoken now. */
  readonly catalogue: Catalogue
  readonly states: () => readonly PackState[]
  /** Looks for changes now. Reports what cannot be read, and never throws. */
  refresh(): Promise<void>
  /** Looks for changes from now on. */
  watch(): void
}

interface KeptPack {
  readonly pack: InstalledPack
  /** Why it does not speak; null while it does. */
  failure: string | null
  /** Whether it is tried again after that. */
  mayRecover: boolean
  /** Whether a trial finds out at the moment if it can still speak. */
  isOnTrial: boolean
  /** Trials since it failed. */
  retries: number
  /** Utterances that it failed to speak. */
  failures: number
  voices: number
  wordTimes: WordTimesSource | null
}

/** Reading two directories costs little, and works where files are not watched: on network file systems, in containers. */
const SCAN_MS = 1000
const MAX_TRIES = 3
/** Doubled after each further trial of a pack that is no server. */
const RETRY_MS = 15_000
const MAX_DOUBLINGS = 6
/** Errors that say nothing about a pack: a server refused one text, or this service is busy. */
const INNOCENT: readonly ErrorCode[] = ['engine.refused', 'pool.overloaded', 'pool.draining']

/** Knows no packs until `refresh`. The caller disposes it before the pool. */
export const createPackKeeper = (config: PackConfig, parts: PackParts): PackKeeper => new Keeper(config, parts)

class Keeper implements PackKeeper {
  readonly #config: PackConfig
  readonly #parts: PackParts
  readonly #prefers: Prefers
  /** By folder; a pack that was installed anew in its folder gets a new entry. */
  readonly #byFolder = new Map<string, KeptPack>()
  readonly #closing = new AbortController()
  #signature = ''
  #catalogue: Catalogue
  #refreshing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Why the packs could not be read the last time. */
  #trouble: string | null = null
  readonly #retries = new Set<NodeJS.Timeout>()

  constructor(config: PackConfig, parts: PackParts) {
    this.#config = config
    this.#parts = parts
    this.#prefers = preferenceOf(config.enginePreference)
    this.#catalogue = parts.embedded
  }

  get catalogue(): Catalogue {
    return this.#catalogue
  }

  readonly states = (): readonly PackState[] =>
    [...this.#byFolder.values()].map(({ pack: { manifest }, failure, failures, voices, wordTimes }) => ({
      name: manifest.name,
      version: manifest.version,
      state: failure === null ? 'in use' : 'failed',
      failures,
      voices,
      wordTimes,
    }))

  isUsable({ base }: EngineVoice): boolean {
    // A removed pack still speaks the rest of its requests, if its engine has it in memory.
    return (this.#byFolder.get(packOfBase(base).folder)?.failure ?? null) === null
  }

  readonly reportFailure: VoiceHealth['reportFailure'] = ({ base }, error) => {
    const kept = this.#byFolder.get(packOfBase(base).folder)
    if (kept === undefined) return
    kept.failures++
    if (kept.failure !== null || kept.isOnTrial || INNOCENT.includes(error.code)) return
    kept.isOnTrial = true
    void this.#judge(kept, error).finally(() => {
      kept.isOnTrial = false
    })
  }

  /** Fails a pack that cannot speak a phrase any more, rather than for a text that it cannot speak. */
  async #judge(kept: KeptPack, error: Error): Promise<void> {
    let failure = error
    // One command has no trial, and need not fail for each utterance.
    if (this.#parts.trial !== undefined) {
      try {
        await (await this.#openTrial(kept.pack))?.()
        return
      } catch (trialError) {
        failure = trialError as Error
      }
    }
    if (this.#isGone(kept) || (isSpeechError(failure) && INNOCENT.includes(failure.code))) return
    this.#fail(kept, failure)
    this.#bind()
    if (kept.mayRecover) this.#retryLater(kept)
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#look().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  watch(): void {
    if (this.#closing.signal.aborted) return
    this.#timer = setTimeout(() => void this.refresh().then(() => this.watch()), SCAN_MS).unref()
  }

  async #look(): Promise<void> {
    try {
      await this.#refresh()
      this.#tellTrouble(null)
    } catch (error) {
      this.#tellTrouble(error as Error)
    }
  }

  /** Once for each error in a row. The server itself reports that no more files can be opened. */
  #tellTrouble(error: NodeJS.ErrnoException | null): void {
    const reason = error?.message ?? null
    if (reason === this.#trouble || isOutOfFiles(error)) return
    this.#trouble = reason
    if (reason !== null) this.#report('error', 'the voice packs cannot be read', { reason })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    for (const retry of this.#retries) clearTimeout(retry)
    await this.#refreshing
  }

  async #refresh(): Promise<void> {
    const folder = packsFolderOf(this.#config)
    const signature = await packSignature(folder)
    if (signature === this.#signature) return
    const { packs, broken } = await scanPacks(folder)
    for (const { folder, message } of broken) this.#report('error', 'a voice pack cannot be used', { folder, message })
    const { voices } = this.#parts.embedded
    const chosen = orderPacks(packs, this.#config.packOrder).filter((pack) => canSpeak(pack, voices, this.#prefers))
    const added = chosen.filter(
      ({ folder, installation }) => this.#byFolder.get(folder)?.pack.installation !== installation,
    )
    const kept = new Map<string, KeptPack>()
    for (const pack of added) kept.set(pack.folder, await this.#add(pack))
    if (this.#closing.signal.aborted) return
    for (const [folder, { pack }] of this.#byFolder) {
      if (!chosen.some((one) => one.folder === folder)) {
        this.#report('info', 'a voice pack was removed', { pack: pack.manifest.name, version: pack.manifest.version })
      }
    }
    const now = chosen.map(({ folder }) => (kept.get(folder) ?? this.#byFolder.get(folder)) as KeptPack)
    this.#byFolder.clear()
    for (const one of now) this.#byFolder.set(one.pack.folder, one)
    this.#bind()
    this.#signature = signature // last: after an error above, the next look starts anew
    for (const one of kept.values()) {
      const { pack, failure, voices } = one
      const fields = { pack: pack.manifest.name, version: pack.manifest.version, voices }
      if (failure === null) this.#report('info', 'a voice pack is in use', fields)
      else if (one.mayRecover) this.#retryLater(one)
    }
  }

  async #add(pack: InstalledPack): Promise<KeptPack> {
    const kept: KeptPack = {
      pack,
      failure: null,
      mayRecover: false,
      isOnTrial: false,
      retries: 0,
      failures: 0,
      voices: 0,
      wordTimes: null,
    }
    try {
      kept.wordTimes = await this.#wordTimesOf(pack)
      await this.#try(pack)
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#fail(kept, error as Error)
    }
    return kept
  }

  async #wordTimesOf({ folder, manifest: { family, speakers } }: InstalledPack): Promise<WordTimesSource> {
    const engine = this.#parts.engineByName.get(ENGINE_OF_FAMILY[family])
    return (await engine?.wordTimes?.(packBase(folder, speakers[0]?.name ?? ''))) ?? 'exact'
  }

  /** Speaks a phrase: a broken or slow pack is found here, and the model is in memory for the first caller. */
  async #try(pack: InstalledPack): Promise<void> {
    const speak = await this.#openTrial(pack)
    if (speak === undefined) return
    if (!isRemote(pack)) await speak() // loads the model
    // A server may be paid for each text, so it speaks one. Other work of the machine slows some tries down.
    const maxTries = isRemote(pack) ? 1 : MAX_TRIES
    let speed = 0
    for (let tries = 0; tries < maxTries && speed <= this.#config.packMinSpeed; tries++) {
      speed = Math.max(speed, await speak())
    }
    if (speed < this.#config.packMinSpeed) {
      throw new Error(`it makes ${speed.toFixed(2)} s of speech a second here, less than HOARFROST_PACKS_LEAST_SPEED`)
    }
  }

  /**
   * A function that speaks a phrase, and returns seconds of speech a second. Undefined if nothing can be spoken for a
   * trial. Both throw if the pack cannot speak.
   */
  async #openTrial({ folder, manifest }: InstalledPack): Promise<(() => Promise<number>) | undefined> {
    const name = ENGINE_OF_FAMILY[manifest.family]
    const engine = this.#parts.engineByName.get(name)
    if (engine === undefined) throw new Error(`this build has no engine ${name}`)
    await engine.check?.()
    const { trial } = this.#parts
    const speaker = manifest.speakers.find(({ language }) => LANGUAGE_MODULES[language].warmUpPhrase !== null)
    if (trial === undefined || speaker === undefined) return undefined
    const engineVoice = { engine: name, base: packBase(folder, speaker.name), timbre: PLAIN, gainDb: speaker.gainDb }
    const phrase = LANGUAGE_MODULES[speaker.language].warmUpPhrase as string
    const tasks = tasksOf(phrase, { language: speaker.language, engineVoice }, trial.planUtterances)
    return () => this.#speedOf(tasks, trial.pool)
  }

  /** Seconds of speech a second. */
  async #speedOf(tasks: readonly SpeechTask[], pool: SpeechPool): Promise<number> {
    using stream = pool.openStream({ engine: (tasks[0] as SpeechTask).voice.engine })
    const startedAt = performance.now()
    let speechS = 0
    for (const task of tasks) {
      for await (const event of stream.speak(task, this.#closing.signal)) {
        if (event.kind === 'audio') speechS += event.samples.length / task.sampleRateHz
      }
    }
    if (speechS === 0) throw new Error('it produces no audio')
    return (1000 * speechS) / (performance.now() - startedAt)
  }

  #fail(kept: KeptPack, error: Error): void {
    kept.failure = error.message
    kept.mayRecover = isRemote(kept.pack) || mayPass(error)
    const { name: pack, version } = kept.pack.manifest
    const reason = error.message
    this.#report('error', 'a voice pack failed; the embedded engines speak its voices', { pack, version, reason })
  }

  #retryLater(kept: KeptPack): void {
    const waitMs = isRemote(kept.pack) ? RETRY_MS : RETRY_MS * 2 ** Math.min(kept.retries, MAX_DOUBLINGS)
    const retry = setTimeout(() => {
      this.#retries.delete(retry)
      void this.#retry(kept)
    }, waitMs).unref()
    this.#retries.add(retry)
  }

  async #retry(kept: KeptPack): Promise<void> {
    if (this.#isGone(kept)) return
    const { pack } = kept
    kept.retries++
    try {
      kept.wordTimes ??= await this.#wordTimesOf(pack)
      await this.#try(pack)
    } catch (error) {
      if (this.#isGone(kept)) return
      if (isRemote(pack) || mayPass(error as Error)) return this.#retryLater(kept)
      return this.#fail(kept, error as Error)
    }
    if (this.#isGone(kept)) return
    kept.failure = null
    kept.retries = 0
    this.#bind()
    const { name, version } = pack.manifest
    this.#report('info', 'a voice pack is in use again', { pack: name, version, voices: kept.voices })
  }

  /** Whether the pack was removed or installed anew, or the service ends. */
  #isGone(kept: KeptPack): boolean {
    return this.#closing.signal.aborted || this.#byFolder.get(kept.pack.folder) !== kept
  }

  /** Makes the catalogue of the packs that work. */
  #bind(): void {
    const { embedded } = this.#parts
    const usable = [...this.#byFolder.values()].filter(({ failure }) => failure === null)
    const bound = bindPacks(
      embedded.voices,
      usable.map(({ pack }) => pack),
      this.#prefers,
    )
    for (const kept of this.#byFolder.values()) kept.voices = 0
    const voices = embedded.voices.map((voice) => {
      const own = bound.get(voice)
      if (own === undefined) return voice
      const kept = this.#byFolder.get(own.pack.folder) as KeptPack
      kept.voices++
      const hasEstimatedTimes = kept.wordTimes === 'estimated' || undefined
      return { ...own.voice, engineVoice: { ...own.voice.engineVoice, hasEstimatedTimes } }
    })
    this.#catalogue = usable.length === 0 ? embedded : createCatalogue(voices)
  }

  #report(level: PackReport['level'], message: string, fields: object): void {
    this.#parts.report({ level, message, fields })
  }
}

const isRemote = ({ manifest: { family } }: InstalledPack): boolean => family === 'remote'

/** Whether a trial that failed may succeed later: the pack itself may be right. */
const mayPass = (error: Error): boolean =>
  (isSpeechError(error) && !ERROR_CODES[error.code].permanent) || isOutOfFiles(error) || isOutOfFiles(error.cause)

const isOutOfFiles = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

const PLAIN = { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
