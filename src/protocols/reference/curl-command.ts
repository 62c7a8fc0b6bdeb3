import type { Credential, RequestExample } from '../../server/description.ts'

export interface ExampleRequest {
  readonly method: string
  /** With `{name}` for parameters. */
  readonly url: string
  /** Undefined where no key is needed. */
  readonly credential: Credential | undefined
  readonly example: RequestExample
}

/** The same request for a program, with a path for its address. */
export interface PlainRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The header of the key with what stands before the key; absent where no key is needed. */
  readonly key?: readonly [header: string, before: string]
  readonly body?: unknown
}

export function requestOf({ method, url, credential, example }: ExampleRequest): PlainRequest {
  const { accept, body } = example
  return {
    method,
    path: url + queryOf(example),
    headers: { ...(accept && { accept }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(credential && { key: [credential.header, credential.scheme === undefined ? '' : `${credential.scheme} `] }),
    ...(body !== undefined && { body }),
  }
}

/** A command for a POSIX shell that sends the request. */
export function curlCommand({ method, url, credential, example }: ExampleRequest): string {
  const { accept, body, file } = example
  const headers = [
    ...(credential === undefined ? [] : [keyHeader(credential)]),
    ...(accept === undefined ? [] : [`Accept: ${accept}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json']),
  ]
  const defaultMethod = body === undefined ? 'GET' : 'POST'
  return [
    `curl ${method === defaultMethod ? '' : `-X ${method} `}${quoted(url + queryOf(example))}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
    ...(file === undefined ? [] : [`-o ${file}`]),
  ].join(' \\\n  ')
}

/** Name and value of the header of a key. */
const keyHeader = ({ header, scheme }: Credential): string =>
  `${header}: ${scheme === undefined ? '' : `${scheme} `}YOUR_KEY`

export function queryOf({ query = {} }: Pick<RequestExample, 'query'>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
