import { z } from 'zod'

/** `GET /health`. Answered with 503 while no model is reachable. */
export const healthSchema = z.object({
  /** `unavailable` while speech cannot be made: at the start, and once the service is on its way out. */
  apiStatus: z.enum(['ok', 'unavailable']),
  timestamp: z.iso.datetime(),
  modelReachable: z.boolean(),
  /** Preferred engines that cannot speak on this machine: others speak for their voices. */
  missingEngines: z.array(z.string()),
})
export type Health = z.infer<typeof healthSchema>
