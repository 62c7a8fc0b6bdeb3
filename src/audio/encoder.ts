import { type AudioFormat, CODECS, type Codec, type Encoder, type LocalEncoder } from '../core/audio.ts'
import { createMp3Encoder } from './encoders/mp3/mp3-encoder.ts'
import { createMulawEncoder } from './encoders/mulaw.ts'
import { createOgg } from './encoders/opus/ogg.ts'
import { createOpusEncoder } from './encoders/opus/opus-encoder.ts'
import { createWebm } from './encoders/opus/webm.ts'
import { createPcmEncoder } from './encoders/pcm.ts'
import { createWavEncoder } from './encoders/wav.ts'

interface CodecRecord {
  /** Takes milliseconds for a second of audio: too long for the thread that serves requests. */
  readonly isCostly: boolean
  create(sampleRateHz: number): LocalEncoder | Promise<LocalEncoder>
}

const RECORDS: Readonly<Record<Codec, CodecRecord>> = {
  wav: { isCostly: false, create: createWavEncoder },
  pcm: { isCostly: false, create: createPcmEncoder },
  mulaw: { isCostly: false, create: createMulawEncoder },
  mp3: { isCostly: true, create: createMp3Encoder },
  ogg: { isCostly: true, create: (sampleRateHz) => createOpusEncoder(sampleRateHz, createOgg) },
  webm: { isCostly: true, create: (sampleRateHz) => createOpusEncoder(sampleRateHz, createWebm) },
}

/** Whether a codec belongs in an encoder thread. */
export const isCostly = (codec: Codec): boolean => RECORDS[codec].isCostly

/** An encoder for one answer. A codec's program is loaded when it is first asked for, and kept. */
export const createEncoder = async ({ codec, sampleRateHz }: AudioFormat): Promise<LocalEncoder> =>
  RECORDS[codec].create(sampleRateHz)

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
  for (const codec of CODECS.filter(isCostly)) {
    using encoder = await createEncoder({ codec, sampleRateHz: WARM_UP.sampleRateHz })
    for (let i = 0; i < WARM_UP.chunks; i++) encoder.encode(new Int16Array(WARM_UP.chunkLength))
    encoder.finish()
  }
}
