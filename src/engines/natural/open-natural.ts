import type { LoadedEngine } from '../../core/engine.ts'
import { plainWord, type Utterance } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import { openNetwork } from '../onnx-network.ts'
import { LoadedNatural } from './loaded-natural.ts'
import { type Style, Styles } from './styles.ts'
import type { NaturalFolder } from './voice-folder.ts'

/** Spoken on each load: checks the files and compiles inner loops before the first request. */
const TRIAL: Utterance = {
  language: 'eng',
  segments: 'it is to you that we should have come'.split(' ').map(plainWord),
  pauseAfterMs: 0,
}

function trialVoice({ name, pitchMeanHz }: Style): EngineVoice {
  const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  return { engine: 'natural', base: name, timbre }
}

/**
 * Opens the networks of a folder for this thread. Throws where one of them cannot be loaded. Their weights
 * have 7 bits, so that the products of 8 bits are exact on every processor.
 */
export async function openNatural({ manifest, pathOf }: NaturalFolder): Promise<LoadedEngine> {
  const networks = {
    front: await openNetwork(pathOf('front.onnx'), {}),
    vocoder: await openNetwork(pathOf('vocoder.onnx'), {}),
  }
  const loaded = new LoadedNatural(
    networks,
    new Styles(pathOf('styles.bin'), manifest.styles, manifest.maxTokens),
    manifest.maxTokens,
  )
  await loaded.speak(TRIAL, trialVoice(manifest.styles[0] as Style), { mark() {}, audio: () => true })
  return loaded
}
