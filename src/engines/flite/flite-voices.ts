import type { AddressRange } from './flite-module.ts'

/** A speaker of Flite's binary, with measured figures that shaping is relative to. */
export interface FliteVoice {
  readonly name: 'awb' | 'rms' | 'slt'
  /** Mean fundamental frequency in Hz of its unshaped speech. */
  readonly pitchMeanHz: number
  /** Standard deviation of the fundamental frequency in Hz, as Flite computes it. */
  readonly pitchDeviationHz: number
  /** Gain to -21 LUFS for unshaped speech. */
  readonly gain: number
  /** Address range of its data in the pinned binary. */
  readonly data: AddressRange
}

const VOICES: readonly FliteVoice[] = [
  { name: 'slt', pitchMeanHz: 174, pitchDeviationHz: 27, gain: 1.05, data: [13_541_120, 16_094_752] },
  { name: 'rms', pitchMeanHz: 101, pitchDeviationHz: 24, gain: 2.04, data: [10_551_152, 13_541_120] },
  { name: 'awb', pitchMeanHz: 129.5, pitchDeviationHz: 25, gain: 1.8, data: [8_012_336, 10_551_152] },
]

export const fliteVoiceByName: ReadonlyMap<string, FliteVoice> = new Map(VOICES.map((voice) => [voice.name, voice]))
