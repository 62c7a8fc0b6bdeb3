import { describeEngine } from '../../../test/contracts/engine.ts'
import type { Timbre } from '../../core/voice.ts'
import { ariaEngine } from './aria-engine.ts'

const SENTENCE = 'she said the weather in the mountains can change very quickly'.split(' ')

const voiceOf = (timbre: Partial<Timbre> = {}) => ({
  engine: 'aria',
  base: 'kathleen',
  timbre: { formantRatio: 1, pitchMeanHz: 170, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0, ...timbre },
})

describeEngine(ariaEngine, voiceOf(), 'eng', SENTENCE)
