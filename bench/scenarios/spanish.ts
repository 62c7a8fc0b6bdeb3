import { espeakNg } from '../peer.ts'
import type { Scenario } from '../scenario.ts'
import { measureSynthesis } from '../synthesis-load.ts'
import { SPANISH_SENTENCES } from '../texts.ts'
import { SPANISH_VOICE } from '../voices.ts'

export const spanish: Scenario = {
  name: 'spanish',
  summary: 'Spanish at 1, 12, 32 and 100 concurrent requests, beside espeak-ng',
  isLong: false,
  run: (options) =>
    measureSynthesis(
      { language: 'Spanish', voice: SPANISH_VOICE, texts: SPANISH_SENTENCES, peer: espeakNg('es') },
      options,
    ),
}
