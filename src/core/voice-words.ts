import { countryCode, wordsOfCountry } from './countries.ts'
import { shortCodeOf } from './language.ts'
import { GENDER_WORDS, PEOPLE, splitWords } from './search-words.ts'
import type { Voice } from './voice.ts'

/** Words that say the same of a voice, and how much they count when one is chosen. */
interface Trait {
  readonly weight: number
  readonly words: readonly string[]
  /** Whether only whole words match, rather than beginnings. */
  readonly isWhole: boolean
}

type Traits = readonly Trait[]

const AGE_WORDS: Readonly<Record<string, string>> = {
  Elder: 'old older elderly senior',
  'Young Adult': 'youthful',
}

const USE_WORDS: Readonly<Record<string, string>> = {
  'Customer Support': 'service helpdesk hotline bank',
  Conversational: 'conversation chat assistant agent',
  Narration: 'narrator audiobook book story documentary',
}

/** Of a description, words that say nothing of a voice. */
const FILLERS = new Set(
  splitWords('a an the and or but with who that is of for from in voice voices speaker sounding very'),
)

/** A quarter of the voices of a gender has each of these tones but calm, by the timbres of the catalogue. */
const TONES = {
  calm: 'calm relaxed soothing gentle quiet',
  lively: 'lively upbeat excited animated energetic',
  deep: 'deep low',
  high: 'high light',
  slow: 'slow unhurried',
  fast: 'fast quick brisk',
  warm: 'warm soft mellow dark',
  bright: 'bright crisp clear',
} as const

type Tone = keyof typeof TONES

/** The voices that have all words of a search, and its words that none of the voices has. */
export function searchVoices<T extends Voice>(
  voices: readonly T[],
  search: string,
): { readonly found: readonly T[]; readonly unmatched: readonly string[] } {
  const traits = traitsOf(voices)
  const words = splitWords(search)
  return {
    found: voices.filter((voice) => words.every((word) => weightOf(word, traits.get(voice)) > 0)),
    unmatched: words.filter((word) => !voices.some((voice) => weightOf(word, traits.get(voice)) > 0)),
  }
}

/**
 * The voice that fits a description such as `british man, calm` best, with the words that do not fit it: gender and language
 * count most, tones least, and the first of equals is taken, featured voices before others. Undefined if no word fits any.
 */
export function chooseVoice<T extends Voice>(
  voices: readonly T[],
  description: string,
): { readonly voice: T; readonly missed: readonly string[] } | undefined {
  const traits = traitsOf(voices)
  const words = [...new Set(splitWords(description))].filter((word) => !FILLERS.has(word))
  let best: { readonly voice: T; readonly score: number } | undefined
  for (const voice of voices) {
    const fitting = words.reduce((sum, word) => sum + weightOf(word, traits.get(voice)), 0)
    const score = fitting + (voice.isFlagship ? FLAGSHIP_WEIGHT : 0)
    if (fitting > 0 && (best === undefined || score > best.score)) best = { voice, score }
  }
  if (best === undefined) return undefined
  const { voice } = best
  return { voice, missed: words.filter((word) => weightOf(word, traits.get(voice)) === 0) }
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** Less than any word. */
const FLAGSHIP_WEIGHT = 0.5

function weightOf(word: string, traits: Traits = []): number {
  let heaviest = 0
  for (const { weight, words, isWhole } of traits) {
    if (weight <= heaviest) continue
    const begins = !isWhole && !PEOPLE.has(word)
    if (words.some((each) => (begins ? each.startsWith(word) : each === word))) heaviest = weight
  }
  return heaviest
}

function traitsOf<T extends Voice>(voices: readonly T[]): ReadonlyMap<T, Traits> {
  const tonesOf = toneRules(voices)
  return new Map(
    voices.map((voice) => {
      const { speaker, model, language, country, gender, age, dialect, styles, genres } = voice
      const trait = (weight: number, text: string, isWhole = false): Trait => ({
        weight,
        words: splitWords(text),
        isWhole,
      })
      const uses = genres.map((genre) => USE_WORDS[genre] ?? '').join(' ')
      const tones = tonesOf(voice).map((tone) => TONES[tone])
      return [
        voice,
        [
          trait(6, speaker),
          trait(5, `${gender} ${LANGUAGE_NAMES.of(shortCodeOf(language))}`),
          trait(5, `${GENDER_WORDS[gender] ?? ''} ${language}`, true),
          trait(4, wordsOfCountry(country)),
          trait(4, `${country} ${countryCode(country)}`, true),
          trait(3, `${age} ${AGE_WORDS[age] ?? ''} ${dialect}`),
          trait(2, `${styles.join(' ')} ${genres.join(' ')} ${uses}`),
          trait(1, `${model} ${tones.join(' ')}`, true),
        ],
      ]
    }),
  )
}

/** The tones of a voice among those of its gender. */
function toneRules(voices: readonly Voice[]): (voice: Voice) => readonly Tone[] {
  const quartiles = new Map<string, ReturnType<typeof quartilesOf>>()
  for (const gender of new Set(voices.map((voice) => voice.gender))) {
    quartiles.set(gender, quartilesOf(voices.filter((voice) => voice.gender === gender)))
  }
  return ({ gender, styles, engineVoice: { timbre } }) => {
    const among = quartiles.get(gender)
    if (among === undefined) return []
    const { pitch, range, rate, brightness } = among
    const isEnergetic = styles.some((style) => style.includes('energetic'))
    const has: Readonly<Record<Tone, boolean>> = {
      calm: !isEnergetic && timbre.rateRatio <= rate.median && timbre.pitchRangeRatio <= range.median,
      lively: isEnergetic || timbre.pitchRangeRatio >= range.high,
      deep: timbre.pitchMeanHz <= pitch.low,
      high: timbre.pitchMeanHz >= pitch.high,
      slow: timbre.rateRatio <= rate.low,
      fast: timbre.rateRatio >= rate.high,
      warm: timbre.brightnessDb <= brightness.low,
      bright: timbre.brightnessDb >= brightness.high,
    }
    return (Object.keys(TONES) as Tone[]).filter((tone) => has[tone])
  }
}

function quartilesOf(voices: readonly Voice[]) {
  const among = (read: (timbre: Voice['engineVoice']['timbre']) => number) => {
    const sorted = voices.map(({ engineVoice }) => read(engineVoice.timbre)).sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number
    return { low: at(0.25), median: at(0.5), high: at(0.75) }
  }
  return {
    pitch: among(({ pitchMeanHz }) => pitchMeanHz),
    range: among(({ pitchRangeRatio }) => pitchRangeRatio),
    rate: among(({ rateRatio }) => rateRatio),
    brightness: among(({ brightnessDb }) => brightnessDb),
  }
}
