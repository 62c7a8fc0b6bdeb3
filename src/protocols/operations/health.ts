import { z } from 'zod'
import { QUALITIES } from '../../core/quality.ts'

/** Why a service should get no new clients. */
export const NOT_READY = ['starting', 'draining', 'overloaded'] as const

/** `GET /`, for clients other than browsers. */
export const indexSchema = z.object({
  name: z.literal('hoarfrost'),
  version: z.string(),
  docs: z.string().describe('Path of the documentation of the API'),
  dashboard: z.string().optional().describe('Absent where it is switched off'),
  health: z.string(),
  openapi: z.string(),
  asyncapi: z.string(),
})
export type ServiceIndex = z.infer<typeof indexSchema>

/** `GET /readyz`. Answered with 503 if there is a reason. */
export const readinessSchema = z.object({
  ready: z.boolean(),
  reasons: z
    .array(z.enum(NOT_READY))
    .describe('draining: it was told to stop; overloaded: the threads have no time for another stream'),
  store: z
    .enum(['ok', 'unavailable'])
    .describe('While the database is unavailable, the service continues with the keys and entries in its memory'),
})
export type Readiness = z.infer<typeof readinessSchema>

/** `GET /health`. Answered with 503 while no model is available. */
export const healthSchema = z.object({
  /** `unavailable` while the service starts or stops. */
  apiStatus: z.enum(['ok', 'unavailable']),
  timestamp: z.iso.datetime(),
  modelReachable: z.boolean(),
  /** For programs that wait for Rime's own containers; there are no licenses here. */
  licenseStatus: z.literal('valid'),
  /** HOARFROST_QUALITY. */
  quality: z.enum(QUALITIES),
  /** Engines that speak voices; which of a voice's speaks is chosen when a stream begins. */
  engines: z.array(z.string()),
  /** Preferred engines that cannot run on this machine or have failed; others speak for their voices. */
  missingEngines: z.array(z.string()),
  /** Installed voice packs; the embedded engines speak the voices of failed ones. */
  packs: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      state: z.enum(['in use', 'failed']),
      voices: z.int(),
      wordTimes: z.enum(['exact', 'estimated']).nullable(),
    }),
  ),
})
export type Health = z.infer<typeof healthSchema>
