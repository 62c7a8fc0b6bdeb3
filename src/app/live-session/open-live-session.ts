import type { Codec } from '../../audio/codecs.ts'
import { MODELS } from '../../core/model.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { spelledText } from '../../text/markup.ts'
import type { AppLimits } from '../app.ts'
import type { Speech } from '../speech/speech.ts'
import { newTally, type SpeechTally } from '../speech/speech-tally.ts'
import { tracedEncoders } from '../speech/traced-encoder.ts'
import { mayHaveWordTimes } from '../speech/word-times.ts'
import type { HeardLedger } from './heard-ledger.ts'
import type { HeardConnection } from './heard-ledgers.ts'
import {
  LiveSession,
  type LiveSessionOptions,
  type SessionOutput,
  type SpokenWord,
  type Timers,
} from './live-session.ts'

type OptionName =
  | 'segmentation'
  | 'endsTurnsByFlush'
  | 'timesFrom'
  | 'maxPendingLength'
  | 'mayBeEmpty'
  | 'hasAllWordTimes'
  | 'maxBufferMs'

/** What a live session speaks, and how: by default sentence by sentence, in turns that end by flushes. */
export interface SessionSettings extends Partial<Pick<LiveSessionOptions, OptionName>> {
  readonly speech: SynthesisRequest
  readonly codec: Codec
  /** Whether each turn is marked as a file is; false by default, since clients join turns. */
  readonly hasMark?: boolean
  /** Room for the first turn. */
  readonly reservation?: Disposable | undefined
  /** Whether times of words are requested, where the language has them; true by default. */
  readonly hasWordTimes?: boolean
  /** Whether out-of-vocabulary words are counted, where the language has a lexicon; false by default. */
  readonly savesOovs?: boolean
  /** Hears of each word before its audio. */
  readonly onWord?: ((word: SpokenWord) => void) | undefined
  /** Texts are pieces of any length of one text, so that the model's limit of a text does not apply to them. */
  readonly takesPieces?: boolean
  /** Instead of one of the client's. */
  readonly ledger?: HeardLedger
  /** Context of all texts, if the session has one. */
  readonly contextId?: string | undefined
}

/** The reader of live sessions, one or several. */
export interface SessionClient extends Pick<SessionOutput, 'whenRead'> {
  readonly timers: Timers
  /** Present if it is kept what the client hears. */
  readonly heard?: HeardConnection | undefined
  /** Figures of all its speech. The first session sets it. */
  tally: SpeechTally | undefined
}

/** What live sessions need of the App. */
export interface SessionApp {
  readonly speech: Pick<Speech, 'narrator' | 'createEncoder' | 'markOf'>
  readonly limits: Pick<AppLimits, 'maxTextLength' | 'maxBodyBytes' | 'doneGraceMs'>
  readonly saveOovs: (text: string) => void
}

/** Opens a live session, at the pace of its client. The client's sessions share the engines of its voice. */
export function openLiveSession(
  settings: SessionSettings,
  client: SessionClient,
  send: SessionOutput['send'],
  app: SessionApp,
): LiveSession {
  const { speech, reservation, savesOovs = false, onWord, contextId } = settings
  const { hasLexicon } = LANGUAGE_MODULES[speech.language]
  client.tally ??= newTally(speech)
  return new LiveSession(optionsOf(settings, app), {
    narrator: app.speech.narrator({ ...speech, engines: client.tally.engines }, reservation),
    createEncoder: tracedEncoders(app.speech.createEncoder, speech.span),
    timers: client.timers,
    tally: client.tally,
    ledger: settings.ledger ?? client.heard?.openLedger({ ...speech, contextId }),
    listener: {
      ...(onWord && { word: onWord }),
      ...(savesOovs && hasLexicon && { textEnded: (text) => app.saveOovs(spelledText(text)) }),
    },
    output: { whenRead: (signal) => client.whenRead(signal), send },
  })
}

function optionsOf(settings: SessionSettings, { speech: spoken, limits }: SessionApp): LiveSessionOptions {
  const { speech, codec, hasWordTimes = true, segmentation = 'bySentence', endsTurnsByFlush = true } = settings
  const { timesFrom = 'segment', maxPendingLength = limits.maxBodyBytes, mayBeEmpty = false } = settings
  const { hasAllWordTimes = false, maxBufferMs = Number.POSITIVE_INFINITY } = settings
  const { hasMark = false, takesPieces = false } = settings
  const maxOfModel = takesPieces ? Number.POSITIVE_INFINITY : MODELS[speech.model].maxTextLength
  return {
    segmentation,
    endsTurnsByFlush,
    language: speech.language,
    detected: speech.detected,
    format: { codec, sampleRateHz: speech.sampleRateHz, mark: hasMark ? spoken.markOf(speech) : undefined },
    hasWordTimes: hasWordTimes && (hasAllWordTimes || mayHaveWordTimes(speech)),
    hasAllWordTimes,
    maxBufferMs,
    timesFrom,
    markup: speech.markup,
    maxTextLength: Math.min(limits.maxTextLength, maxOfModel),
    maxPendingLength,
    doneGraceMs: limits.doneGraceMs,
    mayBeEmpty,
  }
}
