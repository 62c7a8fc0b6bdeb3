/** Vowels as the marks write them; `A` is the dagger alif, `o` the sukun, `-` no vowel where one could be, as of a long one. */
export type Vowel = 'a' | 'u' | 'i' | 'an' | 'un' | 'in' | 'A' | 'o' | '-'

/** A letter and what is known of its marks. */
export interface Letter {
  readonly base: string
  readonly isDoubled: boolean
  /** Null as long as it is open. */
  readonly vowel: Vowel | null
  /** Written in the text itself, so that no rule of reading changes it. */
  readonly isWritten: boolean
}

const SHADDA = '\u0651'
const VOWEL_OF: Readonly<Record<string, Vowel>> = {
  '\u064b': 'an',
  '\u064c': 'un',
  '\u064d': 'in',
  '\u064e': 'a',
  '\u064f': 'u',
  '\u0650': 'i',
  '\u0652': 'o',
  '\u0670': 'A',
}
/** Letters of other languages in Arabic script and of old spellings, as their nearest. */
const NEAREST: Readonly<Record<string, string>> = { ٱ: 'ا', پ: 'ب', چ: 'ج', ژ: 'ز', ڤ: 'ف', گ: 'ك', ک: 'ك', ی: 'ي' }
const LETTER = /[\u0621-\u063a\u0641-\u064a]/
/** Tatweel, joiners and the marks of direction, which have no sound. */
const SILENT = /[\u0640\u200c-\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
const MAX_LETTERS = 40

/** The letters of a word with its own marks; null if it has other characters, no letter or more than 40. */
export function lettersOf(word: string): Letter[] | null {
  const letters: Letter[] = []
  for (const character of word.normalize('NFKC').replace(SILENT, '')) {
    const last = letters.at(-1)
    const vowel = VOWEL_OF[character]
    if (character === SHADDA || vowel !== undefined) {
      if (last) letters[letters.length - 1] = withMark(last, vowel)
      continue
    }
    const base = NEAREST[character] ?? character
    if (!LETTER.test(base) || letters.length === MAX_LETTERS) return null
    letters.push({ base, isDoubled: false, vowel: null, isWritten: false })
  }
  return letters.length === 0 ? null : letters
}

/** The first vowel of several stays. */
function withMark(letter: Letter, vowel: Vowel | undefined): Letter {
  if (vowel === undefined) return { ...letter, isDoubled: true }
  return letter.vowel === null ? { ...letter, vowel, isWritten: true } : letter
}

/** Without marks. */
export const bareOf = (letters: readonly Letter[]): string => letters.map(({ base }) => base).join('')
export const isLongVowelLetter = (base: string): boolean => 'اوىي'.includes(base)
