import { Problem, type Target } from './check.ts'
import { connectionProblem, refusal } from './failures.ts'

export interface Answer {
  readonly status: number
  /** Without parameters. */
  readonly mediaType: string
  readonly headers: Headers
  readonly bytes: Buffer
  /** Milliseconds from the request to the first byte of the body. */
  readonly firstByteMs: number
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST; without one the request is a GET. */
  readonly body?: object
}

/** Sends a request and reads the whole answer, whatever its status. Throws a Problem. */
export async function send(
  { url }: Pick<Target, 'url'>,
  path: string,
  { headers = {}, body }: RequestOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const startMs = performance.now()
  try {
    const response = await fetch(url + path, {
      signal,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (response.status >= 300 && response.status < 400) {
      const to = response.headers.get('location') ?? 'another place'
      throw new Problem(`the server redirects to ${to}`, 'Give that URL instead; most clients do not follow redirects.')
    }
    const parts: Uint8Array[] = []
    let firstByteMs = 0
    let length = 0
    for await (const part of response.body ?? []) {
      if (parts.length === 0) firstByteMs = performance.now() - startMs
      parts.push(part)
      length += part.length
      if (length > MAX_BYTES) throw new Problem('the response is too long', 'Is this the URL of the server?')
    }
    return {
      status: response.status,
      mediaType: (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '',
      headers: response.headers,
      bytes: Buffer.concat(parts),
      firstByteMs,
    }
  } catch (error) {
    throw connectionProblem(error, new URL(url).host)
  }
}

/** More than any check asks for. */
const MAX_BYTES = 2 ** 24

/** The same; throws a Problem for another status than 200. */
export async function ask(target: Target, path: string, options: RequestOptions, signal: AbortSignal): Promise<Answer> {
  const answer = await send(target, path, options, signal)
  if (answer.status !== 200) throw refusal(answer.status, answer.bytes.toString('utf8'))
  return answer
}

/** The JSON of an answer. Throws a Problem. */
export function jsonOf({ bytes }: Answer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Problem('the answer is not JSON', 'Is this the URL of the server?')
  }
}

export const bearer = ({ apiKey }: Pick<Target, 'apiKey'>) => ({ authorization: `Bearer ${apiKey}` })
