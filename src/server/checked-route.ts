import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { NeededRole } from '../app/keys/authenticate.ts'
import { refuseToken } from './auth/authorization.ts'
import { parseBody, parseStoredBody } from './bodies/parse-body.ts'
import { readJson, readOptionalJson } from './bodies/read-json.ts'
import type { RouteDescription } from './description.ts'
import type { Server } from './protocol.ts'

interface CheckedBody<Schema> {
  readonly schema: Schema
  readonly isOptional?: boolean
  readonly maxBytes: number
  /** False where `null` removes what is there. */
  readonly isNullAbsent?: boolean
}

/** A route that checks the key, the query and the body by what it says of them in the API reference. */
export interface CheckedRoute<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>
  extends Omit<RouteDescription, 'role' | 'params' | 'query' | 'body'> {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'
  /** Fastify's pattern. */
  readonly url: string
  readonly role: NeededRole
  /** Whether a token of the key is refused. */
  readonly refusesTokens?: boolean
  /** False where texts of the query and the body are not stored, so that those which no store can keep are valid. */
  readonly isStored?: boolean
  readonly params?: Params
  readonly query?: Query
  readonly body?: CheckedBody<Body>
}

export interface CheckedRequest<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject> {
  readonly params: z.infer<Params>
  readonly query: z.infer<Query>
  readonly body: z.infer<Body>
  /** Id of the caller's key. */
  readonly keyId: string
  readonly request: FastifyRequest
}

/** Adds a route. It answers with `request.*` and `key.*` before `handle` is called. */
export function addCheckedRoute<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
>(
  { http, requireKey }: Pick<Server, 'http' | 'requireKey'>,
  { method, url, refusesTokens = false, isStored = true, ...described }: CheckedRoute<Params, Query, Body>,
  handle: (checked: CheckedRequest<Params, Query, Body>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { role, query, body } = described
  const parse = isStored ? parseStoredBody : parseBody
  http.route<{ Params: z.infer<Params> }>({
    method,
    url,
    onRequest: refusesTokens ? [requireKey(role), refuseToken] : requireKey(role),
    config: { describe: () => described },
    async handler(request, reply) {
      const checked = {
        params: request.params,
        query: query && parse(query, request.query),
        body: body && parse(body.schema, await readBody(request, body), body),
        keyId: request.keyId as string,
        request,
      }
      return handle(checked as CheckedRequest<Params, Query, Body>, reply)
    },
  })
}

const readBody = ({ raw }: FastifyRequest, { isOptional, maxBytes }: CheckedBody<z.ZodObject>): Promise<unknown> =>
  (isOptional ? readOptionalJson : readJson)(raw, maxBytes)
