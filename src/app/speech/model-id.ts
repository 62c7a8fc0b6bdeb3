import { DEFAULT_MODEL, type ModelId } from '../../core/model.ts'

const MODEL_BY_WIRE_ID: ReadonlyMap<unknown, ModelId> = new Map([
  ['coda', 'coda'],
  ['arcana', 'arcana'],
  ['arcanav2', 'arcana'],
  ['arcanav3', 'arcana'],
  ['mistv3', 'mistv3'],
  ['mistv2', 'mistv2'],
])

/** The model of a `modelId`; the default if it is absent or unknown. */
export const modelOfId = (modelId: unknown): ModelId => MODEL_BY_WIRE_ID.get(modelId) ?? DEFAULT_MODEL

/** First labels of Rime's host names. */
const MODEL_BY_LABEL: ReadonlyMap<string, ModelId> = new Map([
  ['coda', 'coda'],
  ['arcana', 'arcana'],
  ['mist', 'mistv3'],
  ['mistv3', 'mistv3'],
  ['mistv2', 'mistv2'],
])

/** The model that the first label of a host name names, as in `coda.example.com`; undefined if it names none. */
export const modelOfHost = (host = ''): ModelId | undefined =>
  MODEL_BY_LABEL.get((host.split(/[.:]/, 1)[0] as string).toLowerCase())

/** Whether a `modelId` was sent that is unknown, so that the default serves it. */
export const isUnknownModelId = (modelId: unknown): boolean =>
  modelId !== undefined && modelId !== null && modelId !== '' && !MODEL_BY_WIRE_ID.has(modelId)

/** Whether a `modelId` is known. */
export const isModelId = (modelId: unknown): boolean => MODEL_BY_WIRE_ID.has(modelId)
