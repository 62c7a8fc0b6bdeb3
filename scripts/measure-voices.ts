/**
 * Measures every voice with one sentence per language, writes the figures into docs/measurements/voices.md and
 * docs/voices-measured.tsv, and fails if two voices of a model and language or two of a name are closer than
 * CLOSEST_ALLOWED, or a man is not below every woman. With engines as arguments, prefers them as
 * HOARFROST_ENGINE_PREFERENCE does, and prints the table instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '../src/core/language.ts'
import { MODEL_IDS } from '../src/core/model.ts'
import { readCatalogue } from '../src/voices/catalogue.ts'
import type { HeardVoice, NearestPair } from './voice-distances.ts'
import { CLOSEST_ALLOWED, nearestPairs } from './voice-distances.ts'
import { createEar } from './voice-ear.ts'
import { voiceTable, withMeasuredSection } from './voice-report.ts'

const PAGE = fileURLToPath(new URL('../docs/measurements/voices.md', import.meta.url))
const TABLE = fileURLToPath(new URL('../docs/voices-measured.tsv', import.meta.url))

async function measureVoices(enginePreference: readonly string[]): Promise<void> {
  const catalogue = readCatalogue(new URL('../voices/catalogue.tsv', import.meta.url), enginePreference)
  using ear = createEar()
  const groups: (readonly NearestPair[])[] = []
  for (const model of MODEL_IDS) {
    for (const language of LANGUAGES) {
      const heard: HeardVoice[] = []
      for (const voice of catalogue.ofModel(model, language))
        heard.push({ voice, ...(await ear.hear(voice.engineVoice, language)) })
      if (heard.length > 0) groups.push(nearestPairs(heard))
    }
  }

  if (enginePreference.length === 0) {
    writeFileSync(PAGE, withMeasuredSection(readFileSync(PAGE, 'utf8'), groups))
    writeFileSync(TABLE, voiceTable(groups))
  } else {
    console.log(voiceTable(groups))
  }
  const faults = [
    ...groups.flatMap(tooClose),
    ...namesakesOf(groups).flatMap(tooClose),
    ...groups.flatMap(menAboveWomen),
  ]
  for (const fault of faults) console.error(fault)
  console.log(`${groups.flat().length} voices heard, ${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/** The voices of one name, which speak one language on several models. */
function namesakesOf(groups: readonly (readonly NearestPair[])[]): readonly (readonly NearestPair[])[] {
  const byName = new Map<string, HeardVoice[]>()
  for (const { heard } of groups.flat()) {
    const name = `${heard.voice.language}/${heard.voice.speaker}`
    byName.set(name, [...(byName.get(name) ?? []), heard])
  }
  return [...byName.values()].map(nearestPairs)
}

const tooClose = (pairs: readonly NearestPair[]): readonly string[] =>
  pairs
    .filter(({ distance }) => distance < CLOSEST_ALLOWED)
    .map(({ heard: { voice }, nearest, distance }) => {
      const other = `${nearest.voice.speaker} of ${nearest.voice.model}`
      return `${voice.model} ${voice.language}: ${voice.speaker} is only ${distance.toFixed(2)} from ${other}`
    })

function menAboveWomen(pairs: readonly NearestPair[]): readonly string[] {
  const pitched = pairs.map(({ heard }) => ({ ...heard.voice, hz: heard.pitch.medianHz }))
  const highestManHz = Math.max(...pitched.filter(({ gender }) => gender === 'Male').map(({ hz }) => hz))
  return pitched
    .filter(({ gender, hz }) => gender === 'Female' && hz <= highestManHz)
    .map(({ model, language, speaker, hz }) => {
      return `${model} ${language}: ${speaker}, a woman, is at ${hz.toFixed(0)} Hz, not above a man at ${highestManHz.toFixed(0)}`
    })
}

await measureVoices(argv.slice(2))
