import { beforeAll, describe, expect, test } from 'vitest'
import {
  durationS,
  fingerprint,
  type Recording,
  record,
  utteranceOf,
} from '../../../test/contracts/speech-recording.ts'
import type { LoadedEngine } from '../../core/engine.ts'
import { CONSONANTS, VOWELS } from '../../core/phonemes.ts'
import type { Utterance } from '../../core/utterance.ts'
import { ARPABET_OF_X_SAMPA, parseXSampaAsIpa } from '../../core/x-sampa.ts'
import { espeakEngine } from './espeak-engine.ts'
import { espeakPhonemesOf } from './espeak-phonemes.ts'

test.each([
  ['es', 'HH AH0 L OW1', "[[h|@|l|'oU]]"],
  ['es-419+f3', 'B ER1 D', "[[b|'E|r|d]]"],
  ['de+m1', 'T SH AY2 CH', '[[t|S|,aI|tS]]'],
  ['fr', 'W AW1', "[[w|'a|u]]"],
])('in %s, %s is %s', (language, arpabet, espeak) => {
  expect(espeakPhonemesOf(arpabet.split(' '), language)).toBe(espeak)
})

test.each([
  ['es-419', 'b e l k ˈo ɾ a', "[[b|e|l|k|'o|*|a]]"],
  ['es', 'p ˈɛ r o', "[[p|'E|R|o]]"],
  ['es', 'ʒ ɑ̃ ˈø', "[[Z|a|n|'E]]"],
  ['fr', 'ʁ ə n ˈo', "[[r|@|n|'o]]"],
  ['fr', 'b ɔ̃ ʒ ˈu ʁ', "[[b|O~|Z|'u|r]]"],
  ['de', 'ʃ ˈøː n', "[[S|'Y:|n]]"],
  ['pt-br', 'ʒ w ˈã w̃', "[[Z|w|'&~|w|n]]"],
])('in %s, the IPA %s is %s', (language, ipa, espeak) => {
  expect(espeakPhonemesOf(ipa.split(' '), language)).toBe(espeak)
})

test.each(['es', 'de', 'fr', 'pt-br'])('every symbol of X-SAMPA has a sound in %s', (language) => {
  for (const symbol of ARPABET_OF_X_SAMPA.keys()) {
    const { sounds } = parseXSampaAsIpa(`a ${symbol} a`)
    expect([symbol, espeakPhonemesOf(sounds, language)]).toEqual([symbol, expect.stringContaining('[[')])
  }
})

test.each([
  ['a language without a table', ['HH', 'AY1'], 'hi'],
  ['an unknown symbol', ['HH', 'XX1'], 'es'],
  ['a vowel without stress', ['AY'], 'es'],
  ['a stressed consonant', ['K1'], 'es'],
  ['a stress that does not exist', ['AY3'], 'es'],
  ['no phoneme', [], 'es'],
  ['more than a word can have', new Array(61).fill('AY1'), 'es'],
])('%s is not taken as a pronunciation', (_, phonemes, language) => {
  expect(espeakPhonemesOf(phonemes, language)).toBeNull()
})

describe.each([
  ['es-419+f3', 'spa', ['buenas', 'tardes', 'amigos']],
  ['de+f1', 'ger', ['guten', 'Abend', 'Freunde']],
  ['fr+m1', 'fra', ['bonjour', 'mes', 'amis']],
] as const)('words with phonemes in %s', (base, language, [before, word, after]) => {
  let espeak: LoadedEngine
  beforeAll(async () => {
    espeak = await espeakEngine.load()
  })
  const speak = (utterance: Utterance): Promise<Recording> =>
    record(espeak, utterance, {
      engine: 'espeak',
      base,
      timbre: { formantRatio: 1, pitchMeanHz: 160, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
    })
  const sentence = (tokens: readonly string[], at: number, change: object): Utterance => {
    const utterance = utteranceOf(language, tokens)
    return { ...utterance, segments: utterance.segments.map((it, i) => (i === at ? { ...it, ...change } : it)) }
  }
  const spelled = [before, word, after]

  test('phonemes are spoken in place of the spelling, and others sound otherwise', async () => {
    const heard = await Promise.all(
      [null, ['HH', 'AH0', 'L', 'OW1'], ['W', 'IH1', 'SH', 'T', 'ER0']].map((phonemes) =>
        speak(sentence(spelled, 1, { phonemes })),
      ),
    )
    expect(new Set(heard.map(fingerprint)).size).toBe(3)
    for (const { marks } of heard) {
      expect(marks.map(({ segmentIndex }) => segmentIndex)).toEqual([0, 1, 2])
      for (const { startSample, endSample } of marks) expect(endSample - startSample).toBeGreaterThan(0.08 * 22_050)
    }
  })

  test('every sound of English is heard', async () => {
    const heard = (...phonemes: string[]) => speak(sentence(['x'], 0, { phonemes }))
    const consonants = durationS(await heard('P', 'P'))
    for (const vowel of VOWELS) {
      expect(durationS(await heard('P', `${vowel}1`, 'P')), vowel).toBeGreaterThan(consonants + 0.02)
    }
    const vowels = fingerprint(await heard('AA1', 'AA0'))
    for (const consonant of CONSONANTS) {
      expect(fingerprint(await heard('AA1', consonant, 'AA0')), consonant).not.toBe(vowels)
    }
  })

  test('what cannot be taken is read from the spelling', async () => {
    const plain = await speak(utteranceOf(language, spelled))
    expect(fingerprint(await speak(sentence(spelled, 1, { phonemes: ['XX'] })))).toBe(fingerprint(plain))
  })

  test('neither the marks after it nor its own rate are read out', async () => {
    const phonemes = ['HH', 'AH0', 'L', 'OW1']
    const plain = durationS(await speak(sentence(spelled, 1, { phonemes })))
    for (const mark of [',', '.', '!', '?', ';', ':']) {
      const withMark = await speak(sentence([before, word, mark, after], 1, { phonemes }))
      expect(durationS(withMark) - plain, mark).toBeLessThan(0.6)
      expect(withMark.marks).toHaveLength(3)
    }
    expect(durationS(await speak(sentence(spelled, 1, { phonemes, rate: 1.5 })))).toBeLessThan(plain + 0.05)
  })
})
