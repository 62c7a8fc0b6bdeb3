import type { ProtocolName } from './protocol-names.ts'

/** A speech service and what to ask it for. */
export interface EndpointSettings {
  /** `http:`, `https:` or, for Wyoming, `tcp:`; without a trailing slash. May have a path. */
  readonly url: string
  /** Empty if there is none. */
  readonly apiKey: string
  /** Undefined for the default of the protocol. */
  readonly voice?: string | undefined
  readonly model?: string | undefined
  /** Code as the service writes it; undefined for its default. */
  readonly language?: string | undefined
  /** Of protocols that have it: how much the speech varies. Undefined for the default of the service. */
  readonly temperature?: number | undefined
}

/** A speech service, called by one protocol. */
export interface Endpoint {
  readonly protocol: ProtocolName
  /** Speaks while the text is being written. The others wait for the whole text. */
  readonly takesTokens: boolean
  readonly canInterrupt: boolean
  /**
   * Opens a connection for one text, including what the protocol sends before a text. The call ends when `signal` fires.
   * Rejects with an `EndpointFailure`.
   */
  open(signal: AbortSignal): Promise<SpeechCall>
}

/** A connection on which one text is spoken. */
export interface SpeechCall extends Disposable {
  /**
   * Sends a text, whole or piece by piece, and resolves when the service has sent all of its audio. Pieces are words with the
   * white space after them. Rejects with an `EndpointFailure`.
   */
  speak(text: string | AsyncIterable<string>, listener: Listener): Promise<void>
  /** Asks the service to stop speaking. Does nothing if `canInterrupt` of the endpoint is false. */
  interrupt(): void
}

export interface Listener {
  onAudio(chunk: AudioChunk): void
  /** Times from the start of the audio. Called by protocols that have them. */
  onWords?(words: readonly TimedWord[]): void
}

export interface AudioChunk {
  /** Mono, 16 bits; never empty. */
  readonly samples: Int16Array
  readonly sampleRateHz: number
  /** By `performance.now()`. */
  readonly atMs: number
}

export interface TimedWord {
  readonly word: string
  readonly startS: number
  readonly endS: number
}

/** What all protocols are asked for, in Hz. */
export const ASKED_RATE_HZ = 24_000
