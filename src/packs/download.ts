import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { fetch, type Response } from 'undici'
import { type FileDigest, hashFile, sizeOf } from './file-digest.ts'

/** One file to download. */
export interface Download {
  readonly url: string
  /** Where it grows. Kept when the download is cut, and continued by the next one. */
  readonly path: string
  /** Exact size; null if it is not known. */
  readonly bytes: number | null
  /** A longer body is refused. */
  readonly maxBytes: number
  /** In hexadecimal; null if it is not known. */
  readonly sha256: string | null
  /** Of the requests; none by default. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface DownloadOptions {
  /** Connections, through a proxy if one is set. */
  readonly dispatcher: Dispatcher
  /** Called with the bytes of the file so far; fewer than before when it starts again. */
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
  /** First pause after a failure; doubled after each further one, up to 32 times. */
  readonly retryMs?: number
}

const RETRY_MS = 1000
const MAX_DOUBLINGS = 5
/** Failures in a row without a byte of progress. */
const MAX_FAILURES = 6
/** Times that a file whose parts do not fit together is downloaded anew. */
const MAX_RESTARTS = 1
const MAX_RETRY_AFTER_S = 60

/** What the bytes of a cut download belong to; beside it as `PATH.json`. */
interface Origin {
  readonly url: string
  /** Strong ETag or Last-Modified of the first response, for If-Range. */
  readonly validator: string | null
}

/** An error that a retry does not change. */
class Final extends Error {}

/** A failure that may pass. */
class Passing extends Error {
  /** Asked for by the server. */
  readonly waitMs: number

  constructor(message: string, waitMs = 0) {
    super(message)
    this.waitMs = waitMs
  }
}

/** The bytes so far are of no use and have been deleted. */
class Restarting extends Passing {}

/**
 * Downloads a file, or the rest of it, and returns what it is. Retries what may pass. Throws an Error of one line if
 * the file is not there, is not the one that was asked for, or cannot be had now; the signal's reason when it fires.
 */
export async function download(task: Download, options: DownloadOptions): Promise<FileDigest> {
  let restarts = 0
  for (let failures = 0; ; ) {
    const before = await sizeOf(task.path)
    try {
      return await attempt(task, options)
    } catch (error) {
      options.signal.throwIfAborted()
      if (error instanceof Final || isAboutDisk(error)) throw error
      if (error instanceof Restarting && restarts++ === MAX_RESTARTS) throw new Final(`${task.url}: ${error.message}`)
      failures = (await sizeOf(task.path)) > before ? 1 : failures + 1
      if (failures === MAX_FAILURES) {
        throw new Error(`${task.url} cannot be downloaded now; what has arrived is kept for the next try`, {
          cause: error,
        })
      }
      const pauseMs = (options.retryMs ?? RETRY_MS) * 2 ** Math.min(failures - 1, MAX_DOUBLINGS)
      await delay(Math.max(pauseMs, error instanceof Passing ? error.waitMs : 0), undefined, { signal: options.signal })
    }
  }
}

async function attempt(task: Download, { dispatcher, onBytes, signal }: DownloadOptions): Promise<FileDigest> {
  const { url, path } = task
  const origin = await readOrigin(path)
  const kept = origin?.url === url && (origin.validator !== null || task.sha256 !== null) ? await sizeOf(path) : 0
  const start = kept > task.maxBytes ? 0 : kept
  const hash = createHash('sha256')
  await using file = await open(path, start > 0 ? 'r+' : 'w')
  await file.truncate(start)
  if (start > 0) await hashFile(path, hash, signal)
  onBytes(start)
  if (start > 0 && start === task.bytes) return await finish(task, { file, hash, bytes: start, wasCut: true })

  const answer = await request(url, {
    start,
    validator: origin?.validator ?? null,
    dispatcher,
    signal,
    headers: task.headers,
  })
  if (answer.status === 416) {
    await discard(answer)
    await file.truncate(0)
    throw new Restarting('the server has no such part of the file')
  }
  await refuseOthers(answer, task)
  const isRest = answer.status === 206 && start > 0
  const at = isRest ? start : 0
  const length = lengthOf(answer)
  if (isRest && !startsAt(answer, start)) {
    await discard(answer)
    await file.truncate(0)
    throw new Restarting('the server sent another part than was asked for')
  }
  if (length !== null) await requireSize(at + length, task, answer)
  if (at === 0 && start > 0) await file.truncate(0)
  const received = at === start ? hash : createHash('sha256')
  if (at === 0) await writeFile(originPath(path), JSON.stringify({ url, validator: validatorOf(answer) }))

  let bytes = at
  for await (const chunk of answer.body ?? []) {
    if (bytes + chunk.byteLength > (task.bytes ?? task.maxBytes)) {
      await file.truncate(0)
      throw new Final(`${url}: is longer than the ${task.bytes ?? task.maxBytes} bytes that were expected`)
    }
    await writeAll(file, chunk, bytes)
    received.update(chunk)
    bytes += chunk.byteLength
    onBytes(bytes)
  }
  if (length !== null && bytes < at + length) throw new Passing(`the connection ended after ${bytes} bytes`)
  return await finish(task, { file, hash: received, bytes, wasCut: at > 0 })
}

interface Whole {
  readonly file: FileHandle
  readonly hash: Hash
  readonly bytes: number
  /** Whether it was put together from several responses. */
  readonly wasCut: boolean
}

/** Checks a complete file. What is wrong is emptied, so that the next attempt starts from the beginning. */
async function finish(task: Download, { file, hash, bytes, wasCut }: Whole): Promise<FileDigest> {
  const sha256 = hash.digest('hex')
  const isRight = (task.bytes === null || bytes === task.bytes) && (task.sha256 === null || sha256 === task.sha256)
  if (isRight) {
    await file.sync()
    return { bytes, sha256 }
  }
  await file.truncate(0)
  const wrong =
    bytes === task.bytes || task.bytes === null
      ? `has the SHA-256 ${sha256} instead of ${task.sha256}`
      : `has ${bytes} bytes instead of ${task.bytes}`
  // The parts may have come from two versions of the file.
  if (wasCut) throw new Restarting(wrong)
  throw new Final(`${task.url}: ${wrong}`)
}

interface RequestOptions {
  readonly start: number
  readonly validator: string | null
  readonly dispatcher: Dispatcher
  readonly signal: AbortSignal
  readonly headers: Download['headers']
}

const request = (url: string, { start, validator, dispatcher, signal, headers }: RequestOptions): Promise<Response> =>
  fetch(url, {
    dispatcher,
    signal,
    headers: {
      ...headers,
      'user-agent': 'hoarfrost',
      'accept-encoding': 'identity', // a compressed body has other lengths, and no ranges
      ...(start > 0 && { range: `bytes=${start}-` }),
      ...(start > 0 && validator !== null && { 'if-range': validator }),
    },
  })

const PASSING_STATUSES = [408, 425, 429, 500, 502, 503, 504]

async function refuseOthers(answer: Response, { url, sha256 }: Download): Promise<void> {
  const { status, headers } = answer
  if (status === 200 || status === 206) {
    // A page for people, such as that of a hotel's network.
    if (sha256 !== null || !headers.get('content-type')?.startsWith('text/html')) return
    await discard(answer)
    throw new Final(`${url}: is a web page instead of a file`)
  }
  await discard(answer)
  if (!PASSING_STATUSES.includes(status)) throw new Final(`${url}: the server answered ${status}`)
  const seconds = Number(headers.get('retry-after') ?? 0)
  throw new Passing(`the server answered ${status}`, seconds > 0 ? 1000 * Math.min(seconds, MAX_RETRY_AFTER_S) : 0)
}

async function requireSize(bytes: number, task: Download, answer: Response): Promise<void> {
  if (task.bytes === null ? bytes <= task.maxBytes : bytes === task.bytes) return
  await discard(answer)
  const expected = task.bytes === null ? `at most ${task.maxBytes}` : task.bytes
  throw new Final(`${task.url}: has ${bytes} bytes instead of ${expected}`)
}

const discard = async (answer: Response): Promise<void> => {
  await answer.body?.cancel().catch(() => {}) // the connection may be gone already
}

const lengthOf = ({ headers }: Response): number | null => {
  const length = headers.get('content-length')
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null
}

const startsAt = ({ headers }: Response, start: number): boolean =>
  headers.get('content-range')?.startsWith(`bytes ${start}-`) === true

/** Weak ETags do not promise the same bytes, and If-Range does not allow them. */
function validatorOf({ headers }: Response): string | null {
  const etag = headers.get('etag')
  return etag?.startsWith('"') ? etag : headers.get('last-modified')
}

async function writeAll(file: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, written, chunk.byteLength - written, at + written)
    written += bytesWritten
  }
}

const originPath = (path: string): string => `${path}.json`

async function readOrigin(path: string): Promise<Origin | null> {
  try {
    const { url, validator } = JSON.parse(await readFile(originPath(path), 'utf8'))
    return typeof url === 'string' ? { url, validator: typeof validator === 'string' ? validator : null } : null
  } catch {
    return null // missing, or cut in the middle
  }
}

/** Deletes what a finished download no longer needs. */
export const forgetOrigin = (path: string): Promise<void> => rm(originPath(path), { force: true })

const isAboutDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EIO', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
