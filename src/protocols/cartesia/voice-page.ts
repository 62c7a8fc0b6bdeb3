import { z } from 'zod'
import { invalidRequest } from '../../core/errors.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'

export const GENDERS = ['masculine', 'feminine', 'gender_neutral'] as const

export const voiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  language: z.string(),
  locales: z.array(z.object({ locale: z.string(), is_native: z.boolean() })),
  gender: z.enum(GENDERS).nullable(),
  country: z.string().nullable(),
  accent: z.null(),
  access: z.literal('public'),
  visibility: z.literal('all'),
  is_owner: z.literal(false),
  created_at: z.string(),
})

export type ListedVoice = z.infer<typeof voiceSchema>

export interface VoicePage {
  readonly data: readonly ListedVoice[]
  readonly has_more: boolean
  readonly next_page: string | null
}

const LIMITS = { min: 1, max: 100, default: 10 }

export const voicePageQuery = z.object({
  limit: field.integerBetween('limit', LIMITS.min, LIMITS.max).default(LIMITS.default).describe('Voices of a page'),
  starting_after: field.string('starting_after').optional().describe('The last voice of the page before'),
  ending_before: field.string('ending_before').optional().describe('The first voice of the page after'),
  q: field.string('q').optional().describe('Only voices with it in their name, description or id'),
  gender: field.oneOf('gender', GENDERS).optional().describe('Only voices of this gender'),
  is_owner: field
    .oneOf('is_owner', ['true', 'false'])
    .default('false')
    .describe('`true`: only own voices, of which there are none'),
})

type VoicePageQuery = z.infer<typeof voicePageQuery>

/** The voices that a URL asks for: a page of them. Throws `request.invalid`. */
export function voicePageOf(url: string, voices: readonly ListedVoice[]): VoicePage {
  const query = queryOf(url)
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    throw invalidRequest('starting_after and ending_before must not both be set', 'ending_before')
  }
  const found = voices.filter((voice) => isMeant(voice, query))
  const [start, end] = rangeOf(found, query)
  const data = found.slice(start, end)
  // Backwards, more are before the page.
  const hasMore = query.ending_before === undefined ? end < found.length : start > 0
  const next = query.ending_before === undefined ? data.at(-1) : data[0]
  return { data, has_more: hasMore, next_page: hasMore ? (next?.id ?? null) : null }
}

function queryOf(url: string): VoicePageQuery {
  const fields = queryFields(url, ['limit'])
  const { is_owner: own } = fields
  return parseBody(voicePageQuery, {
    ...fields,
    ...(typeof own === 'string' && { is_owner: own.toLowerCase() }), // Python writes True
  })
}

function isMeant(
  { id, name, description, ...voice }: ListedVoice,
  { q = '', gender, is_owner }: VoicePageQuery,
): boolean {
  if (is_owner === 'true' || (gender !== undefined && gender !== voice.gender)) return false
  return [id, name, description].some((text) => text.toLowerCase().includes(q.trim().toLowerCase()))
}

/** The first voice of the page, and the first after it. */
function rangeOf(
  found: readonly ListedVoice[],
  { starting_after: after, ending_before: before, limit }: VoicePageQuery,
): readonly [number, number] {
  if (before !== undefined) {
    const end = indexOf(found, before, 'ending_before')
    return [Math.max(0, end - limit), end]
  }
  const start = after === undefined ? 0 : indexOf(found, after, 'starting_after') + 1
  return [start, Math.min(found.length, start + limit)]
}

function indexOf(found: readonly ListedVoice[], id: string, name: string): number {
  const index = found.findIndex((voice) => voice.id === id)
  if (index < 0) throw invalidRequest(`${name} must be a voice of this listing`, name)
  return index
}
