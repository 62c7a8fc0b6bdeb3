import type { DictionaryEntry } from '../../core/dictionary.ts'
import { isSpeechError } from '../../core/errors.ts'
import { entryOf } from './dictionary.ts'

/** An alternative pronunciation in CMUdict's notation, `read(2)`; only the first one is used. */
const VARIANT = /\(\d{1,2}\)$/

/** Does not match the `#` of `c#`. */
const COMMENT = /(?:^|\s)(?:#|;;;).*/

/**
 * Reads lines of a word, a tab or, if it has none itself, spaces, and its pronunciation, as in CMUdict. `#` and `;;;` begin comments. Throws an
 * Error with the first wrong line and its fault.
 */
export function readDictionaryFile(text: string, addedAt: Date): readonly DictionaryEntry[] {
  const lineOf = new Map<string, number>()
  const entries: DictionaryEntry[] = []
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const written = line.replace(COMMENT, '').trim()
    if (written === '') continue
    const [, word = written, pronunciation = ''] =
      /^([^\t]+)\t(.*)$/.exec(written) ?? /^(\S+)\s+(.*)$/.exec(written) ?? []
    if (VARIANT.test(word)) continue
    const entry = entryOfLine(i + 1, word, pronunciation, addedAt)
    const earlier = lineOf.get(entry.word)
    if (earlier !== undefined) throw new Error(`line ${i + 1}: ${entry.word} is already on line ${earlier}`)
    lineOf.set(entry.word, i + 1)
    entries.push(entry)
  }
  return entries
}

function entryOfLine(line: number, word: string, pronunciation: string, addedAt: Date): DictionaryEntry {
  try {
    return entryOf(word, pronunciation, addedAt)
  } catch (error) {
    if (!isSpeechError(error)) throw error
    throw new Error(`line ${line}: ${error.message}`)
  }
}

/** The format that `readDictionaryFile` reads: one word, a tab and its pronunciation per line. */
export const writeDictionaryFile = (entries: readonly DictionaryEntry[]): string =>
  entries.map(({ word, pronunciation }) => `${word}\t${pronunciation}\n`).join('')
