import type { NeuralModel } from './neural-model.ts'
import { openModel } from './open-model.ts'
import type { PackFolder } from './pack-folder.ts'

/** How much memory the models of a thread may take. */
export interface ModelLimits {
  /** Models in memory at a time. The one that was not used for longest is released for another. */
  readonly mostModels: number
  /** A model that was not used for this long is released. */
  readonly idleMs: number
}

/** A model in memory, with the speed that was measured of it. */
export interface OpenModel {
  readonly model: NeuralModel
  /** Real-time factor of the last phrases: seconds of work for a second of speech. */
  rtf: number
}

interface Entry {
  readonly opening: Promise<OpenModel>
  uses: number
  isDropped: boolean
  usedAt: number
}

/** The models of the packs that one thread speaks. Each is loaded when it is first used. */
export class OpenModels implements Disposable {
  readonly #limits: ModelLimits
  readonly #byFolder = new Map<string, Entry>()
  #sweep: NodeJS.Timeout | undefined

  constructor(limits: ModelLimits) {
    this.#limits = Object.freeze({ ...limits })
  }

  /** Calls `use` with the pack's model. If it throws, the model is released, and opened anew for the next use. */
  async use<T>(pack: PackFolder, use: (open: OpenModel) => Promise<T>): Promise<T> {
    const entry = this.#byFolder.get(pack.folder) ?? this.#add(pack)
    entry.uses++
    try {
      return await use(await entry.opening)
    } catch (error) {
      this.#drop(pack.folder, entry)
      throw error
    } finally {
      entry.uses--
      entry.usedAt = performance.now()
      this.#releaseUnused(entry)
      this.#sweepLater()
    }
  }

  get size(): number {
    return this.#byFolder.size
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#sweep)
    for (const [folder, entry] of this.#byFolder) this.#drop(folder, entry)
  }

  #add(pack: PackFolder): Entry {
    this.#makeRoom()
    const opening = openModel(pack).then((model) => ({ model, rtf: model.usualRtf }))
    const entry: Entry = { opening, uses: 0, isDropped: false, usedAt: performance.now() }
    this.#byFolder.set(pack.folder, entry)
    return entry
  }

  #makeRoom(): void {
    while (this.#byFolder.size >= this.#limits.mostModels) {
      const [oldest] = [...this.#byFolder].toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
      if (oldest === undefined) return
      this.#drop(...oldest)
    }
  }

  /** Takes the model out; it is released when nobody uses it. */
  #drop(folder: string, entry: Entry): void {
    if (this.#byFolder.get(folder) === entry) this.#byFolder.delete(folder)
    entry.isDropped = true
    this.#releaseUnused(entry)
  }

  #releaseUnused(entry: Entry): void {
    if (!entry.isDropped || entry.uses > 0) return
    entry.opening.then(({ model }) => model.release()).catch(() => {}) // it was not opened
  }

  #sweepLater(): void {
    clearTimeout(this.#sweep)
    if (this.#byFolder.size === 0) return
    this.#sweep = setTimeout(() => {
      const longAgo = performance.now() - this.#limits.idleMs
      for (const [folder, entry] of this.#byFolder) {
        if (entry.uses === 0 && entry.usedAt <= longAgo) this.#drop(folder, entry)
      }
      this.#sweepLater()
    }, this.#limits.idleMs).unref()
  }
}
