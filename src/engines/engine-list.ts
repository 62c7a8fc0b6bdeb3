import type { Engine } from '../core/engine.ts'
import { ariaEngine } from './aria/aria-engine.ts'
import { espeakEngine } from './espeak/espeak-engine.ts'
import { fliteEngine } from './flite/flite-engine.ts'
import { toneEngine } from './tone/tone-engine.ts'

/** Every engine of this build. Listing one costs nothing: it loads when a voice first needs it. */
export const engineByName: ReadonlyMap<string, Engine> = new Map(
  [ariaEngine, fliteEngine, espeakEngine, toneEngine].map((engine) => [engine.name, engine]),
)
