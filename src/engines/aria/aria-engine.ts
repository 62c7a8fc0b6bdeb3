import type { Engine, LoadedEngine } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import type { Utterance } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import { requireRuntime } from '../onnx-runtime.ts'
import { LoadedAria } from './loaded-aria.ts'
import type { Speaker } from './mixture.ts'
import { openNetwork } from './networks.ts'
import type { VoiceManifest } from './voice-files.ts'
import { openVoiceFolder, type VoiceFolder } from './voice-folder.ts'

const SHIPPED_VOICE = new URL('../../../voices/aria/', import.meta.url)

/** Spoken on each load: checks the files and compiles inner loops before the first request. */
const TRIAL: Utterance = {
  language: 'eng',
  segments: 'it is to you that we should have come'.split(' ').map((spoken) => ({
    kind: 'word',
    spoken,
    phonemes: null,
    span: { start: 0, end: 0 },
    rate: 1,
    pitch: 1,
    pauseBeforeMs: 0,
  })),
  pauseAfterMs: 0,
}

function trialVoice({ speakers }: VoiceManifest): EngineVoice {
  const { name, pitchMeanHz } = speakers[0] as Speaker
  const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  return { engine: 'aria', base: name, timbre }
}

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

async function openVoice({ manifest, ...models }: VoiceFolder): Promise<LoadedEngine> {
  const loaded = new LoadedAria(manifest, {
    acoustic: await openNetwork(models.acoustic),
    voicing: await openNetwork(models.voicing),
    vocoder: await openNetwork(models.vocoder),
  })
  await loaded.speak(TRIAL, trialVoice(manifest), { mark() {}, audio: () => true })
  return loaded
}
