import { z } from 'zod'
import * as field from '../../server/bodies/fields.ts'

export const installSchema = z.object({ name: field.required('name').describe('Name of a pack of `available`') })

const manifestResponseSchema = z.object({
  name: z.string(),
  version: z.string(),
  family: z.string(),
  summary: z.string(),
  bytes: z.int().describe('Size of its files'),
  licences: z.array(z.object({ of: z.string(), spdx: z.string(), holder: z.string() })),
})
export type ManifestResponse = z.infer<typeof manifestResponseSchema>

export const packListSchema = z.object({
  packs: z
    .array(
      manifestResponseSchema.extend({
        state: z.enum(['in use', 'failed', 'not in use', 'replaced']),
        voices: z.int().describe('Voices that it speaks'),
      }),
    )
    .describe('Installed packs'),
  available: z
    .array(
      manifestResponseSchema.extend({
        hasSample: z.boolean().describe('Whether `/v1/packs/{name}/sample` has a sample'),
      }),
    )
    .describe('Packs that can be installed'),
  installs: z
    .array(
      z.object({
        name: z.string(),
        bytes: z.number(),
        totalBytes: z.number(),
        bytesPerSecond: z.number(),
        state: z.enum(['running', 'installed', 'failed']),
        error: z.string().nullable(),
      }),
    )
    .describe('Installations since the server started, the latest of each pack'),
})
export type PackList = z.infer<typeof packListSchema>
