import type { Engine, OwnThread } from '../core/engine.ts'
import { ariaEngine } from './aria/aria-engine.ts'
import { espeakEngine } from './espeak/espeak-engine.ts'
import { fliteEngine } from './flite/flite-engine.ts'
import { bestEngine, naturalEngine } from './natural/natural-engine.ts'
import { packEngine } from './pack/pack-engine.ts'
import { remoteEngine } from './remote/remote-engine.ts'
import { toneEngine } from './tone/tone-engine.ts'

/** The engines of catalogue voices, in any order. Each is loaded on first use. */
export const ENGINES: readonly Engine[] = [naturalEngine, ariaEngine, fliteEngine, espeakEngine]

/** All engines of this build by name: also `best`, which speaks the voices of natural, those that speak voice packs, and the tone generator, which is for tests. */
export const engineByName: ReadonlyMap<string, Engine> = new Map(
  [...ENGINES, bestEngine, packEngine, remoteEngine, toneEngine].map((engine) => [engine.name, engine]),
)

export const OWN_THREAD_ENGINES: ReadonlyMap<string, OwnThread> = new Map(
  [...engineByName.values()].flatMap(({ name, ownThread }) => (ownThread ? [[name, ownThread] as const] : [])),
)
