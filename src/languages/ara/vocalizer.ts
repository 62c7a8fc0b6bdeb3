import { bareOf, type Letter, lettersOf, type Vowel } from './arabic-letters.ts'
import type { VocalizedWords } from './vocalized-words.ts'

/**
 * Scores of the marks of every character, in rows of `MARKS`. Takes characters by their number in `CHARACTERS` and the
 * mark that is known of each by its number in `MARKS`, or 1 for none. Null where there is no network.
 */
export type ScoreMarks = (characters: readonly number[], known: readonly number[]) => Promise<Float32Array | null>

/** The characters that the network knows, by number. */
const CHARACTERS = new Map(
  [...'_ #!"()-./:[]«»،؛؟ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي'].map((character, number) => [character, number]),
)
const SPACE = 1
/** What stands for words in another script. */
const FOREIGN = 2

interface Mark {
  readonly isDoubled: boolean
  readonly vowel: Vowel
}
const SINGLE: readonly Vowel[] = ['an', 'un', 'in', 'a', 'u', 'i']
/** In the order of the network, which begins with a padding that is no mark. */
export const MARKS: readonly (Mark | null)[] = [
  null,
  { isDoubled: false, vowel: '-' },
  ...SINGLE.map((vowel): Mark => ({ isDoubled: false, vowel })),
  ...SINGLE.map((vowel): Mark => ({ isDoubled: true, vowel })),
  { isDoubled: false, vowel: 'o' },
]
const UNKNOWN = 1
const DOUBLED_ALONE = 15
/** Of characters that are read at once: bounds the memory of the network. */
const MAX_CHARACTERS = 240

/** A word of a text in Arabic script, or what comes between words. */
export type VocalizerToken = { readonly word: string } | { readonly mark: string }

/**
 * The letters of the words of a sentence with their vowels; null for other tokens and for words in other scripts. Marks of
 * the text come first, then those of the lists, then the network's. Without a network, words whose marks stay open are null.
 */
export async function vocalize(
  tokens: readonly VocalizerToken[],
  lists: VocalizedWords,
  scoreMarks: ScoreMarks,
): Promise<(readonly Letter[] | null)[]> {
  const written = tokens.map((token) => ('word' in token ? completed(lettersOf(token.word)) : null))
  const words = lists.withKnownMarks(written)
  const done: (readonly Letter[] | null)[] = []
  for (let from = 0; from < tokens.length; ) {
    const piece = new Piece()
    do piece.add(tokens[from], words[from] ?? null)
    while (++from < tokens.length && piece.characters.length < MAX_CHARACTERS)
    const scores = piece.hasOpenMarks ? await scoreMarks(piece.characters, piece.known) : null
    done.push(...piece.words.map((word) => word && chosenMarks(word.letters, word.at, scores)))
  }
  return done
}

/** Of a word whose author has marked all its consonants but the last, letters without a mark have no vowel. */
function completed(letters: readonly Letter[] | null): readonly Letter[] | null {
  const isMarked = ({ base, vowel }: Letter, i: number, { length }: readonly Letter[]): boolean =>
    vowel !== null ||
    'اوىيآ'.includes(base) ||
    i === length - 1 ||
    (base === 'ل' && letters?.[i - 1]?.base === 'ا' && i < 3)
  if (!letters?.every(isMarked) || letters.every(({ vowel }) => vowel === null)) return letters
  return letters.map((letter) => ({ ...letter, vowel: letter.vowel ?? '-' }))
}

/** Tokens as the network reads them. */
class Piece {
  readonly characters: number[] = []
  readonly known: number[] = []
  readonly words: ({ readonly letters: readonly Letter[]; readonly at: number } | null)[] = []
  hasOpenMarks = false

  add(token: VocalizerToken | undefined, letters: readonly Letter[] | null): void {
    const isMark = token !== undefined && 'mark' in token
    if (this.characters.length > 0 && !isMark) this.#push(SPACE, UNKNOWN)
    this.words.push(letters && { letters, at: this.characters.length })
    if (letters) {
      for (const letter of letters) this.#push(CHARACTERS.get(letter.base) ?? FOREIGN, markNumberOf(letter))
      if (letters.some(({ vowel }) => vowel === null)) this.hasOpenMarks = true
    } else this.#push((isMark ? CHARACTERS.get(token.mark) : undefined) ?? FOREIGN, UNKNOWN)
  }

  #push(character: number, mark: number): void {
    this.characters.push(character)
    this.known.push(mark)
  }
}

function markNumberOf({ isDoubled, vowel }: Letter): number {
  if (vowel === null) return isDoubled ? DOUBLED_ALONE : UNKNOWN
  const sought = vowel === 'A' ? 'a' : vowel
  return Math.max(
    UNKNOWN,
    MARKS.findIndex((mark) => mark?.isDoubled === isDoubled && mark.vowel === sought),
  )
}

/** The best marks among those that a letter can have in its place. */
function chosenMarks(letters: readonly Letter[], at: number, scores: Float32Array | null): readonly Letter[] | null {
  if (scores === null) return letters.every(({ vowel }) => vowel !== null) ? letters : null
  const isDefinite = /^[وف]?[بك]?ال.|^[وف]?لل./.test(bareOf(letters))
  return letters.map((letter, i) => {
    if (letter.vowel !== null && (letter.isWritten === false || letter.isDoubled)) return letter
    let best: Mark = { isDoubled: letter.isDoubled, vowel: letter.vowel ?? '-' }
    let bestScore = Number.NEGATIVE_INFINITY
    for (const [number, mark] of MARKS.entries()) {
      const score = scores[(at + i) * MARKS.length + number] ?? Number.NEGATIVE_INFINITY
      if (mark && score > bestScore && fits(mark, letter) && isPossible(mark, letters, i, isDefinite)) {
        best = mark
        bestScore = score
      }
    }
    return { ...letter, ...best }
  })
}

/** Whether a mark adds to what is known of the letter and contradicts none of it. */
function fits(mark: Mark, letter: Letter): boolean {
  if (letter.isDoubled && !mark.isDoubled) return false
  return letter.vowel === null || letter.vowel === mark.vowel
}

function isPossible({ isDoubled, vowel }: Mark, letters: readonly Letter[], i: number, isDefinite: boolean): boolean {
  const { base = '' } = letters[i] ?? {}
  const isLast = i === letters.length - 1
  if (base === 'آ' || base === 'ى') return vowel === '-' || (vowel === 'an' && isLast)
  if (base === 'ا' && i > 0) return vowel === '-' || (vowel === 'an' && isLast)
  if (i === 0) return !isDoubled && (base === 'ا' ? vowel.length === 1 && vowel !== 'o' : 'aui'.includes(vowel))
  if (base === 'ة' && isDoubled) return false
  if (vowel.length < 2) return true
  const isBeforeLastAlif = i === letters.length - 2 && 'اى'.includes(letters[i + 1]?.base ?? '')
  return !isDefinite && (isLast || (isBeforeLastAlif && vowel === 'an'))
}
