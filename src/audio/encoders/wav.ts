import { riffInfo } from '../../core/riff-info.ts'
import type { LocalEncoder, Marking } from '../codec.ts'
import { UNKNOWN_LENGTH, wavHeader } from '../wav-header.ts'
import { headerless } from './headerless.ts'
import { pcmBytes } from './pcm.ts'

export function createWavEncoder(sampleRateHz: number, { mark, isFile = false }: Marking): LocalEncoder {
  // Behind a stream, whose header has no length, it would be heard; before the samples, clients would hear it that skip 44 bytes.
  const trailer = isFile && mark !== undefined ? riffInfo(mark) : new Uint8Array(0)
  const headerOf = (dataLength: number, trailerLength = 0) =>
    wavHeader({ encoding: 'linear', sampleRateHz, dataLength, trailerLength })
  let dataLength = 0
  return {
    ...headerless(pcmBytes),
    header: headerOf(UNKNOWN_LENGTH),
    encode: (samples) => {
      const bytes = pcmBytes(samples)
      dataLength += bytes.length
      return bytes
    },
    finish: () => trailer,
    finalHeader: () => headerOf(dataLength, trailer.length),
  }
}
