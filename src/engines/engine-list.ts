import type { Engine } from '../core/engine.ts'
import { ariaEngine } from './aria/aria-engine.ts'
import { espeakEngine } from './espeak/espeak-engine.ts'
import { fliteEngine } from './flite/flite-engine.ts'
import { neuralEngine } from './neural/neural-engine.ts'
import { toneEngine } from './tone/tone-engine.ts'

/** The engines of catalogue voices, in any order. Each is loaded on first use. */
export const ENGINES: readonly Engine[] = [ariaEngine, fliteEngine, espeakEngine]

/** All engines of this build by name: also the one that speaks voice packs, and the tone generator, which is for tests. */
export const engineByName: ReadonlyMap<string, Engine> = new Map(
  [...ENGINES, neuralEngine, toneEngine].map((engine) => [engine.name, engine]),
)

export const OWN_THREAD_ENGINES: ReadonlySet<string> = new Set(
  [...engineByName.values()].filter(({ hasOwnThread }) => hasOwnThread).map(({ name }) => name),
)
