import type { Expansion, LetterCase } from './expansion.ts'

/** Finds what may take a token, without trying what cannot. */
export interface ExpansionTable {
  /** What may take a token that starts with a character other than a letter. */
  of(codePoint: number): readonly Expansion[]
  /** What may take a token that starts with letters, by them and by the code of the character after them. */
  ofLetters(letters: string, next: number): readonly Expansion[]
  /**
   * Whether an expansion may take a word of a run of letters beyond Latin, by the code of the character after the run. Only
   * the last word of a run can be one of `words`.
   */
  mayReadIn(run: string, next: number): boolean
}

/** Characters beyond ASCII are one class, as is the end of the text. */
const CLASSES = 130
const BEYOND_ASCII = 128
const END = 129
const classOf = (code: number): number => (Number.isNaN(code) ? END : Math.min(code, BEYOND_ASCII))
/** A text has few different ones. */
const MAX_CHARACTERS = 5_000
/** Of the scripts that are written without spaces. */
const LETTERS_BEYOND_LATIN = ['ア', 'あ', '々', '一', '漢']
const APOSTROPHE = 39
const HYPHEN = 45

/** By how the letters are written and what follows them; made when first asked for. */
type Lists = (readonly Expansion[] | undefined)[]

export function createTable(expansions: readonly Expansion[]): ExpansionTable {
  const byCharacter = new Map<number, readonly Expansion[]>()
  const byWord = new Map<string, Lists>()
  for (const { words } of expansions) for (const word of words ?? []) byWord.set(word, [])
  /** Of other words, by the first letter. */
  const byFirst = new Map<number, Lists>()
  const ofFirst = (code: number): Lists => {
    const known = byFirst.get(code)
    if (known !== undefined) return known
    const lists: Lists = []
    if (byFirst.size < MAX_CHARACTERS) byFirst.set(code, lists)
    return lists
  }
  const lastLetters = new Set(Array.from(byWord.keys(), (word) => word.charCodeAt(word.length - 1)))
  /** Of runs, by what follows. */
  const ofRuns: Lists = []
  return {
    mayReadIn(run, next) {
      if (lastLetters.has(run.charCodeAt(run.length - 1)) || next === APOSTROPHE || next === HYPHEN) return true
      const nextClass = classOf(next)
      ofRuns[nextClass] ??= expansions.filter(
        (expansion) =>
          expansion.words === undefined &&
          fits(expansion, LOWER, nextClass) &&
          LETTERS_BEYOND_LATIN.some((letter) => expansion.first.test(letter)),
      )
      return ofRuns[nextClass].some(({ first }) => first.test(run))
    },
    of(codePoint) {
      const known = byCharacter.get(codePoint)
      if (known !== undefined) return known
      const character = String.fromCodePoint(codePoint)
      const found = expansions.filter(({ first }) => first.test(character))
      if (byCharacter.size < MAX_CHARACTERS) byCharacter.set(codePoint, found)
      return found
    },
    ofLetters(letters, next) {
      const first = letters.charCodeAt(0)
      const lower = isLower(letters) || isJapanese(first) ? letters : letters.toLowerCase()
      const letterCase = lower === letters ? LOWER : letters.endsWith(lower.slice(1)) ? CAPITALIZED : MIXED
      const nextClass = classOf(next)
      const lists = byWord.get(lower) ?? ofFirst(first)
      // `wOrd` and `WORD` are both mixed, and their first letters are not the same.
      const isFirstLower = first === lower.charCodeAt(0)
      const index = (2 * letterCase + Number(isFirstLower)) * CLASSES + nextClass
      const known = lists[index]
      if (known !== undefined) return known
      const found = expansions.filter(
        (expansion) =>
          (expansion.words?.has(lower) ?? expansion.first.test(letters.charAt(0))) &&
          fits(expansion, letterCase, nextClass),
      )
      lists[index] = found
      return found
    },
  }
}

/** Kana and Chinese characters, of which words are in one case. */
export const isJapanese = (code: number): boolean => code >= 0x3041 && code <= 0x9fff

/** Of ASCII letters, as most words are: to lower-case and compare them takes longer. */
function isLower(letters: string): boolean {
  for (let i = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i)
    if (code < 97 || code > 122) return false
  }
  return true
}

const LETTER_CASES: readonly LetterCase[] = ['lower', 'capitalized', 'mixed']
const LOWER = 0
const CAPITALIZED = 1
const MIXED = 2

function fits({ next, written }: Expansion, letterCase: number, nextClass: number): boolean {
  if (written?.includes(LETTER_CASES[letterCase] as LetterCase) === false) return false
  if (next === undefined || nextClass === BEYOND_ASCII) return true
  return nextClass !== END && next.test(String.fromCharCode(nextClass))
}
