import type { Encoder, LocalEncoder } from './codec.ts'
import { type AudioFormat, CODEC_NAMES, CODECS } from './codecs.ts'

/** Creates the encoder for one answer, in this thread. */
export const createEncoder = async ({ codec, sampleRateHz }: AudioFormat): Promise<LocalEncoder> =>
  CODECS[codec].createEncoder(sampleRateHz)

/** Encodes audio as a stream; the first chunk starts with the header. */
export async function* encodeStream(audio: AsyncIterable<Int16Array>, encoder: Encoder): AsyncGenerator<Uint8Array> {
  let isBegun = false
  for await (const samples of audio) {
    const bytes = await encoder.encode(samples)
    if (!isBegun && encoder.header.length > 0) yield Buffer.concat([encoder.header, bytes])
    else if (bytes.length > 0) yield bytes
    isBegun = true
  }
  const rest = await encoder.finish()
  if (rest.length > 0) yield rest
}

/** Encodes a complete file; a header has the length of the audio. */
export async function encodeWhole(audio: AsyncIterable<Int16Array>, encoder: Encoder): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const samples of audio) parts.push(await encoder.encode(samples))
  parts.push(await encoder.finish())
  return Buffer.concat([encoder.finalHeader(), ...parts])
}

const WARM_UP = { sampleRateHz: 24_000, chunks: 50, chunkLength: 480 }

/** Loads the costly codecs and runs each briefly, so that no answer waits for that. */
export async function warmUpEncoders(): Promise<void> {
  for (const codec of CODEC_NAMES.filter((name) => CODECS[name].isCostly)) {
    using encoder = await createEncoder({ codec, sampleRateHz: WARM_UP.sampleRateHz })
    for (let i = 0; i < WARM_UP.chunks; i++) encoder.encode(new Int16Array(WARM_UP.chunkLength))
    encoder.finish()
  }
}
