import type { Engine } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import { requireRuntime } from '../onnx-runtime.ts'
import { openVoiceFolder } from './voice-folder.ts'

const SHIPPED_VOICE = new URL('../../../voices/aria/', import.meta.url)

/**
 * Creates the engine of our own networks, for all languages but Arabic and Hebrew, from a folder as described in
 * voice-files.ts. Figures: docs/voice.md.
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
        throw unusable(error)
      }
    },
    async load() {
      try {
        // Imported here, so that commands and the main thread, which do not speak, do not compile it.
        const { openVoice } = await import('./open-voice.ts')
        return await openVoice(openVoiceFolder(folder))
      } catch (error) {
        throw unusable(error)
      }
    },
  }
}

function unusable(cause: unknown): SpeechError {
  // After the first line Node lists the paths that it searched.
  const [why] = String((cause as Error).message).split('\n')
  return new SpeechError('engine.unusable', `aria cannot be loaded: ${why}`, { cause })
}

export const ariaEngine: Engine = createAriaEngine()
