/** All errors of the service. `permanent`: the same request will fail again. */
export const ERROR_CODES = {
  'request.invalid': { permanent: true },
  'request.too-large': { permanent: true },
  'request.unsupported-type': { permanent: true },
  'request.unsupported-transfer': { permanent: true },
  'request.unsupported-expectation': { permanent: true },
  'request.not-upgraded': { permanent: true },
  'request.not-allowed': { permanent: true },
  'request.unsupported-version': { permanent: true },
  'request.head-too-large': { permanent: true },
  'request.timed-out': { permanent: false },
  'format.unsupported': { permanent: true },
  'model.unknown': { permanent: true },
  'speaker.unknown': { permanent: true },
  'language.unsupported': { permanent: true },
  'key.missing': { permanent: true },
  'key.empty': { permanent: true },
  'key.invalid': { permanent: true },
  'key.forbidden': { permanent: true },
  'key.limited': { permanent: false },
  'resource.unknown': { permanent: true },
  'resource.conflict': { permanent: true },
  'dictionary.unknown': { permanent: true },
  'dictionary.judged': { permanent: true },
  'store.busy': { permanent: false },
  'store.full': { permanent: false },
  'voice.unusable': { permanent: true },
  'engine.unusable': { permanent: true },
  'engine.refused': { permanent: true },
  'engine.crashed': { permanent: false },
  'encoder.crashed': { permanent: false },
  'pool.overloaded': { permanent: false },
  'pool.draining': { permanent: false },
} as const

export type ErrorCode = keyof typeof ERROR_CODES

interface SpeechErrorOptions extends ErrorOptions {
  /** Whether the message may be logged because it does not quote the client. */
  readonly isFixed?: boolean
  /** The invalid field of the request, for protocols that name it apart. */
  readonly field?: string | undefined
  /** Seconds after which the same request is worth another try. */
  readonly retryAfterS?: number | undefined
}

/**
 * An error with a code. For codes `request.*`, `format.*`, `model.*`, `speaker.*`, `language.*`, `key.*`, `resource.*`,
 * `dictionary.*` and `store.full` the client receives the message.
 */
export class SpeechError extends Error {
  readonly code: ErrorCode
  /** For the log: the message if it is fixed, else the code. */
  readonly reason: string
  readonly field: string | undefined
  readonly retryAfterS: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    { isFixed = false, field, retryAfterS, ...options }: SpeechErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'SpeechError'
    this.code = code
    this.reason = isFixed ? message : code
    this.field = field
    this.retryAfterS = retryAfterS
  }
}

/** An invalid request. The message is logged, so it must not quote the client. */
export const invalidRequest = (message: string, field?: string): SpeechError =>
  new SpeechError('request.invalid', message, { isFixed: true, field })

export const isSpeechError = (error: unknown): error is SpeechError => error instanceof SpeechError

/** An error and its causes, in one line. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const sentence = error.cause === undefined ? error.message : `${error.message}: ${sentenceOf(error.cause)}`
  return sentence.replaceAll(/\s*\n\s*/g, '; ')
}
