/**
 * Mono 16-bit audio that its last reader takes. Taking may transfer the memory to a thread or reuse it, so whoever passed the
 * audio on cannot read it any more; its length stays known.
 */
export class Samples {
  readonly length: number
  #samples: Int16Array | undefined

  constructor(samples: Int16Array) {
    this.length = samples.length
    this.#samples = samples
  }

  /** The samples, to be changed, kept or transferred. Throws if they were taken. */
  take(): Int16Array {
    const samples = this.#read()
    this.#samples = undefined
    return samples
  }

  /** For a reader besides the one who takes them. Throws if they were taken. */
  copy(): Samples {
    return new Samples(this.#read().slice())
  }

  #read(): Int16Array {
    if (this.#samples === undefined) throw new Error('the samples have been taken')
    return this.#samples
  }
}
