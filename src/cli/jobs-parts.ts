import type { CaptionFormat } from '../app/speech/caption-formats.ts'
import type { Codec } from '../audio/codecs.ts'
import type { ModelId } from '../core/model.ts'
import type { DefaultServers } from './chosen-server.ts'
import type { VoiceRules } from './default-voice.ts'

export interface JobsParts extends DefaultServers {
  readonly readVoiceRules: () => Promise<VoiceRules>
  /** Fires when the user cancels. */
  readonly signal: AbortSignal
}

export interface ServerOptions {
  readonly server?: string
  readonly keyFile?: string
}

export interface SubmitOptions extends ServerOptions {
  readonly name?: string
  readonly speaker?: string
  readonly model: ModelId
  readonly lang?: string
  readonly speed: number
  readonly samplingRate?: number
  readonly format?: Codec
  readonly idempotencyKey?: string
  readonly wait?: true
  readonly output?: string
  /** File of a batch. */
  readonly prompts?: string
  /** Of a dialogue. */
  readonly voice?: readonly { readonly name: string; readonly speaker: string }[]
  readonly captions?: readonly CaptionFormat[]
  readonly webhook?: string
  readonly webhookSecretFile?: string
}

export interface FetchOptions extends ServerOptions {
  readonly output?: string
  readonly chapter?: number
  readonly prompt?: string
  readonly captions?: CaptionFormat
}
