import type { DictionaryEntry } from '../../core/dictionary.ts'
import { isSpeechError } from '../../core/errors.ts'
import { DEFAULT_LANGUAGE } from '../../core/language.ts'
import { entryOf, type WrittenWord } from './dictionary.ts'

/** An alternative pronunciation in CMUdict's notation, `read(2)`; only the first one is used. */
const VARIANT = /\(\d{1,2}\)$/

/** Does not match the `#` of `c#`. */
const COMMENT = /(?:^|\s)(?:#|;;;).*/

/**
 * Reads lines of a word, its pronunciation and, unless it is `language`, the code of its language, with tabs between them; or of
 * a word, spaces and its pronunciation, as in CMUdict. `#` and `;;;` begin comments. Throws an Error with the first wrong line
 * and its fault.
 */
export function readDictionaryFile(
  text: string,
  addedAt: Date,
  language: string = DEFAULT_LANGUAGE,
): readonly DictionaryEntry[] {
  const lineOf = new Map<string, number>()
  const entries: DictionaryEntry[] = []
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const written = line.replace(COMMENT, '').trim()
    if (written === '') continue
    const [, word = written, pronunciation = '', code = language] =
      /^([^\t]+)\t([^\t]*)(?:\t\s*(\S+))?$/.exec(written) ?? /^(\S+)\s+(.*)$/.exec(written) ?? []
    if (VARIANT.test(word)) continue
    const entry = entryOfLine(i + 1, { word, language: code }, pronunciation, addedAt)
    const key = keyOf(entry)
    const earlier = lineOf.get(key)
    if (earlier !== undefined) throw new Error(`line ${i + 1}: ${entry.word} is already on line ${earlier}`)
    lineOf.set(key, i + 1)
    entries.push(entry)
  }
  return entries
}

/** By which two entries in one file are the same. */
export const keyOf = ({ word, language }: DictionaryEntry): string => `${language} ${word}`

function entryOfLine(line: number, word: WrittenWord, pronunciation: string, addedAt: Date): DictionaryEntry {
  try {
    return entryOf(word, pronunciation, addedAt)
  } catch (error) {
    if (!isSpeechError(error)) throw error
    throw new Error(`line ${line}: ${error.message}`)
  }
}

/** The format that `readDictionaryFile` reads. */
export const writeDictionaryFile = (entries: readonly DictionaryEntry[]): string =>
  entries
    .map(({ word, pronunciation, language }) => {
      const fields = language === DEFAULT_LANGUAGE ? [word, pronunciation] : [word, pronunciation, language]
      return `${fields.join('\t')}\n`
    })
    .join('')
