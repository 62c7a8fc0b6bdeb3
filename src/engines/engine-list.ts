import type { Engine } from '../core/engine.ts'
import { ariaEngine } from './aria/aria-engine.ts'
import { espeakEngine } from './espeak/espeak-engine.ts'
import { fliteEngine } from './flite/flite-engine.ts'
import { toneEngine } from './tone/tone-engine.ts'

/** The engines that voices of the catalogue speak through, in any order. Listing one costs nothing: it loads when it is first needed. */
export const ENGINES: readonly Engine[] = [ariaEngine, fliteEngine, espeakEngine]

/** Every engine of this build; the tone generator is for tests. */
export const engineByName: ReadonlyMap<string, Engine> = new Map(
  [...ENGINES, toneEngine].map((engine) => [engine.name, engine]),
)
