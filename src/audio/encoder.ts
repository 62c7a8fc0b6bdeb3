import type { AudioFormat, Codec, Encoder } from '../core/audio.ts'
import { createMp3Encoder } from './encoders/mp3/mp3-encoder.ts'
import { createMulawEncoder } from './encoders/mulaw.ts'
import { createOgg } from './encoders/opus/ogg.ts'
import { createOpusEncoder } from './encoders/opus/opus-encoder.ts'
import { createWebm } from './encoders/opus/webm.ts'
import { createPcmEncoder } from './encoders/pcm.ts'
import { createWavEncoder } from './encoders/wav.ts'

/** An encoder for one answer. A codec's program is loaded when it is first asked for, and kept. */
export async function createEncoder({ codec, sampleRateHz }: AudioFormat): Promise<Encoder> {
  switch (codec) {
    case 'wav':
      return createWavEncoder(sampleRateHz)
    case 'pcm':
      return createPcmEncoder()
    case 'mulaw':
      return createMulawEncoder()
    case 'mp3':
      return createMp3Encoder(sampleRateHz)
    case 'ogg':
      return createOpusEncoder(sampleRateHz, createOgg)
    case 'webm':
      return createOpusEncoder(sampleRateHz, createWebm)
    default:
      return codec satisfies never
  }
}

/** Audio as bytes while it is made, the header with the first of it. */
export async function* encodeStream(audio: AsyncIterable<Int16Array>, encoder: Encoder): AsyncGenerator<Uint8Array> {
  let isBegun = false
  for await (const samples of audio) {
    const bytes = encoder.encode(samples)
    if (!isBegun && encoder.header.length > 0) yield Buffer.concat([encoder.header, bytes])
    else if (bytes.length > 0) yield bytes
    isBegun = true
  }
  const rest = encoder.finish()
  if (rest.length > 0) yield rest
}

/** A whole answer as one file; where the format has a header, it tells how long the audio is. */
export async function encodeWhole(audio: AsyncIterable<Int16Array>, encoder: Encoder): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const samples of audio) parts.push(encoder.encode(samples))
  parts.push(encoder.finish())
  return Buffer.concat([encoder.finalHeader(), ...parts])
}

const HEAVY_CODECS: readonly Codec[] = ['mp3', 'ogg']
const WARM_UP = { sampleRateHz: 24_000, chunks: 50, chunkLength: 480 }

/** Loads the programs of all codecs and runs each for a moment, so that no answer waits for that. */
export async function warmUpEncoders(): Promise<void> {
  for (const codec of HEAVY_CODECS) {
    using encoder = await createEncoder({ codec, sampleRateHz: WARM_UP.sampleRateHz })
    for (let i = 0; i < WARM_UP.chunks; i++) encoder.encode(new Int16Array(WARM_UP.chunkLength))
    encoder.finish()
  }
}
