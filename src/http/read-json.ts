import type { IncomingMessage } from 'node:http'
import { invalidRequest, SpeechError } from '../core/errors.ts'

const UTF8 = new TextDecoder()

/** The body as JSON, whatever its `Content-Type` says. Throws `request.invalid` or `request.too-large`. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) throw invalidRequest('request body is required')
  return parseJson(bytes)
}

/** As `readJson`; no body is an empty object. */
export async function readOptionalJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes)
  return bytes.length === 0 ? {} : parseJson(bytes)
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch {
    // Without the cause: its message quotes the body.
    throw invalidRequest('request body is not valid JSON')
  }
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) {
        chunks.push(chunk)
        return
      }
      chunks.length = 0
      reject(new SpeechError('request.too-large', 'request body is too large'))
    })
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.once('close', () => reject(new Error('the client left before its body was complete')))
  })
}
