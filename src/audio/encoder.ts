import type { AudioFormat, Encoder } from '../core/audio.ts'
import { createMulawEncoder } from './encoders/mulaw.ts'
import { createPcmEncoder, pcmBytes } from './encoders/pcm.ts'
import { createWavEncoder, wavHeader } from './encoders/wav.ts'

/** An encoder for an answer whose length is not known yet. */
export async function createEncoder(format: AudioFormat): Promise<Encoder> {
  switch (format.codec) {
    case 'wav':
      return createWavEncoder(format.sampleRateHz)
    case 'pcm':
      return createPcmEncoder()
    case 'mulaw':
      return createMulawEncoder()
    default:
      return format.codec satisfies never
  }
}

/** A whole answer as one file; a WAV header tells its exact size. */
export async function encodeWhole(format: AudioFormat, chunks: readonly Int16Array[]): Promise<Uint8Array> {
  if (format.codec === 'wav') return finishedWav(chunks, format.sampleRateHz)
  const encoder = await createEncoder(format)
  return Buffer.concat([encoder.header, ...chunks.map((chunk) => encoder.encode(chunk)), encoder.finish()])
}

function finishedWav(chunks: readonly Int16Array[], sampleRateHz: number): Uint8Array {
  const byteLength = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  return Buffer.concat([wavHeader(sampleRateHz, byteLength), ...chunks.map(pcmBytes)])
}
