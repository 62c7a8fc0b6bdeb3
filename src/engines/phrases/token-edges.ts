/** Sample at which each token begins, and the end of the last. Throws if the durations do not fit. */
export function tokenEdges(
  durations: Float32Array | BigInt64Array | Int32Array | undefined,
  tokens: number,
  samples: number,
): Float64Array {
  const frames = Array.from(durations ?? [], Number)
  const total = frames.reduce((sum, frame) => sum + frame, 0)
  if (
    frames.length !== tokens ||
    !frames.every((frame) => frame >= 0) ||
    !(total > 0) ||
    total === Number.POSITIVE_INFINITY
  ) {
    throw new Error(`it gave ${frames.length} durations for ${tokens} tokens`)
  }
  const edges = new Float64Array(tokens + 1)
  let passed = 0
  for (const [i, frame] of frames.entries()) {
    passed += frame
    edges[i + 1] = (passed / total) * samples
  }
  return edges
}
