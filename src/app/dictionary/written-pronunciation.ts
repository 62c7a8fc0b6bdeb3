import { SpeechError } from '../../core/errors.ts'
import { betweenSlashes, hasIpaLetter } from '../../core/ipa.ts'
import { DEFAULT_LANGUAGE, type Language } from '../../core/language.ts'
import type { GivenReading } from '../../core/lexicon.ts'
import { CONSONANTS, isPhoneme, isVowel, VOWELS } from '../../core/phonemes.ts'
import { parsePhonetic } from '../../text/phonetic-alphabet.ts'
import { soundsOfIpa, takesSounds } from './sounds.ts'

const MAX_LENGTH = 400
const MAX_EXCERPT_LENGTH = 20
const RESPELLING = /^[\p{L}\p{M}][\p{L}\p{M}']*(?: [\p{L}\p{M}][\p{L}\p{M}']*)*$/u

/**
 * Parses a written pronunciation: IPA between slashes (`/ˈɛndʒən/`), in languages that take it, or other words (`engine x`);
 * in English also ARPAbet (`EH1 N JH AH0 N`) or the phonetic alphabet in braces (`{1EnJ0xn}`). Throws `request.invalid` with
 * the symbol and its position.
 */
export function parsePronunciation(word: string, written: string, language: Language = DEFAULT_LANGUAGE): GivenReading {
  const pronunciation = written.trim().replaceAll(/\s+/g, ' ')
  if (pronunciation === '') throw new SpeechError('request.invalid', 'pronunciation must not be empty')
  if (pronunciation.length > MAX_LENGTH) throw new SpeechError('request.invalid', 'pronunciation is too long')
  return language === 'eng' ? parseEnglish(word, pronunciation) : parseOther(word, pronunciation, language)
}

function parseOther(word: string, pronunciation: string, language: Language): GivenReading {
  const ipa = betweenSlashes(pronunciation)
  if (ipa !== undefined && takesSounds(language)) return { spoken: word, phonemes: soundsOfIpa(ipa, language) }
  if (RESPELLING.test(pronunciation) && !hasIpaLetter(pronunciation)) return { spoken: pronunciation, phonemes: null }
  throw new SpeechError(
    'request.invalid',
    takesSounds(language)
      ? `pronunciation for language ${language} must be words, or IPA between slashes, as in "/ˈpasta/"`
      : `pronunciation for language ${language} must be words`,
  )
}

function parseEnglish(word: string, pronunciation: string): GivenReading {
  const braced = /^\{(.*)\}$/.exec(pronunciation)
  if (braced !== null) return { spoken: word, phonemes: requireVowel(parsePhonetic(braced[1] as string)) }
  if (/[{}]/.test(pronunciation)) throw new SpeechError('request.invalid', 'phonemes must be between { and }')
  const ipa = betweenSlashes(pronunciation)
  if (ipa !== undefined) return { spoken: word, phonemes: soundsOfIpa(ipa, 'eng') }
  if (/[/[\]]/.test(pronunciation) || hasIpaLetter(pronunciation)) {
    throw new SpeechError('request.invalid', 'IPA must be between slashes, as in "/ˈɛndʒən/"')
  }
  const symbols = pronunciation.split(' ')
  if (isArpabet(symbols)) return { spoken: word, phonemes: parseArpabet(symbols) }
  if (RESPELLING.test(pronunciation)) return { spoken: pronunciation, phonemes: null }
  throw new SpeechError(
    'request.invalid',
    'pronunciation must be ARPAbet such as "EH1 N JH AH0 N", IPA such as "/ˈɛndʒən/", phonemes in braces such as "{1EnJ0xn}", or words',
  )
}

/**
 * Only ARPAbet has digits. Without digits, short capitals are ARPAbet if one of them is a two-letter symbol: spelled
 * letters have one each, and a mistyped symbol must be told from a word.
 */
const isArpabet = (symbols: readonly string[]): boolean =>
  symbols.some((symbol) => /\d/.test(symbol)) ||
  (symbols.length > 1 &&
    symbols.every((symbol) => /^[A-Z]{1,3}$/.test(symbol)) &&
    symbols.some((symbol) => symbol.length === 2 && (VOWELS.has(symbol) || CONSONANTS.has(symbol))))

function parseArpabet(symbols: readonly string[]): readonly string[] {
  const capitals = symbols.map((symbol) => symbol.toUpperCase())
  const onlyVowel = capitals.filter(isVowel).length === 1
  return requireVowel(
    capitals.map((symbol, i) => {
      const phoneme = VOWELS.has(symbol) ? `${symbol}${onlyVowel ? '1' : '0'}` : symbol
      if (isPhoneme(phoneme)) return phoneme
      const written = (symbols[i] as string).slice(0, MAX_EXCERPT_LENGTH)
      throw new SpeechError('request.invalid', `phoneme "${written}" at place ${i + 1} is not in ARPAbet`)
    }),
  )
}

function requireVowel(phonemes: readonly string[]): readonly string[] {
  if (phonemes.some(isVowel)) return phonemes
  throw new SpeechError('request.invalid', 'phonemes must contain a vowel')
}
