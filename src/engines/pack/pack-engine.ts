import type { Engine } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import { requireRuntime } from '../onnx-runtime.ts'
import type { ModelLimits } from './open-models.ts'

const LIMITS: ModelLimits = { maxModels: 3, idleMs: 10 * 60_000 }

/**
 * Creates the engine for the models of voice packs: Kokoro, Piper and Kitten. A base voice is `FOLDER#SPEAKER`, where
 * FOLDER is an installed pack and SPEAKER one of its speakers or a mixture, `af_heart*0.7+af_bella*0.3`.
 */
export function createPackEngine(limits: ModelLimits = LIMITS): Engine {
  return {
    name: 'pack',
    // A model takes hundreds of megabytes, and one inference can use all cores.
    ownThread: 'in turns',
    async wordTimes(base) {
      const [{ marksOfPack }, { readPackFolder, splitBase }] = await Promise.all([
        import('./open-model.ts'),
        import('./pack-folder.ts'),
      ])
      return marksOfPack(readPackFolder(splitBase(base).folder))
    },
    async check() {
      try {
        requireRuntime()
      } catch (cause) {
        // After the first line Node lists the paths that it searched.
        const [why] = String((cause as Error).message).split('\n')
        throw new SpeechError('engine.unusable', `pack cannot be loaded: ${why}`, { cause })
      }
    },
    load: async () => new (await import('./loaded-pack.ts')).LoadedPack(limits),
  }
}

export const packEngine: Engine = createPackEngine()
