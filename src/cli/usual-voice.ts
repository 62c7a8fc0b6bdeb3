import { type ResolveRequestDeps, resolveRequest, USUAL_PARAMETERS } from '../app/resolve-request.ts'
import type { ModelId } from '../core/model.ts'

/** How a command chooses the speaker that it names to a server: by the shipped voices and its own settings. */
export type VoiceRules = ResolveRequestDeps

/**
 * The speaker to name to a server for a text without one: the default speaker or, if it lacks the model or language,
 * its stand-in. Throws `language.unsupported`, or `speaker.unknown` if `HOARFROST_DEFAULT_SPEAKER` is no voice.
 */
export const usualVoice = (
  { model, lang }: { readonly model: ModelId; readonly lang: string | undefined },
  rules: VoiceRules,
): string =>
  resolveRequest(
    {
      ...USUAL_PARAMETERS,
      id: 'cli',
      text: '',
      model,
      speaker: undefined,
      owner: undefined,
      onlySpeaker: undefined,
      lang,
      codec: 'pcm',
    },
    rules,
  ).voice.speaker
