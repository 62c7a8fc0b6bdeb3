import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { sentencesFor } from '../scripts/language-sentences.ts'
import { LEVEL } from '../scripts/level.ts'
import type { Listen } from '../scripts/voice-listener.ts'
import { createListener } from '../scripts/voice-listener.ts'
import { integratedLufs, truePeakDb } from '../src/audio/loudness.ts'
import type { Language } from '../src/core/language.ts'
import { LANGUAGES } from '../src/core/language.ts'
import type { Voice } from '../src/core/voice.ts'
import { parseCatalogueFile } from '../src/voices/catalogue-file.ts'

const FILE = readFileSync(new URL('../voices/catalogue.tsv', import.meta.url), 'utf8')
const RATES_HZ = [8000, 24_000, 44_100] as const

const base = ({ engineVoice }: Voice): string => `${engineVoice.engine} ${engineVoice.base}`
/** Of a mixture, the first. */
const speakerOf = ({ engineVoice }: Voice): string => engineVoice.base.replace(/[*+].*/, '')

/** Of each speaker those that were farthest from the level; of eSpeak the loudest of each language. */
const CHOSEN = ['flite', 'aria', 'espeak'].flatMap((engine) => {
  const voices = parseCatalogueFile(FILE, [engine])
    .filter(({ engineVoice }) => engineVoice.engine === engine)
    .toSorted((a, b) => a.engineVoice.gainDb - b.engineVoice.gainDb)
  if (engine === 'espeak')
    return LANGUAGES.flatMap((language) => voices.find((voice) => voice.language === language) ?? [])
  return [...new Set(voices.map(speakerOf))].flatMap((name) => {
    const ofBase = voices.filter((voice) => speakerOf(voice) === name)
    return [ofBase[0] as Voice, ofBase.at(-1) as Voice]
  })
})

let listen: Listen
beforeAll(async () => {
  listen = await createListener()
})

describe('the level of speech', () => {
  test.each(
    CHOSEN.map((voice): [string, string, Language, Voice] => [voice.speaker, base(voice), voice.language, voice]),
  )('of %s, made of %s, is the common one in %s, and its peaks are below -1 dBTP', async (_, __, language, voice) => {
    const heard = await listen(voice.engineVoice, language, sentencesFor('level-check', language), RATES_HZ)
    for (const [i, rateHz] of RATES_HZ.entries()) {
      const samples = heard[i] as Float32Array
      expect(Math.abs(integratedLufs(samples, rateHz) - LEVEL.targetLufs)).toBeLessThan(LEVEL.maxOffLu)
      expect(truePeakDb(samples)).toBeLessThan(LEVEL.peakLimitDb)
    }
  })
})
