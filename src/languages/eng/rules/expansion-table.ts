import type { Expansion, LetterCase } from './expansion.ts'
import { EXPANSIONS } from './expansions.ts'

/** Characters beyond ASCII are one class, as is the end of the text. */
const CLASSES = 130
const BEYOND_ASCII = 128
const END = 129
const classOf = (code: number): number => (Number.isNaN(code) ? END : Math.min(code, BEYOND_ASCII))

const startingWith = (character: string): readonly Expansion[] =>
  EXPANSIONS.filter(({ first }) => first.test(character))
const BY_ASCII: readonly (readonly Expansion[])[] = Array.from({ length: BEYOND_ASCII }, (_, code) =>
  startingWith(String.fromCharCode(code)),
)
/** Of other characters, those met so far: a text has few of them. */
const byCharacter = new Map<number, readonly Expansion[]>()
const MOST_CHARACTERS = 5_000

/** What may take a token that starts with a character other than an ASCII letter. */
export function expansionsFor(codePoint: number): readonly Expansion[] {
  const known = BY_ASCII[codePoint] ?? byCharacter.get(codePoint)
  if (known !== undefined) return known
  const found = startingWith(String.fromCodePoint(codePoint))
  if (byCharacter.size < MOST_CHARACTERS) byCharacter.set(codePoint, found)
  return found
}

const LETTER_CASES: readonly LetterCase[] = ['lower', 'capitalized', 'mixed']
const LOWER_A = 97
const WORDS: ReadonlySet<string> = new Set(EXPANSIONS.flatMap(({ words }) => [...(words ?? [])]))

/** Lists by how the letters are written and what follows them, made when first asked for. */
type Table = (readonly Expansion[] | undefined)[]
const tablesByWord: ReadonlyMap<string, Table> = new Map([...WORDS].map((word) => [word, []]))
/** For the words that none asks for. */
const tablesByFirst: readonly Table[] = Array.from({ length: BEYOND_ASCII }, () => [])

/**
 * What may take a token that starts with ASCII letters, by them and by the code of the character after them: of the
 * many expansions that a plain word could begin, next to none.
 */
export function expansionsForLetters(letters: string, next: number): readonly Expansion[] {
  const letterCase = caseOf(letters)
  const word = letterCase === 'lower' ? letters : letters.toLowerCase()
  const table = tablesByWord.get(word) ?? (tablesByFirst[letters.charCodeAt(0)] as Table)
  const nextClass = classOf(next)
  // `wOrd` and `WORD` are both mixed, and their first letters are not the same.
  const isFirstLower = letters.charCodeAt(0) >= LOWER_A
  const index = (2 * LETTER_CASES.indexOf(letterCase) + Number(isFirstLower)) * CLASSES + nextClass
  const known = table[index]
  if (known !== undefined) return known
  const found = EXPANSIONS.filter(
    (expansion) => asksFor(expansion, word, letters.charAt(0)) && fits(expansion, letterCase, nextClass),
  )
  table[index] = found
  return found
}

function caseOf(letters: string): LetterCase {
  for (let i = 1; i < letters.length; i++) if (letters.charCodeAt(i) < LOWER_A) return 'mixed'
  return letters.charCodeAt(0) < LOWER_A ? 'capitalized' : 'lower'
}

const asksFor = ({ words, first }: Expansion, word: string, firstLetter: string): boolean =>
  words === undefined ? first.test(firstLetter) : words.has(word)

function fits({ next, written }: Expansion, letterCase: LetterCase, nextClass: number): boolean {
  if (written?.includes(letterCase) === false) return false
  if (next === undefined || nextClass === BEYOND_ASCII) return true
  return nextClass !== END && next.test(String.fromCharCode(nextClass))
}
