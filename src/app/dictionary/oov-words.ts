import { wordKey } from '../../core/dictionary.ts'
import { DEFAULT_LANGUAGE, type Language } from '../../core/language.ts'
import type { Steps } from '../../core/steps.ts'
import { phraseAt } from '../../languages/given.ts'
import type { Normalizer } from '../../languages/language.ts'
import { normalizerOf } from '../../languages/languages.ts'

/** Whether the lexicon's list or the dictionary has the word as written; with a space at its end, as `FindGivenReading`. */
export type IsListed = (word: string) => boolean

const BETWEEN_WORDS = /[^\s,]+/gu
/** From the first letter or digit to the last; linear, unlike a pattern that ends in `+$`. */
const BETWEEN_PUNCTUATION = /^[^\p{L}\p{N}]*(?=[\p{L}\p{N}])(.*[\p{L}\p{M}\p{N}])/su
const POSSESSIVE = /['’‘ʼ]s$/i
const HYPHENS = /[-‐‑–—]+/
/** Maximum length of a word that is normalized. */
const MAX_READ_LENGTH = 1000
const PLAIN = /^[a-z]{1,40}$/
/** Words of other scripts are transliterated, which gives no usable pronunciation. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\P{L}]{2}/u
/** Two letters or more; a single letter is read by its name. */
const LETTERS = /\p{L}[\p{L}\p{M}']+/gu

/**
 * Finds the out-of-vocabulary words of a text: separated by spaces and commas, as written, without surrounding
 * punctuation, each once. Numbers and other tokens that normalization reads are not included; possessives and compounds
 * are if one of their parts is.
 */
export function* findOovWords(
  text: string,
  isListed: IsListed,
  language: Language = DEFAULT_LANGUAGE,
): Steps<readonly string[]> {
  const normalizer = normalizerOf(language)
  const oovWords: string[] = []
  const seen = new Set<string>()
  /** Where the last entry of several words ends. */
  let phraseEnd = 0
  for (const { 0: piece, index } of text.matchAll(BETWEEN_WORDS)) {
    yield
    if (index < phraseEnd) continue
    const isPlain = PLAIN.test(piece)
    const word = isPlain ? piece : (BETWEEN_PUNCTUATION.exec(piece)?.[1] ?? '')
    const key = isPlain ? piece : wordKey(word)
    if (word === '') continue
    const start = index + piece.indexOf(word)
    phraseEnd = start + (phraseAt(text, start, isListed)?.length ?? 0)
    if (phraseEnd > start || seen.has(key)) continue
    seen.add(key)
    const isKnown = isPlain
      ? isListed(word) || !normalizer.isReadAsWritten(word)
      : isInVocabulary(word, isListed) || isListed(piece) || (yield* isRead(word, isListed, normalizer))
    if (!isKnown) oovWords.push(word)
  }
  return oovWords
}

const isInVocabulary = (word: string, isListed: IsListed): boolean =>
  isListed(word) ||
  (POSSESSIVE.test(word) && isListed(word.slice(0, -2))) ||
  (HYPHENS.test(word) && word.split(HYPHENS).every((part) => part === '' || isInVocabulary(part, isListed)))

/**
 * Whether normalization reads the word without leaving a part that would be predicted: `$5` and `FBI` are read,
 * `blorbify5` is not. Web addresses are read.
 */
function* isRead(word: string, isListed: IsListed, normalizer: Normalizer): Steps<boolean> {
  if (word.length > MAX_READ_LENGTH) return !/\p{L}/u.test(word)
  const written = new Set(word.toLowerCase().match(LETTERS))
  return (yield* normalizer.normalize(word)).every(({ category, spoken }) => {
    if (category === 'word' && spoken === word) return false
    const words = spoken.split(' ')
    if (category === 'word') return !OTHER_SCRIPT.test(word) && words.every((each) => isInVocabulary(each, isListed))
    return (
      category === 'url' || words.every((each) => !written.has(each.toLowerCase()) || isInVocabulary(each, isListed))
    )
  })
}
