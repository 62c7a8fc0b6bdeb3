import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { LETTERS, PHONEMES } from '../../src/lexicon/g2p/symbols.ts'

/** A word as letter ids, with one pronunciation as phoneme ids. */
export interface TrainingWord {
  readonly word: string
  readonly letters: Uint8Array
  readonly phonemes: Uint8Array
}

const KEY = /^([a-z']+)(\(\d+\))?$/

/**
 * Reads a dictionary's words whose spelling is informative, in order; variants are separate words. The dictionary is a
 * module that exports `dictionary`; the exclude file has hashes of words, one per line.
 */
export async function readTrainingWords(dictionary: string, excludeFile: string | undefined): Promise<TrainingWord[]> {
  const module: { readonly dictionary: Readonly<Record<string, string>> } = await import(pathToFileURL(dictionary).href)
  const excluded = new Set(excludeFile === undefined ? [] : readFileSync(excludeFile, 'utf8').split('\n'))
  return Object.entries(module.dictionary).flatMap(([key, written]) => {
    const word = KEY.exec(key)?.[1]
    return word === undefined || excluded.has(hashOf(word)) ? [] : [trainingWord(word, written)]
  })
}

const hashOf = (word: string): string => createHash('sha256').update(`g2p-word-v1:${word}`).digest('hex').slice(0, 12)

function trainingWord(word: string, written: string): TrainingWord {
  const phonemes = written.replace(/#.*/, '').trim().split(/\s+/)
  return {
    word,
    letters: Uint8Array.from(word, (letter) => LETTERS.indexOf(letter)),
    phonemes: Uint8Array.from(phonemes, numberOfPhoneme),
  }
}

function numberOfPhoneme(phoneme: string): number {
  const number = PHONEMES.indexOf(phoneme)
  if (number < 0) throw new Error(`the dictionary has an unknown phoneme: ${phoneme}`)
  return number
}
