import { SpeechError } from '../../core/errors.ts'
import { MODEL_IDS, type ModelId } from '../../core/model.ts'

/** OpenAI's models. All are spoken by the model with the most languages. */
const OPENAI_MODELS = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'gpt-4o-mini-tts-2025-12-15']

/** Names of all models, ours last. */
export const MODEL_NAMES: readonly string[] = [...OPENAI_MODELS, ...MODEL_IDS]

export function modelOfName(name: string): ModelId | undefined {
  return OPENAI_MODELS.includes(name) ? 'coda' : MODEL_IDS.find((model) => model === name)
}

export const unknownModel = (name: string): SpeechError =>
  new SpeechError('model.unknown', `The model '${name}' does not exist`, { field: 'model' })
