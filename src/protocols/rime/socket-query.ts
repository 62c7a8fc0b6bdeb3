import type { z } from 'zod'
import type { TimesFrom } from '../../app/live-session/live-session-messages.ts'
import { isModelId, modelOfId } from '../../app/speech/model-id.ts'
import type { ModelId } from '../../core/model.ts'
import { SEGMENTATIONS } from '../../core/segmentation.ts'
import * as field from '../../server/bodies/fields.ts'
import { HEARD_NUMBERS, heardQuery } from '../../server/bodies/heard-fields.ts'
import { isAbsent, parseBody } from '../../server/bodies/parse-body.ts'
import { AUDIO_FORMATS, type SpeechBodySchemas, withLang } from '../../server/bodies/speech-body.ts'

const NUMBERS = new Set([
  'samplingRate',
  'speedAlpha',
  'timeScaleFactor',
  'max_tokens',
  'repetition_penalty',
  'temperature',
  'top_p',
  ...HEARD_NUMBERS,
])
const BOOLEANS = new Set([
  'pauseBetweenBrackets',
  'phonemizeBetweenBrackets',
  'noTextNormalization',
  'saveOovs',
  'immediate',
  'fileTags',
])

const ONLY_IN_BODIES = { text: true, timestamps: true, customLexicon: true } as const

export type SocketQuerySchemas = ReturnType<typeof createSocketQuerySchemas>

/**
 * Schemas of the upgrade's parameters: the fields of a body except the text and those of complete answers, and how
 * later text is segmented.
 */
export function createSocketQuerySchemas({ coda, mistv3, mistv2 }: SpeechBodySchemas) {
  const ofSocket = {
    audioFormat: field.oneOf('audioFormat', AUDIO_FORMATS).default('pcm').describe('Format of the audio'),
    segment: field
      .oneOf('segment', SEGMENTATIONS)
      .optional()
      .describe('When text is spoken: at the end of a sentence, as soon as possible, or at a flush'),
    immediate: field.boolean('immediate').describe('The same as `segment=immediate`'),
    timestampsFrom: field
      .oneOf('timestampsFrom', ['segment', 'turn'])
      .default('segment')
      .describe('Where the times of words count from: the segment or the turn'),
    fileTags: field
      .boolean('fileTags')
      .describe('Mark each turn as synthetic in its metadata, as a file; clients that join turns may not read it'),
    ...heardQuery,
  }
  const codaQuery = coda.omit(ONLY_IN_BODIES).extend(ofSocket)
  return {
    coda: codaQuery,
    arcana: codaQuery,
    mistv3: mistv3.omit(ONLY_IN_BODIES).extend(ofSocket),
    mistv2: mistv2.omit(ONLY_IN_BODIES).extend(ofSocket),
  }
}

/** Parameters of an upgrade with the requested model, before the cutover, defaults applied. */
export type SocketQuery =
  | ({ readonly model: 'coda' | 'arcana' } & z.infer<SocketQuerySchemas['coda']>)
  | ({ readonly model: 'mistv3' } & z.infer<SocketQuerySchemas['mistv3']>)
  | ({ readonly model: 'mistv2' } & z.infer<SocketQuerySchemas['mistv2']>)

/** Defaults of a path. */
export interface SocketDefaults {
  readonly model?: ModelId
  readonly timestampsFrom?: TimesFrom
}

/**
 * Reads only the parameters that the model has. Empty and `null` count as absent; of repeated parameters the first
 * counts. Throws `request.invalid`.
 */
export function parseSocketQuery(
  schemas: SocketQuerySchemas,
  query: URLSearchParams,
  defaults: SocketDefaults,
): SocketQuery {
  const given = Object.fromEntries([...query].reverse().map(([name, value]) => [name, meaningOf(name, value)]))
  const fields: Record<string, unknown> = { ...withLang(given) }
  if (isAbsent('timestampsFrom', fields.timestampsFrom ?? null)) fields.timestampsFrom = defaults.timestampsFrom
  const model = defaults.model !== undefined && !isModelId(fields.modelId) ? defaults.model : modelOfId(fields.modelId)
  if (model === 'coda' || model === 'arcana') return { model, ...parseBody(schemas[model], fields) }
  if (model === 'mistv3') return { model, ...parseBody(schemas.mistv3, fields) }
  return { model, ...parseBody(schemas.mistv2, fields) }
}

/** Parses a parameter's value; an invalid one stays a string, which the schema refuses. */
function meaningOf(name: string, value: string): unknown {
  if (value.trim() === '' || value === 'null') return null
  if (NUMBERS.has(name)) return Number.isFinite(Number(value)) ? Number(value) : value
  if (BOOLEANS.has(name) && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return value
}
