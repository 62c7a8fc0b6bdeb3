import type { Network } from '../onnx-network.ts'
import { WINDOW } from '../spectra/frame-synth.ts'
import { FEATURES, FILTER_WIDTH, HOP } from './frame-sizes.ts'
import type { PredictedPhrase } from './front.ts'
import { Synth } from './synth.ts'

/** Frames before and after a frame that the network sees. */
const FRAMES_AROUND = 17
/** Numbers of a frame beside its features: pitch, whether it is voiced, whether it is of the phrase. */
const VOICE_WIDTH = 3
const BEFORE_FRAMES = 2
const BLOCKS = 8
const STATE_FRAMES = 4
const CHANNELS = 448
const REFERENCE_HZ = 160
/** Frames per run: few for early first audio, then more, since each run reads all weights. */
const FRAMES_PER_RUN = { first: 12, most: 64 } as const
const RUN_GROWTH = 2

const RUN_INPUT = FRAMES_PER_RUN.most + 2 * FRAMES_AROUND
/** Of the last run in this thread; used before another one can begin. */
const filters = new Float32Array(FRAMES_PER_RUN.most * FILTER_WIDTH)
const output = new Float32Array((FRAMES_PER_RUN.most + 2) * HOP)
const features = new Float32Array(RUN_INPUT * FEATURES)
const voice = new Float32Array(RUN_INPUT * VOICE_WIDTH)

/** The vocoder's state between runs. */
interface State {
  readonly before: Float32Array
  readonly blocks: Float32Array
}

/** A part of a phrase, in frames. */
export interface FrameRange {
  readonly from: number
  readonly to: number
}

/**
 * Makes the samples of a phrase, from the centre of its first frame to that of the last of a range, run by run. How the
 * runs are cut does not change them. Passes samples in a reused buffer; stops and returns false when `take` returns
 * false.
 */
export async function speakFrames(
  network: Network,
  phrase: PredictedPhrase,
  { from, to }: FrameRange,
  take: (samples: Float32Array) => Promise<boolean>,
): Promise<boolean> {
  const synth = new Synth(phrase.pitch, from)
  let state: State | undefined
  let skipped = WINDOW / 2
  let count = Math.min(FRAMES_PER_RUN.first, to - from)
  for (
    let frame = from;
    frame < to;
    frame += count, count = Math.min(count * RUN_GROWTH, FRAMES_PER_RUN.most, to - frame)
  ) {
    const isFirst = state === undefined
    const firstInput = isFirst ? frame - FRAMES_AROUND : frame + FRAMES_AROUND
    state = await runNetwork(network, phrase, { from: firstInput, to: frame + count + FRAMES_AROUND }, count, state)
    let filled = 0
    for (let i = 0; i < count; i++, filled += HOP) synth.add(filters, i * FILTER_WIDTH, output, filled)
    if (frame + count === to) {
      synth.writeHop(output, filled)
      filled += Math.min(HOP, WINDOW / 2 - HOP)
    }
    const start = Math.min(skipped, filled)
    skipped -= start
    if (filled > start && !(await take(output.subarray(start, filled)))) return false
  }
  return true
}

async function runNetwork(
  network: Network,
  { features: all, scales, pitch }: PredictedPhrase,
  { from, to }: FrameRange,
  count: number,
  state: State | undefined,
): Promise<State> {
  const length = to - from
  for (let i = 0; i < length; i++) {
    const frame = from + i
    const isInside = frame >= 0 && frame < pitch.length
    const voiced = pitch.voicedAt(frame)
    voice[i * VOICE_WIDTH] = voiced > 0 ? 2 * Math.log(pitch.hzAt(frame) / REFERENCE_HZ) : 0
    voice[i * VOICE_WIDTH + 1] = voiced * 2 - 1
    voice[i * VOICE_WIDTH + 2] = isInside ? 1 : 0
    if (isInside) features.set(all.subarray(frame * FEATURES, (frame + 1) * FEATURES), i * FEATURES)
    else features.fill(0, i * FEATURES, (i + 1) * FEATURES)
  }
  const next = {
    before: new Float32Array(BEFORE_FRAMES * (FEATURES + VOICE_WIDTH)),
    blocks: new Float32Array(BLOCKS * STATE_FRAMES * CHANNELS),
  }
  const empty = new Float32Array(0)
  await network.runInto(
    {
      features: { data: features.subarray(0, length * FEATURES), dims: [1, length, FEATURES] },
      voice: { data: voice.subarray(0, length * VOICE_WIDTH), dims: [1, length, VOICE_WIDTH] },
      scales: { data: scales, dims: [BLOCKS, 2 * CHANNELS] },
      before: { data: state?.before ?? empty, dims: [1, state ? BEFORE_FRAMES : 0, FEATURES + VOICE_WIDTH] },
      states: { data: state?.blocks ?? empty, dims: [BLOCKS, state ? STATE_FRAMES : 0, CHANNELS] },
    },
    {
      filters: { data: filters.subarray(0, count * FILTER_WIDTH), dims: [1, count, FILTER_WIDTH] },
      before_after: { data: next.before, dims: [1, BEFORE_FRAMES, FEATURES + VOICE_WIDTH] },
      states_after: { data: next.blocks, dims: [BLOCKS, STATE_FRAMES, CHANNELS] },
    },
  )
  return next
}
