import { randomUUID } from 'node:crypto'
import { TextDecoder } from 'node:util'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import { decodeUtf8, notUtf8 } from './utf8.ts'

/**
 * JSON of this size takes a few milliseconds to parse in any case. Larger JSON without long strings may take a second.
 */
export const MAX_PARSED_BYTES = 2 ** 16

/**
 * Parses JSON; `name` stands for it in messages. Throws `request.invalid`, or `request.too-large` as `LargeJson` does.
 */
export function parseJson(bytes: Uint8Array, name: string): unknown {
  if (bytes.length <= MAX_PARSED_BYTES) return parse(decodeUtf8(bytes, name), name)
  const json = new LargeJson(name)
  json.add(bytes)
  return json.finish()
}

function parse(json: string, name: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Without the cause, whose message quotes the body.
    throw invalidRequest(`${name} is not valid JSON`)
  }
}

/** Strings are decoded separately after this many bytes. */
const LONG_STRING_BYTES = 1024
const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_U = 0x75

/**
 * Parses JSON that is large because of long strings, in pieces: long strings are decoded as they arrive, and the rest
 * is parsed at the end. Long strings are restored in the outermost object, in the objects and lists in its fields, and in the
 * objects in those.
 */
export class LargeJson {
  readonly #name: string
  readonly #maxParsedBytes: number
  /** Placeholder of a long string, followed by its number. Clients cannot guess it. */
  readonly #mark = randomUUID()
  readonly #rest: Uint8Array[] = []
  #restBytes = 0
  readonly #longStrings: string[] = []
  #decoder: TextDecoder | undefined
  /** Bytes of the current string so far; negative outside of strings. */
  #stringBytes = -1
  /** The beginning of an escape that ends in the next piece. */
  #open = new Uint8Array(0)

  /** `maxParsedBytes`: of what remains without long strings. */
  constructor(name: string, maxParsedBytes: number = MAX_PARSED_BYTES) {
    this.#name = name
    this.#maxParsedBytes = maxParsedBytes
  }

  /**
   * Adds a piece. Throws `request.invalid`, or `request.too-large` if more than `MAX_PARSED_BYTES` remain without long
   * strings.
   */
  add(piece: Uint8Array): void {
    const bytes = this.#open.length === 0 ? piece : Buffer.concat([this.#open, piece])
    const quotes = new Places(bytes, QUOTE)
    const backslashes = new Places(bytes, BACKSLASH)
    let from = 0
    let at = 0
    while (at < bytes.length) {
      if (this.#stringBytes < 0) {
        at = quotes.next(at) + 1
        if (at <= bytes.length) this.#stringBytes = 0
        continue
      }
      const stop = Math.min(quotes.next(at), backslashes.next(at))
      if (this.#decoder === undefined) {
        const cut = startOfCharacter(bytes, at + Math.max(0, LONG_STRING_BYTES - this.#stringBytes))
        if (cut <= stop && cut < bytes.length && bytes[cut] !== QUOTE) {
          this.#addRest(bytes.subarray(from, cut))
          this.#beginLong()
          from = cut
        }
      }
      this.#stringBytes += stop - at
      at = stop
      if (at === bytes.length) break
      if (bytes[at] === QUOTE) {
        if (this.#decoder !== undefined) {
          this.#addLong(bytes.subarray(from, at), true)
          from = at
        }
        this.#stringBytes = -1
        at++
        continue
      }
      const escapeLength = bytes[at + 1] === LETTER_U ? 6 : 2
      if (at + escapeLength > bytes.length) break
      this.#stringBytes += escapeLength
      at += escapeLength
    }
    const end = Math.min(at, bytes.length)
    if (this.#decoder === undefined) this.#addRest(bytes.subarray(from, end))
    else this.#addLong(bytes.subarray(from, end), false)
    this.#open = bytes.slice(end)
  }

  /** Returns the parsed value. Throws like `add`. */
  finish(): unknown {
    this.#addRest(this.#open)
    const json = parse(decodeUtf8(Buffer.concat(this.#rest), this.#name), this.#name)
    return this.#withLongStrings(json, 3)
  }

  /** Restores the strings of an object and of those in it, `depth` levels together. */
  #withLongStrings(json: unknown, depth: number): unknown {
    if (typeof json !== 'object' || json === null) return this.#withLongString(json)
    if (depth === 0) return json
    if (Array.isArray(json)) return json.map((value) => this.#withLongStrings(value, depth - 1))
    return Object.fromEntries(
      Object.entries(json).map(([name, value]) => [name, this.#withLongStrings(value, depth - 1)]),
    )
  }

  #addRest(bytes: Uint8Array): void {
    this.#restBytes += bytes.length
    if (this.#restBytes > this.#maxParsedBytes) {
      throw new SpeechError('request.too-large', `${this.#name} is too large apart from its text`)
    }
    this.#rest.push(bytes)
  }

  #beginLong(): void {
    this.#addRest(Buffer.from(`${this.#mark}${this.#longStrings.length}`))
    this.#longStrings.push('')
    this.#decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  }

  #addLong(bytes: Uint8Array, isEnd: boolean): void {
    const decoded = this.#decodeLong(bytes, isEnd)
    const last = this.#longStrings.length - 1
    this.#longStrings[last] = `${this.#longStrings[last]}${parse(`"${decoded}"`, this.#name)}`
    if (isEnd) this.#decoder = undefined
  }

  #decodeLong(bytes: Uint8Array, isEnd: boolean): string {
    try {
      return this.#decoder?.decode(bytes, { stream: !isEnd }) ?? ''
    } catch {
      throw notUtf8(this.#name)
    }
  }

  #withLongString(value: unknown): unknown {
    if (typeof value !== 'string') return value
    const at = value.lastIndexOf(this.#mark)
    if (at < 0) return value
    return value.slice(0, at) + this.#longStrings[Number(value.slice(at + this.#mark.length))]
  }
}

/** Finds positions of a byte in a piece; reads each byte once if positions are requested in order. */
class Places {
  readonly #bytes: Uint8Array
  readonly #byte: number
  #last = -1

  constructor(bytes: Uint8Array, byte: number) {
    this.#bytes = bytes
    this.#byte = byte
  }

  /** The first position at or after `from`, or the length of the piece. */
  next(from: number): number {
    if (this.#last < from) {
      const place = this.#bytes.indexOf(this.#byte, from)
      this.#last = place < 0 ? this.#bytes.length : place
    }
    return this.#last
  }
}

function startOfCharacter(bytes: Uint8Array, at: number): number {
  let start = at
  while (start < bytes.length && ((bytes[start] as number) & 0xc0) === 0x80) start++
  return start
}
