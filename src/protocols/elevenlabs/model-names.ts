import { SpeechError } from '../../core/errors.ts'
import { MODEL_IDS, type ModelId } from '../../core/model.ts'

/** ElevenLabs' models that are listed. All `eleven_` names are spoken by the model with the most languages. */
export const ELEVENLABS_MODELS = ['eleven_multilingual_v2', 'eleven_turbo_v2_5', 'eleven_flash_v2_5'] as const

/** Throws `model.unknown`. */
export function modelOfName(name: string): ModelId {
  const model = name.startsWith('eleven_') ? 'coda' : MODEL_IDS.find((id) => id === name)
  if (model === undefined) throw new SpeechError('model.unknown', 'The model does not exist', { field: 'model_id' })
  return model
}
