import type { Network } from '../onnx-network.ts'
import { HOP, HOPS_OF_DURATION } from './frame-sizes.ts'
import { PitchTrack } from './pitch-track.ts'
import { STYLE_WIDTH } from './styles.ts'

export interface FrontRequest {
  readonly ids: readonly number[]
  /** Speaking rate of each token: 2 takes half as long. */
  readonly rates: readonly number[]
  readonly style: Float32Array
  /** By how much the voice is higher than the style's own. */
  readonly pitchRatio: number
}

/** What is known of a phrase before its sound is made. */
export interface PredictedPhrase {
  /** Frame by frame. */
  readonly features: Float32Array
  /** What tells the vocoder's blocks of the voice and the whole phrase. */
  readonly scales: Float32Array
  readonly pitch: PitchTrack
  /** The sample at which each token begins, and the end of the last. */
  readonly tokenEdges: Float64Array
}

/** Predicts a phrase at once: its normalizations are over all of it. */
export async function predictPhrase(front: Network, request: FrontRequest): Promise<PredictedPhrase> {
  const { ids, rates, style, pitchRatio } = request
  const { frames, scales, f0, durations } = await front.run({
    tokens: { data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] },
    style: { data: style, dims: [1, STYLE_WIDTH] },
    speed: { data: Float32Array.from(rates), dims: [rates.length] },
    pitch: { data: Float32Array.of(pitchRatio), dims: [1] },
  })
  const tokenEdges = new Float64Array(ids.length + 1)
  for (const [i, duration] of [...(durations?.data ?? [])].entries()) {
    tokenEdges[i + 1] = (tokenEdges[i] as number) + Number(duration) * HOPS_OF_DURATION * HOP
  }
  return {
    features: frames?.data as Float32Array,
    scales: scales?.data as Float32Array,
    pitch: new PitchTrack(f0?.data as Float32Array),
    tokenEdges,
  }
}
