import type { ApiKey } from '../core/api-key.ts'
import type { Language } from '../core/language.ts'
import type { Quality } from '../core/quality.ts'
import type { DetectedLanguage } from '../core/request.ts'
import type { StoreRows } from '../core/store.ts'
import type { CheckServer } from './client-checks.ts'
import type { PredictPronunciation } from './dictionary/dictionary.ts'
import type { DictionaryEntries } from './dictionary/dictionary-entries.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { LiveFigures } from './live-figures.ts'
import type { HeardLedgers } from './live-session/heard-ledgers.ts'
import type { PackInstalls } from './pack-installs.ts'
import type { PackState } from './pack-state.ts'
import type { ResolveRequestDeps } from './speech/resolve-request.ts'
import type { Speech } from './speech/speech.ts'
import type { VoiceSamples } from './speech/voice-samples.ts'
import type { AnswerText } from './texts/text-answers.ts'
import type { ReadToken } from './texts/text-readings.ts'

/** The use cases, settings and store that protocols call. */
export interface App extends ResolveRequestDeps {
  readonly speech: Speech
  /** What clients have heard, of those that ask for it. */
  readonly heard: HeardLedgers
  /** Counts the out-of-vocabulary words of an English text. Never throws. */
  readonly saveOovs: (text: string) => void
  readonly answerText: AnswerText
  /** How a text is read, token by token. */
  readonly readText: (text: string, language: Language, detected?: DetectedLanguage) => Promise<readonly ReadToken[]>
  /** Rows, for resources that need no use case of their own. */
  readonly store: StoreRows
  readonly dictionary: DictionaryParts
  /** The key of HOARFROST_API_KEY, which is not in the store. */
  readonly configuredKey: ApiKey | null
  readonly jobs: Omit<Jobs, 'start'>
  /** Whether the service can speak. */
  readonly isReady: () => boolean
  /** Whether the threads have no time for another stream. */
  readonly isOverloaded: () => boolean
  /** Whether the store could be read the last time. The service continues from memory while it cannot. */
  readonly isStoreReadable: () => boolean
  /** Which engines speak the voices that have a better one. */
  readonly quality: Quality
  /** Preferred engines that cannot run on this machine, or that have failed. */
  readonly missingEngines: () => readonly string[]
  /** The installed voice packs. */
  readonly packStates: () => readonly PackState[]
  readonly packs: PackInstalls
  /** Throws `resource.unknown`, or the errors of synthesis. */
  readonly voiceSample: VoiceSamples['find']
  /** The checks of a client by its name; undefined if there are none. */
  readonly clientChecks: (name: string) => Promise<CheckServer | undefined>
  /** The text of a file of `examples/`. */
  readonly readExample: (file: string) => Promise<string>
  /** That Home Assistant connects to, also if nothing listens there. */
  readonly wyomingPort: number
  /** What the service does now. */
  readonly live: () => LiveFigures
  readonly limits: AppLimits
}

export interface AppLimits {
  /** Maximum bytes of a body, and of the pending text of a live session. */
  readonly maxBodyBytes: number
  /** Maximum length of a text to speak in Unicode code points, if less than the model's. */
  readonly maxTextLength: number
  /** Maximum length of a text to normalize, in Unicode code points. */
  readonly maxNormalizedLength: number
  /** Milliseconds after the end of the audio that end a turn without a flush. */
  readonly doneGraceMs: number
}

export interface DictionaryParts {
  /** Loads the changes of the store into this process. Call it before answering a change. */
  readonly refresh: DictionaryEntries['refresh']
  readonly predict: PredictPronunciation
}
