import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assignTimbres, MOVES_FILE, type Moves } from '../scripts/assign-timbres.ts'
import type { Timbre, Voice } from '../src/core/voice.ts'
import { parseCatalogueFile } from '../src/voices/catalogue-file.ts'

const FILE = readFileSync(new URL('../voices/catalogue.tsv', import.meta.url), 'utf8')
const voices = parseCatalogueFile(FILE, [])

const LIMITS: Readonly<Record<keyof Timbre, readonly [number, number]>> = {
  formantRatio: [0.93, 1.06],
  pitchMeanHz: [80, 250],
  pitchRangeRatio: [0.5, 2.7],
  rateRatio: [0.8, 1.1],
  brightnessDb: [-8, 8],
}

const meanOf = (quality: keyof Timbre, chosen: readonly Voice[]): number =>
  chosen.reduce((sum, voice) => sum + voice.engineVoice.timbre[quality], 0) / chosen.length
const pitchesOf = (gender: string): readonly number[] =>
  voices.filter((voice) => voice.gender === gender).map((voice) => voice.engineVoice.timbre.pitchMeanHz)

describe('the timbres of the catalogue', () => {
  test('are those that `npm run voices:assign` writes by the attributes and by what `npm run voices:separate` moved', () => {
    const withoutGains = FILE.replace(/^((?:coda|arcana|mist).*\t)[^\t\n]*$/gm, '$1')
    const withoutTimbres = withoutGains.replace(/^(coda|arcana|mist)(.*)(\t[^\t\n]*){7}\t$/gm, `$1$2${'\t'.repeat(8)}`)
    expect(assignTimbres(withoutTimbres)).toBe(withoutGains)
  })

  test('are moved for voices of the catalogue only', () => {
    const moved = Object.keys(JSON.parse(readFileSync(MOVES_FILE, 'utf8')) as Moves)
    const known = new Set(voices.map(({ model, language, speaker }) => `${model}/${language}/${speaker}`))
    expect(moved.filter((key) => !known.has(key))).toEqual([])
  })

  test('keep their measured gain, and lose it where they are no longer what was measured', () => {
    const lines = FILE.split('\n').filter((line) => /^(model|coda\thin)\t/.test(line))
    const group = `${lines.join('\n')}\n`
    expect(lines).toHaveLength(3)
    expect(assignTimbres(group)).toBe(group)
    const moved = assignTimbres(group.replace(/\tFemale\t[^\t]+\t/, '\tFemale\tElder\t'))
    expect(moved.split('\n').find((line) => line.includes('\tFemale\t'))).toMatch(/\t$/)
  })

  test.each(Object.entries(LIMITS))('keep their %s within what stays natural', (quality, [min, max]) => {
    for (const { engineVoice } of voices) {
      expect(engineVoice.timbre[quality as keyof Timbre]).toBeGreaterThanOrEqual(min)
      expect(engineVoice.timbre[quality as keyof Timbre]).toBeLessThanOrEqual(max)
    }
  })

  test('put every woman above every man, and the non-binary between them', () => {
    expect(Math.min(...pitchesOf('Female'))).toBeGreaterThan(Math.max(...pitchesOf('Male')) * 1.1)
    expect(Math.min(...pitchesOf('Non-binary'))).toBeGreaterThan(Math.max(...pitchesOf('Male')))
    expect(Math.max(...pitchesOf('Non-binary'))).toBeLessThan(meanOf('pitchMeanHz', voicesLike('Female', 'Adult')))
  })

  test.each(['Female', 'Male'])(
    'make elders lower, slower and duller than adults, and those than the young: %s',
    (gender) => {
      for (const quality of ['pitchMeanHz', 'rateRatio', 'brightnessDb'] as const) {
        const [elder, adult, young] = ['Elder', 'Adult', 'Young Adult'].map((age) =>
          meanOf(quality, voicesLike(gender, age)),
        )
        expect(elder).toBeLessThan(adult as number)
        expect(adult).toBeLessThan(young as number)
      }
    },
  )

  test('never shift the formants of Flite’s men below 0.96', () => {
    for (const { gender, language, engineVoice } of voices) {
      if (gender === 'Male' && language === 'eng') expect(engineVoice.timbre.formantRatio).toBeGreaterThanOrEqual(0.96)
    }
  })

  test('speak through aria in all languages that it has, with speakers of the gender and accent', () => {
    for (const { language, country, gender, speaker, engineVoice } of preferring('aria')) {
      if (!ARIA_LANGUAGES.has(`${language} ${gender}`)) {
        expect(engineVoice.engine, speaker).toBe(language === 'eng' ? 'flite' : 'espeak')
        continue
      }
      expect(engineVoice.engine, speaker).toBe('aria')
      const isBritish = /^(UK|GB|England|IE|AU|AUS|Australia|ZA)$/.test(country)
      if (language === 'eng' && gender === 'Male') expect(engineVoice.base).toMatch(isBritish ? /^bm_/ : /^am_/)
      if (language === 'eng' && gender === 'Female')
        expect(engineVoice.base).toMatch(isBritish ? /^bf_/ : /^(af_|kathleen)/)
    }
  })

  test('speak English through Flite, and every other language through eSpeak in that language, without aria', () => {
    for (const { language, country, gender, engineVoice } of voices) {
      expect(engineVoice.engine).toBe(language === 'eng' ? 'flite' : 'espeak')
      if (language === 'spa')
        expect(engineVoice.base).toMatch(/^(ES|Spain)$/.test(country) ? /^es(\+|$)/ : /^es-419(\+|$)/)
      if (language === 'eng' && country === 'US') expect(engineVoice.base).toBe(gender === 'Male' ? 'rms' : 'slt')
    }
  })
})

const ARIA_LANGUAGES: ReadonlySet<string> = new Set(
  ['eng', 'spa', 'por', 'fra', 'hin', 'jpn', 'ger', 'ita', 'nld', 'ara'].flatMap((language) =>
    ['Female', 'Male', 'Non-binary'].map((gender) => `${language} ${gender}`),
  ),
)

const preferring = (engine: string): readonly Voice[] => parseCatalogueFile(FILE, [engine])

function voicesLike(gender: string, age: string): readonly Voice[] {
  return voices.filter((voice) => voice.gender === gender && voice.age === age)
}
