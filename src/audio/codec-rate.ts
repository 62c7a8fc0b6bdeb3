import type { Codec } from '../core/audio.ts'

const MP3_RATES_HZ = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const OPUS_RATES_HZ = [8000, 12_000, 16_000, 24_000, 48_000]

const RATES_HZ: Readonly<Record<Codec, readonly number[] | null>> = {
  wav: null,
  pcm: null,
  mulaw: null,
  mp3: MP3_RATES_HZ,
  ogg: OPUS_RATES_HZ,
  webm: OPUS_RATES_HZ,
}

/** Samples that LAME takes before its first bytes, by the length of the frames. */
const MP3_SAMPLES = { mpeg1: 1376, mpeg2: 800 }
const LOWEST_MPEG1_RATE_HZ = 32_000
const OPUS_PACKET_S = 0.02

/** Audio that a codec takes before it gives the first bytes after its header, in seconds. */
export function firstBytesAfterS(codec: Codec, sampleRateHz: number): number {
  if (codec === 'ogg' || codec === 'webm') return OPUS_PACKET_S
  if (codec !== 'mp3') return 0
  return (sampleRateHz < LOWEST_MPEG1_RATE_HZ ? MP3_SAMPLES.mpeg2 : MP3_SAMPLES.mpeg1) / sampleRateHz
}

/** The rate nearest to the one asked for that the codec has, the higher of two as near. */
export function rateOfCodec(codec: Codec, askedHz: number): number {
  const rates = RATES_HZ[codec]
  if (rates === null) return askedHz
  return rates.reduce((best, rate) => (Math.abs(rate - askedHz) <= Math.abs(best - askedHz) ? rate : best))
}
