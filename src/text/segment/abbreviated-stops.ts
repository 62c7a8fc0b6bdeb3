import type { Language } from '../../core/language.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'

/** A name that does not open the sentence, in which case it may be any word. */
const AFTER_A_NAME = /[\p{L}\p{N}]\S{0,20}\s{1,20}\p{Lu}[\p{L}\p{M}'’-]{0,40}\s{1,20}$/u

/** `am 3. Oktober`; larger numbers are more often the last word of a sentence. */
const ORDINAL = /^\d{1,2}$/
const ROMAN_ORDINAL = /^[ivx]{1,6}$/

/**
 * Whether the full stop after `word` (lower case) leaves the sentence open, given the text before the word and the word
 * that follows.
 */
export function isAbbreviation(word: string, before: string, following: string, language: Language): boolean {
  const { neverLast, beforeNumber, titleOrStreet, sometimesLast, openers, abbreviated } =
    LANGUAGE_MODULES[language].sentences
  const { hasDottedOrdinals, beforeRomanOrdinal, timesOfDay } = LANGUAGE_MODULES[language].sentences
  if (following === '') return false
  const isOrdinal = ORDINAL.test(word) || (ROMAN_ORDINAL.test(word) && beforeRomanOrdinal?.test(before))
  if (hasDottedOrdinals && isOrdinal && /^\p{Lu}/u.test(following)) return !openers.has(following.toLowerCase())
  if (abbreviated?.test(word) === true) return true
  if (neverLast.has(word) || (titleOrStreet.has(word) && !AFTER_A_NAME.test(before))) return true
  if (beforeNumber.has(word) && /^\p{N}|^(?!I$)[IVXLC]{1,7}$|^\p{Lu}{1,4}-?\p{N}$/u.test(following)) return true
  if (timesOfDay?.words.has(word) === true && /^\p{Lu}\p{Ll}/u.test(following))
    return timesOfDay.goesOn.has(following.toLowerCase())
  if (
    timesOfDay?.words.has(word) === true &&
    /^\p{Lu}{2}/u.test(following) &&
    timesOfDay.goesOnInCapitals.has(following.toLowerCase())
  )
    return true
  // `R. App. P.`: between initials
  if (/^(?![AI])\p{Lu}$/u.test(following) && /(?:^|\s)\p{Lu}\.\s{1,3}$/u.test(before)) return true
  const isInitial = /^\p{L}(?:\.\p{L}){0,4}$/u.test(word)
  return (isInitial || sometimesLast.has(word)) && !openers.has(following.toLowerCase())
}

/** Of all languages: it is asked of texts that mix them. */
const BEFORE_LOWER_CASE: ReadonlySet<string> = new Set(
  Object.values(LANGUAGE_MODULES).flatMap(({ sentences }) => [...sentences.beforeLowerCase]),
)
const HAS_NO_VOWEL = /^[^aeiouyà-öø-ÿœ]{1,6}$/u

/** Whether a word (lower case) with a full stop may be short for another one where the sentence goes on in lower case. */
export const mayAbbreviate = (word: string): boolean => BEFORE_LOWER_CASE.has(word) || HAS_NO_VOWEL.test(word)
