import { describeEngine } from '../../../test/contracts/engine.ts'
import { fliteEngine } from './flite-engine.ts'

const WORDS = ['the', 'quick', 'brown', 'fox', 'jumps', 'over', 'dogs']
for (const [base, pitchMeanHz] of [
  ['slt', 172],
  ['rms', 98],
  ['awb', 132],
] as const) {
  describeEngine(
    fliteEngine,
    {
      engine: 'flite',
      base,
      timbre: { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
    },
    'eng',
    WORDS,
  )
}
