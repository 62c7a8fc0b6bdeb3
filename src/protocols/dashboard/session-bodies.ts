import { z } from 'zod'
import { ROLES } from '../../core/api-key.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody } from '../../server/bodies/parse-body.ts'

export const signInSchema = z.object({ key: field.required('key').describe('API key') })

/** The body of `POST /dashboard/session`. Throws `request.invalid`. */
export const parseSignIn = (body: unknown) => parseBody(signInSchema, body)

export const signedInSchema = z.object({
  keyId: z.string(),
  name: z.string().describe('Name of the key'),
  roles: z.array(z.enum(ROLES)),
  version: z.string().describe('Version of the server'),
  software: z.string().nullable().describe('Program that marks of audio name; `null` if audio is not marked'),
})
export type SignedIn = z.infer<typeof signedInSchema>
