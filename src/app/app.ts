import type { DictionaryStore, OovWordStore } from '../core/dictionary.ts'
import type { AnswerDeps } from './answer-speech.ts'
import type { PredictPronunciation } from './dictionary.ts'
import type { DictionaryEntries } from './dictionary-entries.ts'
import type { ResolveRequestDeps } from './resolve-request.ts'
import type { Narrator, SpeechSettings } from './speak.ts'
import type { AnswerText } from './text-answers.ts'

/** What the protocols may ask for, whatever is on the wire. */
export interface App extends ResolveRequestDeps, AnswerDeps {
  /** Who speaks texts that are written while they are spoken. */
  readonly createNarrator: (settings: SpeechSettings) => Narrator
  /** Remembers the words of an English text that the dictionary lacks. Fails nothing. */
  readonly saveOovs: (text: string) => void
  readonly answerText: AnswerText
  readonly dictionary: DictionaryParts
  /** Whether speech can be made. */
  readonly isReady: () => boolean
  /** Preferred engines that cannot speak here. */
  readonly missingEngines: readonly string[]
  readonly limits: AppLimits
}

export interface AppLimits {
  /** Bytes of a body, and of what one live session may have waiting. */
  readonly maxBodyBytes: number
  /** Unicode code points of a text to speak, where it is less than the model allows. */
  readonly maxTextLength: number
  /** Unicode code points of a text to normalize. */
  readonly maxNormalizedLength: number
  /** Milliseconds of silence after the end of the audio that end a turn, where no flush does. */
  readonly doneGraceMs: number
}

export interface DictionaryParts {
  readonly store: DictionaryStore
  readonly oovWords: Pick<OovWordStore, 'list'>
  /** What this process reads by; it follows a change before the change is answered. */
  readonly entries: Pick<DictionaryEntries, 'refresh'>
  readonly predict: PredictPronunciation
}
