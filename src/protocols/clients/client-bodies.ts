import { z } from 'zod'
import { AGENT_NAMES } from '../../app/agent-programs.ts'
import { OUTCOMES } from '../../app/client-checks.ts'
import { INTEGRATION_NAMES, INTEGRATIONS } from '../../app/integrations.ts'
import * as field from '../../server/bodies/fields.ts'

const MAX_KEY_LENGTH = 2000

export const programQuerySchema = z.object({
  speaker: field.string('speaker').max(100, 'Speaker not found').optional().describe('The voice that the programs use'),
})

const programSchema = z.object({
  name: z.enum(AGENT_NAMES),
  title: z.string(),
  summary: z.string(),
  client: z.enum(INTEGRATION_NAMES).describe('For `POST /v1/clients/{name}/check`'),
  file: z.object({ name: z.string(), text: z.string() }).describe('The complete program'),
  commands: z.array(z.string()).describe('What to run. `YOUR_KEY` stands for the key'),
  lines: z
    .object({
      language: z.enum([...new Set(Object.values(INTEGRATIONS).map(({ language }) => language))]),
      code: z.string(),
    })
    .describe('What an existing program needs instead'),
})

export const programListSchema = z.object({
  url: z.string().describe('URL of the server in the programs'),
  speaker: z.string(),
  programs: z.array(programSchema),
})
export type ProgramList = z.infer<typeof programListSchema>

export const checkParamsSchema = z.object({ name: z.enum(INTEGRATION_NAMES).describe('Name of the client') })

export const checkSchema = z.object({
  speaker: programQuerySchema.shape.speaker,
  key: field
    .string('key')
    .max(MAX_KEY_LENGTH, 'key is too long')
    .regex(/^[!-~]*$/, 'key must be visible ASCII characters without spaces')
    .optional()
    .describe('The key that the client uses; without it, the key of the request'),
})

/** One line of the answer. */
export const findingSchema = z.object({
  check: z.string(),
  outcome: z.enum(OUTCOMES),
  detail: z.string().describe('What was found, or what is wrong'),
  hint: z.string().nullable().describe('What to change'),
})
