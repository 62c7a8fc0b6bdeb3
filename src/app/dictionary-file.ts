import type { Addition } from '../core/dictionary.ts'
import { isSpeechError } from '../core/errors.ts'
import { additionOf } from './dictionary.ts'

/** A further pronunciation, as CMUdict writes it: `read(2)`. The first stands for the word. */
const VARIANT = /\(\d{1,2}\)$/

/** Not the last letter of `c#`. */
const COMMENT = /(?:^|\s)(?:#|;;;).*/

/**
 * Reads lines of a word, a tab or spaces, and its pronunciation, such as CMUdict's; `#` and `;;;` begin comments.
 * Throws an Error that names the first wrong line and its fault.
 */
export function readDictionaryFile(text: string, addedAt: Date): readonly Addition[] {
  const lineOf = new Map<string, number>()
  const additions: Addition[] = []
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const entry = line.replace(COMMENT, '').trim()
    if (entry === '') continue
    const [, word = entry, pronunciation = ''] = /^(\S+)\s+(.*)$/.exec(entry) ?? []
    if (VARIANT.test(word)) continue
    const addition = additionOfLine(i + 1, word, pronunciation, addedAt)
    const earlier = lineOf.get(addition.word)
    if (earlier !== undefined) throw new Error(`line ${i + 1}: ${addition.word} stands on line ${earlier} already`)
    lineOf.set(addition.word, i + 1)
    additions.push(addition)
  }
  return additions
}

function additionOfLine(line: number, word: string, pronunciation: string, addedAt: Date): Addition {
  try {
    return additionOf(word, pronunciation, addedAt)
  } catch (error) {
    if (!isSpeechError(error)) throw error
    throw new Error(`line ${line}: ${error.message}`)
  }
}

/** What `readDictionaryFile` takes: a word, a tab and its pronunciation a line. */
export const writeDictionaryFile = (additions: readonly Addition[]): string =>
  additions.map(({ word, pronunciation }) => `${word}\t${pronunciation}\n`).join('')
