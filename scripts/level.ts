/** Target loudness of all voices. All engines reach it with nearly unchanged peaks. */
export const LEVEL = { targetLufs: -21, maxOffLu: 1.5, peakLimitDb: -1 } as const
