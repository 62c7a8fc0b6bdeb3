import { describeEngine } from '../../../test/contracts/engine.ts'
import { toneEngine } from './tone-engine.ts'

const voice = {
  engine: 'tone',
  base: 'tone',
  timbre: { formantRatio: 1, pitchMeanHz: 180, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
}

describeEngine(toneEngine, voice, 'eng', ['the', 'quick', 'brown', 'fox', 'jumps', 'over', 'dogs'])
