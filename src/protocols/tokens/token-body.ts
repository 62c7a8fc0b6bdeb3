import { z } from 'zod'
import { originOf } from '../../core/origin.ts'
import * as field from '../../server/bodies/fields.ts'

const LIFETIMES_S = { min: 1, max: 3600 }
const DEFAULT_LIFETIME_S = 600
const ORIGIN = 'origin must be an origin such as https://app.example.com'

export const tokenSchema = z.object({
  expiresIn: field
    .integerBetween('expiresIn', LIFETIMES_S.min, LIFETIMES_S.max)
    .default(DEFAULT_LIFETIME_S)
    .describe('Lifetime in seconds'),
  speaker: field
    .string('speaker')
    .max(100, 'Speaker not found')
    .optional()
    .describe('The only speaker that the token may use'),
  origin: field
    .string('origin')
    .max(300, ORIGIN)
    .transform((text, context) => originOf(text) ?? refuse(context))
    .optional()
    .describe('The only origin whose web pages may use the token'),
  heard: field.boolean('heard').describe('`true`: `GET /v1/heard` says what the clients of its WebSockets have heard'),
})

function refuse(context: z.core.$RefinementCtx): never {
  context.addIssue(ORIGIN)
  return z.NEVER
}

/** The answer. */
export const newTokenSchema = z.object({ token: z.string(), expiresAt: z.iso.datetime() })
export type NewToken = z.infer<typeof newTokenSchema>
