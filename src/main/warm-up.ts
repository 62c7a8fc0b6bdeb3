import type { Language } from '../core/language.ts'
import { DEFAULT_MODEL } from '../core/model.ts'
import { NO_MARKUP } from '../core/request.ts'
import type { SpeechJob } from '../core/speech.ts'
import type { Catalogue, Voice } from '../core/voice.ts'
import type { PlanUtterances } from './planner.ts'

/**
 * Enough of each language to load what it needs, and more of the one most spoken, so that V8 compiles what is hot.
 * Japanese is left out: its dictionary takes as long to load as all else together, and waits for its first use.
 */
const PHRASES: Readonly<Partial<Record<Language, string>>> = {
  eng: 'A fox ran over the hill, and nobody saw it go. Was it the third or the fourth one this morning?',
  spa: 'Buenos días.',
  por: 'Bom dia.',
  ger: 'Guten Tag.',
  ara: 'صَبَاحُ اَلْخَيْرِ.',
  fra: 'Bonjour.',
  hin: 'नमस्ते।',
}
const SAMPLE_RATE_HZ = 24_000
const LONGEST_S = 10

/** What a thread speaks to nobody before its first caller, so that he does not wait for engines to load. */
export const warmUpJobs = (catalogue: Catalogue, planUtterances: PlanUtterances): readonly SpeechJob[] =>
  Object.entries(PHRASES).flatMap(([language, phrase]) =>
    oneOfEachEngine(catalogue.voices.filter((voice) => voice.language === language)).flatMap((voice) =>
      jobsOf(phrase, voice, planUtterances),
    ),
  )

const oneOfEachEngine = (voices: readonly Voice[]): readonly Voice[] => {
  const isSame =
    ({ engineVoice }: Voice) =>
    (other: Voice) =>
      other.engineVoice.engine === engineVoice.engine
  return voices.filter((voice) => voices.find(isSame(voice)) === voice)
}

const jobsOf = (phrase: string, { language, engineVoice }: Voice, planUtterances: PlanUtterances): SpeechJob[] =>
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
      maxDurationS: LONGEST_S,
      leastFirstPartS: 0,
    }))
