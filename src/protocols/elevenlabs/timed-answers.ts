import type { AnswerPart } from '../../app/speech/speech.ts'
import type { PlacedWordTimes } from '../../app/speech/word-times.ts'
import { base64 } from '../../server/answers/base64.ts'
import { alignmentInSeconds, timesOfText } from './alignment.ts'

const alignmentOf = (text: string, words: PlacedWordTimes | undefined) =>
  words === undefined ? null : alignmentInSeconds(timesOfText(text, words))

/** One JSON object: the audio in base64, then the alignment. */
export async function* timedJson(parts: AsyncIterable<AnswerPart>, text: string): AsyncGenerator<Uint8Array> {
  let head = '{"audio_base64":"'
  /** Bytes that do not fill a group of base64 yet. */
  let rest: Uint8Array = new Uint8Array(0)
  for await (const part of parts) {
    if (part.kind === 'audio') {
      const bytes = Buffer.concat([rest, part.bytes])
      const whole = bytes.length - (bytes.length % 3)
      yield Buffer.from(head + base64(bytes.subarray(0, whole)))
      rest = bytes.subarray(whole)
      head = ''
    } else if (part.kind === 'end') {
      const alignment = JSON.stringify(alignmentOf(text, part.words))
      yield Buffer.from(`${base64(rest)}","alignment":${alignment},"normalized_alignment":${alignment}}`)
    }
  }
}

/** Lines of JSON with audio in base64. The last one has the alignment of the whole text. */
export async function* timedLines(parts: AsyncIterable<AnswerPart>, text: string): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined
  for await (const part of parts) {
    if (part.kind === 'audio' && part.bytes.length > 0) {
      if (held !== undefined) yield line(held, null)
      held = part.bytes
    } else if (part.kind === 'end') {
      yield line(held ?? new Uint8Array(0), alignmentOf(text, part.words))
    }
  }
}

const line = (audio: Uint8Array, alignment: ReturnType<typeof alignmentOf>): Uint8Array =>
  Buffer.from(`${JSON.stringify({ audio_base64: base64(audio), alignment, normalized_alignment: alignment })}\n`)
