import { openModel } from './open-model.ts'
import type { PackFolder } from './pack-folder.ts'
import type { PackModel } from './pack-model.ts'

/** How much memory the models of a thread may take. */
export interface ModelLimits {
  /**
   * Models in memory at a time; more only while more are in use. Of those that are not in use, the one that was not
   * used for longest is released for another.
   */
  readonly maxModels: number
  /** A model that was not used for this long is released. */
  readonly idleMs: number
}

/** A model in memory, with the speed that was measured of it. */
export interface OpenModel {
  readonly model: PackModel
  /** Real-time factor of the last phrases: seconds of work for a second of speech. */
  rtf: number
}

interface Entry {
  readonly installation: string | undefined
  readonly opening: Promise<OpenModel>
  uses: number
  isDropped: boolean
  /** Drops the model when it was not used for long; undefined while it is in use. */
  idle: NodeJS.Timeout | undefined
}

/** The models of the packs that one thread speaks. Each is loaded when it is first used. */
export class OpenModels implements Disposable {
  readonly #limits: ModelLimits
  /** In the order of their last use. */
  readonly #byFolder = new Map<string, Entry>()

  constructor(limits: ModelLimits) {
    this.#limits = Object.freeze({ ...limits })
  }

  /** Calls `use` with the pack's model. If it throws, the model is released, and opened anew for the next use. */
  async use<T>(pack: PackFolder, use: (open: OpenModel) => Promise<T>): Promise<T> {
    const { folder } = pack
    const entry = this.#known(pack) ?? this.#open(pack)
    this.#begin(folder, entry)
    try {
      return await use(await entry.opening)
    } catch (error) {
      this.#drop(folder, entry)
      throw error
    } finally {
      this.#end(folder, entry)
    }
  }

  get size(): number {
    return this.#byFolder.size
  }

  [Symbol.dispose](): void {
    for (const [folder, entry] of this.#byFolder) this.#drop(folder, entry)
  }

  /** Takes out the model of a pack that was installed anew. */
  #known({ folder, installation }: PackFolder): Entry | undefined {
    const entry = this.#byFolder.get(folder)
    if (entry === undefined || entry.installation === installation) return entry
    this.#drop(folder, entry)
    return undefined
  }

  #open(pack: PackFolder): Entry {
    this.#reduceTo(this.#limits.maxModels - 1)
    const opening = openModel(pack).then((model) => ({ model, rtf: model.defaultRtf }))
    return { installation: pack.installation, opening, uses: 0, isDropped: false, idle: undefined }
  }

  #begin(folder: string, entry: Entry): void {
    entry.uses++
    clearTimeout(entry.idle)
    this.#byFolder.delete(folder)
    this.#byFolder.set(folder, entry)
  }

  #end(folder: string, entry: Entry): void {
    entry.uses--
    if (entry.uses > 0) return
    if (entry.isDropped) return this.#release(entry)
    entry.idle = setTimeout(() => this.#drop(folder, entry), this.#limits.idleMs).unref()
    this.#byFolder.delete(folder)
    this.#byFolder.set(folder, entry)
    this.#reduceTo(this.#limits.maxModels)
  }

  /** Drops models until there are so many. Those in use stay: their next use would load them a second time. */
  #reduceTo(count: number): void {
    const unused = [...this.#byFolder].filter(([, { uses }]) => uses === 0)
    for (const [folder, entry] of unused.slice(0, Math.max(0, this.#byFolder.size - count))) this.#drop(folder, entry)
  }

  /** Takes the model out; it is released when nobody uses it. */
  #drop(folder: string, entry: Entry): void {
    clearTimeout(entry.idle)
    if (this.#byFolder.get(folder) === entry) this.#byFolder.delete(folder)
    entry.isDropped = true
    if (entry.uses === 0) this.#release(entry)
  }

  #release({ opening }: Entry): void {
    opening.then(({ model }) => model.release()).catch(() => {}) // it was not opened
  }
}
