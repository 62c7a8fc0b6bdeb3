import { z } from 'zod'

/** `GET /health`. Answered with 503 while no model is available. */
export const healthSchema = z.object({
  /** `unavailable` while the service starts or stops. */
  apiStatus: z.enum(['ok', 'unavailable']),
  timestamp: z.iso.datetime(),
  modelReachable: z.boolean(),
  /** Preferred engines that cannot run on this machine; others speak for their voices. */
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
