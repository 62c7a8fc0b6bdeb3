import type { PackHealth, PackState } from '../app/pack-fallback.ts'
import type { Clock } from '../core/clock.ts'
import type { Engine, WordTimesSource } from '../core/engine.ts'
import { ENGINE_OF_FAMILY, type InstalledPack, packBase, packOfBase } from '../core/pack.ts'
import type { SpeechJob, SpeechPool } from '../core/speech.ts'
import type { Catalogue, EngineVoice } from '../core/voice.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { orderPacks, packSignature, scanPacks } from '../packs/installed-packs.ts'
import { createCatalogue } from '../voices/catalogue.ts'
import { bindPacks } from '../voices/pack-voices.ts'
import type { Config } from './config.ts'
import { packsFolderOf } from './packs-folder.ts'
import type { PlanUtterances } from './planner.ts'
import { jobsOf } from './warm-up.ts'

type PackConfig = Pick<Config, 'dataDir' | 'packOrder' | 'packLeastSpeed' | 'enginePreference'>

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
export interface PackKeeper extends PackHealth, AsyncDisposable {
  /** The voices as they are spoken now. */
  readonly catalogue: Catalogue
  readonly states: () => readonly PackState[]
  /** Looks for changes now. */
  refresh(): Promise<void>
  /** Looks for changes from now on. */
  watch(): void
}

interface KeptPack {
  readonly pack: InstalledPack
  /** Why it does not speak; null while it does. */
  failure: string | null
  /** Times of crashes, in milliseconds. */
  crashes: number[]
  failures: number
  voices: number
  wordTimes: WordTimesSource | null
}

/** Reading two directories costs little, and works where files are not watched: on network file systems, in containers. */
const SCAN_MS = 1000
const MOST_CRASHES = 2
const MOST_TRIES = 3
const CRASH_MEMORY_MS = 600_000
/** A server that failed is tried again after this long; files that failed stay as they are. */
const REMOTE_RETRY_MS = 15_000

/** Knows no packs until `refresh`. The caller disposes it before the pool. */
export const createPackKeeper = (config: PackConfig, parts: PackParts): PackKeeper => new Keeper(config, parts)

class Keeper implements PackKeeper {
  readonly #config: PackConfig
  readonly #parts: PackParts
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

  readonly reportFailure: PackHealth['reportFailure'] = ({ base }, error, isHeard) => {
    const kept = this.#byFolder.get(packOfBase(base).folder)
    if (kept === undefined || kept.failure !== null) return
    kept.failures++
    const now = this.#parts.clock().getTime()
    // The pool has retried an utterance that was not heard: it crashed twice.
    const crashes = error.code !== 'engine.crashed' || !isHeard ? [now, now] : [now]
    kept.crashes = [...kept.crashes.filter((at) => now - at < CRASH_MEMORY_MS), ...crashes]
    if (kept.crashes.length < MOST_CRASHES) return
    this.#fail(kept, error.message)
    this.#bind()
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  watch(): void {
    this.#timer = setTimeout(() => void this.#look(), SCAN_MS).unref()
  }

  async #look(): Promise<void> {
    try {
      await this.refresh()
      this.#tellTrouble(null)
    } catch (error) {
      this.#tellTrouble(error as Error)
    }
    if (!this.#closing.signal.aborted) this.watch()
  }

  /** Once for each error in a row. The server itself reports that no more files can be opened. */
  #tellTrouble(error: NodeJS.ErrnoException | null): void {
    const reason = error?.message ?? null
    if (reason === this.#trouble || error?.code === 'EMFILE' || error?.code === 'ENFILE') return
    this.#trouble = reason
    if (reason !== null) this.#report('error', 'the voice packs cannot be read', { reason })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    for (const retry of this.#retries) clearTimeout(retry)
    await this.#refreshing?.catch(() => {})
  }

  async #refresh(): Promise<void> {
    const folder = packsFolderOf(this.#config)
    const signature = await packSignature(folder)
    if (signature === this.#signature) return
    this.#signature = signature
    const { packs, broken } = await scanPacks(folder)
    for (const { folder, message } of broken) this.#report('error', 'a voice pack cannot be used', { folder, message })
    const chosen = this.#isOff ? [] : orderPacks(packs, this.#config.packOrder)
    const added = chosen.filter((pack) => !this.#byFolder.has(pack.folder))
    const kept = new Map<string, KeptPack>()
    for (const pack of added) kept.set(pack.folder, await this.#add(pack))
    if (this.#closing.signal.aborted) return
    for (const [folder, { pack }] of this.#byFolder) {
      if (!chosen.some((one) => one.folder === folder)) {
        this.#report('info', 'a voice pack is gone', { pack: pack.manifest.name, version: pack.manifest.version })
      }
    }
    const now = chosen.map(({ folder }) => (kept.get(folder) ?? this.#byFolder.get(folder)) as KeptPack)
    this.#byFolder.clear()
    for (const one of now) this.#byFolder.set(one.pack.folder, one)
    this.#bind()
    for (const { pack, failure, voices } of kept.values()) {
      const fields = { pack: pack.manifest.name, version: pack.manifest.version, voices }
      if (failure === null) this.#report('info', 'a voice pack speaks from now on', fields)
    }
  }

  get #isOff(): boolean {
    return !Object.values(ENGINE_OF_FAMILY).some((name) => this.#config.enginePreference.includes(name))
  }

  async #add(pack: InstalledPack): Promise<KeptPack> {
    const kept: KeptPack = { pack, failure: null, crashes: [], failures: 0, voices: 0, wordTimes: null }
    try {
      kept.wordTimes = await this.#wordTimesOf(pack)
      await this.#try(pack)
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#fail(kept, (error as Error).message)
    }
    return kept
  }

  async #wordTimesOf({ folder, manifest: { family, speakers } }: InstalledPack): Promise<WordTimesSource> {
    const engine = this.#parts.engineByName.get(ENGINE_OF_FAMILY[family])
    return (await engine?.wordTimes?.(packBase(folder, speakers[0]?.name ?? ''))) ?? 'exact'
  }

  /** Speaks a phrase: a broken or slow pack is found here, and the model is in memory for the first caller. */
  async #try({ folder, manifest }: InstalledPack): Promise<void> {
    const name = ENGINE_OF_FAMILY[manifest.family]
    const engine = this.#parts.engineByName.get(name)
    if (engine === undefined) throw new Error(`this build has no engine ${name}`)
    await engine.check?.()
    const { trial } = this.#parts
    const speaker = manifest.speakers.find(({ language }) => LANGUAGE_MODULES[language].warmUpPhrase !== null)
    if (trial === undefined || speaker === undefined) return
    const engineVoice = { engine: name, base: packBase(folder, speaker.name), timbre: PLAIN, gainDb: speaker.gainDb }
    const phrase = LANGUAGE_MODULES[speaker.language].warmUpPhrase as string
    const jobs = jobsOf(phrase, { language: speaker.language, engineVoice }, trial.planUtterances)
    await this.#speedOf(jobs, trial.pool) // loads the model
    let speed = 0
    // Other work of the machine slows some tries down.
    for (let tries = 0; tries < MOST_TRIES && speed <= this.#config.packLeastSpeed; tries++) {
      speed = Math.max(speed, await this.#speedOf(jobs, trial.pool))
    }
    if (speed === 0) throw new Error('it makes no sound')
    if (speed < this.#config.packLeastSpeed) {
      throw new Error(`it makes ${speed.toFixed(2)} s of speech a second here, less than HOARFROST_PACKS_LEAST_SPEED`)
    }
  }

  /** Seconds of speech a second. */
  async #speedOf(jobs: readonly SpeechJob[], pool: SpeechPool): Promise<number> {
    using stream = pool.openStream((jobs[0] as SpeechJob).voice.engine)
    const startedAt = performance.now()
    let speechS = 0
    for (const job of jobs) {
      for await (const event of stream.speak(job, this.#closing.signal)) {
        if (event.kind === 'audio') speechS += event.samples.length / job.sampleRateHz
      }
    }
    return (1000 * speechS) / (performance.now() - startedAt)
  }

  #fail(kept: KeptPack, reason: string): void {
    kept.failure = reason
    const { name: pack, version } = kept.pack.manifest
    this.#report('error', 'a voice pack failed; the embedded engines speak its voices', { pack, version, reason })
    if (kept.pack.manifest.family === 'remote') this.#retryLater(kept)
  }

  #retryLater(kept: KeptPack): void {
    const retry = setTimeout(() => {
      this.#retries.delete(retry)
      void this.#retry(kept)
    }, REMOTE_RETRY_MS).unref()
    this.#retries.add(retry)
  }

  async #retry(kept: KeptPack): Promise<void> {
    const { pack } = kept
    const isGone = (): boolean => this.#closing.signal.aborted || this.#byFolder.get(pack.folder) !== kept
    if (isGone()) return
    try {
      await this.#try(pack)
    } catch {
      return this.#retryLater(kept)
    }
    if (isGone()) return
    kept.failure = null
    kept.crashes = []
    this.#bind()
    const { name, version } = pack.manifest
    this.#report('info', 'a voice pack speaks again', { pack: name, version, voices: kept.voices })
  }

  /** Makes the catalogue of the packs that work. */
  #bind(): void {
    const { embedded } = this.#parts
    const usable = [...this.#byFolder.values()].filter(({ failure }) => failure === null)
    const bound = bindPacks(
      embedded.voices,
      usable.map(({ pack }) => pack),
    )
    for (const kept of this.#byFolder.values()) kept.voices = 0
    const voices = embedded.voices.map((voice) => {
      const own = bound.get(voice)
      if (own === undefined || !this.#prefers(own.voice.engineVoice.engine, voice.engineVoice.engine)) return voice
      ;(this.#byFolder.get(own.pack.folder) as KeptPack).voices++
      return own.voice
    })
    this.#catalogue = usable.length === 0 ? embedded : createCatalogue(voices)
  }

  #prefers(engine: string, other: string): boolean {
    const rank = (name: string): number => (this.#config.enginePreference as readonly string[]).indexOf(name)
    return rank(engine) >= 0 && (rank(other) < 0 || rank(engine) < rank(other))
  }

  #report(level: PackReport['level'], message: string, fields: object): void {
    this.#parts.report({ level, message, fields })
  }
}

const PLAIN = { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
