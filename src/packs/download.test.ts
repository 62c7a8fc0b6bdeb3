import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Answer, etagOf, sha256Of, startFileServer } from '../../test/file-server.ts'
import { type Download, download } from './download.ts'
import { openNetwork } from './network.ts'

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251))
const RIGHT = { bytes: CONTENT.length, sha256: sha256Of(CONTENT) }

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-download-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Downloads a file that the server answers for as told. */
async function fetchFrom(answer: Answer, task: Partial<Download> = {}, signal = new AbortController().signal) {
  const server = await startFileServer(new Map([['file', CONTENT]]), answer)
  const dispatcher = openNetwork({ noProxy: '*' }, 300)
  onTestFinished(() => dispatcher.destroy())
  const path = join(newFolder(), 'file.part')
  const whole = { url: `${server.url}/file`, path, ...RIGHT, maxBytes: RIGHT.bytes, ...task }
  const progress: number[] = []
  const result = download(whole, { dispatcher, onBytes: (bytes) => progress.push(bytes), signal, retryMs: 1 })
  return { server, path: whole.path, progress, result }
}

const plainly: Answer = () => false

/** Sends the beginning of the rest and closes the connection, so many times. */
const cutting =
  (times: number, share = 0.3): Answer =>
  (request, response, content, count) => {
    if (count >= times || content === undefined) return false
    const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
    const start = Number(from)
    const rest = content.subarray(start)
    response.writeHead(start > 0 ? 206 : 200, {
      etag: etagOf(content),
      'content-length': rest.length,
      ...(start > 0 && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    })
    response.write(rest.subarray(0, Math.ceil(rest.length * share)), () => response.destroy())
    return true
  }

const OTHER = Buffer.alloc(CONTENT.length, 1)

/** Answers with the rest of another file. */
function rest({ headers }: Parameters<Answer>[0], response: Parameters<Answer>[1]): boolean {
  const start = Number(/\d+/.exec(headers.range ?? '')?.[0])
  response.writeHead(206, { 'content-range': `bytes ${start}-${OTHER.length - 1}/${OTHER.length}` })
  response.end(OTHER.subarray(start))
  return true
}

/** An error and its causes, as the command line prints them. */
const sentenceOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${sentenceOf(cause)}` : message

describe('a download', () => {
  test('is what the server has', async () => {
    const { result, path, progress } = await fetchFrom(plainly)
    expect(await result).toEqual(RIGHT)
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
    expect(progress.at(-1)).toBe(CONTENT.length)
  })

  test('goes on where connections are cut, however often, and asks only for the rest', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        async (times, share) => {
          const { result, path, server } = await fetchFrom(cutting(times, share))
          expect(await result).toEqual(RIGHT)
          expect(readFileSync(path).equals(CONTENT)).toBe(true)
          const starts = server.requests.map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]))
          expect(starts).toEqual(starts.toSorted((one, other) => one - other))
        },
      ),
      { numRuns: 20 },
    )
  })

  test('starts again where the server has no ranges', async () => {
    const { result, server } = await fetchFrom((request, response, content, count) => {
      if (count === 0) return cutting(1)(request, response, content, count)
      response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT)
      return true
    })
    expect(await result).toEqual(RIGHT)
    expect(server.requests).toHaveLength(2)
  })

  test('starts again where the file has changed since', async () => {
    const { result } = await fetchFrom((request, response, content, count) => {
      if (count > 0) return false // with another ETag
      response.writeHead(200, { etag: '"old"', 'content-length': CONTENT.length })
      response.write(Buffer.alloc(1000, 1), () => response.destroy())
      return content !== undefined && request.headers.range === undefined
    })
    expect(await result).toEqual(RIGHT)
  })

  test('starts again where the server changes the file and does not say so', async () => {
    const { result } = await fetchFrom((_request, response, _content, count) => {
      if (count > 0) return false
      response.writeHead(200, { etag: etagOf(CONTENT), 'content-length': CONTENT.length })
      response.write(Buffer.alloc(1000, 1), () => response.destroy())
      return true
    })
    expect(await result).toEqual(RIGHT)
  })

  test('starts again where the part on the disk is longer than the file', async () => {
    const folder = newFolder()
    const path = join(folder, 'file.part')
    writeFileSync(path, Buffer.alloc(CONTENT.length + 5))
    const { result } = await fetchFrom(plainly, { path })
    expect(await result).toEqual(RIGHT)
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
  })

  test('tries again after answers that pass, as late as the server asks', async () => {
    const { result, server } = await fetchFrom((_request, response, _content, count) => {
      if (count > 2) return false
      response.writeHead([503, 429, 500][count] ?? 503, { 'retry-after': '0' }).end()
      return true
    })
    expect(await result).toEqual(RIGHT)
    expect(server.requests).toHaveLength(4)
  })

  test('follows redirects', async () => {
    const { result } = await fetchFrom((_request, response, _content, count) => {
      if (count > 2) return false
      response.writeHead(302, { location: '/file' }).end()
      return true
    })
    expect(await result).toEqual(RIGHT)
  })

  test.each<[string, Answer, RegExp]>([
    ['is not there', (_q, response) => !!response.writeHead(404).end(), /^http:\S+: the server answered 404$/],
    ['is forbidden', (_q, response) => !!response.writeHead(403).end(), /answered 403$/],
    [
      'has another hash',
      (_q, response) => !!response.end(Buffer.alloc(CONTENT.length)),
      /has the SHA-256 \w+ instead of/,
    ],
    [
      'is shorter',
      (_q, response) => !!response.writeHead(200, { 'content-length': 5 }).end('short'),
      /has 5 bytes instead of 300000$/,
    ],
    ['is longer', (_q, response) => !!response.end(Buffer.concat([CONTENT, CONTENT])), /instead of 300000$/],
    ['has no end', (_q, response) => endless(response), /is longer than the 300000 bytes that were expected$/],
    ['redirects in a circle', (_q, response) => !!response.writeHead(302, { location: '/file' }).end(), /redirect/],
  ])('that %s fails with one line', async (_, answer, message) => {
    const { result, path } = await fetchFrom(answer)
    expect(sentenceOf(await result.catch((error) => error))).toMatch(message)
    expect(existsSync(path) ? readFileSync(path).length : 0).toBeLessThan(CONTENT.length)
  })

  test('goes on where the server fell silent', async () => {
    const { result, server } = await fetchFrom((_request, response, content, count) => {
      if (count > 0 || content === undefined) return false
      response.writeHead(200, { etag: etagOf(content), 'content-length': content.length })
      response.write(content.subarray(0, 200_000))
      return true
    })
    expect(await result).toEqual(RIGHT)
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)])
  })

  test('gives up on a server that answers nothing but errors', async () => {
    const { result, server } = await fetchFrom((_request, response) => !!response.writeHead(503).end())
    await expect(result).rejects.toMatchObject({
      message: expect.stringMatching(/^http:\S+ cannot be downloaded now; what has arrived is kept for the next try$/),
      cause: expect.objectContaining({ message: 'the server answered 503' }),
    })
    expect(server.requests).toHaveLength(6)
  })

  test.each<[string, Answer]>([
    [
      'whose parts never are the file',
      (request, response, _content, count) =>
        cutting(count % 2 === 0 ? count + 1 : 0)(request, response, OTHER, count) || rest(request, response),
    ],
    [
      'of a server that cuts it and then refuses its rest',
      (request, response, content, count) =>
        request.headers.range === undefined
          ? cutting(count + 1)(request, response, content, count)
          : !!response.writeHead(416).end(),
    ],
  ])('%s is started again once at most, and then fails', async (_, answer) => {
    const { result, server, path } = await fetchFrom(answer)
    await expect(result).rejects.toThrow(server.url)
    // Less than two where the cut took the bytes before it along.
    expect(server.requests.filter(({ range }) => range !== undefined).length).toBeLessThanOrEqual(2)
    expect(readFileSync(path)).toHaveLength(0)
  })

  test('of a file whose hash nobody knows takes no web page for it', async () => {
    const page: Answer = (_request, response) =>
      !!response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in')
    const { result } = await fetchFrom(page, { bytes: null, sha256: null, maxBytes: 1e6 })
    await expect(result).rejects.toThrow(/is a web page instead of a file$/)
  })

  test('of a file whose size nobody knows stops at the most that it may have', async () => {
    const { result } = await fetchFrom((_request, response) => endless(response), {
      bytes: null,
      sha256: null,
      maxBytes: 1e5,
    })
    await expect(result).rejects.toThrow(/is longer than the 100000 bytes/)
  })

  test('stops when the signal fires', async () => {
    const stop = new AbortController()
    const { result } = await fetchFrom(
      (_request, response) => {
        response.writeHead(200, { 'content-length': CONTENT.length })
        response.write('x', () => stop.abort(new Error('enough')))
        return true
      },
      {},
      stop.signal,
    )
    await expect(result).rejects.toThrow('enough')
  })
})

function endless(response: Parameters<Answer>[1]): boolean {
  const send = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  }
  response.on('drain', send)
  send()
  return true
}
