import { KOKORO_EARLIER_MS, KOKORO_SYMBOLS, KOKORO_TONES_HZ } from '../../phrases/kokoro-symbols.ts'
import type { StyleFamily } from './style-model.ts'

/** Kokoro-82M v1.0. Phonemes are those of misaki. */
export const KOKORO: StyleFamily = {
  maxTokens: 510,
  defaultRtf: 0.6,
  ...KOKORO_SYMBOLS,
  spaceBeforeMark: false,
  ends: () => ({ start: [0], end: [0] }),
  earlierMs: KOKORO_EARLIER_MS,
  tonesHz: KOKORO_TONES_HZ,
}
