/**
 * Speaks a text with forty voices of the catalogue and writes a page that plays them: index.html, an MP3 file and a
 * spectrogram for each, into the folder given as argument. All languages and genders are among them. Names of engines
 * after the folder are preferred as HOARFROST_ENGINE_PREFERENCE does.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { createEncoder } from '../src/audio/encoder.ts'
import { quantizeInto } from '../src/audio/pcm16.ts'
import type { Voice } from '../src/core/voice.ts'
import { readCatalogue } from '../src/voices/catalogue.ts'
import { encodeWhole } from '../test/encode.ts'
import { sentencesFor } from './language-sentences.ts'
import { spectrogramPng } from './spectrogram.ts'
import { createListener } from './voice-listener.ts'

const VOICES = 40
const RATE_HZ = 24_000
const DEFAULT_PREFERENCE = ['aria', 'flite']

interface Sample {
  readonly voice: Voice
  readonly file: string
}

async function writeSamples(folder: string, enginePreference: readonly string[]): Promise<void> {
  const { voices } = readCatalogue(new URL('../voices/catalogue.tsv', import.meta.url), enginePreference)
  const listen = await createListener()
  mkdirSync(folder, { recursive: true })
  const samples: Sample[] = []
  for (const voice of chooseVoices(voices)) {
    const { engineVoice, language, speaker } = voice
    const [heard] = await listen(engineVoice, language, sentencesFor('level-check', language), [RATE_HZ])
    const file = `${language}-${speaker.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
    writeFileSync(join(folder, `${file}.mp3`), await mp3Of(heard))
    writeFileSync(join(folder, `${file}.png`), spectrogramPng(heard, RATE_HZ))
    samples.push({ voice, file })
  }
  writeFileSync(join(folder, 'index.html'), pageOf(samples))
  console.log(`${samples.length} voices in ${folder}`)
}

/** Voices of each language, gender and base in turn, until there are enough. */
function chooseVoices(voices: readonly Voice[]): readonly Voice[] {
  const groups = new Map<string, Map<string, Voice>>()
  for (const voice of voices.filter(({ model }) => model === 'coda' || model === 'arcana')) {
    const key = `${voice.language} ${voice.gender}`
    const group = groups.get(key) ?? new Map<string, Voice>()
    if (!group.has(voice.engineVoice.base)) group.set(voice.engineVoice.base, voice)
    groups.set(key, group)
  }
  const queues = [...groups.values()].map((group) => [...group.values()])
  const chosen: Voice[] = []
  while (chosen.length < VOICES && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) chosen.push(...queue.splice(0, 1))
  }
  return chosen.slice(0, VOICES).toSorted((one, other) => one.language.localeCompare(other.language))
}

async function mp3Of(samples: Float32Array): Promise<Uint8Array> {
  const quantized = new Int16Array(samples.length)
  quantizeInto(quantized, 0, samples, 1)
  using encoder = await createEncoder({ codec: 'mp3', sampleRateHz: RATE_HZ })
  return await encodeWhole(
    (async function* () {
      yield quantized
    })(),
    encoder,
  )
}

function pageOf(samples: readonly Sample[]): string {
  const rows = samples.map(({ voice, file }) => {
    const { speaker, model, language, gender, age, country, engineVoice } = voice
    const cells = [speaker, model, language, `${gender}, ${age}`, country, `${engineVoice.engine} ${engineVoice.base}`]
    return [
      `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}`,
      `<td><audio controls preload="none" src="${file}.mp3"></audio></td>`,
      `<td><img loading="lazy" alt="Spectrogram" src="${file}.png"></td></tr>`,
    ].join('')
  })
  const heads = [
    'speaker',
    'model',
    'language',
    'gender, age',
    'country',
    'engine and base',
    'sample',
    'spectrogram, 0 to 12 kHz',
  ]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voices of Hoarfrost</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 1rem }
td, th { padding: 0.25rem 0.5rem; text-align: left; vertical-align: middle; border-bottom: 1px solid #ddd }
img { height: 96px; width: 24rem }
</style>
<h1>Voices of Hoarfrost</h1>
<p>Each voice reads the sentences that check its loudness, at temperature 0.</p>
<table>
<tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>
${rows.join('\n')}
</table>
</html>
`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const [folder, ...preference] = argv.slice(2)
if (folder === undefined) throw new Error('a folder, please: npm run voices:samples -- FOLDER')
await writeSamples(folder, preference.length > 0 ? preference : DEFAULT_PREFERENCE)
