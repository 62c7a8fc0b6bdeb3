/** The line `pitch LOW HIGH` of an eSpeak voice: about where its intonation begins and how far it reaches, Hz. */
export interface VoicePitch {
  readonly low: number
  readonly high: number
}

/** eSpeak's parameters, 0 to 99 each; 50 is the voice as its file has it. */
export interface PitchSettings {
  readonly pitch: number
  readonly range: number
}

export const DEFAULT_VOICE_PITCH: VoicePitch = { low: 82, high: 118 }

// How eSpeak makes a frequency of those two: the base doubles every 50 steps of `pitch`, the span above it is
// proportional to `range` and is lowered again by 18 steps of that. Sentences lie 30.5 steps up on average (measured:
// 30 to 31.6 over seven languages and 28 variants).
const BASE_BELOW_LOW_HZ = 9
const STEPS_PER_HZ = 108 / 4096
const MEAN_STEP = 30.5
const RANGE_STEP = 18
const MIDDLE = 50
const MAX = 99

/** What an eSpeak voice file says, or the pitch that eSpeak gives a voice whose file says nothing. */
export function voicePitchOf(voiceFile: string): VoicePitch {
  const [, low, high] = /^\s*pitch\s+(\d+)\s+(\d+)/m.exec(voiceFile) ?? []
  return low && high ? { low: Number(low), high: Number(high) } : DEFAULT_VOICE_PITCH
}

/** Mean of the fundamental frequency over a sentence, Hz. */
export const meanPitchHz = (voice: VoicePitch, { pitch, range }: PitchSettings): number =>
  (voice.low - BASE_BELOW_LOW_HZ) * 2 ** ((pitch - MIDDLE) / MIDDLE) + aboveBaseHz(voice, range)

/** The settings that come nearest to a mean pitch and to a range, in semitones, of `rangeRatio` times the voice's own. */
export function pitchSettings(voice: VoicePitch, meanHz: number, rangeRatio: number): PitchSettings {
  const ownMeanHz = meanPitchHz(voice, { pitch: MIDDLE, range: MIDDLE })
  const range = within(Math.round((MIDDLE * rangeRatio * meanHz) / ownMeanHz))
  return { pitch: pitchSetting(voice, meanHz, range), range }
}

/** The `pitch` that brings the mean to `meanHz` while `range` stays. */
export function pitchSetting(voice: VoicePitch, meanHz: number, range: number): number {
  const ratio = (meanHz - aboveBaseHz(voice, range)) / (voice.low - BASE_BELOW_LOW_HZ)
  return within(ratio > 0 ? Math.round(MIDDLE + MIDDLE * Math.log2(ratio)) : 0)
}

const aboveBaseHz = (voice: VoicePitch, range: number): number =>
  (voice.high - voice.low) * STEPS_PER_HZ * (MEAN_STEP * (range / MIDDLE) - RANGE_STEP * (range / MIDDLE - 1))

const within = (setting: number): number => Math.min(Math.max(setting, 0), MAX)
