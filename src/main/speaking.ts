import { createUtteranceCache } from '../app/utterance-cache.ts'
import type { Clock } from '../core/clock.ts'
import type { SpeechJob } from '../core/speech.ts'
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
  readonly warmUp: readonly SpeechJob[]
  readonly report: ThreadPoolOptions['report']
}

const MEBIBYTE = 2 ** 20

/** Opens everything between a request and its audio. Threads start in the background; the caller disposes the pool. */
export const openSpeaking = (
  config: Config,
  { catalogue, clock, planUtterances, threadUrl, warmUp, report }: SpeakingParts,
) => ({
  catalogue,
  clock,
  deployment: config.deployment,
  arcanaCutover: config.arcanaCutover,
  isStrict: config.isStrict,
  hasNoiseFloor: config.hasNoiseFloor,
  planUtterances,
  random: Math.random,
  cache: createUtteranceCache(config.cacheMegabytes * MEBIBYTE),
  pool: createThreadPool({
    threads: config.workerCount,
    threadUrl,
    ownThreadEngines: OWN_THREAD_ENGINES,
    maxQueuedStreams: config.maxStreams,
    warmUp,
    report,
  }),
})
