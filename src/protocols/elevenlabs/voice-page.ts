import { z } from 'zod'
import { invalidRequest } from '../../core/errors.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'

/** A voice of the listings. All are premade: the service has no voices of an account. */
export interface ListedVoice {
  readonly voice_id: string
  readonly name: string
  readonly category: 'premade'
  readonly labels: Readonly<Record<string, string>>
}

const LARGEST_PAGE = 100
const MAX_IDS = 100
/** Types and categories to which premade voices belong, and the others. */
const TYPES_OF_ALL = ['default', 'non-community'] as const
const OTHER_TYPES = ['personal', 'community', 'workspace', 'non-default', 'saved'] as const
const OTHER_CATEGORIES = ['cloned', 'generated', 'professional', 'high_quality', 'famous'] as const
const TUNING = [
  'draft',
  'not_verified',
  'not_started',
  'queued',
  'fine_tuning',
  'fine_tuned',
  'failed',
  'delayed',
] as const

export const voicePageQuery = z.object({
  page_size: field.integerBetween('page_size', 1, LARGEST_PAGE).optional().describe('Voices of a page; all if absent'),
  next_page_token: field.string('next_page_token').optional().describe('That of the page before'),
  search: field.string('search').optional().describe('Only voices with it in their name, id, labels or category'),
  sort: field.oneOf('sort', ['created_at_unix', 'name']).optional().describe('All voices are of the same age'),
  sort_direction: field.oneOf('sort_direction', ['asc', 'desc']).default('asc').describe('Direction of `sort`'),
  voice_type: field
    .oneOf('voice_type', [...TYPES_OF_ALL, ...OTHER_TYPES])
    .optional()
    .describe('All voices are `default`'),
  category: field
    .oneOf('category', ['premade', ...OTHER_CATEGORIES])
    .optional()
    .describe('All voices are `premade`'),
  fine_tuning_state: field.oneOf('fine_tuning_state', TUNING).optional().describe('No voice has one'),
  collection_id: field.string('collection_id').optional().describe('No voice is in one'),
  include_total_count: field
    .oneOf('include_total_count', ['true', 'false'])
    .default('true')
    .describe('`false`: `total_count` is 0'),
  voice_ids: field
    .string('voice_ids')
    .optional()
    .describe('Only these voices; may be repeated, or separated by commas'),
})

type VoicePageQuery = z.infer<typeof voicePageQuery>

/** A page of the voices that a URL asks for. Throws `request.invalid`. */
export function voicePageOf(url: string, voices: readonly ListedVoice[]) {
  const fields = queryFields(url, ['page_size'])
  const { include_total_count: total } = fields
  const query = parseBody(voicePageQuery, {
    ...fields,
    ...(typeof total === 'string' && { include_total_count: total.toLowerCase() }), // Python writes True
  })
  const found = sorted(
    voices.filter((voice) => isMeant(voice, query)),
    query,
  ).filter(isOneOf(idsIn(url)))
  const start = startOfPage(found, query.next_page_token)
  const page = found.slice(start, start + (query.page_size ?? found.length))
  const hasMore = start + page.length < found.length
  return {
    voices: page,
    has_more: hasMore,
    total_count: query.include_total_count === 'true' ? found.length : 0,
    next_page_token: hasMore ? tokenOf(page.at(-1) as ListedVoice) : null,
  }
}

function isMeant({ voice_id, name, category, labels }: ListedVoice, query: VoicePageQuery): boolean {
  const { voice_type = 'default', category: asked = category, fine_tuning_state, collection_id, search = '' } = query
  const isOfType = TYPES_OF_ALL.some((type) => type === voice_type)
  if (!isOfType || asked !== category || fine_tuning_state !== undefined || collection_id !== undefined) return false
  const words = [voice_id, name, category, ...Object.values(labels)]
  return words.some((word) => word.toLowerCase().includes(search.trim().toLowerCase()))
}

function sorted(voices: readonly ListedVoice[], { sort, sort_direction }: VoicePageQuery): readonly ListedVoice[] {
  const inOrder = sort === 'name' ? voices.toSorted((one, other) => one.name.localeCompare(other.name, 'en')) : voices
  return sort_direction === 'asc' ? inOrder : inOrder.toReversed()
}

/** Empty if the URL names none. */
function idsIn(url: string): ReadonlySet<string> {
  const ids = new URLSearchParams(url.split('?')[1])
    .getAll('voice_ids')
    .flatMap((list) => list.split(','))
    .filter((id) => id.trim() !== '')
  if (ids.length > MAX_IDS) throw invalidRequest(`voice_ids must have at most ${MAX_IDS} entries`, 'voice_ids')
  return new Set(ids)
}

const isOneOf =
  (ids: ReadonlySet<string>) =>
  ({ voice_id }: ListedVoice): boolean =>
    ids.size === 0 || ids.has(voice_id)

const tokenOf = ({ voice_id }: ListedVoice): string => Buffer.from(voice_id).toString('base64url')

/** After the voice that the token stands for. */
function startOfPage(voices: readonly ListedVoice[], token: string | undefined): number {
  if (token === undefined) return 0
  const last = voices.findIndex((voice) => tokenOf(voice) === token)
  if (last < 0) throw invalidRequest('next_page_token is not one of this listing', 'next_page_token')
  return last + 1
}
