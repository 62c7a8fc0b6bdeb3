import type { z } from 'zod'
import { invalidRequest } from '../core/errors.ts'

/**
 * Reads only the fields of the schema; `null` counts as absent. Throws `request.invalid` for the first invalid field.
 */
export function parseBody<T extends z.ZodRawShape>(schema: z.ZodObject<T>, body: unknown): z.infer<z.ZodObject<T>> {
  const object = requireObject(body)
  const present = Object.keys(schema.shape).filter((name) => Object.hasOwn(object, name) && object[name] !== null)
  const result = schema.safeParse(Object.fromEntries(present.map((name) => [name, object[name]])))
  if (result.success) return result.data
  const [{ message, path }] = result.error.issues as [z.core.$ZodIssue]
  throw invalidRequest(...faultAt(path, message))
}

/** Of an element of a list, the message names its index, unless it describes the whole list. */
function faultAt([name, index]: readonly PropertyKey[], message: string): [message: string, field: string | undefined] {
  if (typeof index === 'string') return [message, `${name?.toString()}.${index}`]
  if (typeof index !== 'number' || message.startsWith(`${name?.toString()} `)) return [message, name?.toString()]
  const element = `${name?.toString()}[${index}]`
  return [`${element}: ${message}`, element]
}

/** Throws `request.invalid`. */
export function requireObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw invalidRequest('payload must be an object')
}
