import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer as readBuffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface S3Server {
  readonly url: string
  /** By key. */
  readonly objects: ReadonlyMap<string, Buffer>
  /** Uploads in parts that have neither been completed nor given up. */
  readonly openUploads: number
  /** The most bytes of a request. */
  readonly longestBody: number
  /** Answers so many requests with 503. */
  fail(requests: number): void
}

export const S3_BUCKET = 'books'
export const S3_CREDENTIALS = { accessKeyId: 'GOODKEY', secretAccessKey: 'sesame-9137' }
const MIN_PART = 5 * 2 ** 20
/** Few, so that a list has several pages. */
const LISTED_AT_ONCE = 3

/**
 * What we use of S3, with its rules about parts, on a port of its own until the test ends. `onEnd` is called with what
 * ends it.
 */
export async function startS3Server(onEnd: (end: () => void) => void = onTestFinished): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let failures = 0
  let longestBody = 0

  function answer(request: IncomingMessage, body: Buffer): Answer {
    const { pathname, searchParams: query } = new URL(request.url as string, 'http://s3')
    const [, bucket, ...path] = decodeURIComponent(pathname).split('/')
    const key = path.join('/')
    if (failures > 0) {
      failures--
      return refuse(503, 'SlowDown')
    }
    if (!request.headers.authorization?.includes(`Credential=${S3_CREDENTIALS.accessKeyId}/`))
      return refuse(403, 'InvalidAccessKeyId')
    if (bucket !== S3_BUCKET) return refuse(404, 'NoSuchBucket')
    const uploadId = query.get('uploadId')
    switch (request.method as string) {
      case 'GET':
        return key === '' ? list(query) : read(key, request.headers.range)
      case 'HEAD':
        return read(key)
      case 'PUT':
        if (uploadId === null) objects.set(key, body)
        else uploads.get(uploadId)?.set(Number(query.get('partNumber')), body)
        return { status: 200, headers: { etag: etagOf(body) } }
      case 'POST':
        return uploadId === null ? begin() : complete(key, uploadId, body.toString())
      case 'DELETE':
        if (uploadId === null) objects.delete(key)
        else uploads.delete(uploadId)
        return { status: 204 }
      default:
        return refuse(405, 'MethodNotAllowed')
    }
  }

  function list(query: URLSearchParams): Answer {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()]
      .toSorted()
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    const listed = keys.slice(0, LISTED_AT_ONCE)
    const next = keys.length > listed.length ? `<NextContinuationToken>${listed.at(-1)}</NextContinuationToken>` : ''
    const contents = listed.map((key) => `<Contents><Key>${key}</Key></Contents>`)
    return xml(200, `<ListBucketResult>${next}${contents.join('')}</ListBucketResult>`)
  }

  function read(key: string, range?: string): Answer {
    const whole = objects.get(key)
    if (whole === undefined) return refuse(404, 'NoSuchKey')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (start === undefined) return { status: 200, body: whole, headers: { etag: etagOf(whole) } }
    return { status: 206, body: whole.subarray(Number(start), Number(end) + 1) }
  }

  function begin(): Answer {
    const id = `upload-${uploads.size}`
    uploads.set(id, new Map())
    return xml(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  function complete(key: string, id: string, body: string): Answer {
    const parts = [...(uploads.get(id) ?? [])].toSorted(([one], [other]) => one - other)
    const etags = parts.map(([, part]) => etagOf(part))
    const named = [...body.matchAll(/<ETag>([^<]*)<\/ETag>/g)].map(([, etag]) => etag?.replaceAll('&quot;', '"'))
    if (JSON.stringify(named) !== JSON.stringify(etags)) return refuse(400, 'InvalidPart')
    if (parts.slice(0, -1).some(([, part]) => part.length < MIN_PART)) return refuse(400, 'EntityTooSmall')
    objects.set(key, Buffer.concat(parts.map(([, part]) => part)))
    uploads.delete(id)
    return xml(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  const server = createServer((request, response) => {
    void readBuffer(request).then((sent) => {
      longestBody = Math.max(longestBody, sent.length)
      const { status, headers, body = Buffer.of() } = answer(request, sent)
      response.writeHead(status, { 'content-length': body.length, ...headers }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    get openUploads() {
      return uploads.size
    },
    get longestBody() {
      return longestBody
    },
    fail: (requests) => {
      failures = requests
    },
  }
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`
const xml = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${body}`),
})
const refuse = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code} of the test</Message></Error>`)
