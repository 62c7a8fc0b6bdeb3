import type { IncomingMessage } from 'node:http'
import { invalidRequest } from '../../core/errors.ts'
import { LargeJson, MAX_PARSED_BYTES, parseJson } from './json-body.ts'
import { bodyTooLarge, openBody } from './open-body.ts'
import { decodeUtf8 } from './utf8.ts'

const BODY = 'request body'

/** The body as JSON, with any media type. Throws `request.*`, as `openBody` does. */
export async function readJson(
  request: IncomingMessage,
  maxBytes: number,
  maxParsedBytes: number = MAX_PARSED_BYTES,
): Promise<unknown> {
  const json = await readBody(request, maxBytes, jsonReader(maxParsedBytes))
  if (json === undefined) throw invalidRequest('request body is required')
  return json
}

/** Like `readJson`; a missing body is an empty object. */
export const readOptionalJson = async (request: IncomingMessage, maxBytes: number): Promise<unknown> =>
  (await readBody(request, maxBytes, jsonReader(MAX_PARSED_BYTES))) ?? {}

/** The body as text in UTF-8. Throws `request.*`, as `openBody` does. */
export const readText = (request: IncomingMessage, maxBytes: number): Promise<string> => {
  const pieces: Buffer[] = []
  return readBody(request, maxBytes, {
    add: (piece) => void pieces.push(piece),
    finish: () => decodeUtf8(Buffer.concat(pieces), BODY),
  })
}

/** Takes the pieces of a body. Either function may throw. */
interface BodyReader<T> {
  add(piece: Buffer): void
  finish(): T
}

/** Undefined if there is no body. */
function jsonReader(maxParsedBytes: number): BodyReader<unknown> {
  const pieces: Buffer[] = []
  let length = 0
  let large: LargeJson | undefined
  return {
    add(piece) {
      length += piece.length
      pieces.push(piece)
      if (length <= MAX_PARSED_BYTES) return
      large ??= new LargeJson(BODY, maxParsedBytes)
      for (const each of pieces.splice(0)) large.add(each)
    },
    finish() {
      if (large !== undefined) return large.finish()
      return length === 0 ? undefined : parseJson(Buffer.concat(pieces), BODY)
    },
  }
}

function readBody<T>(request: IncomingMessage, maxBytes: number, given: BodyReader<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    openBody(request, maxBytes)
    let length = 0
    let reader: BodyReader<T> | undefined = given

    function attempt(work: (reader: BodyReader<T>) => void): void {
      if (reader === undefined) return
      try {
        work(reader)
      } catch (error) {
        reader = undefined // so that its memory is free while the client still sends
        reject(error as Error)
      }
    }

    request.on('data', (piece: Buffer) =>
      attempt(({ add }) => {
        length += piece.length
        if (length > maxBytes) throw bodyTooLarge()
        add(piece)
      }),
    )
    request.once('end', () => attempt(({ finish }) => resolve(finish())))
    request.once('close', () => reject(new Error('the client left before its body was complete')))
  })
}
