import { someRates } from '../../sample-rates.ts'

/** Parameters of MPEG layer III for mono at one sampling rate: fields of ISO 11172-3 and 13818-3, and our bit rate. */
export interface LayerThree {
  readonly sampleRateHz: number
  /** Constant, so that players can compute the length of unread data. */
  readonly kbps: 32 | 48 | 64 | 96
  /** 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5. */
  readonly version: 0 | 2 | 3
  readonly rateIndex: 0 | 1 | 2
  readonly bitrateIndex: number
}

const LOOKAHEAD = 224

const MODES: readonly LayerThree[] = [
  { sampleRateHz: 8000, kbps: 32, version: 0, rateIndex: 2, bitrateIndex: 4 },
  { sampleRateHz: 11_025, kbps: 32, version: 0, rateIndex: 0, bitrateIndex: 4 },
  { sampleRateHz: 12_000, kbps: 32, version: 0, rateIndex: 1, bitrateIndex: 4 },
  { sampleRateHz: 16_000, kbps: 48, version: 2, rateIndex: 2, bitrateIndex: 6 },
  { sampleRateHz: 22_050, kbps: 64, version: 2, rateIndex: 0, bitrateIndex: 8 },
  { sampleRateHz: 24_000, kbps: 64, version: 2, rateIndex: 1, bitrateIndex: 8 },
  { sampleRateHz: 32_000, kbps: 96, version: 3, rateIndex: 2, bitrateIndex: 7 },
  { sampleRateHz: 44_100, kbps: 96, version: 3, rateIndex: 0, bitrateIndex: 7 },
  { sampleRateHz: 48_000, kbps: 96, version: 3, rateIndex: 1, bitrateIndex: 7 },
]

export const MP3_RATES = someRates(MODES.map(({ sampleRateHz }) => sampleRateHz))

/** Throws a RangeError for an unsupported rate. */
export function layerThreeAt(sampleRateHz: number): LayerThree {
  const mode = MODES.find((each) => each.sampleRateHz === sampleRateHz)
  if (mode === undefined) throw new RangeError(`MP3 has no sampling rate of ${sampleRateHz} Hz`)
  return mode
}

export const samplesOfFrame = ({ version }: LayerThree): number => (version === 3 ? 1152 : 576)

/** Mean bytes per frame; frames have whole bytes, so some are one byte longer. */
export const bytesOfFrame = (mode: LayerThree): number =>
  (samplesOfFrame(mode) * mode.kbps * 1000) / 8 / mode.sampleRateHz

/** Samples before LAME's first bytes: a frame and its lookahead. */
export const samplesBeforeMp3 = (sampleRateHz: number): number => samplesOfFrame(layerThreeAt(sampleRateHz)) + LOOKAHEAD
