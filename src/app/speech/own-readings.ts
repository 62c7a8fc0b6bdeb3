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

/** Finds the readings of a request's own pronunciations in a language that its text may have; undefined if there are none. */
export type OwnReadingsIn = (language: Language) => FindGivenReading | undefined

/**
 * Reads a request's own pronunciations, each where it can be written: in the language of the text or, if its sentences have
 * their own, in those that they may have. Throws `request.invalid` with each entry that has a fault in all of them, or
 * `language.unsupported` if none of them takes pronunciations.
 */
export function ownReadings(
  entries: readonly OwnPronunciation[],
  language: Language,
  among: readonly Language[] = [],
): OwnReadingsIn {
  const languages = [...new Set([language, ...among])].filter(takesSounds)
  const [first, ...others] = languages
  if (first === undefined)
    throw new SpeechError('language.unsupported', `${LEXICON_FIELD} is not supported for language ${language}`)
  if (entries.length > MAX_LEXICON_ENTRIES)
    throw invalidRequest(`${LEXICON_FIELD} must have at most ${MAX_LEXICON_ENTRIES} entries`, LEXICON_FIELD)
  const read = new Map<Language, ReadEntries>()
  const readIn = (each: Language): ReadEntries => {
    const known = read.get(each) ?? readEntries(entries, each)
    read.set(each, known)
    return known
  }
  let faults = [...readIn(first).faults]
  for (const other of others) {
    if (faults.length > 0) faults = faults.filter(([i]) => readIn(other).faults.has(i))
  }
  if (faults.length > 0)
    throw new SpeechError('request.invalid', messageOf(faults.map(([, fault]) => fault)), { field: LEXICON_FIELD })
  return (each) => (languages.includes(each) ? readIn(each).find : undefined)
}

interface ReadEntries {
  /** Of the entries without a fault. */
  readonly find: FindGivenReading
  /** By the index of the entry. */
  readonly faults: ReadonlyMap<number, string>
}

/** `language`: one that takes sounds. */
function readEntries(entries: readonly OwnPronunciation[], language: Language): ReadEntries {
  const readings = new Map<string, GivenReading>()
  const faults = new Map<number, string>()
  for (const [i, { spelling, pronunciation }] of entries.entries()) {
    try {
      const word = parseSpelling(spelling)
      const ipa = betweenSlashes(pronunciation)
      const phonemes = ipa === undefined ? soundsOfXSampa(pronunciation, language) : soundsOfIpa(ipa, language)
      readings.set(word, { spoken: word, phonemes })
    } catch (error) {
      if (!isSpeechError(error)) throw error
      const entry = `entry ${i + 1} (${JSON.stringify(spelling.slice(0, MAX_ECHO_LENGTH))})`
      faults.set(i, `${LEXICON_FIELD}: ${entry}: ${error.message}`)
    }
  }
  for (const entry of [...readings]) addForms(readings, language, entry)
  return { find: readingFinder(readings, language), faults }
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
