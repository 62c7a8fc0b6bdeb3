import { isModelId, modelOfId } from '../../app/speech/model-id.ts'
import { SpeechError } from '../../core/errors.ts'
import { MODEL_IDS, type ModelId } from '../../core/model.ts'

/** All of Cartesia's models are spoken by the model with the most languages. Throws `model.unknown`. */
export function modelOfName(name: string): ModelId {
  const model = name.startsWith('sonic') ? 'coda' : isModelId(name) ? modelOfId(name) : undefined
  if (model !== undefined) return model
  const message = `model_id must be a model of Cartesia, such as sonic-3, or one of ${MODEL_IDS.join(', ')}`
  throw new SpeechError('model.unknown', message, { field: 'model_id' })
}
