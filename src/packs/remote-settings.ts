import { z } from 'zod'
import type { RemoteSettings } from '../core/pack.ts'

const schema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(1000),
  model: z.string().min(1).max(200),
  keyVariable: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'must be the name of an environment variable')
    .nullable(),
  sampleRateHz: z.int().min(8000).max(48_000),
}) satisfies z.ZodType<RemoteSettings>

/** Throws an Error of one line. */
export function parseRemoteSettings(settings: unknown): RemoteSettings {
  const result = schema.safeParse(settings)
  if (result.success) return result.data
  const [{ path, message }] = result.error.issues as [z.core.$ZodIssue]
  throw new Error(`${path.join('.')}: ${message}`)
}
