import type { Engine } from '../core/engine.ts'
import { toneEngine } from './tone/tone-engine.ts'

/** Every engine of this build. Listing one costs nothing: it loads when a voice first needs it. */
export const engineByName: ReadonlyMap<string, Engine> = new Map([toneEngine].map((engine) => [engine.name, engine]))
