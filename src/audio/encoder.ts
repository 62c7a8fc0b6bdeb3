import type { Encoder, LocalEncoder } from './codec.ts'
import { type AudioFormat, CODEC_NAMES, CODECS } from './codecs.ts'

/** An encoder for one answer, in this thread. */
export const createEncoder = async ({ codec, sampleRateHz }: AudioFormat): Promise<LocalEncoder> =>
  CODECS[codec].createEncoder(sampleRateHz)

/** Audio as bytes while it is made, the header with the first of it. */
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

/** A whole answer as one file; where the format has a header, it tells how long the audio is. */
export async function encodeWhole(audio: AsyncIterable<Int16Array>, encoder: Encoder): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const samples of audio) parts.push(await encoder.encode(samples))
  parts.push(await encoder.finish())
  return Buffer.concat([encoder.finalHeader(), ...parts])
}

const WARM_UP = { sampleRateHz: 24_000, chunks: 50, chunkLength: 480 }

/** Loads the programs of the costly codecs and runs each for a moment, so that no answer waits for that. */
export async function warmUpEncoders(): Promise<void> {
  for (const codec of CODEC_NAMES.filter((name) => CODECS[name].isCostly)) {
    using encoder = await createEncoder({ codec, sampleRateHz: WARM_UP.sampleRateHz })
    for (let i = 0; i < WARM_UP.chunks; i++) encoder.encode(new Int16Array(WARM_UP.chunkLength))
    encoder.finish()
  }
}
