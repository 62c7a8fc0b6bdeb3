import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWavEncoder } from '../../src/audio/encoders/wav.ts'
import { quantizeInto } from '../../src/audio/pcm16.ts'
import type { Engine, LoadedEngine } from '../../src/core/engine.ts'
import type { Language } from '../../src/core/language.ts'
import { NO_MARKUP } from '../../src/core/request.ts'
import { ariaEngine } from '../../src/engines/aria/aria-engine.ts'
import { espeakEngine } from '../../src/engines/espeak/espeak-engine.ts'
import { neuralEngine } from '../../src/engines/neural/neural-engine.ts'
import { openLexicon } from '../../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../../src/lexicon/pronounce-utterance.ts'
import { planUtterances } from '../../src/text/plan-utterances.ts'
import { record } from '../contracts/speech-recording.ts'
import { encodeWhole } from '../encode.ts'
import { fetchKokoro, fetchPiper, fetchRecognizer } from './fetched-packs.ts'
import { SPOKEN_SENTENCES } from './spoken-sentences.ts'

const SOUNDS = fileURLToPath(new URL('../../.cache/packs/spoken/', import.meta.url))
const kokoro = fetchKokoro()
const piper = fetchPiper()
const recognizer = fetchRecognizer()
for (const one of [kokoro, piper, recognizer]) if ('missing' in one) console.warn(`skipped: ${one.missing}`)

type SpokenLanguage = keyof typeof SPOKEN_SENTENCES
const ISO_639_1: Readonly<Record<SpokenLanguage, string>> = {
  eng: 'en',
  spa: 'es',
  fra: 'fr',
  por: 'pt',
  hin: 'hi',
  jpn: 'ja',
}
/** Where words are not what is written between spaces, or endings are spelled in several ways. */
const BY_CHARACTER: ReadonlySet<string> = new Set(['hin', 'jpn'])

const kokoroFolder = 'folder' in kokoro ? kokoro.folder : ''
const piperFolder = 'folder' in piper ? piper.folder : ''

/** Of the embedded voices, which `COMPARE=1 npm run test:packs` has heard for comparison. */
const ANY = Number.POSITIVE_INFINITY

/** Voices with the most errors that each may have, as a share of the words or characters. */
const VOICES: readonly (readonly [SpokenLanguage, engine: Engine, base: string, most: number])[] = [
  ['eng', neuralEngine, `${kokoroFolder}#af_heart`, 0.1],
  ['eng', neuralEngine, `${kokoroFolder}#am_michael`, 0.1],
  ['eng', neuralEngine, `${kokoroFolder}#bf_emma`, 0.1],
  ['eng', neuralEngine, `${kokoroFolder}#bm_george`, 0.1],
  ['eng', neuralEngine, `${piperFolder}#default`, 0.1],
  ['eng', ariaEngine, 'kathleen', ANY],
  ['spa', neuralEngine, `${kokoroFolder}#ef_dora`, 0.15],
  ['spa', neuralEngine, `${kokoroFolder}#em_alex`, 0.15],
  ['spa', espeakEngine, 'es', ANY],
  ['fra', neuralEngine, `${kokoroFolder}#ff_siwis`, 0.25],
  ['fra', espeakEngine, 'fr', ANY],
  ['por', neuralEngine, `${kokoroFolder}#pf_dora`, 0.25],
  ['por', neuralEngine, `${kokoroFolder}#pm_alex`, 0.25],
  ['por', espeakEngine, 'pt-br', ANY],
  ['hin', neuralEngine, `${kokoroFolder}#hf_alpha`, 0.5],
  ['hin', neuralEngine, `${kokoroFolder}#hm_omega`, 0.5],
  ['hin', espeakEngine, 'hi', ANY],
  ['jpn', neuralEngine, `${kokoroFolder}#jf_alpha`, 0.3],
  ['jpn', neuralEngine, `${kokoroFolder}#jm_kumo`, 0.3],
  ['jpn', espeakEngine, 'ja', ANY],
]

const heardVoices = VOICES.filter(([, , , most]) => most < ANY || process.env.COMPARE !== undefined)

const pronounce = createPronouncer(openLexicon())
const loaded = new Map<Engine, LoadedEngine>()
beforeAll(async () => {
  mkdirSync(SOUNDS, { recursive: true })
  for (const engine of [neuralEngine, ariaEngine, espeakEngine]) loaded.set(engine, await engine.load())
})
afterAll(() => {
  for (const engine of loaded.values()) engine[Symbol.dispose]()
})

async function speakSentence(engine: Engine, base: string, language: Language, text: string) {
  const options = { language, rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false, isContinued: true }
  const timbre = { formantRatio: 1, pitchMeanHz: 190, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const voice = { engine: engine.name, base, timbre }
  const spoken: Float32Array[] = []
  let sampleRateHz = 0
  for (const utterance of planUtterances(text, options)) {
    if (utterance === undefined) continue
    const recording = await record(loaded.get(engine) as LoadedEngine, pronounce(utterance), voice)
    sampleRateHz = recording.sampleRateHz
    spoken.push(recording.samples, new Float32Array(0.15 * sampleRateHz))
  }
  return wavOf(spoken, sampleRateHz)
}

describe.skipIf('missing' in recognizer || 'missing' in kokoro || 'missing' in piper)('word errors', () => {
  test.each(heardVoices)(
    'in %s are few',
    async (language, engine, base, most) => {
      const sentences = SPOKEN_SENTENCES[language]
      const name = `${language}-${engine.name}-${base.replace(/^.*#/, '')}`
      const files: string[] = []
      for (const [i, text] of sentences.entries()) {
        const file = join(SOUNDS, `${name}-${i}.wav`)
        writeFileSync(file, await speakSentence(engine, base, language, text))
        files.push(file)
      }
      if ('missing' in recognizer) return
      const heard = recognizer.hear(files.map((file) => ({ file, language: ISO_639_1[language] })))
      let errors = 0
      let units = 0
      for (const [i, text] of sentences.entries()) {
        const said = unitsOf(text, language)
        errors += editDistance(said, unitsOf(heard[i] ?? '', language))
        units += said.length
      }
      console.log(
        `${name}: ${((100 * errors) / units).toFixed(1)} % of ${units} ${BY_CHARACTER.has(language) ? 'characters' : 'words'}`,
      )
      expect(errors / units, heard.join(' | ')).toBeLessThanOrEqual(most)
    },
    600_000,
  )
})

/** Words or characters without case, punctuation and spaces. */
function unitsOf(text: string, language: Language): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return BY_CHARACTER.has(language) ? [...plain.replaceAll(' ', '')] : plain.split(' ')
}

function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, unit] of one.entries()) {
    const next = [i + 1]
    for (const [j, candidate] of other.entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (unit === candidate ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const wavOf = (parts: readonly Float32Array[], sampleRateHz: number): Promise<Uint8Array> => {
  const pieces = parts.map((part) => {
    const samples = new Int16Array(part.length)
    quantizeInto(samples, 0, part, 1)
    return samples
  })
  return encodeWhole(Readable.from(pieces), createWavEncoder(sampleRateHz))
}
