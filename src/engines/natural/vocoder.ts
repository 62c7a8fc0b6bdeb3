import type { Network } from '../onnx-network.ts'
import { WINDOW } from '../spectra/frame-layout.ts'
import { FEATURES, FILTER_WIDTH, HOP } from './frame-sizes.ts'
import type { PredictedPhrase } from './front.ts'
import { NO_HZ } from './pitch-track.ts'
import { Synth } from './synth.ts'

/** Frames before and after a frame that the network sees. */
const FRAMES_AROUND = 17
/** Numbers of a frame beside its features: pitch, whether it is voiced, whether it is of the phrase. */
const VOICE_WIDTH = 3
const BEFORE_FRAMES = 2
const BLOCKS = 8
const STATE_FRAMES = 4
const CHANNELS = 448
/** Frames per run: few for early first audio, then twice as many each time, since each run reads all weights. */
export interface FramesPerRun {
  readonly first: number
  /** At most 64. */
  readonly max: number
}
const FRAMES_PER_RUN = { first: 12, max: 64 } as const satisfies FramesPerRun
const RUN_GROWTH = 2

/** Results of the last run in this thread: used before another one can end. */
const filters = new Float32Array(FRAMES_PER_RUN.max * FILTER_WIDTH)
const output = new Float32Array((FRAMES_PER_RUN.max + 2) * HOP)
const NOTHING = new Float32Array(0)

/** What the vocoder's layers keep of the frames before a run. */
interface State {
  readonly before: Float32Array
  readonly blocks: Float32Array
}

const newState = (): State => ({
  before: new Float32Array(BEFORE_FRAMES * (FEATURES + VOICE_WIDTH)),
  blocks: new Float32Array(BLOCKS * STATE_FRAMES * CHANNELS),
})

/** A part of a phrase, in frames. */
export interface FrameRange {
  readonly from: number
  readonly to: number
}

/**
 * Makes the samples of a phrase, from the centre of the first frame of a range to that of its last. Passes samples in a
 * reused buffer; stops and returns false when `take` returns false.
 */
export type SpeakFrames = (
  network: Network,
  phrase: PredictedPhrase,
  range: FrameRange,
  take: (samples: Float32Array) => Promise<boolean>,
) => Promise<boolean>

/** By our own vocoder, run by run. How the runs are cut does not change the samples. */
export async function speakFrames(
  network: Network,
  phrase: PredictedPhrase,
  { from, to }: FrameRange,
  take: (samples: Float32Array) => Promise<boolean>,
  { first, max }: FramesPerRun = FRAMES_PER_RUN,
): Promise<boolean> {
  const synth = new Synth(phrase.pitch, from)
  const runs = new VocoderRuns(network, phrase)
  let skipped = WINDOW / 2
  for (let frame = from, count = first; frame < to; frame += count, count *= RUN_GROWTH) {
    count = Math.min(count, max, to - frame)
    await runs.run(frame, count)
    let filled = 0
    for (let i = 0; i < count; i++, filled += HOP) synth.add(filters, i * FILTER_WIDTH, output, filled)
    if (frame + count === to) {
      synth.writeHop(output, filled)
      filled += WINDOW / 2 - HOP
    }
    const start = Math.min(skipped, filled)
    skipped -= start
    if (!(await take(output.subarray(start, filled)))) return false
  }
  return true
}

/** The runs of the network over a phrase. Its inputs are its own: the runtime reads them after other phrases' runs began. */
class VocoderRuns {
  readonly #network: Network
  readonly #scales: Float32Array
  /** Frames of the phrase, with FRAMES_AROUND of silence at both ends. */
  readonly #features: Float32Array
  readonly #voice: Float32Array
  #state: State | undefined
  /** Receives the state after a run. */
  #nextState = newState()

  constructor(network: Network, { features, scales, pitch }: PredictedPhrase) {
    this.#network = network
    this.#scales = scales
    const frames = pitch.length + 2 * FRAMES_AROUND
    this.#features = new Float32Array(frames * FEATURES)
    this.#features.set(features, FRAMES_AROUND * FEATURES)
    this.#voice = new Float32Array(frames * VOICE_WIDTH)
    for (let i = 0; i < frames; i++) {
      const frame = i - FRAMES_AROUND
      const voiced = pitch.voicedAt(frame)
      this.#voice[i * VOICE_WIDTH] = 2 * voiced * Math.log(pitch.hzAt(frame) / NO_HZ)
      this.#voice[i * VOICE_WIDTH + 1] = voiced * 2 - 1
      this.#voice[i * VOICE_WIDTH + 2] = frame >= 0 && frame < pitch.length ? 1 : 0
    }
  }

  /** Writes the filters of `count` frames from `frame` on. The first run may begin anywhere, each later one where the one before ended. */
  async run(frame: number, count: number): Promise<void> {
    const state = this.#state
    const first = state === undefined ? frame : frame + 2 * FRAMES_AROUND
    const end = frame + count + 2 * FRAMES_AROUND
    const next = this.#nextState
    await this.#network.runInto(
      {
        features: { data: this.#features.subarray(first * FEATURES, end * FEATURES), dims: [1, end - first, FEATURES] },
        voice: {
          data: this.#voice.subarray(first * VOICE_WIDTH, end * VOICE_WIDTH),
          dims: [1, end - first, VOICE_WIDTH],
        },
        scales: { data: this.#scales, dims: [BLOCKS, 2 * CHANNELS] },
        before: { data: state?.before ?? NOTHING, dims: [1, state ? BEFORE_FRAMES : 0, FEATURES + VOICE_WIDTH] },
        states: { data: state?.blocks ?? NOTHING, dims: [BLOCKS, state ? STATE_FRAMES : 0, CHANNELS] },
      },
      {
        filters: { data: filters.subarray(0, count * FILTER_WIDTH), dims: [1, count, FILTER_WIDTH] },
        before_after: { data: next.before, dims: [1, BEFORE_FRAMES, FEATURES + VOICE_WIDTH] },
        states_after: { data: next.blocks, dims: [BLOCKS, STATE_FRAMES, CHANNELS] },
      },
    )
    this.#nextState = state ?? newState()
    this.#state = next
  }
}
