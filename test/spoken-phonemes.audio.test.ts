import { dictionary as cmudict } from 'cmu-pronouncing-dictionary'
import { beforeAll, expect, test } from 'vitest'
import type { LoadedEngine } from '../src/core/engine.ts'
import type { Utterance } from '../src/core/utterance.ts'
import { fliteEngine } from '../src/engines/flite/flite-engine.ts'
import { isFunctionWord } from '../src/engines/sounds/function-words.ts'
import { createLexicon, readWordList } from '../src/lexicon/lexicon.ts'
import { createPronouncer } from '../src/lexicon/pronounce-utterance.ts'
import { cmudictEntries } from '../src/lexicon/word-list/cmudict.ts'
import { pitchSpreadSemitones } from './audio-measures.ts'
import { durationS, record, utteranceOf } from './contracts/speech-recording.ts'

const SENTENCES = [
  'The ferry crosses the bay every hour until the last light of day .',
  'Your table for four is booked on the terrace at half past seven .',
  'I have found two appointments for you , one on Monday and one on Friday .',
  'There is light rain this morning , but the sun should be out by noon .',
  'Would you like me to say the number again more slowly ?',
  'The museum is closed on Sunday and open late on Friday .',
]
const pronounce = createPronouncer(createLexicon({ wordList: readWordList(), predict: () => ['AH0'] }))

let flite: LoadedEngine
beforeAll(async () => {
  flite = await fliteEngine.load()
})

test.each([
  ['slt', 174],
  ['rms', 101],
])('%s says sentences with the dictionary’s phonemes in the time and with the melody of its own', async (base, hz) => {
  const voice = {
    engine: 'flite',
    base,
    timbre: { formantRatio: 1, pitchMeanHz: hz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
  }
  let [ownSpread, spread] = [0, 0]
  for (const sentence of SENTENCES) {
    const utterance = utteranceOf('eng', sentence.split(' '))
    const own = await record(flite, utterance, voice)
    const withPhonemes: Utterance = pronounce(utterance)
    expect(
      withPhonemes.segments.filter((segment) => segment.kind === 'word' && segment.phonemes).length,
    ).toBeGreaterThan(4)
    const given = await record(flite, withPhonemes, voice)
    expect(Math.abs(durationS(given) / durationS(own) - 1)).toBeLessThan(0.04)
    ownSpread += pitchSpreadSemitones(own.samples, own.sampleRateHz)
    spread += pitchSpreadSemitones(given.samples, given.sampleRateHz)
  }
  expect(Math.abs(spread / ownSpread - 1)).toBeLessThan(0.06)
})

test('a word of letters that is left to the engines is one that aria says by itself', () => {
  const words = cmudictEntries(cmudict).flatMap(([word]) => (/^[a-z]+$/.test(word) ? word : []))
  const { segments } = pronounce(utteranceOf('eng', words))
  const left = segments.flatMap((segment) => (segment.kind === 'word' && !segment.phonemes ? segment.spoken : []))
  expect(left.length).toBeGreaterThan(50)
  expect(left.filter((word) => !isFunctionWord(word))).toEqual([])
})
