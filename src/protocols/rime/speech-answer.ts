import type { AnswerPart } from '../../app/speech/speech.ts'
import { createTimeSlice } from '../../app/time-slice.ts'
import { invalidRequest } from '../../core/errors.ts'
import { base64 } from '../../server/answers/base64.ts'
import { HeldBytes } from '../../server/answers/held-bytes.ts'
import { sentEvent } from '../../server/answers/sent-event.ts'
import { wordsResponse, wordTimestamps } from './words-response.ts'

/** Server-sent events: audio as base64 in JSON, and times of words; the last event marks the end. */
export async function* sentEvents(parts: AsyncIterable<AnswerPart>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    if (part.kind === 'end') {
      if (part.words !== undefined) yield sentEvent(wordTimestamps(part.words), 'timestamps')
      yield sentEvent({ done: true }, 'done')
    } else if (part.bytes.length > 0) {
      yield sentEvent({ data: base64(part.bytes) }, 'chunk')
    }
  }
}

/**
 * Complete speech in JSON, with times of words if available: its length in bytes, and the bytes in pieces, so that
 * other work can run in between. Throws `request.invalid` if the audio is too long for a body.
 */
export async function toJson(
  parts: AsyncIterable<AnswerPart>,
): Promise<{ readonly length: number; readonly pieces: AsyncIterable<Buffer> }> {
  const held = new HeldBytes()
  let words = {}
  for await (const part of bounded(parts)) {
    if (part.kind === 'audio') held.add(part.bytes)
    if (part.kind !== 'end') continue
    held.overwriteStart(part.header)
    if (part.words !== undefined) words = wordsResponse(part.words)
  }
  const head = Buffer.from('{"audioContent":"')
  const tail = Buffer.from(JSON.stringify({ audioContent: '', ...words }).slice(head.length))
  const length = head.length + 4 * Math.ceil(held.length / 3) + tail.length
  return { length, pieces: jsonPieces(head, held, tail) }
}

/** Audio bytes per piece; a multiple of three, which base64 encodes without padding. */
const PIECE_BYTES = 3 * 2 ** 14

async function* jsonPieces(head: Buffer, held: HeldBytes, tail: Buffer): AsyncGenerator<Buffer> {
  using _ = held
  const slice = createTimeSlice()
  yield head
  let open = new Uint8Array(0)
  for (const slab of held.pieces()) {
    for (let from = 0; from < slab.length; ) {
      if (slice.isOver) await slice.next()
      const end = from + PIECE_BYTES - open.length
      const bytes = Buffer.concat([open, slab.subarray(from, end)])
      const whole = bytes.length - (bytes.length % 3)
      yield Buffer.from(base64(bytes.subarray(0, whole)))
      open = bytes.subarray(whole)
      from = end
    }
  }
  yield Buffer.concat([Buffer.from(base64(open)), tail])
}

async function* bounded(parts: AsyncIterable<AnswerPart>): AsyncGenerator<AnswerPart> {
  let samples = 0
  for await (const part of parts) {
    if (part.kind === 'audio') samples += part.samples
    if (samples > MAX_JSON_SAMPLES) throw invalidRequest('text is too long')
    yield part
  }
}

// Six minutes at 44,100 Hz. The audio of a JSON answer is held in memory until it is complete; a stream has no such
// limit.
const MAX_JSON_SAMPLES = 2 ** 24
/** Longer texts would exceed the limit and are refused before synthesis. UTF-16 units. */
export const MAX_JSON_TEXT_LENGTH = 10_000
