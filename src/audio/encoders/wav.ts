import type { LocalEncoder } from '../codec.ts'
import { UNKNOWN_LENGTH, wavHeader } from '../wav-header.ts'
import { headerless } from './headerless.ts'
import { pcmBytes } from './pcm.ts'

export function createWavEncoder(sampleRateHz: number): LocalEncoder {
  const headerOf = (dataLength: number) => wavHeader({ encoding: 'linear', sampleRateHz, dataLength })
  let dataLength = 0
  return {
    ...headerless(pcmBytes),
    header: headerOf(UNKNOWN_LENGTH),
    encode: (samples) => {
      const bytes = pcmBytes(samples)
      dataLength += bytes.length
      return bytes
    },
    finalHeader: () => headerOf(dataLength),
  }
}
