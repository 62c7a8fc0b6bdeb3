import type { LoadedEngine } from '../../core/engine.ts'
import { exactProducts } from '../exact-products.ts'
import { openNetwork } from '../onnx-network.ts'
import { speakTrial } from '../speak-trial.ts'
import { LoadedAria } from './loaded-aria.ts'
import type { Speaker } from './mixture.ts'
import type { VoiceFolder } from './voice-folder.ts'

/** Opens the networks of a folder for this thread. Throws where one of them cannot be loaded. */
export async function openVoice({ manifest, ...models }: VoiceFolder): Promise<LoadedEngine> {
  const settings = await exactProducts()
  const loaded = new LoadedAria(manifest, {
    acoustic: await openNetwork(models.acoustic, settings),
    voicing: await openNetwork(models.voicing, settings),
    vocoder: await openNetwork(models.vocoder, settings),
  })
  const { name, pitchMeanHz } = manifest.speakers[0] as Speaker
  await speakTrial(loaded, 'aria', name, pitchMeanHz)
  return loaded
}
