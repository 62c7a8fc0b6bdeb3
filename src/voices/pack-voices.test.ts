import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InstalledPack, type PackManifest, packOfBase, readMix } from '../core/pack.ts'
import type { Voice } from '../core/voice.ts'
import { readCatalogue } from './catalogue.ts'
import { bindPacks, fits, gainOf, preferenceOf } from './pack-voices.ts'

const { voices } = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))

const shipped = (name: string): InstalledPack => ({
  folder: `/packs/${name}/1`,
  manifest: JSON.parse(readFileSync(new URL(`../../packs/${name}.json`, import.meta.url), 'utf8')) as PackManifest,
})
const KOKORO = shipped('kokoro')
const KITTEN = shipped('kitten-nano')
const CORI = shipped('piper-en-gb-cori')
const PACKS = [KOKORO, KITTEN, CORI]
const ALWAYS = () => true

const boundTo = (packs: readonly InstalledPack[], isWanted: (voice: Voice) => boolean = () => true) =>
  [...bindPacks(voices, packs, ALWAYS)].filter(([voice]) => isWanted(voice)).map(([, own]) => own)

describe('catalogue voices bound to packs', () => {
  test('keep everything but who speaks them, and fall back to the embedded engine', () => {
    for (const [voice, { voice: bound, pack, speaker }] of bindPacks(voices, PACKS, ALWAYS)) {
      const { engineVoice, ...description } = bound
      const { engineVoice: embedded, ...before } = voice
      expect(description).toEqual(before)
      expect(engineVoice).toMatchObject({ engine: 'pack', timbre: embedded.timbre, fallback: embedded })
      expect(packOfBase(engineVoice.base)).toEqual({ folder: pack.folder, speaker })
    }
  })

  test('of one model, language and gender are all different while there are enough speakers and mixtures', () => {
    const groups = new Map<string, string[]>()
    for (const { voice, speaker } of boundTo([KOKORO])) {
      const key = `${voice.model} ${voice.language}`
      groups.set(key, [...(groups.get(key) ?? []), speaker])
    }
    for (const speakers of groups.values()) expect(new Set(speakers).size).toBe(speakers.length)
  })

  test('of a pack with fewer speakers share them evenly', () => {
    const uses = new Map<string, number>()
    for (const { voice, speaker } of boundTo(
      [KITTEN],
      ({ model, gender }) => model === 'arcana' && gender === 'Female',
    )) {
      uses.set(speaker, (uses.get(speaker) ?? 0) + 1)
      expect(voice.model).toBe('arcana')
    }
    expect(Math.max(...uses.values()) - Math.min(...uses.values())).toBeLessThanOrEqual(1)
  })

  test('have speakers of their own gender, and British ones where they are British', () => {
    for (const { voice, speaker } of boundTo([KOKORO], ({ language }) => language === 'eng')) {
      const [first] = readMix(speaker) ?? []
      const isBritish = ['UK', 'GB', 'England', 'IE', 'ZA', 'AU', 'AUS', 'Australia', 'IN', 'SG'].includes(
        voice.country,
      )
      if (voice.gender === 'Non-binary') continue
      expect([voice.speaker, first?.name.slice(0, 2)]).toEqual([
        voice.speaker,
        `${isBritish ? 'b' : 'a'}${voice.gender === 'Female' ? 'f' : 'm'}`,
      ])
    }
  })

  test('get the same speaker every time, in whatever order the catalogue lists them', () => {
    const once = new Map(
      boundTo([KOKORO]).map(({ voice, speaker }) => [`${voice.model}/${voice.language}/${voice.speaker}`, speaker]),
    )
    fc.assert(
      fc.property(fc.shuffledSubarray([...voices], { minLength: voices.length }), (shuffled) => {
        for (const [, { voice, speaker }] of bindPacks(shuffled, [KOKORO], ALWAYS)) {
          expect(speaker).toBe(once.get(`${voice.model}/${voice.language}/${voice.speaker}`))
        }
      }),
      { numRuns: 5 },
    )
  })

  test('go to the first of two packs that serve them', () => {
    const packOf = (packs: readonly InstalledPack[], speaker: string) =>
      boundTo(packs, (voice) => voice.speaker === speaker && voice.model === 'coda')[0]?.pack.manifest.name
    expect(packOf([KOKORO, KITTEN], 'luna')).toBe('kokoro')
    expect(packOf([KITTEN, KOKORO], 'luna')).toBe('kitten-nano')
    expect(packOf([CORI, KOKORO], 'vashti')).toBe('piper-en-gb-cori')
    expect(packOf([CORI, KOKORO], 'luna')).toBe('kokoro')
    expect(packOf([KITTEN], 'isa')).toBeUndefined()
  })

  test('go to the first pack whose engine is preferred to the embedded one', () => {
    const remote = {
      folder: '/packs/remote/1',
      manifest: { ...KITTEN.manifest, name: 'remote', family: 'remote' as const },
    }
    const packOf = (...engines: readonly string[]) => {
      const bound = bindPacks(voices, [remote, KITTEN], preferenceOf(engines))
      return new Set([...bound.values()].map(({ pack }) => pack.manifest.name))
    }
    expect(packOf('pack', 'remote', 'aria', 'flite')).toEqual(new Set(['remote']))
    expect(packOf('pack', 'aria', 'flite')).toEqual(new Set(['kitten-nano']))
    expect(packOf('pack', 'aria', 'flite', 'remote')).toEqual(new Set(['kitten-nano']))
    expect(packOf('aria', 'flite')).toEqual(new Set())
  })

  test('of a Piper pack are never mixtures', () => {
    for (const { speaker } of boundTo([CORI])) expect(speaker).toBe('default')
  })

  test('of a mixture have the mean of the gains by weight', () => {
    const [one, other, ...rest] = KOKORO.manifest.speakers
    const speakers = [{ ...one, gainDb: 2 }, { ...other, gainDb: -4 }, ...rest] as PackManifest['speakers']
    const pack = { ...KOKORO, manifest: { ...KOKORO.manifest, speakers } }
    expect(gainOf('af_heart', pack)).toBe(2)
    expect(gainOf('af_heart*0.7+af_bella*0.3', pack)).toBe(0.2)
  })
})

test('a rule without conditions fits every voice of its language', () => {
  const rule = { language: 'spa' as const, speakers: ['one'], why: '' }
  for (const voice of voices) expect(fits(rule, voice)).toBe(voice.language === 'spa')
})

describe('a mixture', () => {
  test('is read as its speakers and weights', () => {
    expect(readMix('af_heart*0.7+af_bella*0.3')).toEqual([
      { name: 'af_heart', weight: 0.7 },
      { name: 'af_bella', weight: 0.3 },
    ])
  })

  test('of weights that do not add up to 1, or of anything else, is none', () => {
    for (const text of ['', 'a*0.5', 'a*0.5+b*0.6', 'a+b', 'a*', '*0.5', 'a#b', 'a*-1', 'a b']) {
      expect(readMix(text)).toBeUndefined()
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const total = readMix(text)?.reduce((sum, { weight }) => sum + weight, 0)
        if (total !== undefined) expect(total).toBeCloseTo(1, 5)
      }),
    )
  })
})
