import { parseDictionaryWord } from '../../core/dictionary.ts'
import { invalidRequest, isSpeechError, SpeechError } from '../../core/errors.ts'
import { betweenSlashes } from '../../core/ipa.ts'
import type { Language } from '../../core/language.ts'
import type { FindGivenReading, GivenReading } from '../../core/lexicon.ts'
import { addForms, readingFinder } from '../dictionary/dictionary-entries.ts'
import { soundsOfIpa, soundsOfXSampa, takesSounds } from '../dictionary/sounds.ts'

/** A pronunciation that a request brings for its own text. */
export interface OwnPronunciation {
  /** A whole word or several, in any case. */
  readonly spelling: string
  /** X-SAMPA, or IPA between slashes or square brackets. */
  readonly pronunciation: string
}

export const LEXICON_FIELD = 'customLexicon'
export const MAX_LEXICON_ENTRIES = 500
/** As entries of the dictionary. */
const MAX_SPELLING_LENGTH = 60
const MAX_ECHO_LENGTH = 60
/** Faults that are told; of more, their number is. */
const MAX_FAULTS = 10

/**
 * Finds the readings of a request's own pronunciations in a language. Throws `request.invalid` with each entry that is at
 * fault, or `language.unsupported`.
 */
export function ownReadings(entries: readonly OwnPronunciation[], language: Language): FindGivenReading {
  if (!takesSounds(language))
    throw new SpeechError('language.unsupported', `${LEXICON_FIELD} is not supported for language ${language}`)
  if (entries.length > MAX_LEXICON_ENTRIES)
    throw invalidRequest(`${LEXICON_FIELD} must have at most ${MAX_LEXICON_ENTRIES} entries`, LEXICON_FIELD)
  const readings = new Map<string, GivenReading>()
  const faults: string[] = []
  for (const [i, { spelling, pronunciation }] of entries.entries()) {
    try {
      const word = parseSpelling(spelling)
      const ipa = betweenSlashes(pronunciation)
      const phonemes = ipa === undefined ? soundsOfXSampa(pronunciation, language) : soundsOfIpa(ipa, language)
      readings.set(word, { spoken: word, phonemes })
    } catch (error) {
      if (!isSpeechError(error)) throw error
      const entry = `entry ${i + 1} (${JSON.stringify(spelling.slice(0, MAX_ECHO_LENGTH))})`
      faults.push(`${LEXICON_FIELD}: ${entry}: ${error.message}`)
    }
  }
  if (faults.length > 0) throw new SpeechError('request.invalid', messageOf(faults), { field: LEXICON_FIELD })
  for (const entry of [...readings]) addForms(readings, language, entry)
  return readingFinder(readings, language)
}

/** For texts in several languages: without readings in those that the entries are not written for. */
export function ownReadingsByLanguage(
  entries: readonly OwnPronunciation[],
): (language: Language) => FindGivenReading | undefined {
  const known = new Map<Language, FindGivenReading | undefined>()
  return (language) => {
    if (!known.has(language)) known.set(language, ownReadingsIfAny(entries, language))
    return known.get(language)
  }
}

function ownReadingsIfAny(entries: readonly OwnPronunciation[], language: Language): FindGivenReading | undefined {
  try {
    return ownReadings(entries, language)
  } catch (error) {
    if (isSpeechError(error)) return undefined
    throw error
  }
}

function messageOf(faults: readonly string[]): string {
  const more = faults.length - MAX_FAULTS
  const rest = more > 0 ? [`${LEXICON_FIELD}: ${more} more ${more === 1 ? 'entry is' : 'entries are'} invalid`] : []
  return [...faults.slice(0, MAX_FAULTS), ...rest].join('\n')
}

function parseSpelling(spelling: string): string {
  const written = spelling.trim().replaceAll(/\s+/g, ' ')
  if (written === '') throw new SpeechError('request.invalid', 'spelling must not be empty (empty-spelling)')
  if (written.length > MAX_SPELLING_LENGTH) throw new SpeechError('request.invalid', 'spelling is too long (too-long)')
  try {
    return parseDictionaryWord(written)
  } catch (error) {
    if (!isSpeechError(error)) throw error
    throw new SpeechError('request.invalid', `${error.message} (invalid-spelling)`)
  }
}
