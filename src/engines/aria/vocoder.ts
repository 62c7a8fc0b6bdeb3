import type { Network } from '../onnx-network.ts'
import { clearFiltersInPlace } from './clear-voice.ts'
import { FILTER_WIDTH, FRAMES_PER_WINDOW, HOP } from './frame-sizes.ts'
import type { FrameTrack } from './frame-track.ts'
import { MEL_BINS } from './frame-track.ts'
import { HarmonicNoiseSynth } from './harmonic-noise-synth.ts'

/** Of the filter network: frames before and after a frame that it needs, and the state kept between runs. */
export interface VocoderShape {
  readonly framesBefore: number
  readonly framesAfter: number
  readonly stateDims: readonly number[]
}

/** Frames per run: few for early first audio, then more, since each run reads all weights. */
const FRAMES_PER_RUN = { first: 4, max: 32 } as const
const RUN_GROWTH = 2
/** Frames after a frame that its sources need. */
const SOURCE_FRAMES_AFTER = 2
/** Hops of an utterance before its first frame. */
const HOPS_BEFORE = FRAMES_PER_WINDOW / 2

/** Of the last run in this thread; used before another one can begin. */
const filters = new Float32Array(FRAMES_PER_RUN.max * FILTER_WIDTH)

/**
 * Converts the frames of one utterance to samples, run by run. How the runs are cut changes the output by rounding only,
 * some -40 dB.
 */
export class Vocoder {
  readonly #network: Network
  readonly #shape: VocoderShape
  readonly #synth = new HarmonicNoiseSynth()
  readonly #output = new Float32Array((FRAMES_PER_RUN.max + 1) * HOP)
  #state: Float32Array
  /** Receives the state after a run. */
  #nextState: Float32Array
  #frame = 0
  #framesPerRun: number = FRAMES_PER_RUN.first

  constructor(network: Network, shape: VocoderShape) {
    this.#network = network
    this.#shape = shape
    this.#state = new Float32Array(shape.stateDims.reduce((product, size) => product * size, 1))
    this.#nextState = new Float32Array(this.#state.length)
  }

  /** The next frame; frames more than `framesBefore` before it are no longer needed. */
  get frame(): number {
    return this.#frame
  }

  /**
   * Synthesizes all frames whose neighbours are known, and the rest if `isLast`. Passes samples in a reused buffer;
   * stops and returns false when `take` returns false.
   */
  async speak(track: FrameTrack, isLast: boolean, take: (samples: Float32Array) => Promise<boolean>): Promise<boolean> {
    const ahead = Math.max(this.#shape.framesAfter, SOURCE_FRAMES_AFTER)
    const end = isLast ? track.length : track.length - ahead
    while (this.#frame < end) {
      const count = Math.min(this.#framesPerRun, end - this.#frame)
      const isEnd = isLast && this.#frame + count === end
      await this.#findFilters(track, count)
      const samples = this.#synthesize(track, count, isEnd)
      if (samples.length > 0 && !(await take(samples))) return false
      this.#framesPerRun = Math.min(this.#framesPerRun * RUN_GROWTH, FRAMES_PER_RUN.max)
    }
    return true
  }

  async #findFilters(track: FrameTrack, count: number): Promise<void> {
    const { framesBefore, framesAfter, stateDims } = this.#shape
    const width = framesBefore + count + framesAfter
    const mel = new Float32Array(MEL_BINS * width)
    const pitch = new Float32Array(width)
    const voiced = new Float32Array(width)
    for (let i = 0; i < width; i++) {
      const frame = this.#frame - framesBefore + i
      const voicing = track.voicingAt(frame)
      pitch[i] = voicing.pitchHz
      voiced[i] = voicing.voiced
      for (let bin = 0; bin < MEL_BINS; bin++) mel[bin * width + i] = track.melAt(frame, bin)
    }
    const inputs = {
      mel: { data: mel, dims: [1, MEL_BINS, width] },
      f0: { data: pitch, dims: [1, width] },
      v: { data: voiced, dims: [1, width] },
      state: { data: this.#state, dims: stateDims },
    }
    const outputs = {
      filt: { data: filters.subarray(0, count * FILTER_WIDTH), dims: [1, count, FILTER_WIDTH] },
      state_out: { data: this.#nextState, dims: stateDims },
    }
    await this.#network.runInto(inputs, outputs)
    ;[this.#state, this.#nextState] = [this.#nextState, this.#state]
  }

  #synthesize(track: FrameTrack, count: number, isEnd: boolean): Float32Array {
    if (this.#frame === 0) this.#synth.restart(track.voicingAt(0), track.voicingAt(1))
    let filled = 0
    for (let i = 0; i < count; i++, this.#frame++) {
      const [next, afterNext] = [track.voicingAt(this.#frame + 1), track.voicingAt(this.#frame + 2)]
      if (track.voicingAt(this.#frame).isSonorant) clearFiltersInPlace(filters, i * FILTER_WIDTH)
      this.#synth.add(filters, i * FILTER_WIDTH, next, afterNext, this.#output, filled)
      if (this.#frame >= HOPS_BEFORE) filled += HOP
    }
    if (isEnd) {
      this.#synth.writeHop(this.#output, filled)
      filled += HOP
    }
    return this.#output.subarray(0, filled)
  }
}

/** Samples of an utterance with this many frames: from the centre of the first to that of the last. */
export const samplesOfFrames = (frames: number): number => Math.max(frames - 1, 0) * HOP
