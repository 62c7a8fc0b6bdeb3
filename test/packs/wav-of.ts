import { Readable } from 'node:stream'
import { createEncoder } from '../../src/audio/encoder.ts'
import { quantizeInto } from '../../src/audio/pcm16.ts'
import { encodeWhole } from '../encode.ts'

/** A WAV file of mono samples between -1 and 1. */
export async function wavOf(parts: readonly Float32Array[], sampleRateHz: number): Promise<Uint8Array> {
  const pieces = parts.map((part) => {
    const samples = new Int16Array(part.length)
    quantizeInto(samples, 0, part, 1)
    return samples
  })
  return encodeWhole(Readable.from(pieces), await createEncoder({ codec: 'wav', sampleRateHz }))
}
