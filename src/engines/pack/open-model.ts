import type { WordTimesSource } from '../../core/engine.ts'
import { KITTEN } from './families/kitten.ts'
import { KOKORO } from './families/kokoro.ts'
import { hasDurations, openPiperModel } from './families/piper.ts'
import { readPiperConfig } from './families/piper-config.ts'
import { durationsOf, openStyleModel, SAMPLE_RATE_HZ } from './families/style-model.ts'
import { type OnnxFile, readOnnxFile } from './onnx-file.ts'
import { type Family, type PackFolder, partPath, unusable } from './pack-folder.ts'
import type { PackModel } from './pack-model.ts'

/** A family of models. */
interface FamilyModels {
  open(pack: PackFolder): Promise<PackModel>
  sampleRateHz(pack: PackFolder): number
  tellsDurations(file: OnnxFile): boolean
}

const STYLE_MODELS = {
  sampleRateHz: () => SAMPLE_RATE_HZ,
  tellsDurations: (file: OnnxFile) => durationsOf(file) !== null,
}

const FAMILIES: Readonly<Record<Family, FamilyModels>> = {
  kokoro: { ...STYLE_MODELS, open: (pack) => openStyleModel(pack, KOKORO) },
  kitten: { ...STYLE_MODELS, open: (pack) => openStyleModel(pack, KITTEN) },
  piper: {
    open: openPiperModel,
    sampleRateHz: (pack) => readPiperConfig(partPath(pack, 'config')).sampleRateHz,
    tellsDurations: hasDurations,
  },
}

/** Loads the model of a pack: its weights take memory until it is released. Throws `voice.unusable`. */
export const openModel = (pack: PackFolder): Promise<PackModel> =>
  refusing(pack, 'cannot be loaded', () => FAMILIES[pack.family].open(pack))

/** Sampling rate of a pack's speech in Hz. Throws `voice.unusable`. */
export function sampleRateOfPack(pack: PackFolder): number {
  try {
    return FAMILIES[pack.family].sampleRateHz(pack)
  } catch (error) {
    throw refusal(pack, 'cannot be used', error)
  }
}

/** Where the times of words come from, by the structure of the model's file alone. Throws `voice.unusable`. */
export function marksOfPack(pack: PackFolder): WordTimesSource {
  try {
    return FAMILIES[pack.family].tellsDurations(readOnnxFile(partPath(pack, 'model'))) ? 'exact' : 'estimated'
  } catch (error) {
    throw refusal(pack, 'cannot be used', error)
  }
}

/** Runs an action of a pack's model. Whatever it throws becomes `voice.unusable` with one line. */
export async function refusing<T>(pack: PackFolder, failure: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw refusal(pack, failure, error)
  }
}

function refusal({ folder }: PackFolder, failure: string, cause: unknown) {
  if (cause instanceof Error && cause.name === 'SpeechError') return cause
  const [line = ''] = String((cause as Error)?.message ?? cause).split('\n')
  return unusable(`the model of ${folder} ${failure}: ${line.slice(0, 400)}`, cause)
}
