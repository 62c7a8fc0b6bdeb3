/** Every failure the service can name. `permanent`: the same request will fail again. */
export const ERROR_CODES = {
  'request.invalid': { permanent: true },
  'request.too-large': { permanent: true },
  'format.unsupported': { permanent: true },
  'speaker.unknown': { permanent: true },
  'language.unsupported': { permanent: true },
  'key.missing': { permanent: true },
  'key.empty': { permanent: true },
  'key.invalid': { permanent: true },
  'key.forbidden': { permanent: true },
  'key.limited': { permanent: false },
  'dictionary.unknown': { permanent: true },
  'dictionary.judged': { permanent: true },
  'store.busy': { permanent: false },
  'store.full': { permanent: false },
  'voice.unusable': { permanent: true },
  'engine.unusable': { permanent: true },
  'engine.crashed': { permanent: false },
  'encoder.crashed': { permanent: false },
  'pool.overloaded': { permanent: false },
  'pool.draining': { permanent: false },
} as const

export type ErrorCode = keyof typeof ERROR_CODES

interface SpeechErrorOptions extends ErrorOptions {
  /** Whether the message may be logged, because it quotes nothing that a client wrote. */
  readonly isFixed?: boolean
}

/**
 * A failure with a code. The message of a `request.*`, `format.*`, `speaker.*`, `language.*`, `key.*`, `dictionary.*` or
 * `store.full` code is what the client reads.
 */
export class SpeechError extends Error {
  readonly code: ErrorCode
  /** For the log: the message if it is fixed, else the code. */
  readonly reason: string

  constructor(code: ErrorCode, message: string, { isFixed = false, ...options }: SpeechErrorOptions = {}) {
    super(message, options)
    this.name = 'SpeechError'
    this.code = code
    this.reason = isFixed ? message : code
  }
}

/** A wrong request. The message is fixed: it must not quote what the client wrote, since it is logged. */
export const invalidRequest = (message: string): SpeechError =>
  new SpeechError('request.invalid', message, { isFixed: true })

export const isSpeechError = (error: unknown): error is SpeechError => error instanceof SpeechError
