import { DEFAULT_MODEL, type ModelId } from '../../core/model.ts'

const MODEL_BY_WIRE_ID: ReadonlyMap<unknown, ModelId> = new Map([
  ['coda', 'coda'],
  ['arcana', 'arcana'],
  ['arcanav2', 'arcana'],
  ['arcanav3', 'arcana'],
  ['mistv3', 'mistv3'],
  ['mistv2', 'mistv2'],
])

/** The model that a request's `modelId` asks for: the default where it is absent or means nothing to us. */
export const modelOfId = (modelId: unknown): ModelId => MODEL_BY_WIRE_ID.get(modelId) ?? DEFAULT_MODEL

/** Whether a `modelId` was sent that means no model of ours: the default serves it. */
export const isUnknownModelId = (modelId: unknown): boolean =>
  modelId !== undefined && modelId !== null && modelId !== '' && !MODEL_BY_WIRE_ID.has(modelId)

/** Whether a `modelId` means a model of ours. */
export const isModelId = (modelId: unknown): boolean => MODEL_BY_WIRE_ID.has(modelId)
