import type { App } from '../../app/app.ts'
import { DEFAULT_PARAMETERS, resolveRequest } from '../../app/speech/resolve-request.ts'
import type { ModelId } from '../../core/model.ts'
import type { SynthesisRequest } from '../../core/request.ts'

/** The model with all languages and without a limit of the text's length. */
export const SERVED_MODEL: ModelId = 'coda'

/** A voice as an event names it: by its name, by its language, or not at all. */
export interface VoiceChoice {
  readonly name?: string | undefined
  readonly language?: string | undefined
}

/** Settings of speech with the voice. Throws `speaker.unknown` or `language.unsupported`. */
export const resolveVoice = (id: string, { name, language }: VoiceChoice, app: App): SynthesisRequest =>
  resolveRequest(
    {
      ...DEFAULT_PARAMETERS,
      id,
      text: '',
      model: SERVED_MODEL,
      speaker: name,
      owner: undefined,
      onlySpeaker: undefined,
      lang: language,
      codec: 'pcm',
    },
    app,
  )
