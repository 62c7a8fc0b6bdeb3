// Plays samples that arrive while it plays. Runs in the thread of the audio output.

interface Chunk {
  /** Place of its first sample in the whole. */
  readonly start: number
  readonly samples: Float32Array
}

declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof PcmPlayer): void
declare const currentTime: number

export type ToWorklet =
  | { readonly kind: 'samples'; readonly samples: Float32Array }
  | { readonly kind: 'finish' }
  | { readonly kind: 'seek'; readonly sample: number }
  | { readonly kind: 'dispose' }

/** The sample that is played next at a time of the AudioContext, and whether playing goes on from there. */
export interface FromWorklet {
  readonly sample: number
  readonly contextTimeS: number
  readonly isMoving: boolean
  readonly isEnded: boolean
}

const QUANTA_PER_REPORT = 8

class PcmPlayer extends AudioWorkletProcessor {
  readonly #chunks: Chunk[] = []
  #total = 0
  #position = 0
  #isFinished = false
  #isDisposed = false
  #quanta = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => {
      if (data.kind === 'samples') {
        this.#chunks.push({ start: this.#total, samples: data.samples })
        this.#total += data.samples.length
      } else if (data.kind === 'seek') this.#position = Math.min(data.sample, this.#total)
      else if (data.kind === 'finish') this.#isFinished = true
      else this.#isDisposed = true
    }
  }

  process(_inputs: unknown, [[output]]: [[Float32Array]]): boolean {
    const from = this.#position
    this.#fill(output)
    if (this.#quanta++ % QUANTA_PER_REPORT === 0) {
      const isEnded = this.#isFinished && this.#position === this.#total
      const report: FromWorklet = { sample: from, contextTimeS: currentTime, isMoving: this.#position > from, isEnded }
      this.port.postMessage(report)
    }
    return !this.#isDisposed
  }

  /** What has not arrived yet is silence. */
  #fill(output: Float32Array): void {
    let filled = 0
    let i = this.#indexAt(this.#position)
    while (filled < output.length && i < this.#chunks.length) {
      const { start, samples } = this.#chunks[i++] as Chunk
      const part = samples.subarray(this.#position - start, this.#position - start + output.length - filled)
      output.set(part, filled)
      filled += part.length
      this.#position += part.length
    }
  }

  /** The chunk that contains a sample, by halving. */
  #indexAt(sample: number): number {
    let [low, high] = [0, this.#chunks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const { start, samples } = this.#chunks[middle] as Chunk
      if (start + samples.length <= sample) low = middle + 1
      else high = middle
    }
    return low
  }
}

registerProcessor('pcm-player', PcmPlayer)
