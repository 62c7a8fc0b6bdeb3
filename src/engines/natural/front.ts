import type { Network } from '../onnx-network.ts'
import { KOKORO_EARLIER_MS } from '../phrases/kokoro-symbols.ts'
import { tokenEdges } from '../phrases/token-edges.ts'
import { HOP, SAMPLE_RATE_HZ } from './frame-sizes.ts'
import { inTime } from './in-time.ts'
import { isVoiced, PitchTrack } from './pitch-track.ts'
import { raiseEnd, widenPitch } from './sentence-tune.ts'
import { STYLE_WIDTH } from './styles.ts'

export interface FrontRequest {
  readonly ids: readonly number[]
  /** Speaking rate of each token: 2 takes half as long. */
  readonly rates: readonly number[]
  readonly style: Float32Array
  /** By how much the voice is higher than the style's own. */
  readonly pitchRatio: number
  /** How much the pitch moves, relative to the style's own. */
  readonly pitchRange: number
  /** The token from which on the pitch climbs to the end, if it does. */
  readonly risesFrom?: number | undefined
}

/** By how many samples a sound is heard earlier than its tokens say. */
const EARLIER = (KOKORO_EARLIER_MS / 1000) * SAMPLE_RATE_HZ

/** What is known of a phrase before its sound is made. */
export interface PredictedPhrase {
  /** Frame by frame. */
  readonly features: Float32Array
  /** What tells the vocoder's blocks of the voice and the whole phrase. */
  readonly scales: Float32Array
  readonly pitch: PitchTrack
  /** In Hz of each frame, as the front tells it. */
  readonly f0: Float32Array
  readonly style: Float32Array
  /** The sample at which the sound of each token begins, and the end of the last. */
  readonly tokenEdges: Float64Array
}

/** Predicts a phrase at once: its normalizations are over all of it. */
export async function predictPhrase(front: Network, request: FrontRequest): Promise<PredictedPhrase> {
  const { ids, rates, style, pitchRatio, pitchRange, risesFrom } = request
  const { frames, scales, f0, durations } = await front.run({
    tokens: { data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] },
    style: { data: style, dims: [1, STYLE_WIDTH] },
    speed: { data: new Float32Array(ids.length).fill(1), dims: [ids.length] },
    pitch: { data: Float32Array.of(pitchRatio), dims: [1] },
  })
  const spoken = {
    features: frames?.data as Float32Array,
    f0: f0?.data as Float32Array,
    tokenEdges: soundEdges(tokenEdges(durations?.data, ids.length, (f0?.data.length ?? 0) * HOP)),
  }
  const timed = inTime(spoken, rates, isVoiced)
  if (pitchRange !== 1) widenPitch(timed.f0, pitchRange)
  if (risesFrom !== undefined) raiseEnd(timed.f0, ids, timed.tokenEdges, risesFrom)
  return { ...timed, scales: scales?.data as Float32Array, style, pitch: new PitchTrack(timed.f0) }
}

/** The ends of the phrase stay where they are. */
const soundEdges = (edges: Float64Array): Float64Array =>
  edges.map((edge, i) => (i === edges.length - 1 ? edge : Math.max(0, edge - EARLIER)))
