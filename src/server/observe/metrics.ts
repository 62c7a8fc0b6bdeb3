import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { SpeechTally } from '../../app/speech/speech-tally.ts'
import { statusOf, whenClosed } from './request-log.ts'

const FIRST_AUDIO_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** A request that has ended. */
export interface CountedRequest {
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly speech: SpeechTally | undefined
}

/** Counts a request of a protocol without HTTP. */
export type CountRequest = (request: CountedRequest) => void

/**
 * Counts every request over HTTP in the registry, and others by the function that it returns. Labels are route
 * patterns, statuses and models: never values that a client chose. Call after `logRequests`, before the routes.
 */
export function countRequests(app: FastifyInstance, registry: Registry): CountRequest {
  const registers = [registry]
  const requests = new Counter({
    name: 'hoarfrost_requests_total',
    help: 'Requests that were answered or aborted; a WebSocket is counted when it closes, with status 101',
    labelNames: ['route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'hoarfrost_request_duration_seconds',
    help: 'Time from a request to the last byte of its response, or to the end of its WebSocket',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS_S,
    registers,
  })
  const firstAudio = new Histogram({
    name: 'hoarfrost_first_audio_seconds',
    help: 'Time from an HTTP request, or the text of a WebSocket turn, to its first audio; counted when it ends',
    labelNames: ['model'],
    buckets: FIRST_AUDIO_BUCKETS_S,
    registers,
  })
  const audio = new Counter({
    name: 'hoarfrost_audio_seconds_total',
    help: 'Audio of the answers and WebSockets that have ended',
    labelNames: ['model'],
    registers,
  })

  const count: CountRequest = ({ route, status, ms, speech }) => {
    requests.inc({ route, status })
    duration.observe({ route }, ms / 1000)
    if (speech === undefined) return
    const { model, audioSeconds, firstAudiosMs } = speech
    audio.inc({ model }, audioSeconds)
    for (const ms of firstAudiosMs) firstAudio.observe({ model }, ms / 1000)
  }

  app.addHook('onRequest', (request, { raw }, done) => {
    whenClosed(raw, () => {
      const route = request.routeOptions.url ?? 'none'
      count({
        route,
        status: statusOf(request, raw),
        ms: performance.now() - request.startedAtMs,
        speech: request.speech,
      })
    })
    done()
  })
  return count
}
