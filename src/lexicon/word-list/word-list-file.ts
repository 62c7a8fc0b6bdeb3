/**
 * The word list as one file: a line of JSON (`WordListHeader`), then a hash table, then entries.
 *
 * The table has `slots` numbers of 32 bits, little-endian: where the entry starts, counted from the first one and plus
 * one, or 0 where none is. A word is looked for from the slot of its hash on, up to an empty slot. An entry is a byte for
 * the length of the word, the word in Latin-1, a byte for the number of its pronunciations, plus SUPPLEMENT for words of
 * the supplement, and, for each of them, a byte for its length and a byte a phoneme: its place in `symbols`.
 */
export interface WordListHeader {
  readonly format: typeof FORMAT
  /** Of the text that the word list was compiled from, in hex digits. */
  readonly sourceSha256: string
  readonly symbols: readonly string[]
  readonly words: number
  /** A power of two. */
  readonly slots: number
  /** The first words of entries of several words. */
  readonly phraseOpeners: readonly string[]
}

/** Where an entry was taken from. */
export type WordListSource = 'cmudict' | 'supplement'

/** Stands between the words of a phrase in its pronunciations. */
export const WORD_BREAK = '_'

/** A word or a phrase in Latin-1 and its pronunciations, the usual one first, fewer than 128. */
export type WordListEntry = readonly [
  word: string,
  pronunciations: readonly (readonly string[])[],
  source?: WordListSource,
]

export interface WordList {
  /** For words in lower case as the word list writes them; undefined where it has none. */
  find(word: string): readonly (readonly string[])[] | undefined
  has(word: string): boolean
  /** Undefined where it has no entry for the word. */
  sourceOf(word: string): WordListSource | undefined
  /** Whether there is an entry of several words that begins with the word. */
  opensPhrase(word: string): boolean
}

/** To be counted up whenever files of the old form can no longer be read. */
const FORMAT = 'hoarfrost word list 2'
const SUPPLEMENT = 128
const SLOT_BYTES = 4
const NEWLINE = 10
/** Longer words are not in the list. */
const MAX_LETTERS = 255

export function packWordList(entries: readonly WordListEntry[], sourceSha256: string): Uint8Array {
  const symbols = [...new Set(entries.flatMap(([, pronunciations]) => pronunciations.flat()))].sort()
  const codeOf = new Map(symbols.map((symbol, code) => [symbol, code]))
  const slots = 2 ** Math.ceil(Math.log2(2 * entries.length + 1))
  const table = new DataView(new ArrayBuffer(slots * SLOT_BYTES))
  const packed: number[] = []
  for (const [word, pronunciations, source] of entries) {
    let slot = hashOf(word) & (slots - 1)
    while (table.getUint32(slot * SLOT_BYTES, true) !== 0) slot = (slot + 1) & (slots - 1)
    table.setUint32(slot * SLOT_BYTES, packed.length + 1, true)
    const flag = source === 'supplement' ? SUPPLEMENT : 0
    packed.push(word.length, ...Buffer.from(word, 'latin1'), pronunciations.length + flag)
    for (const phonemes of pronunciations) {
      packed.push(phonemes.length, ...phonemes.map((phoneme) => codeOf.get(phoneme) as number))
    }
  }
  const phrases = entries.filter(([word]) => word.includes(' '))
  const phraseOpeners = [...new Set(phrases.map(([word]) => word.slice(0, word.indexOf(' '))))]
  const header: WordListHeader = { format: FORMAT, sourceSha256, symbols, words: entries.length, slots, phraseOpeners }
  const line = Buffer.from(`${JSON.stringify(header)}\n`, 'latin1')
  return Buffer.concat([line, new Uint8Array(table.buffer), Buffer.from(packed)])
}

/** Undefined where the file is of another form or none at all. */
export function readHeader(file: Uint8Array): WordListHeader | undefined {
  const end = file.indexOf(NEWLINE)
  if (end < 0 || !Buffer.from(file.subarray(0, FORMAT.length + 20)).includes(FORMAT)) return undefined
  return JSON.parse(Buffer.from(file.subarray(0, end)).toString('latin1'))
}

/** Keeps the file's bytes and reads each word from them when it is asked for. Throws where they are no word list. */
export function openWordList(file: Uint8Array): WordList {
  const header = readHeader(file)
  if (header === undefined) throw new Error('the file is no word list of this version')
  const { symbols, slots } = header
  const phraseOpeners = new Set(header.phraseOpeners)
  const tableStart = file.indexOf(NEWLINE) + 1
  const table = new DataView(file.buffer, file.byteOffset + tableStart, slots * SLOT_BYTES)
  const entries = file.subarray(tableStart + slots * SLOT_BYTES)

  /** Where the pronunciations of a word start, or -1. */
  function locate(word: string): number {
    const { length } = word
    if (length === 0 || length > MAX_LETTERS) return -1
    for (let slot = hashOf(word) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const start = table.getUint32(slot * SLOT_BYTES, true)
      if (start === 0) return -1
      if (entries[start - 1] === length && isAt(word, start)) return start + length
    }
  }

  function isAt(word: string, start: number): boolean {
    for (let i = 0; i < word.length; i++) if (entries[start + i] !== word.charCodeAt(i)) return false
    return true
  }

  return {
    opensPhrase: (word) => phraseOpeners.has(word),
    has: (word) => locate(word) >= 0,
    sourceOf(word) {
      const at = locate(word)
      if (at < 0) return undefined
      return (entries[at] as number) & SUPPLEMENT ? 'supplement' : 'cmudict'
    },
    find(word) {
      let at = locate(word)
      if (at < 0) return undefined
      return Array.from({ length: (entries[at++] as number) & ~SUPPLEMENT }, () => {
        const length = entries[at++] as number
        const phonemes = Array.from(entries.subarray(at, at + length), (code) => symbols[code] as string)
        at += length
        return phonemes
      })
    },
  }
}

/** FNV-1a, of the units of the string. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}
