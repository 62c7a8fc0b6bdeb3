/** Every failure the service can name. `permanent`: the same request will fail again. */
export const ERROR_CODES = {
  'request.invalid': { permanent: true },
  'request.too-large': { permanent: true },
  'speaker.unknown': { permanent: true },
  'language.unsupported': { permanent: true },
  'key.missing': { permanent: true },
  'key.empty': { permanent: true },
  'key.invalid': { permanent: true },
  'key.forbidden': { permanent: true },
  'key.limited': { permanent: false },
  'dictionary.unknown': { permanent: true },
  'dictionary.judged': { permanent: true },
  'voice.unusable': { permanent: true },
  'engine.unusable': { permanent: true },
  'engine.crashed': { permanent: false },
  'pool.overloaded': { permanent: false },
  'pool.draining': { permanent: false },
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/**
 * A failure with a code. The message of a `request.*`, `speaker.*`, `language.*`, `key.*` or `dictionary.*` code is what
 * the client reads.
 */
export class SpeechError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SpeechError'
    this.code = code
  }
}

export const isSpeechError = (error: unknown): error is SpeechError => error instanceof SpeechError
