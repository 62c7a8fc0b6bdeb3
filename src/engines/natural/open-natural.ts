import type { LoadedEngine } from '../../core/engine.ts'
import { openNetwork } from '../onnx-network.ts'
import { speakTrial } from '../speak-trial.ts'
import { LoadedNatural } from './loaded-natural.ts'
import { type Style, Styles } from './styles.ts'
import type { NaturalFolder } from './voice-folder.ts'

/**
 * Opens the networks of a folder for this thread. Throws where one of them cannot be loaded. Their weights have 7 bits,
 * so that the products of 8 bits are exact on every processor.
 */
export async function openNatural({ manifest, pathOf }: NaturalFolder): Promise<LoadedEngine> {
  const { styles, maxTokens } = manifest
  const networks = {
    front: await openNetwork(pathOf('front.onnx'), {}),
    vocoder: await openNetwork(pathOf('vocoder.onnx'), {}),
  }
  const loaded = new LoadedNatural(networks, new Styles(pathOf('styles.bin'), styles, maxTokens), maxTokens)
  const { name, pitchMeanHz } = styles[0] as Style
  await speakTrial(loaded, 'natural', name, pitchMeanHz)
  return loaded
}
