import { createUtteranceCache } from '../app/speech/utterance-cache.ts'
import type { Clock } from '../core/clock.ts'
import { closestNames } from '../core/closest-name.ts'
import type { SpeechTask } from '../core/speech.ts'
import type { Catalogue } from '../core/voice.ts'
import { OWN_THREAD_ENGINES } from '../engines/engine-list.ts'
import { createThreadPool, type ThreadPoolOptions } from '../workers/thread-pool.ts'
import type { Config } from './config.ts'
import type { PlanUtterances } from './planner.ts'

export interface SpeakingParts {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly planUtterances: PlanUtterances
  readonly threadUrl: URL
  readonly warmUp: readonly SpeechTask[]
  readonly report: ThreadPoolOptions['report']
  readonly observe?: ThreadPoolOptions['observe']
}

const MEBIBYTE = 2 ** 20

/** Throws an Error of one line if no voice has the name. */
function requireSpeaker(name: string | null, catalogue: Catalogue): string | null {
  if (name === null || catalogue.named(name).length > 0) return name
  const [meant] = closestNames(
    name,
    catalogue.voices.map(({ speaker }) => speaker),
  )
  const hint = meant === undefined ? 'npx hoarfrost voices lists them' : `did you mean ${meant}?`
  throw new Error(`HOARFROST_DEFAULT_SPEAKER must be the name of a voice; there is no voice ${name}; ${hint}`)
}

/** Opens everything between a request and its audio. Threads start in the background; the caller disposes the pool. */
export const openSpeaking = (
  config: Config,
  { catalogue, clock, planUtterances, threadUrl, warmUp, report, observe = () => {} }: SpeakingParts,
) => ({
  catalogue,
  clock,
  deployment: config.deployment,
  arcanaCutover: config.arcanaCutover,
  isStrict: config.isStrict,
  quality: config.quality,
  hasNoiseFloor: config.hasNoiseFloor,
  hasBreaths: config.hasBreaths,
  defaultSpeaker: requireSpeaker(config.defaultSpeaker, catalogue),
  planUtterances,
  random: Math.random,
  cache: createUtteranceCache(config.cacheMegabytes * MEBIBYTE),
  pool: createThreadPool({
    threads: config.workerCount,
    threadUrl,
    ownThreadEngines: OWN_THREAD_ENGINES,
    maxQueuedStreams: config.maxStreams,
    maxWaitMs: config.maxWaitMs,
    warmUp,
    report,
    observe,
  }),
})
