import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { answerWithMessage, errorBodySchema } from '../../server/answers/json-errors.ts'
import type { RouteDescription } from '../../server/description.ts'
import type { Server } from '../../server/protocol.ts'
import { healthSchema } from './health.ts'

const liveSchema = z.object({
  streams: z.int().describe('Responses and WebSocket turns that are spoken or waiting, without jobs'),
  sockets: z.int().describe('Open WebSockets'),
  queue: z.int().describe('Those whose next utterance waits for a thread'),
  threads: z.array(z.object({ name: z.string(), busy: z.boolean() })),
  encoders: z.int().describe('Answers that are encoded in encoder threads'),
  cache: z.object({ bytes: z.int(), hits: z.int(), misses: z.int() }),
  memoryBytes: z.int(),
  eventLoopDelayMs: z.object({ p50: z.number(), p99: z.number() }).describe('Since the last request of this route'),
  engines: z
    .array(z.object({ name: z.string(), voices: z.int(), streams: z.int() }))
    .describe('Engines, how many voices prefer each, and how many streams it speaks now, with those of jobs'),
  packs: healthSchema.shape.packs,
  missing: z
    .array(z.string())
    .describe('Preferred engines that cannot run on this machine or have failed; others speak for them'),
  uptimeSeconds: z.int(),
  refusals: z
    .array(
      z.object({
        at: z.iso.datetime(),
        protocol: z.string(),
        route: z.string(),
        status: z.int(),
        reason: z.string(),
      }),
    )
    .describe('The last 200 requests that were refused or failed, the newest first'),
})

const describe = (): RouteDescription => ({
  protocol: { title: 'Live', summary: 'What the service does now.', errorBody: errorBodySchema },
  id: 'getLiveFigures',
  summary: 'What the service does now',
  role: 'admin',
  answers: { 200: { description: 'The figures', content: { 'application/json': { schema: liveSchema } } } },
  examples: { usual: { summary: 'The figures' } },
})

/** `/v1/live`, which the dashboard reads once a second. */
export function addLiveRoute({ http: root, requireKey, sockets, refusals, logger }: Server, app: App): void {
  root.register(async (http) => {
    http.setErrorHandler(answerWithMessage(logger))
    const options = { onRequest: requireKey('admin'), logLevel: 'debug', config: { describe } } as const
    http.get('/v1/live', options, (_request, reply) => {
      const { streamsByEngine, ...figures } = app.live()
      const live: z.infer<typeof liveSchema> = {
        ...figures,
        sockets: sockets.openCount,
        engines: enginesOf(app, streamsByEngine),
        packs: app.packStates().map(({ failures: _, ...pack }) => pack),
        missing: [...app.missingEngines()],
        refusals: refusals().map((refusal) => ({ ...refusal, at: refusal.at.toISOString() })),
      }
      return reply.header('cache-control', 'no-store').send(live)
    })
  })
}

function enginesOf({ catalogue }: App, streams: ReadonlyMap<string, number>) {
  const voices = new Map([...streams.keys()].map((engine): [string, number] => [engine, 0]))
  for (const { engineVoice } of catalogue.voices) {
    voices.set(engineVoice.engine, (voices.get(engineVoice.engine) ?? 0) + 1)
  }
  return [...voices].map(([name, count]) => ({ name, voices: count, streams: streams.get(name) ?? 0 }))
}
