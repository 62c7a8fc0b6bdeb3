import { KOKORO_IDS, kokoroSymbols } from './kokoro-symbols.ts'
import type { StyleFamily } from './style-model.ts'

/** Kokoro-82M v1.0. Phonemes are those of misaki. */
export const KOKORO: StyleFamily = {
  mostTokens: 510,
  usualRtf: 0.6,
  ids: KOKORO_IDS,
  symbolsOf: ({ sounds, isLight }) => sounds.map((sound) => kokoroSymbols(sound, isLight)).join(''),
  spaceBeforeMark: false,
  ends: () => ({ start: [0], end: [0] }),
  // Measured by energy at some 300 boundaries.
  earlierMs: 50,
}
