import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foreignVoice } from '../src/app/speech/internal/foreign-voice.ts'
import type { LoadedEngine } from '../src/core/engine.ts'
import { NO_MARKUP } from '../src/core/request.ts'
import { espeakEngine } from '../src/engines/espeak/espeak-engine.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'
import { durationS, medianPitchHz, record } from './contracts/speech-recording.ts'

const WORDS = {
  Cyrillic: 'Добро пожаловать',
  Greek: 'Καλημέρα φίλοι',
  Hebrew: 'שלום לכולם',
  Arabic: 'مرحبا بالعالم',
  Devanagari: 'नमस्ते दुनिया',
  Kana: 'こんにちは みなさん',
  Han: '北京 大学',
  Hangul: '안녕하세요 여러분',
  Thai: 'สวัสดี ครับผม',
  Armenian: 'Բարեւ աշխարհ',
  Georgian: 'გამარჯობა მსოფლიო',
  Bengali: 'আমার সোনার বাংলা',
  Gujarati: 'નમસ્તે દુનિયા',
  Gurmukhi: 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ',
  Kannada: 'ನಮಸ್ಕಾರ ಪ್ರಪಂಚ',
  Malayalam: 'നമസ്കാരം ലോകം',
  Oriya: 'ନମସ୍କାର ଓଡ଼ିଶା',
  Sinhala: 'ආයුබෝවන් ලෝකය',
  Tamil: 'வணக்கம் உலகம்',
  Telugu: 'నమస్కారం ప్రపంచం',
  Ethiopic: 'ሰላም ለሁሉም',
  Myanmar: 'မင်္ဂလာပါ ကမ္ဘာ',
}

const VOICE = {
  engine: 'flite',
  base: 'slt',
  timbre: { formantRatio: 1.05, pitchMeanHz: 200, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
  gainDb: -0.5,
}

describe('words in the script of another language', () => {
  let loaded: LoadedEngine
  beforeAll(async () => {
    loaded = await espeakEngine.load()
  })
  afterAll(() => loaded[Symbol.dispose]())

  test.each(Object.entries(WORDS))(
    '%s is spoken at the pitch of the voice, each word with its mark',
    async (_, words) => {
      const plan = { language: 'eng', rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false } as const
      const [utterance, ...others] = [...planUtterances(words, plan)].filter((planned) => planned !== undefined)
      expect(others).toEqual([])
      if (utterance === undefined) throw new Error('nothing is planned')
      expect(utterance.language).not.toBe('eng')
      const heard = await record(loaded, utterance, foreignVoice(VOICE, utterance.language))
      expect(heard.marks.map(({ segmentIndex }) => segmentIndex)).toEqual([...utterance.segments.keys()])
      // Spelled letter by letter, with the name of the script, a word takes several seconds.
      expect(durationS(heard) / utterance.segments.length).toBeGreaterThan(0.2)
      expect(durationS(heard) / utterance.segments.length).toBeLessThan(1.5)
      expect(medianPitchHz(heard) / VOICE.timbre.pitchMeanHz).toBeGreaterThan(0.8)
      expect(medianPitchHz(heard) / VOICE.timbre.pitchMeanHz).toBeLessThan(1.2)
    },
  )
})
