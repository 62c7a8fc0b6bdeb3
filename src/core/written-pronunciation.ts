import { SpeechError } from './errors.ts'
import type { GivenReading } from './lexicon.ts'
import { isPhoneme, isVowel, VOWELS } from './phonemes.ts'
import { parsePhonetic } from './phonetic-alphabet.ts'

const LONGEST = 200
const RESPELLING = /^[\p{L}\p{M}][\p{L}\p{M}']*(?: [\p{L}\p{M}][\p{L}\p{M}']*)*$/u

/**
 * How a word is to be said, as people write it: ARPAbet (`EH1 N JH AH0 N`), the phonetic alphabet in braces
 * (`{1EnJ0xn}`), or other words (`engine x`). Throws `request.invalid` that names the symbol and its place.
 */
export function parsePronunciation(word: string, written: string): GivenReading {
  const pronunciation = written.trim().replaceAll(/\s+/g, ' ')
  if (pronunciation === '') throw new SpeechError('request.invalid', 'pronunciation must not be empty')
  if (pronunciation.length > LONGEST) throw new SpeechError('request.invalid', 'pronunciation is too long')
  const braced = /^\{(.*)\}$/.exec(pronunciation)
  if (braced !== null) return { spoken: word, phonemes: requireVowel(parsePhonetic(braced[1] as string)) }
  const symbols = pronunciation.split(' ')
  if (isArpabet(symbols)) return { spoken: word, phonemes: parseArpabet(symbols) }
  if (RESPELLING.test(pronunciation)) return { spoken: pronunciation, phonemes: null }
  throw new SpeechError(
    'request.invalid',
    'pronunciation must be ARPAbet such as "EH1 N JH AH0 N", phonemes in braces such as "{1EnJ0xn}", or words',
  )
}

/** Digits are of ARPAbet alone; without any, capitals are meant as ARPAbet if all of them are and a vowel is there. */
const isArpabet = (symbols: readonly string[]): boolean =>
  symbols.some((symbol) => /^[A-Z]{1,3}\d$/.test(symbol)) ||
  (symbols.every((symbol) => VOWELS.has(symbol) || isPhoneme(symbol)) && symbols.some((symbol) => VOWELS.has(symbol)))

function parseArpabet(symbols: readonly string[]): readonly string[] {
  const onlyVowel = symbols.filter(isVowel).length === 1
  return symbols.map((symbol, i) => {
    const phoneme = VOWELS.has(symbol) ? `${symbol}${onlyVowel ? '1' : '0'}` : symbol
    if (isPhoneme(phoneme)) return phoneme
    throw new SpeechError('request.invalid', `phoneme "${symbol.slice(0, 20)}" at place ${i + 1} is not in ARPAbet`)
  })
}

function requireVowel(phonemes: readonly string[]): readonly string[] {
  if (phonemes.some(isVowel)) return phonemes
  throw new SpeechError('request.invalid', 'phonemes must hold a vowel')
}
