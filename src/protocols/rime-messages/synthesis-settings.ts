import { z } from 'zod'
import type { App } from '../../app/app.ts'
import type { SessionSettings } from '../../app/live-session/open-live-session.ts'
import { type Caller, resolveRequest } from '../../app/speech/resolve-request.ts'
import { ACCEPTED_CODECS, CODECS, type Codec } from '../../audio/codecs.ts'
import { invalidRequest } from '../../core/errors.ts'
import { type Deployment, MODELS, type ModelId } from '../../core/model.ts'
import { DEFAULT_SAMPLING } from '../../core/request.ts'
import type { Segmentation } from '../../core/segmentation.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { rateOfTimeScale } from '../../server/bodies/speech-body.ts'
import { SplitStrategy, type SynthesisRequest } from './text-to-speech_pb.ts'

/** What a request for speech asks for. */
export interface SynthesisSettings extends SessionSettings {
  /** Times of words are sent at the end. */
  readonly hasTimestamps: boolean
  readonly maxPendingLength: number
}

/** Format of requests that name none: the only one that tells its sampling rate without a decoder. */
const DEFAULT_CODEC: Codec = 'wav'

/** Rates of requests that name none, in every format: clients assume them. */
const DEFAULT_RATES_HZ: Readonly<Record<ModelId, number>> = {
  coda: 24_000,
  arcana: 24_000,
  mistv3: 24_000,
  mistv2: 22_050,
}

/** Text of one request that waits to be spoken, in UTF-16 units: hours of speech. */
const MAX_PENDING = 2 ** 20

/** As many as the lists of `inlineSpeedAlpha` in other protocols can have. */
const MAX_INLINE_FACTORS = 5000

const SEGMENTATIONS: Readonly<Record<SplitStrategy, Segmentation>> = {
  [SplitStrategy.UNSPECIFIED]: 'bySentence',
  [SplitStrategy.SENTENCE]: 'bySentence',
  [SplitStrategy.ACCUMULATE_SENTENCE]: 'bySentence',
  [SplitStrategy.NONE]: 'immediate',
}

const startSchema = (model: ModelId, deployment: Deployment) =>
  z.object({
    speaker: field.string('speaker').optional(),
    samplingRate: field.samplingRate(model, deployment).optional(),
    timeScaleFactor: field.positive('timeScaleFactor').optional(),
    inlineTimeScaleFactors: z
      .array(field.positive('inlineTimeScaleFactors'))
      .max(MAX_INLINE_FACTORS, 'inlineTimeScaleFactors is too long'),
  })

/** Where a request comes from. */
interface Origin extends Caller {
  readonly model: ModelId
}

/** Returns a function that resolves a request for speech. It throws like `resolveRequest`. */
export function createSynthesisSettings(app: App) {
  const { deployment, limits } = app
  const schemas = {
    coda: startSchema('coda', deployment),
    arcana: startSchema('arcana', deployment),
    mistv3: startSchema('mistv3', deployment),
    mistv2: startSchema('mistv2', deployment),
  }
  return (start: SynthesisRequest, { model, ...caller }: Origin): SynthesisSettings => {
    const { audioParameters: audio, mistParameters: mist } = start
    const { speaker, samplingRate, timeScaleFactor, inlineTimeScaleFactors } = parseBody(schemas[model], {
      // proto3 has no null: an empty string and 0 mean none.
      speaker: start.speaker || null,
      samplingRate: audio?.samplingRate || null,
      timeScaleFactor: audio?.timeScaleFactor === 0 ? null : audio?.timeScaleFactor, // NaN is refused
      inlineTimeScaleFactors: mist?.inlineTimeScaleFactors ?? [],
    })
    const codec = codecOf(audio?.audioFormat)
    const hasMarkup = !MODELS[model].samples
    const speech = resolveRequest(
      {
        ...caller,
        text: start.text,
        model,
        speaker,
        fallbackSpeaker: undefined,
        lang: start.language || undefined,
        sampleRateHz: samplingRate ?? DEFAULT_RATES_HZ[model],
        codec,
        rate: timeScaleFactor === undefined ? 1 : rateOfTimeScale(timeScaleFactor),
        sampling: DEFAULT_SAMPLING,
        markup: {
          breaks: hasMarkup,
          cues: !hasMarkup,
          pauses: hasMarkup && mist?.pauseBetweenBrackets === true,
          phonemes: hasMarkup && mist?.phonemizeBetweenBrackets === true,
          inlineRates: hasMarkup ? inlineTimeScaleFactors.map((factor) => 1 / factor) : [],
        },
        isNormalized: true,
        customLexicon: start.customLexicon,
      },
      app,
    )
    return {
      speech,
      codec,
      segmentation: SEGMENTATIONS[start.splitStrategy ?? SplitStrategy.UNSPECIFIED] ?? 'bySentence',
      hasWordTimes: false, // sent with `done`, of the words as they are read
      maxPendingLength: Math.min(limits.maxBodyBytes, MAX_PENDING),
      hasTimestamps: start.timestamps?.enable === true,
      savesOovs: hasMarkup && mist?.saveOovs === true,
    }
  }
}

/** Media types in lower case, without spaces and quotation marks. */
const canonical = (mediaType: string): string => mediaType.toLowerCase().replaceAll(/[\s"]/g, '')

const CODEC_OF_MEDIA_TYPE: ReadonlyMap<string, Codec> = new Map([
  ['audio/ogg', 'ogg'],
  ['audio/webm', 'webm'],
  ...ACCEPTED_CODECS.flatMap((codec) => CODECS[codec].mediaTypes.map((name) => [canonical(name), codec] as const)),
])

function codecOf(mediaType: string | undefined): Codec {
  if (!mediaType) return DEFAULT_CODEC
  const codec = CODEC_OF_MEDIA_TYPE.get(canonical(mediaType))
  if (codec !== undefined) return codec
  const names = ACCEPTED_CODECS.map((name) => CODECS[name].mediaTypes[0])
  throw invalidRequest(`audioFormat must be one of ${names.join(', ')}`, 'audioFormat')
}
