/** An answer with an error status, with the message of its body, and the invalid field if the body names it. */
export class ApiError extends Error {
  readonly status: number
  readonly field: string | undefined
  constructor(status: number, message: string, field?: string) {
    super(message)
    this.status = status
    this.field = field
  }
}

/** Called when a request is refused because the session has ended. */
let onSessionEnd = () => {}
export function whenSessionEnds(react: () => void): void {
  onSessionEnd = react
}

/** Sends a request with the session's cookie. Throws `ApiError` for error statuses, and if the server cannot be reached. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { credentials: 'same-origin', ...init }).catch((cause) => {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, 'The server cannot be reached. Is it running?')
  })
  if (answer.ok) return answer
  const { message, field } = faultOf(await answer.text(), answer.status)
  if (answer.status === 401 && path !== SESSION) onSessionEnd()
  throw new ApiError(answer.status, message, field)
}

export const SESSION = '/dashboard/session'

export const getJson = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await request(path, signal ? { signal } : {})).json()

/** Sends JSON, or nothing, and reads the JSON of the answer, if it has any. */
export async function sendJson<T = undefined>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await request(path, body === undefined ? { method } : { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  return text === '' ? (undefined as T) : JSON.parse(text)
}

/** Errors of ours are JSON or a line of plain text, depending on the protocol. */
function faultOf(body: string, status: number): { readonly message: string; readonly field?: string } {
  try {
    const { error } = JSON.parse(body)
    const message = typeof error === 'string' ? error : error?.message
    if (typeof message === 'string') return { message, field: error.field }
  } catch {
    // plain text
  }
  return { message: body.length > 0 && body.length < 500 ? body : `The server answered with status ${status}` }
}

export const messageOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
