import type { LoadedEngine } from '../../core/engine.ts'
import { type NetworkOptions, openNetwork } from '../onnx-network.ts'
import { speakTrial } from '../speak-trial.ts'
import { generateFrames } from './generator.ts'
import { LoadedNatural, type SoundMaker } from './loaded-natural.ts'
import { type Style, Styles } from './styles.ts'
import { speakFrames } from './vocoder.ts'
import type { FileName, NaturalFolder } from './voice-folder.ts'

/** The front predicts a phrase at once, in 3 % of its length. */
const VOCODER: SoundMaker = { speakFrames, phraseS: { first: 1.2, growth: 2.5, max: 8 } }
/** The generator takes a third of the length of a phrase on one core, and others wait for it. */
const GENERATOR: SoundMaker = { speakFrames: generateFrames, phraseS: { first: 0.6, growth: 2.5, max: 5 } }

/**
 * Opens the networks of a folder for this thread. Throws where one of them cannot be loaded. Their weights have 7 bits,
 * so that the products of 8 bits are exact on every processor.
 */
export const openNatural = (folder: NaturalFolder): Promise<LoadedEngine> =>
  open('natural', folder, 'vocoder.onnx', VOCODER, {})

/** With Kokoro's own generator in place of the vocoder. `threads`: that work on one inference. */
export const openBest = (folder: NaturalFolder, threads: number): Promise<LoadedEngine> =>
  open('best', folder, 'generator.onnx', GENERATOR, { threads })

async function open(
  engine: string,
  { manifest, pathOf }: NaturalFolder,
  sound: FileName,
  maker: SoundMaker,
  options: NetworkOptions,
): Promise<LoadedEngine> {
  const { styles, maxTokens } = manifest
  const networks = {
    front: await openNetwork(pathOf('front.onnx'), {}, options),
    sound: await openNetwork(pathOf(sound), {}, options),
  }
  const mixed = new Styles(pathOf('styles.bin'), styles, maxTokens)
  const loaded = new LoadedNatural(engine, networks, maker, mixed, maxTokens)
  const { name, pitchMeanHz } = styles[0] as Style
  await speakTrial(loaded, engine, name, pitchMeanHz)
  return loaded
}
