import { FEATURES, HOP } from './frame-sizes.ts'

/** Frames of a phrase and where its tokens lie in them, in samples. */
export interface TimedFrames {
  /** Frame by frame. */
  readonly features: Float32Array
  /** In Hz of each frame; `isVoiced` says which are pitches. */
  readonly f0: Float32Array
  /** The sample at which the sound of each token begins, and the end of the last. */
  readonly tokenEdges: Float64Array
}

/**
 * The frames at other speaking rates: each token takes its time divided by its rate, to the sample. The front itself
 * rounds each token to 25 ms and stops at rate 2.
 */
export function inTime(frames: TimedFrames, rates: readonly number[], isVoiced: (f0: number) => boolean): TimedFrames {
  if (rates.every((rate) => rate === 1)) return frames
  const { features, f0, tokenEdges } = frames
  const edges = new Float64Array(tokenEdges.length)
  for (const [i, rate] of rates.entries()) {
    edges[i + 1] = (edges[i] as number) + ((tokenEdges[i + 1] as number) - (tokenEdges[i] as number)) / rate
  }
  const count = Math.max(1, Math.round((edges.at(-1) as number) / HOP))
  const made = { features: new Float32Array(count * FEATURES), f0: new Float32Array(count), tokenEdges: edges }
  let token = 0
  for (let frame = 0; frame < count; frame++) {
    const sample = (frame + 0.5) * HOP
    while (token < rates.length - 1 && sample >= (edges[token + 1] as number)) token++
    const source = (tokenEdges[token] as number) + (sample - (edges[token] as number)) * (rates[token] as number)
    const at = Math.min(Math.max(source / HOP - 0.5, 0), f0.length - 1)
    const from = Math.floor(at)
    const to = Math.min(from + 1, f0.length - 1)
    const share = at - from
    for (let i = 0; i < FEATURES; i++) {
      const one = features[from * FEATURES + i] as number
      made.features[frame * FEATURES + i] = one + ((features[to * FEATURES + i] as number) - one) * share
    }
    const [hz, nextHz] = [f0[from] as number, f0[to] as number]
    if (isVoiced(hz) && isVoiced(nextHz)) made.f0[frame] = hz + (nextHz - hz) * share
    else made.f0[frame] = share < 0.5 ? hz : nextHz
  }
  return made
}
