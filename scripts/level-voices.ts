/**
 * Makes all voices equally loud: speaks a text with every voice by every engine that can speak for it, and writes the gain
 * that brings it to the common loudness into the catalogue. Then hears another text with these gains, prints what each engine's
 * voices come to, and fails when one is not at that level (LEVEL). With `--check`, only hears.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Voice } from '../src/core/voice.ts'
import type { CatalogueRow } from '../src/voices/catalogue-file.ts'
import { formatCatalogueRows, parseCatalogueFile, parseCatalogueRows } from '../src/voices/catalogue-file.ts'
import { LEVEL, LEVEL_TEXTS } from './level-texts.ts'
import { integratedLufs, truePeakDb } from './loudness.ts'
import type { Listen } from './voice-listener.ts'
import { createListener } from './voice-listener.ts'

const SAMPLE_RATE_HZ = 24_000
/** Quiet enough that nothing is limited. */
const MEASURED_AT_DB = -12

const CATALOGUE_FILE = fileURLToPath(new URL('../voices/catalogue.tsv', import.meta.url))

interface HeardLevel {
  readonly voice: Voice
  readonly lufs: number
  readonly peakDb: number
}

async function levelVoices(isCheck: boolean): Promise<void> {
  const listen = await createListener()
  if (!isCheck) {
    const rows = parseCatalogueRows(readFileSync(CATALOGUE_FILE, 'utf8'))
    const leveled: CatalogueRow[] = []
    for (const row of rows) leveled.push({ ...row, gain_db: await measureGains(row, listen) })
    writeFileSync(CATALOGUE_FILE, formatCatalogueRows(leveled))
  }
  const heard: HeardLevel[] = []
  for (const row of parseCatalogueRows(readFileSync(CATALOGUE_FILE, 'utf8'))) {
    for (const voice of voicesOf(row)) heard.push(await hear(voice, listen))
  }
  report(heard)
}

/** The voice by each of its engines. */
const voicesOf = (row: CatalogueRow): readonly Voice[] =>
  row.engine.split('|').flatMap((engine) => parseCatalogueFile(formatCatalogueRows([row]), [engine]))

async function measureGains(row: CatalogueRow, listen: Listen): Promise<string> {
  const gains: string[] = []
  const unleveled = row.engine.replaceAll(/[^|]+/g, String(MEASURED_AT_DB))
  for (const { engineVoice, language } of voicesOf({ ...row, gain_db: unleveled })) {
    const samples = await listen(engineVoice, language, LEVEL_TEXTS[language].measured, SAMPLE_RATE_HZ)
    gains.push((LEVEL.targetLufs - integratedLufs(samples, SAMPLE_RATE_HZ) + MEASURED_AT_DB).toFixed(1))
  }
  return gains.join('|')
}

async function hear(voice: Voice, listen: Listen): Promise<HeardLevel> {
  const { engineVoice, language } = voice
  const samples = await listen(engineVoice, language, LEVEL_TEXTS[language].heldOut, SAMPLE_RATE_HZ)
  return { voice, lufs: integratedLufs(samples, SAMPLE_RATE_HZ), peakDb: truePeakDb(samples) }
}

function report(heard: readonly HeardLevel[]): void {
  const groups = new Map<string, HeardLevel[]>()
  for (const level of heard) {
    const { language, engineVoice } = level.voice
    const group = `${engineVoice.engine} ${language}`
    groups.set(group, [...(groups.get(group) ?? []), level])
  }
  console.log(
    '| engine, language | voices | gains dB | LUFS | highest peak dBTP |\n| --- | ---: | ---: | ---: | ---: |',
  )
  for (const [group, levels] of groups) {
    const gains = rangeOf(levels.map(({ voice }) => voice.engineVoice.gainDb))
    const peak = Math.max(...levels.map(({ peakDb }) => peakDb)).toFixed(1)
    console.log(`| ${group} | ${levels.length} | ${gains} | ${rangeOf(levels.map(({ lufs }) => lufs))} | ${peak} |`)
  }
  const faults = heard.filter(
    ({ lufs, peakDb }) => Math.abs(lufs - LEVEL.targetLufs) > LEVEL.mostOffLu || peakDb > LEVEL.peakLimitDb,
  )
  for (const { voice, lufs, peakDb } of faults) {
    const { model, language, speaker, engineVoice } = voice
    const by = `${model} ${language} ${speaker} by ${engineVoice.engine}`
    console.error(`${by} is at ${lufs.toFixed(1)} LUFS, its peak at ${peakDb.toFixed(1)} dB`)
  }
  console.log(`${heard.length} voices heard, ${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

const rangeOf = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`

await levelVoices(argv.includes('--check'))
