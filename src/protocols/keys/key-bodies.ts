import { z } from 'zod'
import { type ApiKey, KEY_STATES, ROLES, stateOfKey } from '../../core/api-key.ts'
import { LIMIT_NAMES, MAX_LIMIT } from '../../core/key-limits.ts'
import * as field from '../../server/bodies/fields.ts'

const MAX_NAME_LENGTH = 100
const MAX_CONCURRENT = 1_000_000
const ROLE_LIST = `roles must be a list of ${ROLES.join(', ')}`

const LIMIT_FIELDS = Object.values(LIMIT_NAMES)

const limit = (name: string, description: string) =>
  field.integerBetween(name, 1, MAX_LIMIT).optional().describe(description)

const name = field
  .required('name')
  .pipe(field.name('name', MAX_NAME_LENGTH).min(1, 'name must not be empty'))
  .describe('A name to recognize the key by')
const roles = z
  .array(z.enum(ROLES, ROLE_LIST), ROLE_LIST)
  .min(1, ROLE_LIST)
  .transform((some) => [...new Set(some)])
  .describe('Its rights')
const expiresAt = z.iso
  .datetime({ offset: true, error: 'expiresAt must be a date and time in ISO 8601 with a time zone' })
  .transform((text) => new Date(text))
  .nullable()
const maxConcurrent = field.integerBetween('maxConcurrent', 1, MAX_CONCURRENT).nullable()
const limits = {
  sockets: limit('sockets', 'Maximum number of open WebSockets'),
  requestsPerSecond: limit('requestsPerSecond', 'Maximum number of requests in a second'),
  charactersPerMinute: limit('charactersPerMinute', 'Maximum number of characters to speak in a minute'),
  weight: limit('weight', 'Share of the threads among keys that use them at the same time; 1 if absent'),
}
const NULLABLE_LIMITS = {
  sockets: limits.sockets.nullable(),
  requestsPerSecond: limits.requestsPerSecond.nullable(),
  charactersPerMinute: limits.charactersPerMinute.nullable(),
  weight: limits.weight.nullable(),
}
const LIMITS_RULE = `limits must be an object with ${LIMIT_FIELDS.join(', ')}`

export const newKeySchema = z.object({
  name,
  roles: roles.default(['synthesis']),
  expiresAt: expiresAt.default(null).describe('When it expires; never if absent'),
  maxConcurrent: maxConcurrent
    .default(null)
    .describe('Maximum number of concurrent requests and sockets; no limit if absent'),
  limits: z
    .strictObject(limits, LIMITS_RULE)
    .default({})
    .describe('Further limits; those of HOARFROST_KEY_LIMITS if absent'),
})

/** What is absent stays, `null` removes. */
export const keyChangesSchema = z.object({
  name: name.optional(),
  roles: roles.optional(),
  expiresAt: expiresAt.optional().describe('When it expires; never if null'),
  maxConcurrent: maxConcurrent
    .optional()
    .describe('Maximum number of concurrent requests and sockets; no limit if null'),
  limits: z.strictObject(NULLABLE_LIMITS, LIMITS_RULE).optional().describe('Those that change; null removes one'),
})

export const MAX_OVERLAP_S = 30 * 86_400

export const rotationSchema = z.object({
  overlapSeconds: field
    .integerBetween('overlapSeconds', 0, MAX_OVERLAP_S)
    .default(0)
    .describe('How long the old key is accepted, at most 30 days; at 0 it is revoked at once'),
})

/** A key in a list. Instants are ISO 8601 in UTC. */
export const listedKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(KEY_STATES).describe('Whether it is accepted now: active, or expired or revoked'),
  maxConcurrent: z.int().nullable(),
  limits: z
    .object(Object.fromEntries(LIMIT_FIELDS.map((name) => [name, z.int().optional()])))
    .describe('Its own limits'),
  lastUsedAt: z.iso
    .datetime()
    .nullable()
    .describe('Precise to the minute; of the configured key, since the server has started'),
  isConfigured: z.boolean().describe('Whether it is the key of HOARFROST_API_KEY, which cannot be revoked'),
})
export type ListedKey = z.infer<typeof listedKeySchema>

export const listedKey = (key: ApiKey, configured: ApiKey | null, now: Date): ListedKey => ({
  id: key.id,
  name: key.name,
  roles: [...key.roles],
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
  state: stateOfKey(key, now),
  maxConcurrent: key.maxConcurrent,
  limits: { ...key.limits },
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  isConfigured: key === configured,
})

export const keyListSchema = z.object({ keys: z.array(listedKeySchema) })

export const newKeyAnswerSchema = listedKeySchema.extend({ key: z.string().describe('The key; it is not shown again') })
export type NewKey = z.infer<typeof newKeyAnswerSchema>
