import { audioBytes, encodeAnswer } from '../src/app/speech/speech.ts'
import type { Encoder } from '../src/audio/codec.ts'
import { Samples } from '../src/core/samples.ts'

/** Encodes audio as answers are: the first bytes start with the header. */
export const encodeStream = (audio: AsyncIterable<Int16Array | Samples>, encoder: Encoder): AsyncIterable<Uint8Array> =>
  audioBytes(encodeAnswer(owned(audio), encoder))

async function* owned(audio: AsyncIterable<Int16Array | Samples>): AsyncGenerator<Samples> {
  for await (const samples of audio) yield samples instanceof Samples ? samples : new Samples(samples)
}

/** Encodes a complete file; a header has the length of the audio. */
export async function encodeWhole(audio: AsyncIterable<Int16Array | Samples>, encoder: Encoder): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const bytes of encodeStream(audio, encoder)) parts.push(Uint8Array.from(bytes))
  const file = Buffer.concat(parts)
  file.set(encoder.finalHeader())
  return file
}
