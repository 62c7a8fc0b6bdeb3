import { isLanguage } from '../core/language.ts'
import type { Lexicon } from '../core/lexicon.ts'
import { finish, type Steps } from '../core/steps.ts'
import type { Segment, Utterance, Word } from '../core/utterance.ts'
import type { LanguageModule } from '../languages/language.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { chooseReadings } from './homographs.ts'

/**
 * Words that sound by their place in a sentence: `the` before a vowel, `to` without stress. Every English engine knows
 * how these are said lightly, and the word list, which has each word as it is said alone, does not.
 */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the of to in on at by for from with as into upon than that this these those and or but nor if so while which
  it its he him his she her hers they them their we us our you your i me my there
  is am are was were be been being do does did has have had will would shall should can could may might must`.split(
    /\s+/,
  ),
)

/** Numbers and signs are the engine's where the text was not normalized. */
const READABLE = /^[^\d$%&+@#=]*\p{L}[^\d$%&+@#=]*$/u

/** A single letter is said by its name. */
const LATIN_WORD = /^(?!\p{L}$)\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]{0,99}$/u

type WriteEnglish = NonNullable<LanguageModule['writeEnglish']>

/** For phrases; empty where none goes on. */
const wordOf = (segment: Segment): string =>
  segment.kind === 'punctuation' || segment.phonemes !== null ? '' : (segment.accented ?? segment.spoken)

type Chosen = readonly string[] | null | undefined

/** A letter of something that is spelled out. */
const isCapital = (segment: Segment | undefined): boolean => segment?.kind === 'word' && /^[A-Z]$/.test(segment.spoken)

/**
 * Gives each word of an utterance its pronunciation: the one that it has already, else one by its neighbours
 * where it has several, else the usual one. Function words stay the engine's, and so do languages without a lexicon.
 */
export function createPronouncer(
  lexicon: Pick<Lexicon, 'pronounce' | 'findPhrase'>,
): (utterance: Utterance) => Utterance {
  const pronounceInSteps = createStepwisePronouncer(lexicon)
  return (utterance) => finish(pronounceInSteps(utterance))
}

/** As `createPronouncer`, word by word: one that the word list lacks may take a millisecond. */
export function createStepwisePronouncer(
  lexicon: Pick<Lexicon, 'pronounce' | 'findPhrase'>,
): (utterance: Utterance) => Steps<Utterance> {
  const phonemesOf = (spoken: string): readonly string[] | null =>
    FUNCTION_WORDS.has(spoken) || FUNCTION_WORDS.has(spoken.toLowerCase()) || !READABLE.test(spoken)
      ? null
      : lexicon.pronounce(spoken)[0].phonemes

  const pronounced = (segment: Segment, at: number, segments: readonly Segment[], chosen: Chosen): Segment => {
    if (segment.kind === 'punctuation' || segment.phonemes !== null) return segment
    const { spoken, accented } = segment
    // Accents tell words apart that are homographs without them: `résumé`.
    if (accented !== undefined) return { ...segment, phonemes: lexicon.pronounce(accented)[0].phonemes }
    const isLetter = spoken === 'A' && (isCapital(segments[at - 1]) || isCapital(segments[at + 1]))
    const phonemes = isLetter ? lexicon.pronounce(spoken)[0].phonemes : (chosen ?? phonemesOf(spoken))
    return phonemes === null ? segment : { ...segment, phonemes }
  }

  /** English words of another language in the script of that language. */
  function* inOwnScript(utterance: Utterance, write: WriteEnglish): Steps<Utterance> {
    const segments: Segment[] = []
    for (const segment of utterance.segments) {
      const isEnglish = segment.kind === 'word' && LATIN_WORD.test(segment.spoken)
      if (isEnglish) yield
      const spoken = isEnglish ? write(segment.spoken, lexicon.pronounce(segment.spoken)[0].phonemes) : ''
      segments.push(spoken === '' ? segment : { ...(segment as Word), spoken })
    }
    return { ...utterance, segments }
  }

  return function* pronounce(utterance) {
    const { language } = utterance
    if (!isLanguage(language)) return utterance
    const { hasLexicon, writeEnglish } = LANGUAGE_MODULES[language]
    if (writeEnglish !== undefined) return yield* inOwnScript(utterance, writeEnglish)
    if (!hasLexicon) return utterance
    const chosen = chooseReadings(utterance.segments)
    const spoken = utterance.segments.map(wordOf)
    const segments: Segment[] = []
    while (segments.length < spoken.length) {
      const at = segments.length
      const phrase = spoken[at] === '' ? undefined : lexicon.findPhrase(spoken, at)
      if (phrase === undefined)
        segments.push(pronounced(utterance.segments[at] as Segment, at, utterance.segments, chosen[at]))
      else
        for (const [i, phonemes] of phrase.entries())
          segments.push({ ...(utterance.segments[at + i] as Word), phonemes })
      yield
    }
    return { ...utterance, segments }
  }
}
