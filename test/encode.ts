import { audioBytes, encodeAnswer } from '../src/app/answer-speech.ts'
import type { Encoder } from '../src/audio/codec.ts'

/** Encodes audio as answers are: the first bytes start with the header. */
export const encodeStream = (audio: AsyncIterable<Int16Array>, encoder: Encoder): AsyncIterable<Uint8Array> =>
  audioBytes(encodeAnswer(audio, encoder))

/** Encodes a complete file; a header has the length of the audio. */
export async function encodeWhole(audio: AsyncIterable<Int16Array>, encoder: Encoder): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const bytes of encodeStream(audio, encoder)) parts.push(Uint8Array.from(bytes))
  const file = Buffer.concat(parts)
  file.set(encoder.finalHeader())
  return file
}
