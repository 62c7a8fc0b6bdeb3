import type { z } from 'zod'
import { invalidRequest } from '../../core/errors.ts'
import { isStorable, NOT_STORABLE } from '../../core/storable-text.ts'
import { withoutAbsent } from './absent-fields.ts'

/** Fields that hold the client's words, or for which an empty string says something. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  'text',
  'input',
  'title',
  'name',
  'key',
  'word',
  'spelling',
  'pronunciation',
  'note',
  'search',
  'by',
  'contextId',
  'context_id',
  'transcript',
])

/** Whether a field counts as absent: `null`, and an empty string where it is a choice or a number. */
export const isAbsent = (name: string, value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '' && !MAY_BE_EMPTY.has(name))

const isEmptyChoice = (name: string, value: unknown): boolean => value !== null && isAbsent(name, value)

interface ParseOptions {
  /** False where `null` removes what is there. */
  readonly isNullAbsent?: boolean
}

/** Reads only the fields of the schema that are not absent. Throws `request.invalid` for the first invalid field. */
export function parseBody<T extends z.ZodRawShape>(
  schema: z.ZodObject<T>,
  body: unknown,
  { isNullAbsent = true }: ParseOptions = {},
): z.infer<z.ZodObject<T>> {
  const object = requireObject(body)
  const isLeftOut = isNullAbsent ? isAbsent : isEmptyChoice
  const given = Object.entries(object).filter(
    ([name, value]) => Object.hasOwn(schema.shape, name) && !isLeftOut(name, value),
  )
  // In the objects of a body, `null` is no text.
  const isLeftOutWithin: typeof isAbsent = (name, value) => !MAY_BE_EMPTY.has(name) && isLeftOut(name, value)
  const result = schema.safeParse(withoutAbsent(Object.fromEntries(given), isLeftOutWithin))
  if (result.success) return result.data
  const [{ message, path }] = result.error.issues as [z.core.$ZodIssue]
  throw invalidRequest(...faultAt(path, message))
}

/** Like `parseBody`, for what is stored: texts that a store cannot keep are invalid, too. */
export function parseStoredBody<T extends z.ZodRawShape>(
  schema: z.ZodObject<T>,
  body: unknown,
  options: ParseOptions = {},
): z.infer<z.ZodObject<T>> {
  const parsed = parseBody(schema, body, options)
  const path = unstorableIn(parsed)
  if (path === undefined) return parsed
  const ofObject = path.slice(path.findLastIndex((step) => typeof step === 'number') + 1)
  throw invalidRequest(...faultAt(path, `${fieldOf(ofObject.length > 0 ? ofObject : path)} ${NOT_STORABLE}`))
}

/** The path of the first text that cannot be stored. */
function unstorableIn(value: unknown): readonly PropertyKey[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  const isList = Array.isArray(value)
  for (const [key, inner] of Object.entries(value)) {
    const path = unstorableIn(inner)
    if (path !== undefined) return [isList ? Number(key) : key, ...path]
  }
  return undefined
}

/** The field is a path such as `prompts[3].name`. In a list, the message names the element, unless it describes the whole list. */
function faultAt(path: readonly PropertyKey[], message: string): [message: string, field: string | undefined] {
  const index = path.findLastIndex((step) => typeof step === 'number')
  if (index === -1) return [message, fieldOf(path)]
  const list = fieldOf(path.slice(0, index))
  if (message.startsWith(`${list} `)) return [message, list]
  return [`${fieldOf(path.slice(0, index + 1))}: ${message}`, fieldOf(path)]
}

function fieldOf([name, ...steps]: readonly PropertyKey[]): string | undefined {
  if (name === undefined) return undefined
  return String(name) + steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
}

/** Throws `request.invalid`. */
export function requireObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw invalidRequest('payload must be an object')
}
