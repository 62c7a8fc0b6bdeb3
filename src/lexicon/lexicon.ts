import { readFileSync } from 'node:fs'
import anyAscii from 'any-ascii'
import type { Lexicon, Pronunciation, PronunciationSource } from '../core/lexicon.ts'
import { isVowel } from '../core/phonemes.ts'
import { inflect, splitContraction } from './inflection.ts'
import { readPinyin } from './pinyin.ts'
import { fitsAccents, respelled, stressByAccent } from './spelled/accents.ts'
import { camelCaseParts, joinCamelCase, particleBefore } from './spelled/camel-case.ts'
import { readMedicine } from './spelled/medicines.ts'
import type { WordList } from './word-list/word-list-file.ts'
import { openWordList, WORD_BREAK } from './word-list/word-list-file.ts'

export interface LexiconParts {
  readonly wordList: WordList
  /** ARPAbet of a word in `a` to `z` and apostrophes, from its spelling. */
  readonly predict: (word: string) => readonly string[]
}

type Pronunciations = readonly [Pronunciation, ...Pronunciation[]]

const MAX_CACHED = 20_000
/** Longer ones are not worth the memory. */
const MAX_CACHED_LENGTH = 40
/** What is read of a word without end; nobody hears out more. */
const MAX_LETTERS = 100

/** Of the longest phrase in the list. */
const MAX_PHRASE_WORDS = 6

const APOSTROPHES = /[‘’‛′＇ʹʼˈ`´]/g
const RUNS = /[a-z']+|\d/g
/** Letters that are English only by their likeness. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\P{L}]/u
/** Letters as normalization writes them, alone or in the plural; `As`, `Is` and `Us` are words. */
const LETTER = /^[A-Z]$/
const PLURAL_LETTER = /^[B-HJ-TV-Z]s$/
const CAPITALS_WITHOUT_VOWEL = /^[B-DF-HJ-NP-TV-Z]{2,}$/
/** An abbreviation, if it is not much longer. */
const WITHOUT_VOWEL = /^[^aeiouy]{1,6}$/
const DIGITS = 'zero one two three four five six seven eight nine'.split(' ')
/** For what has nothing to be said. */
const SCHWA: Pronunciation = { phonemes: ['AH0'], source: 'spelling' }

/** The word list that is shipped. Throws where the build has not made it. */
export const readWordList = (): WordList =>
  openWordList(readFileSync(new URL('../../lexicon/word-list.bin', import.meta.url)))

/** The word list, then inflection, letters by their names, and spelling; what was asked for before is remembered. */
export function createLexicon({ wordList, predict }: LexiconParts): Lexicon {
  const pronounce = remembering((word) => {
    const accented = accentedWord(word)
    if (accented !== undefined) return pronounceAccented(word, accented)
    const written = foldWord(word)
    if (LETTER.test(written)) return [spell(written)]
    if (PLURAL_LETTER.test(written)) return [spell(`${written[0]}'s`)]
    const folded = written.toLowerCase()
    const known = listed(folded)
    if (known !== undefined) return known
    if (CAPITALS_WITHOUT_VOWEL.test(written)) return [spell(folded)]
    return pronounceCamelCase(written) ?? pronounceRuns(folded)
  })

  /** As it is listed with its accents, or without them where that fits; else by the sounds that they stand for. */
  function pronounceAccented(word: string, accented: string): Pronunciations {
    const folded = foldWord(word).toLowerCase()
    const asWritten = listed(accented)
    if (asWritten !== undefined) return asWritten
    const fitting = listed(folded)?.filter(({ phonemes }) => fitsAccents(accented, phonemes)) ?? []
    const readings = fitting.length > 0 ? fitting : pronounceRuns(foldWord(respelled(accented)).toLowerCase())
    return readings.map(({ phonemes, source }) => ({
      phonemes: stressByAccent(accented, phonemes),
      source,
    })) as unknown as Pronunciations
  }

  /** `LlamaIndex`, `PCIe`: part by part. */
  function pronounceCamelCase(written: string): Pronunciations | undefined {
    const parts = camelCaseParts(written)
    if (parts === undefined) return undefined
    const readings = parts.map(({ letters, kind }) => ({
      kind,
      ...(kind === 'letters' ? spell(letters) : pronounceRun(letters)[0]),
    }))
    const said = readings.map((reading, at) =>
      reading.kind === 'particle'
        ? { ...reading, phonemes: particleBefore(parts[at]?.letters ?? '', readings[at + 1]?.phonemes ?? []) }
        : reading,
    )
    return [{ phonemes: joinCamelCase(said), source: minSure(readings) }]
  }

  /** By the word list and what follows from it. */
  function listed(word: string): Pronunciations | undefined {
    const found = wordList.find(word)
    if (found !== undefined) {
      const whole = word.includes(' ') ? found.map((phonemes) => splitWords(phonemes).flat()) : found
      return pronunciationsOf(whole, wordList.sourceOf(word) ?? 'cmudict')
    }
    const inflected = inflect(word, wordList.find)
    return inflected === undefined ? undefined : pronunciationsOf(inflected, 'inflection')
  }

  /** Compounds part by part; what joins the parts is not spoken. */
  function pronounceRuns(folded: string): Pronunciations {
    const runs = folded.match(RUNS) ?? []
    const [run, ...others] = runs
    if (run === undefined) return [SCHWA]
    if (others.length === 0) return pronounceRun(run)
    const phrase = findPhrase(runs, 0)
    if (phrase?.length === runs.length) return [{ phonemes: phrase.flat(), source: 'supplement' }]
    const readings = runs.map((each) => pronounceRun(each)[0])
    return [{ phonemes: readings.flatMap(({ phonemes }) => phonemes), source: minSure(readings) }]
  }

  function pronounceRun(run: string): Pronunciations {
    if (run === '') return [SCHWA]
    const word = run.replace(/^'+/, '')
    if (/^\d/.test(word)) return listed(DIGITS[Number(word)] as string) ?? [SCHWA]
    const known = listed(run) ?? listed(word)
    if (known !== undefined) return known
    const contraction = splitContraction(word)
    if (contraction === undefined) return word.endsWith("'") ? pronounceRun(word.slice(0, -1)) : [sound(word)]
    const [base] = pronounceRun(contraction.base)
    return [{ phonemes: contraction.put(base.phonemes), source: base.source }]
  }

  function sound(word: string): Pronunciation {
    if (WITHOUT_VOWEL.test(word)) return spell(word)
    const phonemes = readPinyin(word) ?? readMedicine(word) ?? predict(word)
    return phonemes.some(isVowel) ? { phonemes, source: 'spelling' } : spell(word)
  }

  /** Letters by their names, the last one's with an `'s` where there is one. */
  function spell(letters: string): Pronunciation {
    const names = letters.toLowerCase().match(/[a-z](?:'s)?/g) ?? []
    const phonemes = names.flatMap((name) => (name === 'a' ? ['EY1'] : (wordList.find(name)?.[0] ?? [])))
    return phonemes.length === 0 ? SCHWA : { phonemes, source: 'letters' }
  }

  function has(word: string): boolean {
    if (word.includes(' ') || OTHER_SCRIPT.test(word)) return false
    const accented = accentedWord(word)
    return (accented !== undefined && wordList.has(accented)) || wordList.has(foldWord(word).toLowerCase())
  }

  function findPhrase(words: readonly string[], at: number): readonly (readonly string[])[] | undefined {
    let key = foldWord(words[at] ?? '').toLowerCase()
    if (!wordList.opensPhrase(key)) return undefined
    let found: readonly string[] | undefined
    for (const word of words.slice(at + 1, at + MAX_PHRASE_WORDS)) {
      key += ` ${foldWord(word).toLowerCase()}`
      found = wordList.find(key)?.[0] ?? found
    }
    return found && splitWords(found)
  }

  return { pronounce, has, findPhrase }
}

const pronunciationsOf = (found: readonly (readonly string[])[], source: PronunciationSource): Pronunciations =>
  found.map((phonemes) => ({ phonemes, source })) as [Pronunciation, ...Pronunciation[]]

/** The phonemes of a phrase word by word. */
function splitWords(phonemes: readonly string[]): readonly (readonly string[])[] {
  const words: string[][] = [[]]
  for (const phoneme of phonemes) {
    if (phoneme === WORD_BREAK) words.push([])
    else words.at(-1)?.push(phoneme)
  }
  return words
}

const BY_SURENESS: readonly PronunciationSource[] = [
  'entry',
  'supplement',
  'cmudict',
  'inflection',
  'letters',
  'spelling',
]

const minSure = (readings: readonly Pronunciation[]): PronunciationSource =>
  BY_SURENESS.findLast((source) => readings.some((reading) => reading.source === source)) ?? 'spelling'

const FOLDED = /^[a-z']*$/i

const BEYOND_ASCII = /[^\0-\x7f]/

/** As the word list writes words with accents; undefined for words without. */
const accentedWord = (word: string): string | undefined =>
  word.length <= MAX_LETTERS && BEYOND_ASCII.test(word)
    ? word.normalize('NFC').toLowerCase().replace(APOSTROPHES, "'")
    : undefined

/** In Latin letters without accents, with one kind of apostrophe. */
function foldWord(word: string): string {
  if (word.length <= MAX_LETTERS && FOLDED.test(word)) return word
  const start = word.slice(0, MAX_LETTERS).replace(APOSTROPHES, "'")
  return FOLDED.test(start) ? start : anyAscii(start.normalize('NFC')).slice(0, MAX_LETTERS)
}

function remembering(pronounce: (word: string) => Pronunciations): (word: string) => Pronunciations {
  const known = new Map<string, Pronunciations>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const pronunciations = pronounce(word)
    if (word.length > MAX_CACHED_LENGTH) return pronunciations
    if (known.size >= MAX_CACHED) known.delete(known.keys().next().value as string)
    known.set(word, pronunciations)
    return pronunciations
  }
}
