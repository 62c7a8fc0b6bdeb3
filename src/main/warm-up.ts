import { LANGUAGES, type Language } from '../core/language.ts'
import { DEFAULT_MODEL } from '../core/model.ts'
import { type Quality, voiceOfQuality } from '../core/quality.ts'
import { NO_MARKUP } from '../core/request.ts'
import type { SpeechTask } from '../core/speech.ts'
import { type Catalogue, type Voice, withFallbacks } from '../core/voice.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import type { PlanUtterances } from './planner.ts'

const SAMPLE_RATE_HZ = 24_000
const MAX_S = 10

/**
 * Tasks in the first language, English, that the threads speak before they are ready, so that the first caller does not wait for engines
 * to load.
 */
export const warmUpTasks = (
  catalogue: Catalogue,
  planUtterances: PlanUtterances,
  quality: Quality,
): readonly SpeechTask[] => [
  ...ofLanguage(LANGUAGES[0] as Language, catalogue, planUtterances),
  ...ofBetterEngine(catalogue, planUtterances, quality),
]

/** Tasks in each of the other languages, planned one language at a time: that takes tens of milliseconds. */
export function* furtherWarmUpTasks(
  catalogue: Catalogue,
  planUtterances: PlanUtterances,
): Generator<readonly SpeechTask[]> {
  for (const language of LANGUAGES.slice(1)) yield ofLanguage(language, catalogue, planUtterances)
}

function ofLanguage(language: Language, catalogue: Catalogue, planUtterances: PlanUtterances): readonly SpeechTask[] {
  const { warmUpPhrase } = LANGUAGE_MODULES[language]
  if (warmUpPhrase === null) return []
  const voices = catalogue.voices
    .filter((voice) => voice.language === language)
    .flatMap(({ engineVoice }) => withFallbacks(engineVoice).map((one) => ({ language, engineVoice: one })))
  return [...oneOfEachEngine(voices)].flatMap((voice) => tasksOf(warmUpPhrase, voice, planUtterances))
}

/** The engine that the quality alone selects is slow: it speaks one phrase. */
function ofBetterEngine(catalogue: Catalogue, planUtterances: PlanUtterances, quality: Quality): SpeechTask[] {
  for (const { language, engineVoice } of catalogue.voices) {
    const { warmUpPhrase } = LANGUAGE_MODULES[language]
    const voice = voiceOfQuality(engineVoice, quality)
    if (voice !== engineVoice && warmUpPhrase !== null)
      return tasksOf(warmUpPhrase, { language, engineVoice: voice }, planUtterances)
  }
  return []
}

type SpokenVoice = Pick<Voice, 'language' | 'engineVoice'>

const oneOfEachEngine = (voices: readonly SpokenVoice[]): Iterable<SpokenVoice> => {
  const byEngine = new Map<string, SpokenVoice>()
  for (const voice of voices) if (!byEngine.has(voice.engineVoice.engine)) byEngine.set(voice.engineVoice.engine, voice)
  return byEngine.values()
}

/** Tasks that speak a phrase with a voice. */
export const tasksOf = (
  phrase: string,
  { language, engineVoice }: SpokenVoice,
  planUtterances: PlanUtterances,
): SpeechTask[] =>
  [
    ...planUtterances(phrase, {
      model: DEFAULT_MODEL,
      language,
      rate: 1,
      markup: NO_MARKUP,
      isNormalized: true,
      isBusy: false,
      isContinued: false,
      isOpenEnded: false,
    }),
  ]
    .filter((utterance) => utterance !== undefined)
    .map((utterance) => ({
      utterance,
      voice: engineVoice,
      sampleRateHz: SAMPLE_RATE_HZ,
      maxDurationS: MAX_S,
      minFirstPartS: 0,
    }))
