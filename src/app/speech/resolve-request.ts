import { CODECS, type Codec, firstBytesAfterS } from '../../audio/codecs.ts'
import type { Clock } from '../../core/clock.ts'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import {
  DEFAULT_LANGUAGE,
  isAutoLanguage,
  type Language,
  languageOfCode,
  unsupportedLanguage,
} from '../../core/language.ts'
import { type Deployment, MODELS, type ModelId } from '../../core/model.ts'
import {
  BREAKS,
  DEFAULT_SAMPLING,
  type DetectedLanguage,
  type Markup,
  newEngineHistory,
  type Sampling,
  type SynthesisRequest,
} from '../../core/request.ts'
import type { Span } from '../../core/span.ts'
import type { Owner } from '../../core/speech.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'
import { detectedFrom } from '../../languages/text-language.ts'
import { type OwnPronunciation, ownReadings } from './own-readings.ts'

/** Who asks for speech. */
export interface Caller {
  /** Of the request, for the log. */
  readonly id: string
  /** Shares the threads fairly with other owners; undefined if the caller has no key. */
  readonly owner: Owner | undefined
  /** The one speaker that the caller may use, by its token; undefined for any. */
  readonly onlySpeaker: string | undefined
  /** Absent without tracing. */
  readonly span?: Span | undefined
}

/** A speech request whose fields are valid, before it is checked against the catalogue. */
export interface SpeechParameters extends Caller {
  readonly text: string
  /** The requested model, before the cutover. */
  readonly model: ModelId
  /** As the caller wrote it; undefined if it named none. */
  readonly speaker: string | undefined
  /** The protocol's speaker for callers that name none; undefined if the protocol requires one. */
  readonly fallbackSpeaker: string | undefined
  /** As the caller wrote it; undefined selects the speaker's own language, `auto` that of each sentence. */
  readonly lang: string | undefined
  /** Undefined selects the default of model and codec. If the codec lacks the rate, the nearest is used. */
  readonly sampleRateHz: number | undefined
  readonly codec: Codec
  /** Positive; above 1 is faster, on every model. */
  readonly rate: number
  /** Gain in dB; 0 if absent. */
  readonly gainDb?: number | undefined
  readonly sampling: Sampling
  readonly markup: Markup
  readonly isNormalized: boolean
  /** Pronunciations for this request alone; undefined or empty for none. */
  readonly customLexicon?: readonly OwnPronunciation[] | undefined
}

/** Speaker of callers that name none. */
export const FALLBACK_SPEAKER = 'luna'

/** For protocols without these parameters. */
export const DEFAULT_PARAMETERS = {
  fallbackSpeaker: FALLBACK_SPEAKER,
  lang: undefined,
  sampleRateHz: undefined,
  rate: 1,
  sampling: DEFAULT_SAMPLING,
  markup: BREAKS,
  isNormalized: true,
} as const satisfies Partial<SpeechParameters>

export interface ResolveRequestDeps {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly deployment: Deployment
  /** When coda begins to serve arcana's requests in the deployment `cloud`. */
  readonly arcanaCutover: Date
  /** If true, a speaker that does not fit the model or language is refused instead of replaced. */
  readonly isStrict: boolean
  /** The operator's speaker for callers that name none, in every protocol; null for that of the protocol. */
  readonly defaultSpeaker: string | null
}

type NonEmpty<T> = readonly [T, ...T[]]

const WITHOUT_SAMPLING: Sampling = { temperature: 0, topP: 1, repetitionPenalty: 1, maxTokens: 1200 }
// Limits of intelligible speech; a lower rate would also cost hours of audio.
const RATES = { min: 0.2, max: 5 }

/**
 * Resolves names and applies defaults. Throws `speaker.unknown`, `language.unsupported`, `key.forbidden` for another
 * speaker than the only one, or `request.invalid` if there is no speaker, `isStrict` and it does not fit, or for an entry of the lexicon.
 */
export function resolveRequest(parameters: SpeechParameters, deps: ResolveRequestDeps): SynthesisRequest {
  const model = servingModel(parameters.model, deps)
  const { lang } = parameters
  const isDetected = lang !== undefined && isAutoLanguage(lang)
  const askedLanguage = lang === undefined || isDetected ? undefined : supportedLanguage(lang, parameters.model, model)
  const speaker = parameters.speaker ?? fallbackSpeaker(parameters, deps)
  if (speaker === undefined) throw invalidRequest('speaker is required', 'speaker')
  const [first, ...others] = deps.catalogue.named(speaker)
  if (first === undefined) throw new SpeechError('speaker.unknown', 'Speaker not found', { field: 'speaker' })
  requireSpeaker(speaker, parameters)
  const named: NonEmpty<Voice> = [first, ...others]
  const own = ownLanguages(named, parameters.model, model)
  const language = askedLanguage ?? defaultOf(own.filter((each) => MODELS[model].languages.includes(each)))
  const isStrict = deps.isStrict && parameters.speaker !== undefined // nobody asked for a default that does not fit
  const voice = chooseVoice(
    named,
    { asked: parameters.model, model, language },
    { catalogue: deps.catalogue, isStrict },
  )
  requireSpeaker(voice.speaker, parameters) // a stand-in is another one
  const detected = isDetected ? detectedFrom(language, MODELS[model].languages) : undefined
  const sampleRateHz = CODECS[parameters.codec].rates.nearest(
    parameters.sampleRateHz ?? defaultRateHz(model, parameters.codec),
  )
  return {
    id: parameters.id,
    owner: parameters.owner,
    span: parameters.span,
    text: parameters.text,
    model,
    voice,
    language,
    sampleRateHz,
    minFirstPartS: firstBytesAfterS({ codec: parameters.codec, sampleRateHz }),
    rate: clampedRate(parameters.rate),
    gainDb: parameters.gainDb,
    sampling: MODELS[model].samples ? parameters.sampling : WITHOUT_SAMPLING,
    markup: withClampedRates(parameters.markup),
    isNormalized: parameters.isNormalized,
    engines: newEngineHistory(),
    ...(detected && { detected }),
    ...lexiconOf(parameters, language, detected),
    ...(own.includes(language) || askedLanguage !== undefined
      ? {}
      : { refused: own.map((each) => ({ language: each, error: unsupportedByModel(each, parameters.model, model) })) }),
  }
}

function lexiconOf(
  { customLexicon = [] }: SpeechParameters,
  language: Language,
  detected: DetectedLanguage | undefined,
): Pick<SynthesisRequest, 'ownReadings' | 'ownReadingsIn'> {
  if (customLexicon.length === 0) return {}
  const ownReadingsIn = ownReadings(customLexicon, language, detected?.among)
  const own = ownReadingsIn(language)
  return { ...(own && { ownReadings: own }), ...(detected && { ownReadingsIn }) }
}

/**
 * The speaker of callers that name none: that of their token, the operator's or the protocol's, in this order.
 * Undefined where the protocol requires one and the operator set none.
 */
export function fallbackSpeaker(
  { onlySpeaker, fallbackSpeaker }: Pick<SpeechParameters, 'onlySpeaker' | 'fallbackSpeaker'>,
  { defaultSpeaker }: Pick<ResolveRequestDeps, 'defaultSpeaker'>,
): string | undefined {
  const fallback = defaultSpeaker ?? fallbackSpeaker
  return fallback === undefined ? undefined : (onlySpeaker ?? fallback)
}

function requireSpeaker(speaker: string, { onlySpeaker }: SpeechParameters): void {
  if (onlySpeaker === undefined || speaker.toLowerCase() === onlySpeaker.toLowerCase()) return
  throw new SpeechError('key.forbidden', 'access forbidden')
}

/** The markup with rates that can be understood. */
export const withClampedRates = (markup: Markup): Markup => ({
  ...markup,
  inlineRates: markup.inlineRates.map(clampedRate),
})

function servingModel(model: ModelId, { deployment, arcanaCutover, clock }: ResolveRequestDeps): ModelId {
  return model === 'arcana' && deployment === 'cloud' && clock() >= arcanaCutover ? 'coda' : model
}

function supportedLanguage(lang: string, asked: ModelId, model: ModelId): Language {
  const language = languageOfCode(lang)
  if (language !== undefined && MODELS[model].languages.includes(language)) return language
  throw unsupportedByModel(lang, asked, model)
}

/** Names the model that was asked for, with the languages of the one that serves. */
const unsupportedByModel = (lang: string, asked: ModelId, serving: ModelId): SpeechError =>
  unsupportedLanguage(lang, MODELS[serving].languages, ` for model ${asked}`)

/** A name may have voices in several languages: those of the requested model's, else of the serving one's, else all. */
function ownLanguages(named: NonEmpty<Voice>, asked: ModelId, serving: ModelId): readonly Language[] {
  const known = [asked, serving].map((model) => named.filter((voice) => voice.model === model))
  return (known.find((voices) => voices.length > 0) ?? named).map((voice) => voice.language)
}

const defaultOf = (languages: readonly Language[]): Language =>
  languages.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : (languages[0] ?? DEFAULT_LANGUAGE)

function chooseVoice(
  named: NonEmpty<Voice>,
  { asked, model, language }: { readonly asked: ModelId; readonly model: ModelId; readonly language: Language },
  deps: Pick<ResolveRequestDeps, 'catalogue' | 'isStrict'>,
): Voice {
  const voice = deps.catalogue.find(model, named[0].speaker, language)
  if (voice !== undefined) return voice
  if (deps.isStrict) {
    throw new SpeechError('request.invalid', whatDoesNotFit(named, model, language, deps.catalogue), {
      field: 'speaker',
    })
  }
  const absent = named.find((other) => other.language === language) ?? named[0]
  const standIn = deps.catalogue.standIn(absent, model, language)
  if (standIn === undefined) throw unsupportedByModel(language, asked, model)
  return standIn
}

function whatDoesNotFit(named: NonEmpty<Voice>, model: ModelId, language: Language, catalogue: Catalogue): string {
  const { speaker, gender } = named[0]
  const misfit = named.some((voice) => voice.model === model)
    ? `Speaker ${speaker} does not speak ${language} on model ${model}`
    : `Speaker ${speaker} is not a voice of model ${model}`
  const all = catalogue.ofModel(model, language)
  const ofGender = all.filter((voice) => voice.gender === gender)
  const fitting = [...ofGender, ...all.filter((voice) => voice.gender !== gender)].slice(0, 3)
  return `${misfit}; for ${language} it has ${new Intl.ListFormat('en').format(fitting.map((voice) => voice.speaker))}`
}

function defaultRateHz(model: ModelId, codec: Codec): number {
  const { defaultRate } = CODECS[codec]
  if (typeof defaultRate === 'number') return defaultRate
  return defaultRate === 'model' ? MODELS[model].defaultSampleRateHz : MODELS[model].headerlessSampleRateHz
}

const clampedRate = (rate: number): number => Math.min(RATES.max, Math.max(RATES.min, rate))
