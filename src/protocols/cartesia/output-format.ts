import { z } from 'zod'
import type { Codec } from '../../audio/codecs.ts'
import type { WavHeaderOptions } from '../../audio/wav-header.ts'
import * as field from '../../server/bodies/fields.ts'

/** Audio as a request asks for it. */
export interface OutputFormat {
  readonly container: Container
  readonly codec: Codec
  readonly sampleRateHz: number
  /** Present if a WAV header precedes the samples that the codec makes. */
  readonly inWav?: WavHeaderOptions['encoding'] | undefined
}

const CONTAINERS = ['raw', 'wav', 'mp3'] as const
type Container = (typeof CONTAINERS)[number]

const ENCODINGS = {
  pcm_s16le: { codec: 'pcm', inWav: 'linear' },
  pcm_f32le: { codec: 'f32le', inWav: 'float' },
  pcm_mulaw: { codec: 'mulaw', inWav: 'mulaw' },
  pcm_alaw: { codec: 'alaw', inWav: 'alaw' },
} as const satisfies Record<string, { codec: Codec; inWav: WavHeaderOptions['encoding'] }>

const RATES_HZ = [8000, 16_000, 22_050, 24_000, 44_100, 48_000]
const BIT_RATES = [32_000, 64_000, 96_000, 128_000, 192_000]

/** `output_format` with one of the containers. */
export const outputFormat = (containers: readonly Container[]) =>
  z
    .object(
      {
        container: field.oneOf('output_format.container', containers),
        encoding: field
          .oneOf('output_format.encoding', Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])
          .optional()
          .describe('Required, but for mp3'),
        sample_rate: field.integerOf('output_format.sample_rate', RATES_HZ),
        ...(containers.includes('mp3') && {
          bit_rate: field
            .integerOf('output_format.bit_rate', BIT_RATES)
            .optional()
            .describe('Of mp3; each sample rate has one bit rate, whatever is asked for'),
        }),
      },
      {
        error: ({ input }) => `output_format ${input === undefined ? 'is required' : 'must be an object'}`,
      },
    )
    .transform(({ container, encoding, sample_rate: sampleRateHz }, context): OutputFormat => {
      if (container === 'mp3') return { container, codec: 'mp3', sampleRateHz }
      if (encoding === undefined) {
        context.addIssue({ code: 'custom', path: ['encoding'], message: 'output_format.encoding is required' })
        return z.NEVER
      }
      const { codec, inWav } = ENCODINGS[encoding]
      return { container, codec, sampleRateHz, ...(container === 'wav' && { inWav }) }
    })
    .describe('Format of the audio')

export const RAW_ONLY = ['raw'] as const
export const ANY_CONTAINER = CONTAINERS
