import { type Language, languageOfCode } from '../core/language.ts'
import { acceptedReadings, faultOfPattern } from './accepted-readings.ts'

export const ENTITY_KINDS = ['code', 'mail', 'amount', 'date', 'time', 'phone', 'address', 'name', 'unit'] as const

export type EntityKind = (typeof ENTITY_KINDS)[number]

/** A sentence with something that can be read wrong. */
export interface EntityLine {
  readonly language: Language
  readonly kind: EntityKind
  readonly text: string
  /** The part of the text that is checked. */
  readonly entity: string
  /** What may be said for it. */
  readonly readings: readonly string[]
}

const HEADER = 'lang\tkind\ttext\treadings'

/** Reads a table of lines. Throws an Error of one line that begins with `file`. */
export function parseEntities(file: string, content: string): readonly EntityLine[] {
  const [head, ...rows] = content.split(/\r\n|\n|\r/)
  if (head !== HEADER) throw new Error(`${file}: the first line must be ${HEADER.replaceAll('\t', ', ')}, with tabs`)
  const lines = rows.flatMap((row, i) => (row.trim() === '' ? [] : [parseRow(row, `${file}: line ${i + 2}`)]))
  if (lines.length === 0) throw new Error(`${file} has no lines`)
  return lines
}

function parseRow(row: string, place: string): EntityLine {
  const [lang = '', kindName = '', marked = '', patterns = '', ...more] = row.split('\t')
  const language = languageOfCode(lang)
  const kind = ENTITY_KINDS.find((each) => each === kindName)
  const [before, entity, after, ...others] = marked.split(/[[\]]/)
  if (more.length > 0 || patterns.trim() === '') throw new Error(`${place} must have four columns`)
  if (language === undefined) throw new Error(`${place}: ${lang} is not a language`)
  if (kind === undefined) throw new Error(`${place}: the kinds are ${ENTITY_KINDS.join(', ')}`)
  if (after === undefined || entity === undefined || entity === '' || others.length > 0) {
    throw new Error(`${place}: one part of the text must be in brackets`)
  }
  const fault = faultOfPattern(patterns)
  if (fault !== undefined) throw new Error(`${place}: ${fault}`)
  return { language, kind, text: `${before}${entity}${after}`, entity, readings: acceptedReadings(patterns) }
}
