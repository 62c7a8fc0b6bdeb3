import { describe, expect, test } from 'vitest'
import type { AudioFormat, Codec } from '../src/audio/codecs.ts'
import { createEncoder } from '../src/audio/encoder.ts'
import { peakLevel, rmsDb } from './audio-measures.ts'
import { canSoxRead, decodeWithFfmpeg, decodeWithSox, type Headerless, hasFfmpeg } from './decoders.ts'
import { encodeStream, encodeWhole } from './encode.ts'

const TONE_HZ = 437
const AMPLITUDE = 0.3
const TONE_DB = 20 * Math.log10(AMPLITUDE / Math.SQRT2)
const SECONDS = 1.2345
const EDGE_S = 0.03

const MP3_RATES_HZ = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const OPUS_RATES_HZ = [8000, 12_000, 16_000, 24_000, 48_000]
const AAC_RATES_HZ = [8000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000]
const SAMPLE_RATES_HZ = [4000, 8000, 22_050, 24_000, 44_100, 96_000, 384_000]
const at = (codec: Codec, rates: readonly number[]): AudioFormat[] =>
  rates.map((sampleRateHz) => ({ codec, sampleRateHz }))
const FORMATS = [
  ...at('wav', SAMPLE_RATES_HZ),
  ...at('pcm', SAMPLE_RATES_HZ),
  ...at('f32le', SAMPLE_RATES_HZ),
  ...at('mulaw', SAMPLE_RATES_HZ),
  ...at('alaw', SAMPLE_RATES_HZ),
  ...at('flac', SAMPLE_RATES_HZ),
  ...at('mp3', MP3_RATES_HZ),
  ...at('ogg', OPUS_RATES_HZ),
  ...at('webm', OPUS_RATES_HZ),
  ...at('aac', AAC_RATES_HZ),
  ...at('m4b', AAC_RATES_HZ),
]
const STREAMED = FORMATS.filter(({ codec }) => codec !== 'm4b')

/** A tone that begins and ends at once, so that nothing of its edges can be missing unseen. */
const toneOf = (rateHz: number): Int16Array =>
  Int16Array.from(
    { length: Math.round(SECONDS * rateHz) },
    (_, i) => 32_768 * AMPLITUDE * Math.sin((2 * Math.PI * TONE_HZ * i) / rateHz),
  )

async function* chunked(samples: Int16Array, rateHz: number): AsyncGenerator<Int16Array> {
  const length = Math.round(0.02 * rateHz)
  for (let from = 0; from < samples.length; from += length) yield samples.slice(from, from + length)
}

async function streamed(format: AudioFormat): Promise<Buffer> {
  using encoder = await createEncoder(format)
  const parts: Uint8Array[] = []
  const tone = toneOf(format.sampleRateHz)
  for await (const bytes of encodeStream(chunked(tone, format.sampleRateHz), encoder)) parts.push(bytes.slice())
  return Buffer.concat(parts)
}

async function whole(format: AudioFormat): Promise<Uint8Array> {
  using encoder = await createEncoder(format)
  return await encodeWhole(chunked(toneOf(format.sampleRateHz), format.sampleRateHz), encoder)
}

const rawOf = ({ codec, sampleRateHz }: AudioFormat): Headerless | undefined =>
  codec === 'pcm' || codec === 'f32le' || codec === 'mulaw' || codec === 'alaw'
    ? { encoding: codec, rateHz: sampleRateHz }
    : undefined

/** Everything of the tone is there, at its time, as loud and as high as it was, and hardly anything else. */
function expectTone(samples: Float32Array, rateHz: number): void {
  const length = Math.round(SECONDS * rateHz)
  const edge = Math.round(EDGE_S * rateHz)
  const tone = samples.subarray(0, length)
  expect(rmsDb(tone)).toBeCloseTo(TONE_DB, 0)
  expect(Math.abs(rmsDb(tone.subarray(0, edge)) - TONE_DB)).toBeLessThan(2)
  expect(Math.abs(rmsDb(tone.subarray(-edge)) - TONE_DB)).toBeLessThan(2)
  const rest = tone.map((sample, i) => sample - AMPLITUDE * Math.sin((2 * Math.PI * TONE_HZ * i) / rateHz))
  expect(rmsDb(rest.subarray(edge, -edge)) - TONE_DB).toBeLessThan(-26)
}

/** What follows the tone is short and silent once the codec has rung out. */
function expectEnd(samples: Float32Array, rateHz: number, maxExtraS: number): void {
  const extra = samples.length / rateHz - SECONDS
  expect(Math.abs(extra)).toBeLessThanOrEqual(maxExtraS)
  const tail = samples.subarray(Math.round((SECONDS + EDGE_S) * rateHz))
  if (tail.length > 0) expect(peakLevel(tail)).toBeLessThan(0.02)
}

/** A stream of MP3, and any file of AAC in ADTS, cannot say where in its last frame the audio ends. ffmpeg ignores it in MP4. */
function frameS({ codec, sampleRateHz }: AudioFormat): number {
  if (codec === 'aac' || codec === 'm4b') return 1024 / sampleRateHz
  return codec === 'mp3' ? (sampleRateHz < 32_000 ? 576 : 1152) / sampleRateHz : 0
}

/** ADTS cannot say either that the first frame is before the audio. */
const delaySamples = ({ codec }: AudioFormat): number => (codec === 'aac' ? 1024 : 0)
const ROUNDING_S = 0.001

describe.skipIf(!hasFfmpeg)('ffmpeg (skipped where it is not installed)', () => {
  test.each(STREAMED)('hears all of a stream of $codec at $sampleRateHz Hz, and nothing more', async (format) => {
    const { sampleRateHz } = format
    const decoded = decodeWithFfmpeg(await streamed(format), sampleRateHz, rawOf(format))
    const samples = decoded.subarray(delaySamples(format))
    expectTone(samples, sampleRateHz)
    expectEnd(samples, sampleRateHz, frameS(format) + ROUNDING_S)
  })

  test.each(FORMATS)('hears all of a file of $codec at $sampleRateHz Hz, and nothing more', async (format) => {
    const { sampleRateHz } = format
    const decoded = decodeWithFfmpeg(await whole(format), sampleRateHz, rawOf(format))
    const samples = decoded.subarray(delaySamples(format))
    expectTone(samples, sampleRateHz)
    expectEnd(samples, sampleRateHz, frameS(format) + ROUNDING_S)
  })

  test('plays two answers in MP3 one after the other as one file', async () => {
    const answer = await streamed({ codec: 'mp3', sampleRateHz: 24_000 })
    const samples = decodeWithFfmpeg(Buffer.concat([answer, answer]), 24_000)
    expectTone(samples, 24_000)
    expect(samples.length / 24_000 - 2 * SECONDS).toBeLessThan(0.12)
    expect(rmsDb(samples.subarray(-24_000, -2400))).toBeCloseTo(TONE_DB, 0)
  })
})

const SOX_TYPES: Readonly<Record<Codec, string>> = {
  wav: 'wav',
  pcm: 'raw',
  f32le: 'raw',
  mulaw: 'raw',
  alaw: 'raw',
  flac: 'flac',
  mp3: 'mp3',
  ogg: 'opus',
  webm: 'webm',
  aac: 'aac',
  m4b: 'm4b',
}

describe.each(STREAMED)('sox (skipped where it cannot read the format)', (format) => {
  const type = SOX_TYPES[format.codec]
  const { codec, sampleRateHz } = format
  // It knows nothing of what an MP3 says of its own delay.
  const delayS = codec === 'mp3' ? 1105 / sampleRateHz : 0

  test.skipIf(!canSoxRead(type))(`hears all of a stream of ${codec} at ${sampleRateHz} Hz`, async () => {
    const samples = decodeWithSox(await streamed(format), type, rawOf(format))
    const infoFrameS = frameS(format)
    const start = Math.round((delayS + infoFrameS) * sampleRateHz)
    expectTone(samples.subarray(start), sampleRateHz)
    expectEnd(samples.subarray(start), sampleRateHz, frameS(format) + ROUNDING_S)
  })
})
