import type { AnswerPart } from '../../app/speech/speech.ts'
import { base64 } from '../../server/answers/base64.ts'
import { sentEvent } from '../../server/answers/sent-event.ts'

/** We have no tokens; these numbers make up a usage that is proportional to text and audio. */
const CHARACTERS_PER_TOKEN = 4
const TOKENS_PER_SECOND = 50

export interface SpokenText {
  /** Length of the text in UTF-16 units. */
  readonly characters: number
  readonly sampleRateHz: number
}

/** Server-sent events: the audio in base64, then the usage. */
export async function* sentEvents(
  parts: AsyncIterable<AnswerPart>,
  { characters, sampleRateHz }: SpokenText,
): AsyncGenerator<Uint8Array> {
  let samples = 0
  for await (const part of parts) {
    if (part.kind !== 'audio') continue
    samples += part.samples
    if (part.bytes.length > 0) yield sentEvent({ type: 'speech.audio.delta', audio: base64(part.bytes) })
  }
  const input_tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN)
  const output_tokens = Math.ceil((samples / sampleRateHz) * TOKENS_PER_SECOND)
  yield sentEvent({
    type: 'speech.audio.done',
    usage: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens },
  })
}
