import { availableParallelism } from 'node:os'
import type { Engine, LoadedEngine } from '../../core/engine.ts'
import { requireRuntime, unusableEngine } from '../onnx-runtime.ts'
import { checkNaturalFolder, type NaturalFolder, openNaturalFolder } from './voice-folder.ts'

const SHIPPED_VOICE = new URL('../../../voices/natural/', import.meta.url)
/** More gain little: much of the generator only moves memory. */
const MAX_THREADS = 4

/** Kokoro's front and a vocoder of our own, for English, Spanish, French, Portuguese, Italian, Hindi and Japanese. */
export const naturalEngine: Engine = {
  name: 'natural',
  check: () => check('natural', 'vocoder.onnx'),
  load: () => load('natural', (open, folder) => open.openNatural(folder)),
}

/** The same with Kokoro's own generator, which takes about seven times as long. */
export const bestEngine: Engine = {
  name: 'best',
  // An inference takes a third of the length of a phrase, and callers of other engines do not wait for it.
  ownThread: 'in turns',
  check: () => check('best', 'generator.onnx'),
  load: () =>
    load('best', async (open, folder) => {
      checkNaturalFolder(folder, 'generator.onnx')
      return await open.openBest(folder, Math.min(availableParallelism(), MAX_THREADS))
    }),
}

async function check(engine: string, sound: 'vocoder.onnx' | 'generator.onnx'): Promise<void> {
  try {
    checkNaturalFolder(openNaturalFolder(SHIPPED_VOICE), sound)
    requireRuntime()
  } catch (error) {
    throw unusableEngine(engine, error)
  }
}

type Open = (opening: typeof import('./open-natural.ts'), folder: NaturalFolder) => Promise<LoadedEngine>

async function load(engine: string, open: Open): Promise<LoadedEngine> {
  try {
    // Imported here, so that commands and the main thread, which do not speak, do not compile it.
    return await open(await import('./open-natural.ts'), openNaturalFolder(SHIPPED_VOICE))
  } catch (error) {
    throw unusableEngine(engine, error)
  }
}
