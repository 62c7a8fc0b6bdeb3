/** How a call can fail, with what it says in a report. */
export const FAILURE_KINDS = {
  unreachable: 'no connection',
  refused: 'refused',
  'not audio': 'an answer without audio',
  empty: 'an end without audio',
  'cut off': 'closed before the end',
  hung: 'no audio in time',
  'without end': 'no end in time',
  'too long': 'more audio than a text has',
} as const

export type FailureKind = keyof typeof FAILURE_KINDS

/** A call that failed. The message is one line and has no key. */
export class EndpointFailure extends Error {
  readonly kind: FailureKind
  /** Of HTTP; undefined for other failures. */
  readonly status: number | undefined

  constructor(
    kind: FailureKind,
    message: string,
    { status, ...options }: ErrorOptions & { readonly status?: number | undefined } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.status = status
  }
}

const MAX_LENGTH = 160

/** The first characters of what a service says, in one line. */
export function shortened(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}

/** The refusal of a request by an HTTP status. */
export function refusedWith(status: number | undefined, body: string): EndpointFailure {
  const isPage = /^\s*<(?:!doctype|html)/i.test(body)
  const words = shortened(isPage ? '(an HTML page)' : body)
  return new EndpointFailure('refused', `status ${status}${words === '' ? '' : `: ${words}`}`, { status })
}

/** Only fewer characters of a key than these may be at the end of a message that was cut. */
const MIN_KEY_PART = 6

/** The failure, without the key that a service may have repeated in what it says. */
export function withoutKey(failure: EndpointFailure, apiKey: string): EndpointFailure {
  if (apiKey === '') return failure
  let message = failure.message.replaceAll(apiKey, KEY_MARK)
  for (let length = apiKey.length - 1; length >= MIN_KEY_PART; length--) {
    const part = `${apiKey.slice(0, length)}…`
    if (message.includes(part)) message = message.replace(part, `${KEY_MARK}…`)
  }
  return new EndpointFailure(failure.kind, message, { status: failure.status })
}

const KEY_MARK = '(the API key)'

/** The failure of a connection: `kind` says what it is if the system did not refuse it. */
export function failureOf(error: unknown, kind: FailureKind): EndpointFailure {
  if (error instanceof EndpointFailure) return error
  const cause = rootOf(error)
  const { code = '' } = cause as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (reason !== undefined) return new EndpointFailure('unreachable', reason, { cause })
  if (kind === 'cut off' && ENDED.has(code)) {
    return new EndpointFailure(kind, 'the connection ended before the audio did', { cause })
  }
  return new EndpointFailure(kind, code === '' ? shortened(cause.message) : code, { cause })
}

/** Codes of connections that the other side ended. */
const ENDED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_SOCKET'])

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
}

/** The innermost cause of an error. */
export function rootOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return rootOf(error.errors[0])
  return error.cause instanceof Error ? rootOf(error.cause) : error
}
