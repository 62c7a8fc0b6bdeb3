import type { Engine } from '../../core/engine.ts'
import { requireRuntime, unusableEngine } from '../onnx-runtime.ts'
import { checkNaturalFolder, openNaturalFolder } from './voice-folder.ts'

const SHIPPED_VOICE = new URL('../../../voices/natural/', import.meta.url)

/** Kokoro's front and a vocoder of our own, for English, Spanish, French, Portuguese, Italian, Hindi and Japanese. */
export const naturalEngine: Engine = {
  name: 'natural',
  async check() {
    try {
      checkNaturalFolder(openNaturalFolder(SHIPPED_VOICE))
      requireRuntime()
    } catch (error) {
      throw unusableEngine('natural', error)
    }
  },
  async load() {
    try {
      // Imported here, so that commands and the main thread, which do not speak, do not compile it.
      const { openNatural } = await import('./open-natural.ts')
      return await openNatural(openNaturalFolder(SHIPPED_VOICE))
    } catch (error) {
      throw unusableEngine('natural', error)
    }
  },
}
