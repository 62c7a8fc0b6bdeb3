import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { LiveFigures } from '../app/live-figures.ts'
import type { UtteranceCache } from '../app/speech/utterance-cache.ts'
import type { EncoderPool } from '../workers/encoder-pool.ts'
import type { ThreadPool } from '../workers/thread-pool.ts'

export interface LiveParts {
  readonly pool: Pick<ThreadPool, 'openStreams' | 'waitingStreams' | 'streamsByEngine' | 'threadStates'>
  readonly encoders: Pick<EncoderPool, 'openEncoders'>
  readonly cache: Pick<UtteranceCache, 'bytes' | 'hits' | 'misses'>
}

/** Sampling interval of the event loop delay. */
const RESOLUTION_MS = 10

/** Reads the figures. The delay of the event loop is measured from the first reading on. */
export function createLiveFigures({ pool, encoders, cache }: LiveParts): () => LiveFigures {
  let delays: IntervalHistogram | undefined

  function eventLoopDelayMs(): LiveFigures['eventLoopDelayMs'] {
    if (delays === undefined) {
      delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
      delays.enable()
      return { p50: 0, p99: 0 }
    }
    const [p50, p99] = [50, 99].map((percentile) => {
      const delayMs = (delays as IntervalHistogram).percentile(percentile) / 1e6 - RESOLUTION_MS
      return Math.max(0, Math.round(10 * delayMs) / 10)
    }) as [number, number]
    delays.reset()
    return { p50, p99 }
  }

  return () => ({
    streams: pool.openStreams,
    queue: pool.waitingStreams,
    streamsByEngine: pool.streamsByEngine,
    threads: pool.threadStates,
    encoders: encoders.openEncoders,
    cache: { bytes: cache.bytes, hits: cache.hits, misses: cache.misses },
    memoryBytes: process.memoryUsage.rss(),
    eventLoopDelayMs: eventLoopDelayMs(),
    uptimeSeconds: Math.round(process.uptime()),
  })
}
