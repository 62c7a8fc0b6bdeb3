import { parseDictionaryWord, wordKey } from '../../core/dictionary.ts'
import { invalidRequest, isSpeechError, SpeechError } from '../../core/errors.ts'
import { betweenSlashes, parseIpa, parseIpaAsIpa } from '../../core/ipa.ts'
import type { Language } from '../../core/language.ts'
import type { FindGivenReading, GivenReading } from '../../core/lexicon.ts'
import { isIpaVowel, parseXSampa, parseXSampaAsIpa } from '../../core/x-sampa.ts'
import { addBeginnings, addForms, findEntry } from '../dictionary/dictionary-entries.ts'

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

interface Rules {
  /** Where the stress falls in a word that is written without, by the places of its vowels. */
  readonly stressed: (sounds: readonly string[], vowels: readonly number[]) => number | undefined
  /** Whether marks of stress may be written. */
  readonly takesStress: boolean
}

const last = (vowels: readonly number[]) => vowels.at(-1)
const beforeLast = (vowels: readonly number[]) => vowels.at(-2) ?? vowels.at(-1)

/** Languages besides English. */
const RULES: Readonly<Partial<Record<Language, Rules>>> = {
  spa: {
    takesStress: true,
    stressed: (sounds, vowels) => (/^(?:[aeouins])$/.test(sounds.at(-1) ?? '') ? beforeLast(vowels) : last(vowels)),
  },
  por: {
    takesStress: true,
    stressed: (sounds, vowels) => (/^(?:[aeoɐəms])$/.test(sounds.at(-1) ?? '') ? beforeLast(vowels) : last(vowels)),
  },
  ger: {
    takesStress: true,
    stressed: (sounds, vowels) => vowels.find((at) => !/^[əɐ]/.test(sounds[at] ?? '')) ?? vowels[0],
  },
  ita: { takesStress: true, stressed: (_sounds, vowels) => beforeLast(vowels) },
  nld: {
    takesStress: true,
    stressed: (sounds, vowels) => vowels.find((at) => !(sounds[at] ?? '').startsWith('ə')) ?? vowels[0],
  },
  fra: {
    takesStress: false,
    stressed: (sounds, vowels) => vowels.findLast((at) => !(sounds[at] ?? '').startsWith('ə')) ?? last(vowels),
  },
}

/**
 * Finds the readings of a request's own pronunciations in a language. Throws `request.invalid` with each entry that is at
 * fault, or `language.unsupported`.
 */
export function ownReadings(entries: readonly OwnPronunciation[], language: Language): FindGivenReading {
  const rules = RULES[language]
  if (rules === undefined && language !== 'eng')
    throw new SpeechError('language.unsupported', `${LEXICON_FIELD} is not supported for language ${language}`)
  if (entries.length > MAX_LEXICON_ENTRIES)
    throw invalidRequest(`${LEXICON_FIELD} must have at most ${MAX_LEXICON_ENTRIES} entries`, LEXICON_FIELD)
  const readings = new Map<string, GivenReading>()
  const faults: string[] = []
  for (const [i, { spelling, pronunciation }] of entries.entries()) {
    try {
      const word = parseSpelling(spelling)
      const ipa = betweenSlashes(pronunciation)
      const phonemes =
        rules !== undefined
          ? ipaOf(pronunciation, ipa, rules)
          : ipa === undefined
            ? parseXSampa(pronunciation)
            : parseIpa(ipa)
      readings.set(word, { spoken: word, phonemes })
    } catch (error) {
      if (!isSpeechError(error)) throw error
      const entry = `entry ${i + 1} (${JSON.stringify(spelling.slice(0, MAX_ECHO_LENGTH))})`
      faults.push(`${LEXICON_FIELD}: ${entry}: ${error.message}`)
    }
  }
  if (faults.length > 0) throw new SpeechError('request.invalid', messageOf(faults), { field: LEXICON_FIELD })
  if (rules === undefined) {
    for (const entry of [...readings]) addForms(readings, entry)
    return (token) => findEntry(readings, token)
  }
  // The possessive is of English, and accents are letters elsewhere: `papá` is not `papa`.
  for (const word of [...readings.keys()]) addBeginnings(readings, word)
  return (token) => {
    const reading = readings.get(wordKey(token))
    return reading?.phonemes ? { spoken: token, phonemes: reading.phonemes } : reading
  }
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

function ipaOf(written: string, ipa: string | undefined, { takesStress, stressed }: Rules): readonly string[] {
  const { sounds, hasStress } =
    ipa === undefined ? parseXSampaAsIpa(written, takesStress) : parseIpaAsIpa(ipa, takesStress)
  if (hasStress) return sounds
  const vowels = sounds.flatMap((sound, at) => (isIpaVowel(sound) ? [at] : []))
  const place = stressed(sounds, vowels)
  return sounds.map((sound, at) => (at === place ? `ˈ${sound.replace('ˌ', '')}` : sound))
}
