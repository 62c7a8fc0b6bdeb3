interface PremadeVoice {
  readonly name: string
  /** The voice of the catalogue that speaks it, of the same gender and a similar character. */
  readonly speaker: string
}

/** ElevenLabs' premade voices by their ids, which clients have as defaults. */
export const PREMADE_VOICES: Readonly<Record<string, PremadeVoice>> = {
  '21m00Tcm4TlvDq8ikWAM': { name: 'Rachel', speaker: 'astra' },
  '9BWtsMINqrJLrRacOk9x': { name: 'Aria', speaker: 'lyra' },
  AZnzlk1XvdvUeBnXmlld: { name: 'Domi', speaker: 'clementine' },
  bIHbv24MWmeRgasZH58o: { name: 'Will', speaker: 'sirius' },
  cgSgspJ2msm6clMCkdW9: { name: 'Jessica', speaker: 'celeste' },
  cjVigY5qzO86Huf0OWal: { name: 'Eric', speaker: 'atrium' },
  CwhRBWXzGAHq8TQ4Fs17: { name: 'Roger', speaker: 'masonry' },
  ErXwobaYiN019PkySvjV: { name: 'Antoni', speaker: 'arcade' },
  EXAVITQu4vr4xnSDxMaL: { name: 'Sarah', speaker: 'luna' },
  FGY2WhTYpPnrIDTdsKH5: { name: 'Laura', speaker: 'estelle' },
  IKne3meq5aSn9XLyUdCD: { name: 'Charlie', speaker: 'marlu' },
  hpp4J3VqNfWAUOO0d1Us: { name: 'Bella', speaker: 'berklee' },
  iP95p4xoKVk53GoZ742B: { name: 'Chris', speaker: 'parapet' },
  JBFqnCBsd6RMkjVDRZzb: { name: 'George', speaker: 'fuzz' },
  MF3mGyEYCl7XYWbV9V6O: { name: 'Elli', speaker: 'thalassa' },
  N2lVS1w4EtoT3dr4eOWO: { name: 'Callum', speaker: 'tauro' },
  nPczCjzI2devNBz1zQrb: { name: 'Brian', speaker: 'cupola' },
  onwK4e9ZLuTAKqWW03F9: { name: 'Daniel', speaker: 'albion' },
  pFZP5JQG7iQjIQuC4Bku: { name: 'Lily', speaker: 'vashti' },
  pNInz6obpgDQGcFmaJgB: { name: 'Adam', speaker: 'pilaster' },
  pqHfZKP75CvOlQylNhV4: { name: 'Bill', speaker: 'orion' },
  SAz9YHcvj6GT2YYXdXww: { name: 'River', speaker: 'andromeda' },
  TX3LPaxmHKxFdv7VOQHJ: { name: 'Liam', speaker: 'truss' },
  TxGEqnHWrfWFTfGW9XjX: { name: 'Josh', speaker: 'ursa' },
  VR6AewLTigWG4xSOukaG: { name: 'Arnold', speaker: 'stucco' },
  Xb7hH8MSUJpSbSDYk0k2: { name: 'Alice', speaker: 'vespera' },
  XB0fDUnXU5powFXDhCwa: { name: 'Charlotte', speaker: 'oculus' },
  XrExE9yKIg1WjnnlVkGX: { name: 'Matilda', speaker: 'willow' },
  yoZ06aMxZJJ28mfd3POQ: { name: 'Sam', speaker: 'bond' },
}

/** The catalogue's name of a voice; ids that are not premade voices are returned as they are. */
export const speakerOfVoice = (voiceId: string): string =>
  Object.hasOwn(PREMADE_VOICES, voiceId) ? (PREMADE_VOICES[voiceId] as PremadeVoice).speaker : voiceId
