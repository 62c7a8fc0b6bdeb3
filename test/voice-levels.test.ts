import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { LEVEL, LEVEL_TEXTS } from '../scripts/level-texts.ts'
import { integratedLufs, truePeakDb } from '../scripts/loudness.ts'
import type { Listen } from '../scripts/voice-listener.ts'
import { createListener } from '../scripts/voice-listener.ts'
import type { Language } from '../src/core/language.ts'
import type { Voice } from '../src/core/voice.ts'
import { parseCatalogueFile } from '../src/voices/catalogue-file.ts'

const FILE = readFileSync(new URL('../voices/catalogue.tsv', import.meta.url), 'utf8')
const bases = ({ engineVoice }: Voice): string => `${engineVoice.engine} ${engineVoice.base}`
const leastAndMost = (voices: readonly Voice[]): readonly Voice[] => {
  const sorted = voices.toSorted((a, b) => a.engineVoice.gainDb - b.engineVoice.gainDb)
  return [...new Set([sorted[0] as Voice, sorted.at(-1) as Voice])]
}

/** Of each base voice those that were farthest from the level; of eSpeak one of each language. */
const CHOSEN = [parseCatalogueFile(FILE, []), parseCatalogueFile(FILE, ['aria'])]
  .flatMap((voices) => [...new Set(voices.map(bases))].map((base) => voices.filter((voice) => bases(voice) === base)))
  .filter(([voice]) => voice?.engineVoice.engine !== 'espeak' || /\+f1$|^es$/.test(voice.engineVoice.base))
  .flatMap(leastAndMost)

let listen: Listen
beforeAll(async () => {
  listen = await createListener()
})

describe('the level of speech', () => {
  test.each(
    CHOSEN.map((voice): [string, string, Language, Voice] => [voice.speaker, bases(voice), voice.language, voice]),
  )('of %s, made of %s, is the common one in %s, and its peaks are below -1 dBTP', async (_, __, language, voice) => {
    const samples = await listen(voice.engineVoice, language, LEVEL_TEXTS[language].heldOut, 24_000)
    expect(Math.abs(integratedLufs(samples, 24_000) - LEVEL.targetLufs)).toBeLessThan(LEVEL.mostOffLu)
    expect(truePeakDb(samples)).toBeLessThan(LEVEL.peakLimitDb)
  })

  test.each([16_000, 44_100])('is the same at %i samples a second', async (sampleRateHz) => {
    for (const voice of CHOSEN.slice(0, 4)) {
      const samples = await listen(voice.engineVoice, 'eng', LEVEL_TEXTS.eng.heldOut, sampleRateHz)
      expect(Math.abs(integratedLufs(samples, sampleRateHz) - LEVEL.targetLufs)).toBeLessThan(LEVEL.mostOffLu)
      expect(truePeakDb(samples)).toBeLessThan(LEVEL.peakLimitDb)
    }
  })
})
