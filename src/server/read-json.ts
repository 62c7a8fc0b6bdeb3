import type { IncomingMessage } from 'node:http'
import { invalidRequest, SpeechError } from '../core/errors.ts'
import { LargeJson, MOST_PARSED_BYTES, parseJson } from './json-body.ts'

const BODY = 'request body'

/** The body as JSON, with any `Content-Type`. Throws `request.invalid` or `request.too-large`. */
export async function readJson(
  request: IncomingMessage,
  maxBytes: number,
  mostParsedBytes: number = MOST_PARSED_BYTES,
): Promise<unknown> {
  const json = await readBody(request, maxBytes, mostParsedBytes)
  if (json === undefined) throw invalidRequest('request body is required')
  return json
}

/** Like `readJson`; a missing body is an empty object. */
export const readOptionalJson = async (request: IncomingMessage, maxBytes: number): Promise<unknown> =>
  (await readBody(request, maxBytes, MOST_PARSED_BYTES)) ?? {}

/** The body as UTF-8 text. Throws `request.too-large`. */
export const readText = (request: IncomingMessage, maxBytes: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] | undefined = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) return void chunks?.push(chunk)
      chunks = undefined
      reject(new SpeechError('request.too-large', 'request body is too large'))
    })
    request.once('end', () => chunks !== undefined && resolve(Buffer.concat(chunks).toString()))
    request.once('close', () => reject(new Error('the client left before its body was complete')))
  })

/** Undefined if there is no body. */
function readBody(request: IncomingMessage, maxBytes: number, mostParsedBytes: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let length = 0
    let large: LargeJson | undefined
    let isRefused = false

    function add(chunk: Buffer): void {
      length += chunk.length
      if (length > maxBytes) throw new SpeechError('request.too-large', 'request body is too large')
      chunks.push(chunk)
      if (length <= MOST_PARSED_BYTES) return
      large ??= new LargeJson(BODY, mostParsedBytes)
      for (const each of chunks.splice(0)) large.add(each)
    }

    function parse(): unknown {
      if (large !== undefined) return large.finish()
      return length === 0 ? undefined : parseJson(Buffer.concat(chunks), BODY)
    }

    function attempt(work: () => void): void {
      if (isRefused) return
      try {
        work()
      } catch (error) {
        isRefused = true
        chunks = []
        large = undefined
        reject(error as SpeechError)
      }
    }

    request.on('data', (chunk: Buffer) => attempt(() => add(chunk)))
    request.once('end', () => attempt(() => resolve(parse())))
    request.once('close', () => reject(new Error('the client left before its body was complete')))
  })
}
