import { Samples } from '../core/samples.ts'
import type { LocalEncoder, Marking } from './codec.ts'
import { type AudioFormat, CODEC_NAMES, CODECS } from './codecs.ts'

/** Creates the encoder for one answer, in this thread. */
export const createEncoder = async ({
  codec,
  sampleRateHz,
  ...marking
}: AudioFormat & Marking): Promise<LocalEncoder> => CODECS[codec].createEncoder(sampleRateHz, marking)

const WARM_UP = { sampleRateHz: 24_000, chunks: 50, chunkLength: 480 }

/** Loads the costly codecs and runs each briefly, so that no answer waits for that. */
export async function warmUpEncoders(): Promise<void> {
  for (const codec of CODEC_NAMES.filter((name) => CODECS[name].isCostly)) {
    using encoder = await createEncoder({ codec, sampleRateHz: WARM_UP.sampleRateHz })
    for (let i = 0; i < WARM_UP.chunks; i++) encoder.encode(new Samples(new Int16Array(WARM_UP.chunkLength)))
    encoder.finish()
  }
}
