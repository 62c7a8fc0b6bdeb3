import { FLITE } from '../peer.ts'
import type { Scenario } from '../scenario.ts'
import { measureSynthesis } from '../synthesis-load.ts'
import { ENGLISH_SENTENCES, REFERENCE_SENTENCE } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

export const english: Scenario = {
  name: 'english',
  summary: 'English at 1, 12, 32 and 100 concurrent requests, beside flite',
  isLong: false,
  run: (options) =>
    measureSynthesis(
      {
        language: 'English',
        voice: ENGLISH_VOICE,
        texts: [...ENGLISH_SENTENCES, REFERENCE_SENTENCE],
        reference: REFERENCE_SENTENCE,
        peer: FLITE,
      },
      options,
    ),
}
