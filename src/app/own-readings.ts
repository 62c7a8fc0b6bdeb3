import { parseDictionaryWord } from '../core/dictionary.ts'
import { invalidRequest, isSpeechError, SpeechError } from '../core/errors.ts'
import type { FindGivenReading, GivenReading } from '../core/lexicon.ts'
import { parseXSampa } from '../core/x-sampa.ts'
import { addForms, findEntry } from './dictionary-entries.ts'

/** A pronunciation that a request brings for its own text. */
export interface OwnPronunciation {
  /** A whole word, in any case. */
  readonly spelling: string
  /** X-SAMPA. */
  readonly pronunciation: string
}

const MOST_ENTRIES = 500
const LONGEST_ECHO = 60

/** Finds the readings of a request's own pronunciations. Throws `request.invalid` with the entry. `field` names the list. */
export function ownReadings(entries: readonly OwnPronunciation[], field: string): FindGivenReading {
  if (entries.length > MOST_ENTRIES) throw invalidRequest(`${field} must have at most ${MOST_ENTRIES} entries`, field)
  const readings = new Map<string, GivenReading>()
  for (const [i, { spelling, pronunciation }] of entries.entries()) {
    try {
      const word = parseDictionaryWord(spelling)
      readings.set(word, { spoken: word, phonemes: parseXSampa(pronunciation) })
    } catch (error) {
      if (!isSpeechError(error)) throw error
      const entry = `${field}: entry ${i + 1} (${JSON.stringify(spelling.slice(0, LONGEST_ECHO))})`
      throw new SpeechError('request.invalid', `${entry}: ${error.message}`, { field })
    }
  }
  for (const entry of [...readings]) addForms(readings, entry)
  return (token) => findEntry(readings, token)
}
