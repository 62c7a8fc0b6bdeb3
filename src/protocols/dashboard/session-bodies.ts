import { z } from 'zod'
import { ROLES } from '../../core/api-key.ts'
import { invalidRequest } from '../../core/errors.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'

export const signInSchema = z.object({
  key: field.string('key').optional().describe('API key'),
  link: field.string('link').optional().describe('Instead of a key: the token of a sign-in link, after its `#`'),
})

/** The body of `POST /dashboard/session`: a key or a link. Throws `request.invalid`. */
export function parseSignIn(body: unknown): { readonly key: string } | { readonly link: string } {
  const { key, link } = parseBody(signInSchema, body)
  if (key !== undefined && link !== undefined) throw invalidRequest('give key or link, not both', 'link')
  if (link !== undefined) return { link }
  if (key !== undefined) return { key }
  throw invalidRequest('key is required', 'key')
}

export const signedInSchema = z.object({
  keyId: z.string(),
  name: z.string().describe('Name of the key'),
  roles: z.array(z.enum(ROLES)),
  version: z.string().describe('Version of the server'),
  software: z.string().nullable().describe('Program that marks of audio name; `null` if audio is not marked'),
})
export type SignedIn = z.infer<typeof signedInSchema>
