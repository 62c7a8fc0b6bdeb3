import { z } from 'zod'

/** `GET /health`. Answered with 503 while no model is available. */
export const healthSchema = z.object({
  /** `unavailable` while the service starts or stops. */
  apiStatus: z.enum(['ok', 'unavailable']),
  timestamp: z.iso.datetime(),
  modelReachable: z.boolean(),
  /** Preferred engines that cannot run on this machine; others speak for their voices. */
  missingEngines: z.array(z.string()),
})
export type Health = z.infer<typeof healthSchema>
