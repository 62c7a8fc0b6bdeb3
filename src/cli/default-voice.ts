import { DEFAULT_PARAMETERS, type ResolveRequestDeps, resolveRequest } from '../app/speech/resolve-request.ts'
import { isSpeechError } from '../core/errors.ts'
import type { ModelId } from '../core/model.ts'
import type { SynthesisRequest } from '../core/request.ts'

/** How a command chooses the speaker that it names to a server: by the shipped voices and its own settings. */
export type VoiceRules = ResolveRequestDeps

interface AskedSpeech {
  readonly speaker?: string | undefined
  readonly model: ModelId
  readonly lang?: string | undefined
}

/**
 * The speaker to name to a server for a text without one: the default speaker or, if it lacks the model or language,
 * its stand-in. Throws `language.unsupported`, or `speaker.unknown` if `HOARFROST_DEFAULT_SPEAKER` is no voice.
 */
export const defaultVoice = ({ model, lang }: AskedSpeech, rules: VoiceRules): string =>
  resolve({ model, lang }, rules).voice.speaker

/** What a server will speak with, by the shipped voices; undefined where they do not tell, as with a voice of its own. */
export function expectedVoice(asked: AskedSpeech, rules: VoiceRules): SynthesisRequest | undefined {
  try {
    return resolve(asked, { ...rules, isStrict: false })
  } catch (error) {
    if (isSpeechError(error)) return undefined // the server will tell
    throw error
  }
}

const resolve = ({ speaker, model, lang }: AskedSpeech, rules: VoiceRules): SynthesisRequest =>
  resolveRequest(
    {
      ...DEFAULT_PARAMETERS,
      id: 'cli',
      text: '',
      model,
      speaker,
      owner: undefined,
      onlySpeaker: undefined,
      lang,
      codec: 'pcm',
    },
    rules,
  )
