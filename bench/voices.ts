import type { SpeechVoice } from './speech-client.ts'

export const ENGLISH_VOICE: SpeechVoice = { modelId: 'coda', speaker: 'astra', lang: 'eng', samplingRate: 24_000 }
export const SPANISH_VOICE: SpeechVoice = { modelId: 'coda', speaker: 'alba', lang: 'spa', samplingRate: 24_000 }
