import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface FileServer {
  readonly url: string
  /** Paths and Range headers of the requests so far. */
  readonly requests: readonly { readonly path: string; readonly range: string | undefined }[]
}

/** Answers a request; false leaves it to the server. `count` is the number of requests for the path before it. */
export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer | undefined,
  count: number,
) => boolean

/** Serves files with ETags and ranges on a port of its own until the test ends. */
export async function startFileServer(
  files: ReadonlyMap<string, Buffer>,
  answer: Answer = () => false,
): Promise<FileServer> {
  const requests: { path: string; range: string | undefined }[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1)
    const count = requests.filter((one) => one.path === path).length
    requests.push({ path, range: request.headers.range })
    const content = files.get(path)
    if (answer(request, response, content, count)) return
    if (content === undefined) response.writeHead(404).end('no such file')
    else serve(request, response, content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

export const etagOf = (content: Buffer): string => `"${sha256Of(content).slice(0, 16)}"`

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

function serve({ headers }: IncomingMessage, response: ServerResponse, content: Buffer): void {
  const etag = etagOf(content)
  const [, from] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? []
  const isRange = from !== undefined && (headers['if-range'] === undefined || headers['if-range'] === etag)
  const start = isRange ? Number(from) : 0
  if (start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
    return
  }
  response.writeHead(isRange ? 206 : 200, {
    etag,
    'content-length': content.length - start,
    ...(isRange && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
  })
  response.end(content.subarray(start))
}
