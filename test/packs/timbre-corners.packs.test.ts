import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTiltFilter } from '../../src/audio/tilt-filter.ts'
import { countErrors, type ErrorCount } from '../../src/benchmark/word-errors.ts'
import type { LoadedEngine } from '../../src/core/engine.ts'
import { MODEL_IDS } from '../../src/core/model.ts'
import { NO_MARKUP } from '../../src/core/request.ts'
import type { Voice } from '../../src/core/voice.ts'
import { ariaEngine } from '../../src/engines/aria/aria-engine.ts'
import { fliteEngine } from '../../src/engines/flite/flite-engine.ts'
import { openLexicon } from '../../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../../src/lexicon/pronounce-utterance.ts'
import { planUtterances } from '../../src/text/plan-utterances.ts'
import { readCatalogue } from '../../src/voices/catalogue.ts'
import { record } from '../contracts/speech-recording.ts'
import { fetchRecognizer, type Recognizer } from './fetched-packs.ts'
import { SPOKEN_SENTENCES } from './spoken-sentences.ts'
import { wavOf } from './wav-of.ts'

// The English voices with the longest and shortest vocal tracts that speak slowest and fastest are understood. A timbre
// outside of what scripts/plausible-timbres.ts allows would show here.

const SOUNDS = fileURLToPath(new URL('../../.cache/packs/spoken/', import.meta.url))
const recognizer = fetchRecognizer()
if ('missing' in recognizer) console.warn(`skipped: ${recognizer.missing}`)

vi.setConfig({ testTimeout: 600_000 })

const CORNERS = {
  'low formants, slow': [-1, -1],
  'low formants, fast': [-1, 1],
  'high formants, slow': [1, -1],
  'high formants, fast': [1, 1],
} as const
const SENTENCES_OF_A_VOICE = 3
/** Most word errors of a corner: twice what Whisper base had when the timbres were assigned. */
const MAX_ERRORS = { aria: 0.08, flite: 0.14 } as const

const pronounce = createPronouncer(openLexicon())
let ears: Recognizer | undefined
beforeAll(() => {
  mkdirSync(SOUNDS, { recursive: true })
  if ('start' in recognizer) ears = recognizer.start()
})
afterAll(() => ears?.[Symbol.dispose]())

/** English voices by the speakers that they are made of: women and men, American and British. */
function speakerGroups(engine: string): readonly (readonly Voice[])[] {
  const catalogue = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url), [engine])
  const groups = new Map<string, Voice[]>()
  for (const model of MODEL_IDS) {
    for (const voice of catalogue.ofModel(model, 'eng')) {
      if (voice.engineVoice.engine !== engine || voice.gender === 'Non-binary') continue
      const key = `${voice.gender} ${voice.engineVoice.base.startsWith('b')}`
      groups.set(key, [...(groups.get(key) ?? []), voice])
    }
  }
  return [...groups.values()]
}

/** The voice of a group that lies farthest in a corner, with formants and rates relative to those of the group. */
function voiceAt([formants, rate]: readonly [number, number], group: readonly Voice[]): Voice {
  const placeOf = (quality: 'formantRatio' | 'rateRatio') => {
    const values = group.map(({ engineVoice }) => engineVoice.timbre[quality])
    const [min, max] = [Math.min(...values), Math.max(...values)]
    return ({ engineVoice }: Voice) => (engineVoice.timbre[quality] - min) / (max - min)
  }
  const [formantsOf, rateOf] = [placeOf('formantRatio'), placeOf('rateRatio')]
  const distanceIn = (voice: Voice) => formants * formantsOf(voice) + rate * rateOf(voice)
  return group.reduce((best, voice) => (distanceIn(voice) > distanceIn(best) ? voice : best))
}

async function errorsOf(voice: Voice, sentence: string, engine: LoadedEngine): Promise<ErrorCount> {
  const options = {
    language: 'eng',
    rate: 1,
    markup: NO_MARKUP,
    isNormalized: true,
    isBusy: false,
    isContinued: true,
  } as const
  const parts: Float32Array[] = []
  for (const utterance of planUtterances(sentence, options)) {
    if (utterance === undefined) continue
    const { samples } = await record(engine, pronounce(utterance), voice.engineVoice)
    createTiltFilter(voice.engineVoice.timbre.brightnessDb, engine.sampleRateHz(voice.engineVoice)).apply(samples)
    parts.push(samples)
  }
  const file = join(SOUNDS, `${voice.engineVoice.engine}-${voice.model}-${voice.speaker}.wav`)
  writeFileSync(file, await wavOf(parts, engine.sampleRateHz(voice.engineVoice)))
  return countErrors(sentence, (await ears?.hear(file, 'en')) ?? '', 'eng')
}

describe.skipIf('missing' in recognizer)('the corners of the timbres are understood:', () => {
  describe.each([ariaEngine, fliteEngine])('$name', ({ name, load }) => {
    const groups = speakerGroups(name)
    let engine: LoadedEngine
    beforeAll(async () => {
      engine = await load()
    })
    afterAll(() => engine[Symbol.dispose]())

    test.each(Object.entries(CORNERS))('%s', async (corner, place) => {
      let [wrong, total] = [0, 0]
      for (const [i, group] of groups.entries()) {
        const voice = voiceAt(place, group)
        for (let n = 0; n < SENTENCES_OF_A_VOICE; n++) {
          const sentence = SPOKEN_SENTENCES.eng[(i * SENTENCES_OF_A_VOICE + n) % SPOKEN_SENTENCES.eng.length] as string
          const errors = await errorsOf(voice, sentence, engine)
          wrong += errors.wrong
          total += errors.total
        }
      }
      console.log(`${name}, ${corner}: ${((100 * wrong) / total).toFixed(1)} % of ${total} words`)
      expect(wrong / total).toBeLessThanOrEqual(MAX_ERRORS[name as keyof typeof MAX_ERRORS])
    })
  })
})
