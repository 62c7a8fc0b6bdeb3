/** One of the speakers in Flite's binary, as measured; figures that shaping is relative to. */
export interface FliteVoice {
  readonly name: string
  /** Mean fundamental frequency, Hz, of its unshaped speech. */
  readonly pitchMeanHz: number
  /** Factor that brings its speech to the loudness of the others. */
  readonly gain: number
}

const VOICES: readonly FliteVoice[] = [
  { name: 'slt', pitchMeanHz: 172, gain: 1 },
  { name: 'rms', pitchMeanHz: 98, gain: 1 },
  { name: 'awb', pitchMeanHz: 132, gain: 1 },
]

export const fliteVoiceByName: ReadonlyMap<string, FliteVoice> = new Map(VOICES.map((voice) => [voice.name, voice]))
