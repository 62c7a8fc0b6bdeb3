import type { Engine } from '../core/engine.ts'
import { ariaEngine } from './aria/aria-engine.ts'
import { espeakEngine } from './espeak/espeak-engine.ts'
import { fliteEngine } from './flite/flite-engine.ts'
import { toneEngine } from './tone/tone-engine.ts'

/** The engines of catalogue voices, in any order. Each is loaded on first use. */
export const ENGINES: readonly Engine[] = [ariaEngine, fliteEngine, espeakEngine]

/** All engines of this build by name; the tone generator is for tests. */
export const engineByName: ReadonlyMap<string, Engine> = new Map(
  [...ENGINES, toneEngine].map((engine) => [engine.name, engine]),
)
