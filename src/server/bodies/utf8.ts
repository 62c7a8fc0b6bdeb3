import { TextDecoder } from 'node:util'
import { invalidRequest, type SpeechError } from '../../core/errors.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a client's bytes, without a byte order mark; `name` stands for them in the message. Throws `request.invalid`. */
export function decodeUtf8(bytes: Uint8Array, name: string): string {
  if (isWide(bytes)) throw notUtf8(name)
  try {
    return UTF8.decode(bytes)
  } catch {
    throw notUtf8(name)
  }
}

export const notUtf8 = (name: string): SpeechError => invalidRequest(`${name} is not valid UTF-8`)

/** Whether bytes are UTF-16 or UTF-32 without a byte order mark: ASCII in them is valid UTF-8, with NULs. */
const isWide = (bytes: Uint8Array): boolean => bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0)
