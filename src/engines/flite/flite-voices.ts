/** One of the speakers in Flite's binary, as measured; figures that shaping is relative to. */
export interface FliteVoice {
  readonly name: string
  /** Mean fundamental frequency, Hz, of its unshaped speech. */
  readonly pitchMeanHz: number
  /** Brings what is rendered to -21 LUFS in its unshaped speech. */
  readonly gain: number
}

const VOICES: readonly FliteVoice[] = [
  { name: 'slt', pitchMeanHz: 174, gain: 1.05 },
  { name: 'rms', pitchMeanHz: 101, gain: 2.04 },
  { name: 'awb', pitchMeanHz: 129.5, gain: 1.8 },
]

export const fliteVoiceByName: ReadonlyMap<string, FliteVoice> = new Map(VOICES.map((voice) => [voice.name, voice]))
