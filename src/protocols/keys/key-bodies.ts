import { z } from 'zod'
import { type ApiKey, KEY_STATES, ROLES, stateOfKey } from '../../core/api-key.ts'
import { LIMIT_NAMES, MOST_LIMIT } from '../../core/key-limits.ts'
import * as field from '../../server/fields.ts'
import { parseStoredBody } from '../../server/parse-body.ts'

const LONGEST_NAME = 100
const MOST_CONCURRENT = 1_000_000
const ROLE_LIST = `roles must be a list of ${ROLES.join(', ')}`

const LIMIT_FIELDS = Object.values(LIMIT_NAMES)

const limit = (name: string, description: string) =>
  field.integerBetween(name, 1, MOST_LIMIT).optional().describe(description)

export const newKeySchema = z.object({
  name: field
    .required('name')
    .trim()
    .min(1, 'name must not be empty')
    .max(LONGEST_NAME, 'name is too long')
    .regex(/^\P{Cc}*$/u, 'name must not contain control characters')
    .describe('A name to recognize the key by'),
  roles: z.array(z.enum(ROLES, ROLE_LIST), ROLE_LIST).min(1, ROLE_LIST).default(['synthesis']).describe('Its rights'),
  expiresAt: z.iso
    .datetime({ offset: true, error: 'expiresAt must be a date and time in ISO 8601 with a time zone' })
    .transform((text) => new Date(text))
    .nullable()
    .default(null)
    .describe('When it expires; never if absent'),
  maxConcurrent: field
    .integerBetween('maxConcurrent', 1, MOST_CONCURRENT)
    .nullable()
    .default(null)
    .describe('Maximum number of concurrent requests and sockets; no limit if absent'),
  limits: z
    .strictObject(
      {
        sockets: limit('sockets', 'Maximum number of open WebSockets'),
        requestsPerSecond: limit('requestsPerSecond', 'Maximum number of requests in a second'),
        charactersPerMinute: limit('charactersPerMinute', 'Maximum number of characters to speak in a minute'),
        weight: limit('weight', 'Share of the threads among keys that use them at the same time; 1 if absent'),
      },
      `limits must be an object with ${LIMIT_FIELDS.join(', ')}`,
    )
    .default({})
    .describe('Further limits; those of HOARFROST_KEY_LIMITS if absent'),
})

/** The body of `POST /v1/keys`. Throws `request.invalid`. */
export function parseNewKey(body: unknown) {
  const { roles, ...terms } = parseStoredBody(newKeySchema, body)
  return { ...terms, roles: [...new Set(roles)] }
}

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
  lastUsedAt: z.iso.datetime().nullable().describe('Precise to the minute; null for the configured key'),
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
