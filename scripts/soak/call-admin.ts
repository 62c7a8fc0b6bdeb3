import { deadline } from '../../src/core/abort.ts'

const CALL_MS = 10_000

/** The server did not acknowledge the call. */
export class CallError extends Error {
  readonly status: number

  constructor(what: string, status: number) {
    super(`${what} got ${status}`)
    this.status = status
  }
}

/** Calls a route with the administrator's key; returns the JSON of the answer. Throws a CallError, or what `fetch` throws. */
export async function callAdmin(
  { url, adminKey }: { readonly url: string; readonly adminKey: string },
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<unknown> {
  using signal = deadline(null, CALL_MS)
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${adminKey}` },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  })
  const text = await answer.text()
  if (!answer.ok) throw new CallError(`${method} ${path}`, answer.status)
  return text === '' ? undefined : JSON.parse(text)
}
