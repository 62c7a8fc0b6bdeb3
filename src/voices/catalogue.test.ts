import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../core/language.ts'
import type { ModelId } from '../core/model.ts'
import { MODEL_IDS, MODELS } from '../core/model.ts'
import type { Voice } from '../core/voice.ts'
import { readCatalogue } from './catalogue.ts'

const catalogue = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))
const coda = catalogue.ofModel('coda')
const named = (model: ModelId, speaker: string): Voice => {
  const voice = catalogue.named(speaker).find((one) => one.model === model)
  if (voice === undefined) throw new Error(`${model} has no ${speaker}`)
  return voice
}

describe('the catalogue', () => {
  test('has every voice of the four models that speaks one of our languages', () => {
    expect(MODEL_IDS.map((model) => [model, catalogue.ofModel(model).length])).toEqual([
      ['coda', 188],
      ['arcana', 277],
      ['mistv3', 83],
      ['mistv2', 141],
    ])
    for (const { model, language } of catalogue.voices) expect(MODELS[model].languages).toContain(language)
  })

  test('S: coda has 121 English, 25 Spanish, 10 Japanese, 8 Portuguese, 7 German, 6 Arabic, 5 French and 2 Hindi voices', () => {
    const counts = LANGUAGES.map((language) => catalogue.ofModel('coda', language).length)
    expect(counts.slice(0, 8)).toEqual([121, 25, 10, 8, 7, 6, 5, 2])
  })

  test('S: every coda voice serves exactly one language', () => {
    expect(new Set(coda.map((voice) => voice.speaker)).size).toBe(coda.length)
  })

  test('S: 56 of the 64 featured arcana voices are on coda', () => {
    const featured = catalogue.ofModel('arcana').filter((voice) => voice.isFlagship)
    expect(featured).toHaveLength(64)
    expect(featured.filter((voice) => coda.some((one) => one.speaker === voice.speaker))).toHaveLength(56)
  })

  test('S: Hindi names differ between arcana and coda', () => {
    const hindi = (model: ModelId) => catalogue.ofModel(model, 'hin').map((voice) => voice.speaker)
    expect(hindi('arcana')).toEqual(['anaya', 'anil', 'arya'])
    expect(hindi('coda')).toEqual(['nadi', 'taru'])
  })

  test('S: gender, age and country are known of every voice, the rest of a third to a half of those on coda', () => {
    for (const voice of catalogue.voices) {
      expect([voice.gender, voice.age, voice.country].every((attribute) => attribute !== '')).toBe(true)
    }
    const isKnown = {
      dialect: (voice: Voice) => voice.dialect !== '',
      demographic: (voice: Voice) => voice.demographic !== '',
      genres: (voice: Voice) => voice.genres.length > 0,
      styles: (voice: Voice) => voice.styles.length > 0,
    }
    for (const known of Object.values(isKnown)) {
      const part = coda.filter(known).length / coda.length
      expect(part).toBeGreaterThan(1 / 3)
      expect(part).toBeLessThan(0.51)
    }
  })

  test('S: a name on two models does not sound the same on both', () => {
    for (const { speaker } of catalogue.voices) {
      const namesakes = catalogue.named(speaker)
      expect(new Set(namesakes.map((voice) => JSON.stringify(voice.engineVoice))).size).toBe(namesakes.length)
    }
  })

  test.each(['luna', 'lyra', 'astra', 'cove', 'lagoon', 'vespera', 'clementine'])(
    'knows %s, which clients speak with unless told otherwise',
    (speaker) => expect(catalogue.named(speaker)).not.toHaveLength(0),
  )

  test('finds a voice by model, name in any case and language', () => {
    expect(catalogue.find('coda', 'LUNA', 'eng')).toBe(named('coda', 'luna'))
    expect(catalogue.find('coda', 'luna', 'spa')).toBeUndefined()
    expect(catalogue.find('mistv2', 'luna', 'eng')).toBeUndefined()
    expect(catalogue.named('Luna').map((voice) => voice.model)).toEqual(['coda', 'arcana', 'mistv3'])
    expect(catalogue.named('nobody at all')).toEqual([])
  })
})

describe('a stand-in', () => {
  test('O-model-7: has the language, the gender and the age of the voice that is absent', () => {
    for (const absent of catalogue.ofModel('mistv2', 'eng').filter((voice) => voice.gender !== 'Non-binary')) {
      const { gender, age } = absent
      const standIn = catalogue.standIn(absent, 'coda', 'eng')
      expect(standIn).toMatchObject({ model: 'coda', language: 'eng', gender, age })
    }
  })

  test('O-model-7: has the same gender even where no voice of the age exists', () => {
    const elder = named('arcana', 'kim_sunny')
    expect(elder.age).toBe('Elder')
    expect(catalogue.standIn(elder, 'coda', 'hin')).toMatchObject({ language: 'hin', gender: 'Female' })
  })

  test('O-model-7: is some voice of the language where none has the gender', () => {
    expect(catalogue.standIn(named('mistv2', 'violet'), 'coda', 'eng')).toMatchObject({ age: 'Adult' })
  })

  test('O-model-7: is always the same one, and different voices get different ones', () => {
    const absent = catalogue.ofModel('arcana', 'eng')
    const standIns = absent.map((voice) => catalogue.standIn(voice, 'coda', 'eng'))
    expect(absent.map((voice) => catalogue.standIn(voice, 'coda', 'eng'))).toEqual(standIns)
    expect(new Set(standIns).size).toBeGreaterThan(60)
  })

  test('does not exist in a language that the model does not speak', () => {
    expect(catalogue.standIn(named('coda', 'luna'), 'mistv3', 'jpn')).toBeUndefined()
  })
})
