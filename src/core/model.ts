import type { Language } from './language.ts'
import { LANGUAGES } from './language.ts'

export const MODEL_IDS = ['coda', 'arcana', 'mistv3', 'mistv2'] as const
export type ModelId = (typeof MODEL_IDS)[number]

/** Serves requests that name no model or an unknown one. */
export const DEFAULT_MODEL: ModelId = 'mistv3'

/** Deployment that the operator configured; some rules differ between the two. */
export type Deployment = 'cloud' | 'onprem'

/** Properties of a model. Rates are in Hz, text lengths in Unicode code points. */
export interface Model {
  readonly id: ModelId
  readonly languages: readonly Language[]
  readonly defaultSampleRateHz: number
  /** Default rate of formats without a header. */
  readonly headerlessSampleRateHz: number
  readonly maxTextLength: number
  /** True where Rime's `speedAlpha` and `inlineSpeedAlpha` above 1 mean slower. */
  readonly isSpeedInverted: boolean
  /** True where `temperature`, `top_p`, `repetition_penalty` and `max_tokens` act; without them speech is deterministic. */
  readonly samples: boolean
  /** True where a suffix chooses between the readings of a homograph, as in `produce_nou`. */
  readonly readsSuffixes: boolean
}

const ARCANA_ALONE: readonly Language[] = ['heb', 'sin', 'tam']
const CODA_LANGUAGES = LANGUAGES.filter((language) => !ARCANA_ALONE.includes(language))
const MIST_LANGUAGES = ['eng', 'spa', 'fra', 'ger'] as const

export const MODELS: Readonly<Record<ModelId, Model>> = {
  coda: {
    id: 'coda',
    languages: CODA_LANGUAGES,
    defaultSampleRateHz: 24_000,
    headerlessSampleRateHz: 24_000,
    maxTextLength: Number.POSITIVE_INFINITY,
    isSpeedInverted: false,
    samples: true,
    readsSuffixes: false,
  },
  arcana: {
    id: 'arcana',
    languages: LANGUAGES,
    defaultSampleRateHz: 24_000,
    headerlessSampleRateHz: 24_000,
    maxTextLength: Number.POSITIVE_INFINITY,
    isSpeedInverted: false,
    samples: true,
    readsSuffixes: false,
  },
  mistv3: {
    id: 'mistv3',
    languages: MIST_LANGUAGES,
    defaultSampleRateHz: 22_050,
    headerlessSampleRateHz: 24_000,
    maxTextLength: 500,
    isSpeedInverted: false,
    samples: false,
    readsSuffixes: true,
  },
  mistv2: {
    id: 'mistv2',
    languages: MIST_LANGUAGES,
    defaultSampleRateHz: 22_050,
    headerlessSampleRateHz: 16_000,
    maxTextLength: 1000,
    isSpeedInverted: true,
    samples: false,
    readsSuffixes: true,
  },
}
