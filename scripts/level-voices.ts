/**
 * Levels all voices: speaks a text with every voice and engine, and writes the gain to the common loudness into the
 * catalogue. Then checks another text with these gains at the usual sampling rates, prints the results by engine, and
 * fails if a voice is not at LEVEL. `--check` only checks; names of engines limit the run to them, `--missing` to voices
 * without a gain.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { integratedLufs, truePeakDb } from '../src/audio/loudness.ts'
import type { Voice } from '../src/core/voice.ts'
import type { CatalogueRow } from '../src/voices/catalogue-file.ts'
import { formatCatalogueRows, parseCatalogueFile, parseCatalogueRows } from '../src/voices/catalogue-file.ts'
import { sentencesFor } from './language-sentences.ts'
import { LEVEL } from './level.ts'
import type { Listen } from './voice-listener.ts'
import { createListener } from './voice-listener.ts'

const MEASURED_AT_HZ = 24_000
/** Low enough that the limiter is not active. */
const MEASURED_AT_DB = -12
/** Levels differ by this much between rates. */
const BALANCED_MARGIN_LU = 0.3
const HEARD_AT_HZ = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const

const CATALOGUE_FILE = fileURLToPath(new URL('../voices/catalogue.tsv', import.meta.url))

interface HeardVoice {
  readonly voice: Voice
  /** Levels by rate, in the order of HEARD_AT_HZ. */
  readonly levels: readonly { readonly lufs: number; readonly peakDb: number }[]
}

async function levelVoices(isCheck: boolean, isMissingOnly: boolean, isWanted: IsWanted): Promise<void> {
  const listen = await createListener()
  const chosen = new Set<string>()
  if (!isCheck) {
    const leveled: CatalogueRow[] = []
    for (const row of readRows()) {
      const isChosen = !isMissingOnly || row.gain_db.split('|').includes('')
      if (isChosen) chosen.add(keyOf(row))
      leveled.push(isChosen ? await balanced(await withGains(row, isWanted, listen), isWanted, listen) : row)
    }
    writeFileSync(CATALOGUE_FILE, formatCatalogueRows(leveled))
  }
  const heard: HeardVoice[] = []
  for (const row of readRows()) {
    if (!isCheck && !chosen.has(keyOf(row))) continue
    for (const engine of row.engine.split('|').filter(isWanted)) heard.push(await hear(voiceOf(row, engine), listen))
  }
  report(heard)
}

const keyOf = ({ model, language, speaker }: CatalogueRow): string => `${model}/${language}/${speaker}`

const readRows = (): readonly CatalogueRow[] => parseCatalogueRows(readFileSync(CATALOGUE_FILE, 'utf8'))

const voiceOf = (row: CatalogueRow, engine: string): Voice =>
  parseCatalogueFile(formatCatalogueRows([row]), [engine])[0] as Voice

type IsWanted = (engine: string) => boolean

async function withGains(row: CatalogueRow, isWanted: IsWanted, listen: Listen): Promise<CatalogueRow> {
  const gains = row.gain_db.split('|')
  const unleveled = { ...row, gain_db: row.engine.replaceAll(/[^|]+/g, String(MEASURED_AT_DB)) }
  for (const [i, engine] of row.engine.split('|').entries()) {
    if (!isWanted(engine)) continue
    const { engineVoice, language } = voiceOf(unleveled, engine)
    const [samples] = await listen(engineVoice, language, sentencesFor('level', language), [MEASURED_AT_HZ])
    gains[i] = (LEVEL.targetLufs - integratedLufs(samples, MEASURED_AT_HZ) + MEASURED_AT_DB).toFixed(1)
  }
  return { ...row, gain_db: gains.join('|') }
}

/** A voice that speaks the other text much louder or softer gets the gain between those of the two texts. */
async function balanced(row: CatalogueRow, isWanted: IsWanted, listen: Listen): Promise<CatalogueRow> {
  const gains = row.gain_db.split('|')
  for (const [i, engine] of row.engine.split('|').entries()) {
    if (!isWanted(engine)) continue
    const { engineVoice, language } = voiceOf(row, engine)
    const [samples] = await listen(engineVoice, language, sentencesFor('level-check', language), [MEASURED_AT_HZ])
    const offLu = integratedLufs(samples, MEASURED_AT_HZ) - LEVEL.targetLufs
    if (Math.abs(offLu) > LEVEL.maxOffLu - BALANCED_MARGIN_LU) gains[i] = (Number(gains[i]) - offLu / 2).toFixed(1)
  }
  return { ...row, gain_db: gains.join('|') }
}

async function hear(voice: Voice, listen: Listen): Promise<HeardVoice> {
  const { engineVoice, language } = voice
  const heard = await listen(engineVoice, language, sentencesFor('level-check', language), HEARD_AT_HZ)
  const levels = HEARD_AT_HZ.map((rateHz, i) => {
    const samples = heard[i] as Float32Array
    return { lufs: integratedLufs(samples, rateHz), peakDb: truePeakDb(samples) }
  })
  return { voice, levels }
}

function report(heard: readonly HeardVoice[]): void {
  const groups = new Map<string, HeardVoice[]>()
  for (const one of heard) {
    const group = `${one.voice.engineVoice.engine} ${one.voice.language}`
    groups.set(group, [...(groups.get(group) ?? []), one])
  }
  console.log(`| engine, language | voices | gains dB | LUFS | dBTP at ${HEARD_AT_HZ.join(' | ')} Hz |`)
  console.log(`| --- |${' ---: |'.repeat(3 + HEARD_AT_HZ.length)}`)
  for (const [group, voices] of [...groups, ['all', heard] as const]) {
    const gains = rangeOf(voices.map(({ voice }) => voice.engineVoice.gainDb))
    const lufs = rangeOf(voices.flatMap(({ levels }) => levels.map((level) => level.lufs)))
    const peaks = HEARD_AT_HZ.map((_, i) => Math.max(...voices.map(({ levels }) => levels[i]?.peakDb ?? 0)).toFixed(2))
    console.log(`| ${group} | ${voices.length} | ${gains} | ${lufs} | ${peaks.join(' | ')} |`)
  }
  const faults = heard.flatMap(faultsOf)
  for (const fault of faults) console.error(fault)
  console.log(`${heard.length} voices heard, ${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

function faultsOf({ voice, levels }: HeardVoice): readonly string[] {
  const { model, language, speaker, engineVoice } = voice
  return levels.flatMap(({ lufs, peakDb }, i) => {
    if (Math.abs(lufs - LEVEL.targetLufs) <= LEVEL.maxOffLu && peakDb <= LEVEL.peakLimitDb) return []
    const at = `${model} ${language} ${speaker} by ${engineVoice.engine} at ${HEARD_AT_HZ[i]} Hz`
    return [`${at} comes to ${lufs.toFixed(1)} LUFS, its peak to ${peakDb.toFixed(1)} dB`]
  })
}

const rangeOf = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`

const names = argv.slice(2).filter((name) => !name.startsWith('--'))
await levelVoices(
  argv.includes('--check'),
  argv.includes('--missing'),
  (engine) => names.length === 0 || names.includes(engine),
)
