import { LANGUAGES } from '../core/language.ts'
import { DEFAULT_MODEL } from '../core/model.ts'
import { NO_MARKUP } from '../core/request.ts'
import type { SpeechTask } from '../core/speech.ts'
import { type Catalogue, type Voice, withFallbacks } from '../core/voice.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import type { PlanUtterances } from './planner.ts'

const SAMPLE_RATE_HZ = 24_000
const MAX_S = 10

/** Tasks that each thread speaks before it is ready, so that the first caller does not wait for engines to load. */
export const warmUpTasks = (catalogue: Catalogue, planUtterances: PlanUtterances): readonly SpeechTask[] =>
  LANGUAGES.flatMap((language) => {
    const { warmUpPhrase } = LANGUAGE_MODULES[language]
    if (warmUpPhrase === null) return []
    const voices = catalogue.voices
      .filter((voice) => voice.language === language)
      .flatMap(({ engineVoice }) => withFallbacks(engineVoice).map((one) => ({ language, engineVoice: one })))
    return [...oneOfEachEngine(voices)].flatMap((voice) => tasksOf(warmUpPhrase, voice, planUtterances))
  })

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
