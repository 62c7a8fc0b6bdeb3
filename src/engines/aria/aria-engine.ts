import type { Engine } from '../../core/engine.ts'
import { requireRuntime, unusableEngine } from '../onnx-runtime.ts'
import { openVoiceFolder } from './voice-folder.ts'

const SHIPPED_VOICE = new URL('../../../voices/aria/', import.meta.url)

/**
 * Creates the engine of our own networks, for all languages but Arabic, Hebrew, Italian and Dutch, from a folder as described in
 * voice-files.ts. Figures: docs/aria.md.
 */
export function createAriaEngine(folder: URL = SHIPPED_VOICE): Engine {
  return {
    name: 'aria',
    async check() {
      try {
        // Imported here, so that threads, which do not check, save the memory.
        const { checkVoiceFiles } = await import('./voice-files.ts')
        checkVoiceFiles(folder)
        requireRuntime()
      } catch (error) {
        throw unusableEngine('aria', error)
      }
    },
    async load() {
      try {
        // Imported here, so that commands and the main thread, which do not speak, do not compile it.
        const { openVoice } = await import('./open-voice.ts')
        return await openVoice(openVoiceFolder(folder))
      } catch (error) {
        throw unusableEngine('aria', error)
      }
    },
  }
}

export const ariaEngine: Engine = createAriaEngine()
