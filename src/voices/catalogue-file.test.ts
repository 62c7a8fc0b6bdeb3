import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LeveledVoice, withFallbacks } from '../core/voice.ts'
import { formatCatalogueRows, parseCatalogueFile, parseCatalogueRows } from './catalogue-file.ts'

const FILE = readFileSync(new URL('../../voices/catalogue.tsv', import.meta.url), 'utf8')
const [HEADER = ''] = FILE.split('\n')
const LINE = [
  ...['coda', 'spa', 'Tormenta', 'Female', 'Elder', 'MX', 'Mexican', '', 'Any|Narration', '', 'yes'],
  ...['espeak', 'es-419+f1', '0.980', '176', '1.20', '0.900', '-2.5', '1.4'],
]
const fileWith = (changes: Readonly<Record<number, string>>): string =>
  `${HEADER}\n${LINE.map((cell, column) => changes[column] ?? cell).join('\t')}\n`

describe('the voice catalogue file', () => {
  test('is read line by line, with empty attributes and lists as they stand', () => {
    expect(parseCatalogueFile(fileWith({}), [])).toEqual([
      {
        model: 'coda',
        language: 'spa',
        speaker: 'Tormenta',
        gender: 'Female',
        age: 'Elder',
        country: 'MX',
        dialect: 'Mexican',
        demographic: '',
        genres: ['Any', 'Narration'],
        styles: [],
        isFlagship: true,
        engineVoice: {
          engine: 'espeak',
          base: 'es-419+f1',
          timbre: { formantRatio: 0.98, pitchMeanHz: 176, pitchRangeRatio: 1.2, rateRatio: 0.9, brightnessDb: -2.5 },
          gainDb: 1.4,
        },
      },
    ])
  })

  test.each([
    [[], 'flite', 'slt', 1.5],
    [['espeak'], 'flite', 'slt', 1.5],
    [['espeak', 'aria', 'flite'], 'aria', 'kathleen', -0.5],
  ])(
    'names the engine of a voice that several can speak for: by the preference %j %s',
    (preference, engine, base, gainDb) => {
      const [voice] = parseCatalogueFile(fileWith({ 11: 'flite|aria', 12: 'slt|kathleen', 18: '1.5|-0.5' }), preference)
      expect(voice?.engineVoice).toMatchObject({ engine, base, gainDb })
    },
  )

  test.each([
    [
      ['natural', 'aria', 'flite'],
      ['natural', 'aria'],
    ],
    [
      ['natural', 'flite'],
      ['natural', 'flite'],
    ],
    [['natural'], ['natural', 'flite']],
    [['aria', 'natural'], ['aria']],
    [['flite', 'aria'], ['flite']],
  ])('gives a voice of a better engine the next one of %j as its fallback', (preference, engines) => {
    const file = fileWith({ 11: 'flite|aria|natural', 12: 'slt|af_heart|af_heart', 18: '1.5|-0.5|0.5' })
    const [voice] = parseCatalogueFile(file, preference)
    expect(withFallbacks(voice?.engineVoice as LeveledVoice).map(({ engine }) => engine)).toEqual(engines)
  })

  test.each([
    ['model is "mist", must be one of coda, arcana, mistv3, mistv2', { 0: 'mist' }],
    ['language is "tlh", must be one of eng, spa, jpn, por, ger, ara, fra, hin, heb, ita, nld, sin, tam', { 1: 'tlh' }],
    ['speaker is empty', { 2: '' }],
    ['gender is empty', { 3: ' ' }],
    ['flagship is "maybe", must be one of yes, no', { 10: 'maybe' }],
    ['engine is empty', { 11: '' }],
    ['base lists 1 for 2 engines', { 11: 'flite|aria' }],
    ['gain_db lists 1 for 2 engines', { 11: 'flite|aria', 12: 'slt|kathleen' }],
    ['gain_db is "", must be a number from -24 to 24', { 18: '' }],
    ['formant is "", must be a number from 0.5 to 2', { 13: '' }],
    ['pitch_hz is "17O", must be a number from 50 to 500', { 14: '17O' }],
    ['rate is "40", must be a number from 0.25 to 4', { 16: '40' }],
  ])('is refused with the line and the column: %s', (message, changes) => {
    expect(() => parseCatalogueFile(fileWith(changes), [])).toThrow(`voice catalogue, line 2: ${message}`)
  })

  test('is refused where a line has too few cells, a voice is listed twice or the columns are others', () => {
    expect(() => parseCatalogueFile(`${HEADER}\ncoda\teng\n`, [])).toThrow('line 2: 2 cells instead of 19')
    const twice = `${fileWith({})}${LINE.join('\t').toLowerCase().replace('female', 'Female')}\n`
    expect(() => parseCatalogueFile(twice, [])).toThrow('line 3: coda/spa/tormenta is listed twice')
    expect(() => parseCatalogueFile('speaker\n', [])).toThrow('line 1: the columns must be model, language, speaker')
  })

  test('as shipped is what its own rows write', () => {
    expect(formatCatalogueRows(parseCatalogueRows(FILE))).toBe(FILE)
  })

  test('of any other content is read or refused with a line number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: FILE.length }), fc.string(), (at, noise) => {
        try {
          parseCatalogueFile(FILE.slice(0, at) + noise + FILE.slice(at), [])
        } catch (error) {
          expect((error as Error).message).toMatch(/^voice catalogue, line \d+: /)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('the engine natural of the shipped catalogue', () => {
  const rows = parseCatalogueRows(FILE)
  const natural = rows.filter(({ engine }) => engine.split('|').includes('natural'))
  const baseOf = ({ base }: { readonly base: string }): string => base.split('|').at(-1) as string

  test('speaks all voices of coda and arcana in its languages, and no others', () => {
    const languages = ['eng', 'spa', 'fra', 'por', 'ita', 'hin', 'jpn', 'ara', 'nld']
    const expected = rows.filter(
      ({ model, language }) => ['coda', 'arcana'].includes(model) && languages.includes(language),
    )
    expect(natural).toEqual(expected)
  })

  test('speaks each voice of a model and language by another style or mixture, of the same gender and accent', () => {
    const seen = new Set<string>()
    for (const row of natural) {
      const key = `${row.model} ${row.language} ${baseOf(row)}`
      expect(seen).not.toContain(key)
      seen.add(key)
      const parts = baseOf(row).split('+')
      expect(parts.length).toBeLessThanOrEqual(3)
      expect(parts.reduce((sum, part) => sum + Number(part.split('*')[1] ?? 1), 0)).toBeCloseTo(1)
      if (row.gender === 'Non-binary' || (row.language === 'fra' && row.gender === 'Male')) continue
      const isBritish = /^(UK|GB|England|IE|AU|AUS|Australia|ZA)$/.test(row.country)
      const accents = { eng: isBritish ? 'b' : 'a', spa: 'e', fra: 'f', ita: 'i', por: 'p', hin: 'h', jpn: 'j' }
      // Nobody speaks Arabic and Dutch without an accent.
      const accent = accents[row.language as keyof typeof accents] ?? '[a-z]'
      expect(parts[0]).toMatch(new RegExp(`^${accent}${row.gender === 'Male' ? 'm' : 'f'}_`))
      for (const part of parts) expect(part[1]).toBe(row.gender === 'Male' ? 'm' : 'f')
    }
  })
})
