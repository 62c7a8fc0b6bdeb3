import anyAscii from 'any-ascii'
import { isVowel } from '../core/phonemes.ts'
import { loadDecoder, MAX_LETTERS } from './g2p/model-file.ts'
import { LETTERS, PHONEMES } from './g2p/symbols.ts'

/** Guesses pronunciations from spelling. */
export interface G2p {
  /**
   * ARPAbet with stress digits, one of them primary. Never empty and never fails: letters of other scripts are read as
   * those of English they come nearest to, and what is no letter is left out. Takes time in proportion to the length.
   */
  predict(word: string): readonly string[]
}

const SHIPPED_MODEL = new URL('../../lexicon/g2p.model', import.meta.url)

/** Throws if the file is missing or of another version. */
export function loadG2p(file = SHIPPED_MODEL): G2p {
  const decoder = loadDecoder(file)
  return {
    predict(word) {
      const said = pieces(lettersOf(word)).flatMap((piece) => decoder.decode(piece))
      return withOnePrimary(withVowel(said.map((phoneme) => PHONEMES[phoneme] as string)))
    },
  }
}

function lettersOf(word: string): Uint8Array {
  const letters = anyAscii(word).toLowerCase().replaceAll('`', "'")
  return Uint8Array.from(letters, (letter) => LETTERS.indexOf(letter)).filter((letter) => letter < LETTERS.length)
}

function pieces(letters: Uint8Array): Uint8Array[] {
  const count = Math.ceil(letters.length / MAX_LETTERS)
  return Array.from({ length: count }, (_, i) =>
    letters.subarray(Math.floor((letters.length * i) / count), Math.floor((letters.length * (i + 1)) / count)),
  )
}

function withVowel(phonemes: readonly string[]): readonly string[] {
  return phonemes.some(isVowel) ? phonemes : [...phonemes.slice(0, 1), 'AH1', ...phonemes.slice(1)]
}

/** Pieces of a long word bring a primary stress each: the first one stays. */
function withOnePrimary(phonemes: readonly string[]): readonly string[] {
  const marked = phonemes.findIndex((phoneme) => phoneme.endsWith('1'))
  const primary = marked < 0 ? phonemes.findIndex(isVowel) : marked
  return phonemes.map((phoneme, i) =>
    i === primary ? phoneme.replace(/\d/, '1') : i > primary ? phoneme.replace('1', '2') : phoneme,
  )
}
