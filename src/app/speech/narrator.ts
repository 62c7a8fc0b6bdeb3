import { invalidRequest, type SpeechError } from '../../core/errors.ts'
import type { Language, SpokenLanguage } from '../../core/language.ts'
import { isBetterEngine, type Quality, voiceOfQuality } from '../../core/quality.ts'
import type { Markup, SynthesisRequest } from '../../core/request.ts'
import type { Samples } from '../../core/samples.ts'
import type { SpeechEvent, SpeechPool, SpeechStream, SpeechTask } from '../../core/speech.ts'
import type { Steps } from '../../core/steps.ts'
import type { TextSpan, Utterance } from '../../core/utterance.ts'
import { type LeveledVoice, louder, withFallbacks } from '../../core/voice.ts'
import { spokenLanguageOf, unreadScriptOf } from '../../languages/scripts.ts'
import { plainTextInSteps, unspokenPlainText } from '../../text/markup.ts'
import { countryCode } from '../../voices/pack-voices.ts'
import { createTimeSlice, type TimeSlice } from '../time-slice.ts'
import { EngineChoice } from './internal/engine-choice.ts'
import { foreignVoice, polyglotVoice } from './internal/foreign-voice.ts'
import { SpokenUtterance } from './internal/spoken-utterance.ts'
import { createProsodyVariation } from './internal/vary-prosody.ts'
import type { UtteranceCache } from './utterance-cache.ts'
import type { VoiceHealth } from './voice-health.ts'

/** Length of one token of `max_tokens`. */
const TOKEN_S = 0.012

export interface NarratorParts {
  readonly pool: SpeechPool
  readonly cache: UtteranceCache
  /** Absent where no voice has a fallback. */
  readonly health?: VoiceHealth
  /** `auto` if absent. */
  readonly quality?: Quality
  readonly planUtterances: (
    text: string,
    options: Pick<
      SynthesisRequest,
      'model' | 'language' | 'detected' | 'rate' | 'markup' | 'isNormalized' | 'ownReadings' | 'ownReadingsIn'
    > &
      Place & { readonly isBusy: boolean; readonly country?: string },
  ) => Iterable<Utterance | undefined>
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Whether pauses hold faint noise. Never at 8 kHz: telephone networks make their own comfort noise. */
  readonly hasNoiseFloor: boolean
  /** Whether long sentences start with a breath. Never at 8 kHz: of a breath only a hiss would be left. */
  readonly hasBreaths: boolean
}

/** Position of a text among those that are heard as one. */
export interface Place {
  /** The text before it is still being heard. */
  readonly isContinued: boolean
  /** More may follow it. */
  readonly isOpenEnded: boolean
  /** The end of the text before it, in the same sentence: it is read as after it. */
  readonly before?: string
  /** It is a whole answer, which its caller may join to others. */
  readonly isAnswer?: boolean
}

/** Output of a text. Samples are mono, 16-bit, at the rate of the settings. */
export type SpokenEvent =
  /** A word and its place, in samples from the start of the text's audio; precedes that audio, in order. */
  | {
      readonly kind: 'word'
      readonly span: TextSpan
      /** The word as it is read: numbers and the like in words. */
      readonly spoken: string
      readonly startSample: number
      readonly endSample: number
      /** The engine does not tell when it begins; false by default. */
      readonly isEstimated?: boolean
      /** In ARPAbet or IPA, as in `Word`; absent where the engine pronounces it. */
      readonly phonemes?: readonly string[]
    }
  | { readonly kind: 'audio'; readonly samples: Samples }

export type SpokenWordEvent = Extract<SpokenEvent, { kind: 'word' }>

/** A request without its text. */
export type SpeechSettings = Omit<SynthesisRequest, 'id' | 'text' | 'markup'>

/** A text to be spoken, alone or as one of several. */
export interface SpeechText extends Place {
  readonly text: string
  readonly markup: Markup
  /** Instead of the rate of the settings; above 1 is faster. */
  readonly rate?: number | undefined
  /** Instead of the gain of the settings, in dB. */
  readonly gainDb?: number | undefined
  /** The language of the text, if it is not that of the settings nor to be detected. */
  readonly language?: Language | undefined
}

/** Speaks texts with the same settings; natural variation continues from one to the next. */
export interface Narrator {
  /**
   * Speaks a text that is all of an answer. Plans and speaks at most one utterance ahead of what was read. Yields nothing
   * for a text with nothing to speak. Throws a SpeechError, `pool.*` if the pool is full or draining, or the signal's
   * reason when it fires.
   */
  speak(text: SpeechText, signal: AbortSignal): AsyncIterable<SpokenEvent>
  /** Opens a turn of a live session. Throws `pool.*` if the pool is full or draining. The caller disposes the turn. */
  beginTurn(): NarratedTurn
}

export interface NarratedTurn extends Disposable {
  /** Speaks texts one at a time, without speaking ahead of what was read; otherwise like `speak`. */
  speak(text: SpeechText, signal: AbortSignal): AsyncIterable<SpokenEvent>
}

export function createNarrator(request: SpeechSettings, parts: NarratorParts): Narrator {
  const settings = withBestVoice(request, parts)
  const vary = createProsodyVariation(settings.sampling, parts.random)
  const engineChoice = new EngineChoice(settings, parts)
  // Shared by all texts: thousands of texts with nothing to speak may follow each other.
  const shared = { ...parts, vary, slice: createTimeSlice(), engineChoice }
  return {
    speak: (text, signal) =>
      speakText(
        text,
        { ...shared, settings, open: () => engineChoice.openStream(settings.span, false), isAlone: true },
        signal,
      ),
    beginTurn: () => {
      const span = settings.span?.begin('turn')
      const turn = { ...settings, span }
      const stream = engineChoice.openStream(span, true)
      return {
        speak: (text, signal) =>
          speakText(text, { ...shared, settings: turn, open: () => stream, isAlone: false }, signal),
        [Symbol.dispose]() {
          stream[Symbol.dispose]()
          span?.end()
        },
      }
    },
  }
}

function withBestVoice(request: SpeechSettings, parts: Pick<NarratorParts, 'quality'>): SpeechSettings {
  const { voice, quality = parts.quality ?? 'auto' } = request
  return { ...request, voice: { ...voice, engineVoice: voiceOfQuality(voice.engineVoice, quality) } }
}

/** A caller who is being connected. */
export type Reserving = Pick<SynthesisRequest, 'owner'> & Partial<Pick<SynthesisRequest, 'voice'>>

/** Keeps room for the first turn, for the engine that needs least of it. Throws `pool.*` if there is none. */
export const reserveRoom = (
  { owner, voice }: Reserving,
  { pool, health, quality = 'auto' }: Pick<NarratorParts, 'pool' | 'health' | 'quality'>,
): Disposable => {
  const voices = voice === undefined ? [] : withFallbacks(voiceOfQuality(voice.engineVoice, quality))
  const isPassedOver = (one: LeveledVoice): boolean =>
    health?.isUsable(one) === false || (quality === 'auto' && isBetterEngine(one.engine))
  const min = voices.find((one) => one.fallback === undefined || !isPassedOver(one))
  return pool.reserve({ owner, engine: min?.engine })
}

interface TextParts extends NarratorParts {
  readonly settings: SpeechSettings
  readonly open: () => SpeechStream
  readonly engineChoice: EngineChoice
  readonly vary: (utterance: Utterance) => Utterance
  readonly slice: TimeSlice
  /** No other text follows on the stream: it is disposed at the end, and an utterance starts while the one before is read. */
  readonly isAlone: boolean
}

/** The one loop from the pool to the words and the audio of a text. */
async function* speakText(
  text: SpeechText,
  parts: TextParts,
  signal: AbortSignal,
): AsyncGenerator<SpokenEvent, void, undefined> {
  const { settings, cache, engineChoice, slice, isAlone } = parts
  const { sampling, isBackground, span } = settings
  signal.throwIfAborted()
  const stream = parts.open()
  using _ = isAlone ? stream : undefined
  refuseLanguages(text, settings)
  // Varying speech and that of tasks rarely repeats, so caching it would evict speech that does.
  const source = {
    stream,
    health: engineChoice,
    onVoice: engineChoice.noteEngine,
    slice,
    signal,
    cache: sampling.temperature === 0 && !isBackground ? cache : undefined,
  }
  const utterances = plan(text, parts)
  const spoken = text.gainDb === undefined ? settings : { ...settings, gainDb: text.gainDb }
  const startNext = async (): Promise<SpokenUtterance | undefined> => {
    const planning = span?.begin('plan')
    try {
      for (let next = utterances.next(); next.done !== true; next = utterances.next()) {
        if (next.value !== undefined) return new SpokenUtterance(taskOf(parts.vary(next.value), spoken, parts), source)
        if (slice.isOver) await slice.next()
        signal.throwIfAborted()
      }
    } finally {
      planning?.end()
    }
    if (isAlone) stream.end()
    return undefined
  }
  let startSample = 0
  for (let starting = startNext(); ; ) {
    using current = await starting
    if (current === undefined) return
    let event = await current.next()
    if (isAlone) {
      starting = startNext()
      starting.catch(() => {}) // reported where it is awaited
    }
    // Marks may come between audio chunks; they count from the utterance's start.
    const utteranceStart = startSample
    for (; event !== undefined; event = await current.next()) {
      if (event.kind === 'mark') {
        const word = wordAt(event, current, utteranceStart)
        if (word !== undefined) yield word
        continue
      }
      startSample += event.samples.length
      yield event
    }
    if (!isAlone) starting = startNext()
  }
}

/** The utterances of a text; undefined where planning may pause. Throws `request.invalid` if it cannot be spoken. */
function* plan(
  { text, markup, isContinued, isOpenEnded, before = '', isAnswer = false, ...own }: SpeechText,
  { settings, pool, planUtterances }: TextParts,
): Generator<Utterance | undefined, void, undefined> {
  const { model, isNormalized, sampling } = settings
  const { rate = settings.rate } = own
  // Speech that must be the same every time is cut the same way under any load.
  const isBusy = sampling.temperature > 0 && sampling.seed === undefined && pool.isBusy
  let hasWords = false
  const utterances = planUtterances(text, {
    ...{ model, rate, markup, isNormalized, isContinued, isOpenEnded, before, isAnswer, isBusy },
    ...languageOptions(own.language, settings),
  })
  for (const utterance of utterances) {
    hasWords ||= utterance?.segments.some(({ kind }) => kind === 'word') === true
    if (!hasWords && utterance !== undefined) yield* requireReadable(text, markup)
    yield utterance
  }
  if (!hasWords) yield* requireReadable(text, markup)
}

/** `own`: of the text, if it was told. */
function languageOptions(
  own: Language | undefined,
  { language, detected, voice, ownReadings, ownReadingsIn }: SpeechSettings,
): Partial<Parameters<NarratorParts['planUtterances']>[1]> & Pick<SynthesisRequest, 'language'> {
  if (own !== undefined && own !== language) {
    const readings = ownReadingsIn?.(own)
    return { language: own, ...(readings && { ownReadings: readings }) }
  }
  return {
    language,
    country: countryCode(voice.country),
    ...(ownReadings && { ownReadings }),
    ...(own === undefined && detected && { detected, ...(ownReadingsIn && { ownReadingsIn }) }),
  }
}

function* requireReadable(text: string, markup: Markup): Steps<void> {
  const plain = yield* plainTextInSteps(text, markup)
  if (unreadScriptOf(plain.text) !== undefined) throw unspeakable()
}

const unspeakable = (): SpeechError => invalidRequest('text cannot be spoken: no voice reads its script', 'text')

/** As much of a text as shows its script. */
const SCRIPT_LENGTH = 400

function refuseLanguages({ text, markup }: SpeechText, { refused = [], language }: SpeechSettings): void {
  if (refused.length === 0) return
  const written = spokenLanguageOf(unspokenPlainText(text.slice(0, SCRIPT_LENGTH), markup).text, language)
  const found = refused.find((each) => each.language === written)
  if (found !== undefined) throw found.error
}

type Mark = Extract<SpeechEvent, { kind: 'mark' }>

function wordAt(
  mark: Mark,
  { utterance, hasEstimatedTimes }: SpokenUtterance,
  utteranceStart: number,
): SpokenEvent | undefined {
  const segment = utterance.segments[mark.segmentIndex]
  if (segment?.kind !== 'word') return undefined
  const { span, spoken, phonemes } = segment
  const startSample = utteranceStart + mark.startSample
  const endSample = Math.max(startSample, utteranceStart + mark.endSample)
  return {
    kind: 'word',
    span,
    spoken,
    startSample,
    endSample,
    ...(phonemes && { phonemes }),
    ...(hasEstimatedTimes && { isEstimated: true }),
  }
}

const taskOf = (
  utterance: Utterance,
  settings: SpeechSettings,
  { hasNoiseFloor, hasBreaths }: Pick<NarratorParts, 'hasNoiseFloor' | 'hasBreaths'>,
): SpeechTask => ({
  utterance: hasBreaths && settings.sampleRateHz > TELEPHONE_RATE_HZ ? utterance : withoutBreath(utterance),
  voice: louder(voiceIn(utterance.language, settings), settings.gainDb ?? 0),
  sampleRateHz: settings.sampleRateHz,
  maxDurationS: settings.sampling.maxTokens * TOKEN_S,
  minFirstPartS: settings.minFirstPartS,
  hasNoiseFloor: hasNoiseFloor && settings.sampleRateHz > TELEPHONE_RATE_HZ,
})

/** Single words in other languages are spoken by eSpeak NG; sentences by the same voice, if it can. */
function voiceIn(spoken: SpokenLanguage, { language, detected, voice }: SpeechSettings): LeveledVoice {
  if (spoken === language) return voice.engineVoice
  return (detected === undefined ? foreignVoice : polyglotVoice)(voice.engineVoice, spoken)
}

const TELEPHONE_RATE_HZ = 8000

const withoutBreath = ({ startsWithBreath: _, ...utterance }: Utterance): Utterance => utterance
