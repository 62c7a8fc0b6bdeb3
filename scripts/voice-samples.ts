/**
 * Speaks a text with voices of the catalogue and writes a page that plays them: index.html, an MP3 file and a spectrogram
 * for each, into the folder given as argument. All languages and genders are among them. Names of engines after the
 * folder are preferred as HOARFROST_ENGINE_PREFERENCE does. `--beside`: fourteen voices, by each of these engines, side by side.
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

const VOICES = { usual: 40, beside: 14 } as const
const RATE_HZ = 24_000
const DEFAULT_PREFERENCE = ['aria', 'flite']

/** A voice by one engine. */
interface Sample {
  readonly voice: Voice
  readonly file: string
}

async function writeSamples(folder: string, enginePreference: readonly string[]): Promise<void> {
  const rows = chooseVoices(voicesBy(enginePreference), VOICES.usual).map((voice) => [voice])
  await writePage(folder, rows)
}

/** The same voices and texts by several engines. */
async function writeSamplesBeside(folder: string, engines: readonly string[]): Promise<void> {
  const [first = new Map(), ...others] = engines.map(
    (engine) =>
      new Map(
        voicesBy([engine])
          .filter(({ engineVoice }) => engineVoice.engine === engine)
          .map((voice) => [keyOf(voice), voice]),
      ),
  )
  const common = [...first.values()].filter((voice) => others.every((voices) => voices.has(keyOf(voice))))
  const rows = chooseVoices(common, VOICES.beside).map((voice) => [
    voice,
    ...others.flatMap((voices) => voices.get(keyOf(voice)) ?? []),
  ])
  await writePage(folder, rows)
}

const keyOf = ({ model, language, speaker }: Voice): string => `${model}/${language}/${speaker}`

const voicesBy = (enginePreference: readonly string[]): readonly Voice[] =>
  readCatalogue(new URL('../voices/catalogue.tsv', import.meta.url), enginePreference).voices

async function writePage(folder: string, rows: readonly (readonly Voice[])[]): Promise<void> {
  const listen = await createListener()
  mkdirSync(folder, { recursive: true })
  const samples: (readonly Sample[])[] = []
  for (const row of rows) {
    const spoken: Sample[] = []
    for (const voice of row) {
      const { engineVoice, language, speaker } = voice
      const [heard] = await listen(engineVoice, language, sentencesFor('level-check', language), [RATE_HZ])
      const name = `${language}-${speaker.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
      const file = row.length > 1 ? `${name}-${engineVoice.engine}` : name
      writeFileSync(join(folder, `${file}.mp3`), await mp3Of(heard))
      writeFileSync(join(folder, `${file}.png`), spectrogramPng(heard, RATE_HZ))
      spoken.push({ voice, file })
    }
    samples.push(spoken)
  }
  writeFileSync(join(folder, 'index.html'), pageOf(samples))
  console.log(`${samples.length} voices in ${folder}`)
}

/** A voice of each language in turn, of another gender or base than those before, until there are enough. */
function chooseVoices(voices: readonly Voice[], count: number): readonly Voice[] {
  const natural = voices.filter(({ model }) => model === 'coda' || model === 'arcana')
  const queues = groupsOf(natural, ({ language }) => language).map(inTurn)
  const chosen: Voice[] = []
  while (chosen.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) chosen.push(...queue.splice(0, 1))
  }
  return chosen.slice(0, count).toSorted((one, other) => one.language.localeCompare(other.language))
}

/** One voice of each base, women and men in turn. */
function inTurn(voices: readonly Voice[]): Voice[] {
  const distinct = groupsOf(voices, ({ engineVoice }) => engineVoice.base).map(([first]) => first as Voice)
  const genders = groupsOf(distinct, ({ gender }) => gender)
  const max = Math.max(...genders.map((group) => group.length))
  return Array.from({ length: max }, (_, i) => genders.flatMap((group) => group[i] ?? [])).flat()
}

function groupsOf(voices: readonly Voice[], keyOf: (voice: Voice) => string): readonly (readonly Voice[])[] {
  const groups = new Map<string, Voice[]>()
  for (const voice of voices) groups.set(keyOf(voice), [...(groups.get(keyOf(voice)) ?? []), voice])
  return [...groups.values()]
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

function pageOf(samples: readonly (readonly Sample[])[]): string {
  const rows = samples.map((row) => {
    const [{ voice }] = row as readonly [Sample]
    const { speaker, model, language, gender, age, country } = voice
    const cells = [speaker, model, language, `${gender}, ${age}`, country]
    const heard = row.flatMap(({ voice: { engineVoice }, file }) => [
      `<td>${escaped(`${engineVoice.engine} ${engineVoice.base}`)}</td>`,
      `<td><audio controls preload="none" src="${file}.mp3"></audio></td>`,
      `<td><img loading="lazy" alt="Spectrogram" src="${file}.png"></td>`,
    ])
    return `<tr>${[...cells.map((cell) => `<td>${escaped(cell)}</td>`), ...heard].join('')}</tr>`
  })
  const heads = [
    ...['speaker', 'model', 'language', 'gender, age', 'country'],
    ...(samples[0] ?? []).flatMap(() => ['engine and base', 'sample', 'spectrogram, 0 to 12 kHz']),
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

const [folder, ...engines] = argv.slice(2).filter((argument) => argument !== '--beside')
if (folder === undefined) throw new Error('a folder, please: npm run voices:samples -- FOLDER [--beside] [ENGINE ...]')
if (argv.includes('--beside')) await writeSamplesBeside(folder, engines.length > 0 ? engines : ['natural', 'aria'])
else await writeSamples(folder, engines.length > 0 ? engines : DEFAULT_PREFERENCE)
