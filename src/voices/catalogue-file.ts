import type { Language } from '../core/language.ts'
import { LANGUAGES } from '../core/language.ts'
import type { ModelId } from '../core/model.ts'
import { MODEL_IDS } from '../core/model.ts'
import { isBetterEngine } from '../core/quality.ts'
import type { LeveledVoice, Timbre, Voice } from '../core/voice.ts'

/**
 * Columns of voices/catalogue.tsv, in order: what is known of a voice, then which engine speaks for it and how. Where
 * several can, `engine`, `base` and `gain_db` list them in the same order, joined by `|`, and the timbre holds for all.
 */
export const CATALOGUE_COLUMNS = [
  'model',
  'language',
  'speaker',
  'gender',
  'age',
  'country',
  'dialect',
  'demographic',
  'genres',
  'styles',
  'flagship',
  'engine',
  'base',
  'formant',
  'pitch_hz',
  'pitch_range',
  'rate',
  'brightness_db',
  'gain_db',
] as const

export type CatalogueColumn = (typeof CATALOGUE_COLUMNS)[number]

/** The cells of one line by column, each a string as it stands in the file. */
export type CatalogueRow = Readonly<Record<CatalogueColumn, string>>

/** What tells one voice from every other: the name is compared without regard to case. */
export const voiceKey = (model: ModelId, language: Language, speaker: string): string =>
  `${model}/${language}/${speaker.toLowerCase()}`

/**
 * Reads the catalogue: tab-separated, a header line, one voice a line, several genres or styles joined by `|`. Of the
 * engines that a line lists, the one that comes first in `enginePreference` speaks, or else the first listed; for a better
 * one the next is the fallback. Throws an Error naming the line and the column of the first thing that is wrong.
 */
export function parseCatalogueFile(text: string, enginePreference: readonly string[]): readonly Voice[] {
  const seen = new Set<string>()
  return parseCatalogueRows(text).map((row, i) => {
    try {
      const voice = voiceOfRow(row, enginePreference)
      const key = voiceKey(voice.model, voice.language, voice.speaker)
      if (seen.has(key)) throw new Error(`${key} is listed twice`)
      seen.add(key)
      return voice
    } catch (cause) {
      throw new Error(`voice catalogue, line ${i + 2}: ${(cause as Error).message}`, { cause })
    }
  })
}

/** The file as cells, unchecked but for their number. Throws an Error naming the line. */
export function parseCatalogueRows(text: string): readonly CatalogueRow[] {
  const [header, ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (header !== CATALOGUE_COLUMNS.join('\t')) {
    throw new Error(`voice catalogue, line 1: the columns must be ${CATALOGUE_COLUMNS.join(', ')}`)
  }
  return lines.map((line, i) => {
    const cells = line.split('\t')
    if (cells.length !== CATALOGUE_COLUMNS.length) {
      throw new Error(`voice catalogue, line ${i + 2}: ${cells.length} cells instead of ${CATALOGUE_COLUMNS.length}`)
    }
    return Object.fromEntries(CATALOGUE_COLUMNS.map((column, c) => [column, cells[c]])) as CatalogueRow
  })
}

/** The inverse of `parseCatalogueRows`. */
export function formatCatalogueRows(rows: readonly CatalogueRow[]): string {
  const lines = rows.map((row) => CATALOGUE_COLUMNS.map((column) => row[column]).join('\t'))
  return `${[CATALOGUE_COLUMNS.join('\t'), ...lines].join('\n')}\n`
}

function voiceOfRow(row: CatalogueRow, enginePreference: readonly string[]): Voice {
  return {
    model: oneOf(row, 'model', MODEL_IDS),
    language: oneOf(row, 'language', LANGUAGES),
    speaker: filled(row, 'speaker'),
    gender: filled(row, 'gender'),
    age: filled(row, 'age'),
    country: filled(row, 'country'),
    dialect: row.dialect,
    demographic: row.demographic,
    genres: list(row, 'genres'),
    styles: list(row, 'styles'),
    isFlagship: oneOf(row, 'flagship', ['yes', 'no']) === 'yes',
    engineVoice: preferredVoice(engineVoicesOf(row), enginePreference),
  }
}

/** The voices by each engine that the row lists, with the same timbre. */
function engineVoicesOf(row: CatalogueRow): readonly LeveledVoice[] {
  const engines = filled(row, 'engine').split('|')
  const bases = filled(row, 'base').split('|')
  const gains = row.gain_db.split('|')
  for (const [column, { length }] of Object.entries({ base: bases, gain_db: gains })) {
    if (length !== engines.length) throw new Error(`${column} lists ${length} for ${engines.length} engines`)
  }
  const timbre: Timbre = {
    formantRatio: number(row, 'formant', 0.5, 2),
    pitchMeanHz: number(row, 'pitch_hz', 50, 500),
    pitchRangeRatio: number(row, 'pitch_range', 0, 4),
    rateRatio: number(row, 'rate', 0.25, 4),
    brightnessDb: number(row, 'brightness_db', -24, 24),
  }
  return engines.map((engine, i) => {
    const gainDb = number({ ...row, gain_db: gains[i] as string }, 'gain_db', -24, 24)
    return { engine, base: bases[i] as string, timbre, gainDb }
  })
}

function preferredVoice(voices: readonly LeveledVoice[], enginePreference: readonly string[]): LeveledVoice {
  const name = enginePreference.find((engine) => voices.some((voice) => voice.engine === engine))
  const preferred = voices.find((voice) => voice.engine === name) ?? (voices[0] as LeveledVoice)
  const others = voices.filter((voice) => voice !== preferred)
  if (!isBetterEngine(preferred.engine) || others.length === 0) return preferred
  return { ...preferred, fallback: preferredVoice(others, enginePreference) }
}

function oneOf<T extends string>(row: CatalogueRow, column: CatalogueColumn, allowed: readonly T[]): T {
  const value = allowed.find((candidate) => candidate === row[column])
  if (value === undefined) throw new Error(`${column} is "${row[column]}", must be one of ${allowed.join(', ')}`)
  return value
}

function filled(row: CatalogueRow, column: CatalogueColumn): string {
  if (row[column].trim() === '') throw new Error(`${column} is empty`)
  return row[column]
}

const list = (row: CatalogueRow, column: CatalogueColumn): readonly string[] =>
  row[column] === '' ? [] : row[column].split('|')

function number(row: CatalogueRow, column: CatalogueColumn, min: number, max: number): number {
  const value = row[column].trim() === '' ? Number.NaN : Number(row[column])
  if (!(value >= min && value <= max)) {
    throw new Error(`${column} is "${row[column]}", must be a number from ${min} to ${max}`)
  }
  return value
}
