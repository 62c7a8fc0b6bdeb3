import type { Engine } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import { requireRuntime } from '../onnx-runtime.ts'
import { checkNaturalFolder, openNaturalFolder } from './voice-folder.ts'

const SHIPPED_VOICE = new URL('../../../voices/natural/', import.meta.url)

/** Kokoro's front and a vocoder of our own, for all languages but German, Arabic and Hebrew. */
export const naturalEngine: Engine = {
  name: 'natural',
  async check() {
    try {
      checkNaturalFolder(openNaturalFolder(SHIPPED_VOICE))
      requireRuntime()
    } catch (error) {
      throw unusable(error)
    }
  },
  async load() {
    try {
      // Imported here, so that commands and the main thread, which do not speak, do not compile it.
      const { openNatural } = await import('./open-natural.ts')
      return await openNatural(openNaturalFolder(SHIPPED_VOICE))
    } catch (error) {
      throw unusable(error)
    }
  },
}

function unusable(cause: unknown): SpeechError {
  // After the first line Node lists the paths that it searched.
  const [why] = String((cause as Error).message).split('\n')
  return new SpeechError('engine.unusable', `natural cannot be loaded: ${why}`, { cause })
}
