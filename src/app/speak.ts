import { invalidRequest, type SpeechError } from '../core/errors.ts'
import type { Markup, SynthesisRequest } from '../core/request.ts'
import type { Samples } from '../core/samples.ts'
import type { SpeechEvent, SpeechJob, SpeechPool, SpeechStream } from '../core/speech.ts'
import type { TextSpan, Utterance } from '../core/utterance.ts'
import type { LeveledVoice } from '../core/voice.ts'
import { spokenLanguageOf, unreadScriptOf } from '../languages/scripts.ts'
import { plainTextInSteps, unspokenPlainText } from '../text/markup.ts'
import { countryCode } from '../voices/pack-voices.ts'
import { foreignVoice } from './foreign-voice.ts'
import { type PackHealth, withFallback } from './pack-fallback.ts'
import { createTimeSlice, finishInSlices, type TimeSlice } from './time-slice.ts'
import type { UtteranceCache } from './utterance-cache.ts'
import { createProsodyVariation } from './vary-prosody.ts'

/** Length of one token of `max_tokens`. */
const TOKEN_S = 0.012

export interface SpeakDependencies {
  readonly pool: SpeechPool
  readonly cache: Pick<UtteranceCache, 'remember'>
  /** Absent where no voice is one of a pack. */
  readonly packs?: PackHealth
  readonly planUtterances: (
    text: string,
    options: Pick<SynthesisRequest, 'model' | 'language' | 'rate' | 'markup' | 'isNormalized' | 'ownReadings'> &
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
    }
  | { readonly kind: 'audio'; readonly samples: Samples }

/** A request without its text. */
export type SpeechSettings = Omit<SynthesisRequest, 'id' | 'text' | 'markup'>

/** A text to be spoken, alone or as one of several. */
export interface SpeechText extends Place {
  readonly text: string
  readonly markup: Markup
  /** Instead of the rate of the settings; above 1 is faster. */
  readonly rate?: number | undefined
}

/**
 * Speaks a request. Plans and speaks at most one utterance ahead of what was read. Yields nothing for a text with
 * nothing to speak. Throws a SpeechError, or the signal's reason when it fires.
 */
export async function* speak(
  request: SynthesisRequest,
  deps: SpeakDependencies,
  signal: AbortSignal,
): AsyncGenerator<SpokenEvent, void, undefined> {
  signal.throwIfAborted()
  using stream = openStream(request, deps, false)
  const vary = createProsodyVariation(request.sampling, deps.random)
  const { text, markup, isBackground } = request
  // The parts of a job have pauses of their own between them.
  const whole = { text, markup, isContinued: false, isOpenEnded: false, isAnswer: isBackground !== true }
  yield* speakText(whole, { ...deps, settings: request, stream, vary, slice: createTimeSlice(), isAhead: true }, signal)
}

/** Speaks the texts of a live session, turn by turn; natural variation continues across turns. */
export interface Narrator {
  /** Opens a turn. Throws `pool.*` if the pool is full or draining. The caller disposes the turn. */
  beginTurn(): NarratedTurn
}

export interface NarratedTurn extends Disposable {
  /** Speaks texts one at a time, without speaking ahead of what was read; otherwise like `speak`. */
  speak(text: SpeechText, signal: AbortSignal): AsyncIterable<SpokenEvent>
}

/** A caller who is being connected. */
export type Reserving = Pick<SynthesisRequest, 'owner'> & Partial<Pick<SynthesisRequest, 'voice'>>

/** Keeps room for a narrator's first turn. Throws `pool.*` if there is none. */
export const reserve = (
  { owner, voice }: Reserving,
  { pool, packs }: Pick<SpeakDependencies, 'pool' | 'packs'>,
): Disposable => pool.reserve({ owner, engine: voice && engineOf(voice.engineVoice, packs) })

export function createNarrator(settings: SpeechSettings, deps: SpeakDependencies, reservation?: Disposable): Narrator {
  const vary = createProsodyVariation(settings.sampling, deps.random)
  // Shared by all texts: thousands of texts with nothing to speak may follow each other.
  const slice = createTimeSlice()
  return {
    beginTurn: () => {
      reservation?.[Symbol.dispose]()
      const span = settings.span?.begin('turn')
      const turn = { ...settings, span }
      const stream = openStream(turn, deps, true)
      return {
        speak: (text, signal) =>
          speakText(text, { ...deps, settings: turn, stream, vary, slice, isAhead: false }, signal),
        [Symbol.dispose]() {
          stream[Symbol.dispose]()
          span?.end()
        },
      }
    },
  }
}

/** Varying speech and that of jobs rarely repeats, so caching it would evict speech that does. */
function openStream(
  { sampling, voice, owner, span, isBackground = false }: SpeechSettings,
  { pool, cache, packs }: SpeakDependencies,
  isPatient: boolean,
): SpeechStream {
  const stream = pool.openStream({ engine: engineOf(voice.engineVoice, packs), owner, span, isPatient, isBackground })
  const cached = sampling.temperature === 0 && !isBackground ? cache.remember(stream) : stream
  // The cache is inside: what the fallback speaks is not the pack's.
  return packs === undefined ? cached : withFallback(cached, packs)
}

/** The engine that speaks a voice now. */
const engineOf = (voice: LeveledVoice, packs: PackHealth | undefined): string =>
  voice.fallback !== undefined && packs?.isUsable(voice) === false ? voice.fallback.engine : voice.engine

interface TextParts extends SpeakDependencies {
  readonly settings: SpeechSettings
  readonly stream: SpeechStream
  readonly vary: (utterance: Utterance) => Utterance
  readonly slice: TimeSlice
  /** Whether an utterance starts while the previous one is read, and the text is the last of the stream. */
  readonly isAhead: boolean
}

async function* speakText(
  { text, markup, isContinued, isOpenEnded, before = '', isAnswer = false, rate: ownRate }: SpeechText,
  { settings, stream, pool, planUtterances, vary, slice, isAhead, ...sounds }: TextParts,
  signal: AbortSignal,
): AsyncGenerator<SpokenEvent, void, undefined> {
  const { model, language, isNormalized, ownReadings, voice, span } = settings
  // Speech that must be the same every time is cut the same way under any load.
  const { temperature, seed } = settings.sampling
  const place = {
    isContinued,
    isOpenEnded,
    before,
    isAnswer,
    isBusy: temperature > 0 && seed === undefined && pool.isBusy,
  }
  const readings = ownReadings === undefined ? {} : { ownReadings }
  const plan = {
    model,
    language,
    rate: ownRate ?? settings.rate,
    markup,
    isNormalized,
    country: countryCode(voice.country),
    ...readings,
    ...place,
  }
  refuseLanguages(text, markup, settings)
  let hasWords = false
  const requireReadable = async (): Promise<void> => {
    const plain = await finishInSlices(plainTextInSteps(text, markup), slice)
    if (unreadScriptOf(plain.text) !== undefined) throw unspeakable()
  }
  const utterances = planUtterances(text, plan)[Symbol.iterator]()
  const startNext = async (): Promise<Started | undefined> => {
    const planning = span?.begin('plan')
    try {
      for (let next = utterances.next(); next.done !== true; next = utterances.next()) {
        if (next.value !== undefined) {
          hasWords ||= next.value.segments.some(({ kind }) => kind === 'word')
          if (!hasWords) await requireReadable()
          return start(stream, jobOf(vary(next.value), settings, sounds), signal)
        }
        if (slice.isOver) await slice.next()
        signal.throwIfAborted()
      }
    } finally {
      planning?.end()
    }
    if (!hasWords) await requireReadable()
    if (isAhead) stream.end()
    return undefined
  }
  let startSample = 0
  let current = await startNext()
  while (current !== undefined) {
    const first = await current.first
    const next = isAhead ? startNext() : undefined
    next?.catch(() => {}) // reported where it is awaited
    if (first.done !== true) {
      // Marks may come between audio chunks; they count from the utterance's start.
      const utteranceStart = startSample
      for await (const event of precededBy(first.value, current.rest)) {
        if (event.kind === 'mark') yield* wordAt(event, current.utterance, utteranceStart)
        else yield event
        if (event.kind === 'audio') startSample += event.samples.length
      }
    }
    current = await (next ?? startNext())
  }
}

const unspeakable = (): SpeechError => invalidRequest('text cannot be spoken: no voice reads its script', 'text')

/** As much of a text as shows its script. */
const SCRIPT_LENGTH = 400

function refuseLanguages(text: string, markup: Markup, { refused = [], language }: SpeechSettings): void {
  if (refused.length === 0) return
  const written = spokenLanguageOf(unspokenPlainText(text.slice(0, SCRIPT_LENGTH), markup).text, language)
  const found = refused.find((each) => each.language === written)
  if (found !== undefined) throw found.error
}

async function* precededBy<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

type Mark = Extract<SpeechEvent, { kind: 'mark' }>

function* wordAt(mark: Mark, { segments }: Utterance, utteranceStart: number): Generator<SpokenEvent> {
  const segment = segments[mark.segmentIndex]
  if (segment?.kind !== 'word') return
  const { span, spoken } = segment
  const startSample = utteranceStart + mark.startSample
  yield { kind: 'word', span, spoken, startSample, endSample: utteranceStart + mark.endSample }
}

const jobOf = (
  utterance: Utterance,
  { voice, language, sampleRateHz, leastFirstPartS, sampling }: SpeechSettings,
  { hasNoiseFloor, hasBreaths }: Pick<SpeakDependencies, 'hasNoiseFloor' | 'hasBreaths'>,
): SpeechJob => ({
  utterance: hasBreaths && sampleRateHz > TELEPHONE_RATE_HZ ? utterance : withoutBreath(utterance),
  voice: utterance.language === language ? voice.engineVoice : foreignVoice(voice.engineVoice, utterance.language),
  sampleRateHz,
  maxDurationS: sampling.maxTokens * TOKEN_S,
  leastFirstPartS,
  hasNoiseFloor: hasNoiseFloor && sampleRateHz > TELEPHONE_RATE_HZ,
})

const TELEPHONE_RATE_HZ = 8000

const withoutBreath = ({ startsWithBreath: _, ...utterance }: Utterance): Utterance => utterance

/** A started utterance: its first event is requested at once, so that a worker starts it while others are read. */
interface Started {
  readonly utterance: Utterance
  readonly first: Promise<IteratorResult<SpeechEvent>>
  readonly rest: AsyncIterable<SpeechEvent>
}

function start(stream: SpeechStream, job: SpeechJob, signal: AbortSignal): Started {
  const events = stream.speak(job, signal)[Symbol.asyncIterator]()
  const first = events.next()
  first.catch(() => {}) // reported where it is awaited; the answer may end before that
  return { utterance: job.utterance, first, rest: { [Symbol.asyncIterator]: () => events } }
}
