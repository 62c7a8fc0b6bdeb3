import type { DictionaryEntry } from '../../core/dictionary.ts'
import { invalidRequest, isSpeechError, SpeechError } from '../../core/errors.ts'
import type { Steps } from '../../core/steps.ts'
import { entryOf } from './dictionary.ts'
import { keyOf } from './dictionary-file.ts'

/** A row of a CSV file, and the line on which it begins, from 1. */
interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
}

/** The entries as CSV (RFC 4180) with the columns word, pronunciation, language, added_at and added_by. */
export const writeDictionaryCsv = (entries: readonly DictionaryEntry[]): string =>
  csvOf(
    ['word', 'pronunciation', 'language', 'added_at', 'added_by'],
    entries.map(({ word, pronunciation, language, addedAt, addedBy }) => [
      word,
      pronunciation,
      language,
      addedAt.toISOString(),
      addedBy ?? '',
    ]),
  )

/** A table as CSV (RFC 4180). */
export const csvOf = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [columns, ...rows].map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('')

const quoted = (field: string | number): string =>
  /[",\r\n]/.test(String(field)) ? `"${String(field).replaceAll('"', '""')}"` : String(field)

/**
 * Reads CSV with the columns `word`, `pronunciation` and, unless all is English, `language`; others are ignored. Throws
 * `request.invalid` with the first wrong line and its fault.
 */
export function* readDictionaryCsv(
  text: string,
  { addedAt, addedBy }: Pick<DictionaryEntry, 'addedAt' | 'addedBy'>,
): Steps<readonly DictionaryEntry[]> {
  let columns: Columns | undefined
  const lineOf = new Map<string, number>()
  const entries: DictionaryEntry[] = []
  for (const { line, fields } of csvRows(text)) {
    yield
    if (columns === undefined) {
      columns = columnsIn(fields)
      continue
    }
    if (fields.every((field) => field.trim() === '')) continue
    const entry = atLine(line, () => {
      const { word, pronunciation, language } = columns as Columns
      const written = { word: fields[word] ?? '', language: fields[language]?.trim() || undefined }
      return entryOf(written, fields[pronunciation] ?? '', addedAt, addedBy)
    })
    const earlier = lineOf.get(keyOf(entry))
    if (earlier !== undefined) {
      throw new SpeechError('request.invalid', `line ${line}: ${entry.word} is already on line ${earlier}`)
    }
    lineOf.set(keyOf(entry), line)
    entries.push(entry)
  }
  if (columns === undefined) throw invalidRequest('the first line must name the columns word and pronunciation')
  return entries
}

/** The places of the columns; -1 for a `language` that the file lacks. */
interface Columns {
  readonly word: number
  readonly pronunciation: number
  readonly language: number
}

function columnsIn(fields: readonly string[]): Columns {
  const names = fields.map((field) => field.trim().toLowerCase())
  const placeOf = (name: string) => names.indexOf(name)
  const columns = { word: placeOf('word'), pronunciation: placeOf('pronunciation'), language: placeOf('language') }
  if (columns.word >= 0 && columns.pronunciation >= 0) return columns
  throw invalidRequest('the first line must name the columns word and pronunciation')
}

function atLine<T>(line: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isSpeechError(error)) throw error
    throw new SpeechError('request.invalid', `line ${line}: ${error.message}`)
  }
}

/** A field with or without quotation marks, and what ends it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/y

/** The rows of CSV (RFC 4180). Throws `request.invalid` for a quotation mark in the wrong place. */
export function* csvRows(text: string): Generator<CsvRow> {
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  let begun = line
  let fields: string[] = []
  while (at < text.length || fields.length > 0) {
    FIELD.lastIndex = at
    const match = FIELD.exec(text)
    if (match === null) throw invalidRequest(`line ${line}: a quotation mark is not closed, or is in the wrong place`)
    const [whole, inQuotes, plain = '', end] = match
    fields.push(inQuotes?.replaceAll('""', '"') ?? plain)
    at += whole.length
    line += whole.match(/\r\n?|\n/g)?.length ?? 0
    if (end === ',') continue
    yield { line: begun, fields }
    fields = []
    begun = line
  }
}
