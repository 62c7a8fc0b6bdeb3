import type { LoadedEngine } from '../../core/engine.ts'
import { plainWord, type Utterance } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import { openNetwork } from '../onnx-network.ts'
import { EXACT_8_BIT_PRODUCTS } from '../onnx-runtime.ts'
import { LoadedAria } from './loaded-aria.ts'
import type { Speaker } from './mixture.ts'
import type { VoiceManifest } from './voice-files.ts'
import type { VoiceFolder } from './voice-folder.ts'

/** Spoken on each load: checks the files and compiles inner loops before the first request. */
const TRIAL: Utterance = {
  language: 'eng',
  segments: 'it is to you that we should have come'.split(' ').map(plainWord),
  pauseAfterMs: 0,
}

function trialVoice({ speakers }: VoiceManifest): EngineVoice {
  const { name, pitchMeanHz } = speakers[0] as Speaker
  const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  return { engine: 'aria', base: name, timbre }
}

/** Opens the networks of a folder for this thread. Throws where one of them cannot be loaded. */
export async function openVoice({ manifest, ...models }: VoiceFolder): Promise<LoadedEngine> {
  const loaded = new LoadedAria(manifest, {
    acoustic: await openNetwork(models.acoustic, EXACT_8_BIT_PRODUCTS),
    voicing: await openNetwork(models.voicing, EXACT_8_BIT_PRODUCTS),
    vocoder: await openNetwork(models.vocoder, EXACT_8_BIT_PRODUCTS),
  })
  await loaded.speak(TRIAL, trialVoice(manifest), { mark() {}, audio: () => true })
  return loaded
}
