import { SpeechError } from '../../core/errors.ts'
import { isDay } from '../../core/instant.ts'
import { MODEL_IDS, type ModelId } from '../../core/model.ts'

/** OpenAI's models, which are all spoken by the model with the most languages. */
const OPENAI_MODELS = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']

/** Those that OpenAI lists by their days. Others have the same form. */
const SNAPSHOTS = ['tts-1-1106', 'tts-1-hd-1106', 'gpt-4o-mini-tts-2025-03-20', 'gpt-4o-mini-tts-2025-12-15']

/** Names of all models, ours last. */
export const MODEL_NAMES: readonly string[] = [...OPENAI_MODELS, ...SNAPSHOTS, ...MODEL_IDS]

const SNAPSHOT = /^(?<name>.+?)-(?:(?<day>\d{4}-\d\d-\d\d)|(?<month>\d\d)(?<date>\d\d))$/

export function modelOfName(name: string): ModelId | undefined {
  return isOfOpenAi(name) ? 'coda' : MODEL_IDS.find((model) => model === name)
}

/** A model of OpenAI, or one as it was on a day: `tts-1-1106`, `gpt-4o-mini-tts-2025-12-15`. */
function isOfOpenAi(model: string): boolean {
  if (OPENAI_MODELS.includes(model)) return true
  const { name = '', day, month, date } = SNAPSHOT.exec(model)?.groups ?? {}
  return OPENAI_MODELS.includes(name) && isDay(day ?? `2024-${month}-${date}`) // a leap year
}

export const unknownModel = (name: string): SpeechError =>
  new SpeechError('model.unknown', `The model '${name}' does not exist`, { field: 'model' })
