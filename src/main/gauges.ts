import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PackState } from '../app/pack-state.ts'
import type { UtteranceCache } from '../app/speech/utterance-cache.ts'
import type { ObservedWork, ThreadPool } from '../workers/thread-pool.ts'

const WAIT_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10]
const RTF_BUCKETS = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

/** Creates the registry, and metrics of the threads' work in it. */
export function createRegistry(): { readonly registry: Registry; readonly observe: (work: ObservedWork) => void } {
  const registry = new Registry()
  const wait = new Histogram({
    name: 'hoarfrost_stream_wait_seconds',
    help: 'Time from the first utterance of a stream to its first audio, by engine',
    labelNames: ['engine'],
    buckets: WAIT_BUCKETS_S,
    registers: [registry],
  })
  const rtf = new Histogram({
    name: 'hoarfrost_real_time_factor',
    help: 'Synthesis time per second of audio of each utterance, by engine',
    labelNames: ['engine'],
    buckets: RTF_BUCKETS,
    registers: [registry],
  })
  return {
    registry,
    observe(work) {
      const { kind, engine } = work
      if (kind === 'started') wait.observe({ engine }, work.waitMs / 1000)
      else if (work.audioS > 0) rtf.observe({ engine }, work.ranMs / 1000 / work.audioS)
    },
  }
}

export interface MeasuredParts {
  readonly pool: Pick<ThreadPool, 'openStreams' | 'waitingStreams' | 'speakingThreads' | 'utilization' | 'refusals'>
  readonly cache: Omit<UtteranceCache, 'open'>
  readonly missingEngines: () => readonly string[]
  readonly packStates: () => readonly PackState[]
  readonly droppedLogLines: () => number
  readonly isStoreReadable: () => boolean
}

/** Adds metrics of the process, its threads and its cache; gauges are read on request. */
export function addMetrics(
  registry: Registry,
  { pool, cache, missingEngines, packStates, droppedLogLines, isStoreReadable }: MeasuredParts,
): Registry {
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  const counter = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
  gauge(
    'hoarfrost_open_streams',
    'Responses and WebSocket turns that are spoken or waiting, without jobs',
    () => pool.openStreams,
  )
  gauge('hoarfrost_store_readable', '1 if the last read of the store succeeded', () => Number(isStoreReadable()))
  gauge(
    'hoarfrost_waiting_streams',
    'Responses and WebSocket turns whose next utterance waits for a thread, without jobs',
    () => pool.waitingStreams,
  )
  gauge('hoarfrost_utilization', "Share of the threads' time that open streams need", () => pool.utilization)
  counter(
    'hoarfrost_overload_refusals_total',
    'Streams that were refused because the threads were busy',
    () => pool.refusals,
  )
  gauge('hoarfrost_speaking_threads', 'Threads that are synthesizing', () => pool.speakingThreads)
  counter('hoarfrost_cache_hits_total', 'Utterances that came from the cache', () => cache.hits)
  counter('hoarfrost_cache_misses_total', 'Cacheable utterances that were not in the cache', () => cache.misses)
  gauge('hoarfrost_cache_bytes', 'Memory that the cache takes', () => cache.bytes)
  gauge('hoarfrost_cache_utterances', 'Utterances in the cache', () => cache.utterances)
  gauge(
    'hoarfrost_missing_engines',
    'Preferred engines that cannot speak here or have failed',
    () => missingEngines().length,
  )
  counter('hoarfrost_log_lines_dropped_total', 'Log lines that could not be written in time', droppedLogLines)
  addPacks(registry, packStates)
  addEventLoopDelay(registry)
  return registry
}

/** Adds the end of the certificate's validity. */
export function addCertificateExpiry(registry: Registry, certificate: { readonly expiresAt: Date }): void {
  new Gauge({
    name: 'hoarfrost_tls_certificate_expiry_timestamp_seconds',
    help: 'Unix time at which the TLS certificate expires',
    registers: [registry],
    collect() {
      this.set(certificate.expiresAt.getTime() / 1000)
    },
  })
}

/** Adds metrics of the installed packs, by name; a removed pack has none. */
function addPacks(registry: Registry, packStates: () => readonly PackState[]): void {
  const add = (name: string, help: string, read: (pack: PackState) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['pack'],
      registers: [registry],
      collect() {
        this.reset()
        for (const pack of packStates()) this.set({ pack: pack.name }, read(pack))
      },
    })
  }
  add('hoarfrost_pack_voices', 'Voices that the pack speaks', ({ voices }) => voices)
  add('hoarfrost_pack_failed', '1 if the pack has failed and the embedded engines speak its voices', ({ state }) =>
    state === 'failed' ? 1 : 0,
  )
  new Counter({
    name: 'hoarfrost_pack_failures_total',
    help: 'Utterances that the pack failed to speak since it was loaded',
    labelNames: ['pack'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, failures } of packStates()) this.inc({ pack: name }, failures)
    },
  })
}

const QUANTILES = [0.5, 0.99, 0.999, 1]
/** Sampling interval of the event loop delay: 4 ms took 2 % of a core. */
const RESOLUTION_MS = 10

/** Adds quantiles of the event loop delay since the last read. Measured from the first read on, for sampling costs. */
function addEventLoopDelay(registry: Registry): void {
  const intervals = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  new Gauge({
    name: 'hoarfrost_event_loop_delay_seconds',
    help: 'Delay of the event loop of the main thread since the last scrape',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      intervals.enable()
      for (const quantile of QUANTILES) {
        const delayMs = intervals.percentile(100 * quantile) / 1e6 - RESOLUTION_MS
        this.set({ quantile: String(quantile) }, Math.max(0, delayMs) / 1000)
      }
      intervals.reset()
    },
  })
}
