import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { NeededRole } from '../app/keys/authenticate.ts'

// How protocols describe their routes and sockets for `/openapi.json`, `/asyncapi.json` and `/docs`. Descriptions are
// functions, so that a server that nobody asks for its documents does not make them.

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly describe?: () => RouteDescription
  }
}

/** What the routes of a protocol have in common. Texts are Markdown of one paragraph. */
export interface DescribedProtocol {
  readonly title: string
  readonly summary: string
  /** Bodies of errors, in JSON. Without it they are a line of plain text. */
  readonly errorBody?: z.ZodType
  /** Where a key may be, by name. `BEARER` by default. */
  readonly credentials?: Readonly<Record<string, Credential>>
}

/** A header that contains a key. */
export interface Credential {
  readonly header: string
  /** Scheme of `Authorization`; without it the header contains the key alone. */
  readonly scheme?: string
}

export const BEARER = { bearer: { header: 'Authorization', scheme: 'Bearer' } } as const satisfies Record<
  string,
  Credential
>

interface Described {
  readonly protocol: DescribedProtocol
  /** Unique among all routes and sockets: clients that are generated name functions after it. */
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
}

export interface RouteDescription extends Described {
  /** Role that the key needs. Without it the route is public. */
  readonly role?: NeededRole
  /** Whether requests without a key are answered, too. */
  readonly isKeyOptional?: boolean
  readonly body?: { readonly schema: z.ZodType; readonly isOptional?: boolean }
  /** All answers but errors, by status. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>
  /** Statuses of errors besides those of every route, key, query and body. */
  readonly errors?: readonly number[]
  /** Requests that are answered with the first of `answers`. */
  readonly examples: Readonly<Record<string, RequestExample>>
}

export interface DescribedAnswer {
  readonly description: string
  /** By media type; none for an answer without a body. */
  readonly content?: Readonly<Record<string, DescribedContent>>
}

/** Without a schema: bytes or text. */
export interface DescribedContent {
  readonly schema?: z.ZodType
  readonly example?: unknown
}

export interface RequestExample {
  readonly summary: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly accept?: string
  readonly body?: unknown
  /** Media type of the answer, if it is neither that of `accept` nor the first that is described. */
  readonly answer?: string
  /** Where the answer is saved, if it is neither JSON nor text. */
  readonly file?: string
}

export interface SocketDescription extends Described {
  /** Messages of the client by name. */
  readonly receives: Readonly<Record<string, DescribedMessage>>
  /** Messages of the server by name. */
  readonly sends: Readonly<Record<string, DescribedMessage>>
  /** A complete exchange, in order. */
  readonly example: SocketExample
}

/** Of a JSON message the schema, as zod or as JSON Schema. Without it the frame is text or bytes. */
export interface DescribedMessage {
  readonly summary: string
  readonly schema?: z.ZodType | Readonly<Record<string, unknown>>
  readonly contentType?: 'text/plain' | 'application/octet-stream'
}

export interface SocketExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  /** A message that comes several times in a row is listed once. */
  readonly messages: readonly ExampleMessage[]
}

export interface ExampleMessage {
  readonly from: 'client' | 'server'
  /** Its name. */
  readonly name: string
  /** JSON, or text. Absent for bytes. */
  readonly payload?: unknown
}

export interface DescribedRoute {
  readonly method: string
  /** Fastify's pattern. */
  readonly url: string
  readonly describe: () => RouteDescription
}

export interface DescribedSocket {
  readonly url: string
  readonly subprotocols: readonly string[]
  readonly describe: () => SocketDescription
}

/** All that is described, in the order of registration. */
export interface Descriptions {
  readonly routes: DescribedRoute[]
  readonly sockets: DescribedSocket[]
}

/** Collects the descriptions of routes that are added later. Those of sockets are added by the socket server. */
export function collectDescriptions(http: FastifyInstance): Descriptions {
  const descriptions: Descriptions = { routes: [], sockets: [] }
  http.addHook('onRoute', ({ method, url, config }) => {
    if (config?.describe === undefined) return
    for (const each of [method].flat()) {
      // Fastify adds HEAD to every GET.
      if (each !== 'HEAD') descriptions.routes.push({ method: each, url, describe: config.describe })
    }
  })
  return descriptions
}

/** An answer in JSON. */
export const jsonAnswer = (description: string, schema: z.ZodType, example: unknown): DescribedAnswer => ({
  description,
  content: { 'application/json': { schema, example } },
})

/** Bytes of any of the media types. */
export const bytesAs = (mediaTypes: readonly string[]): Readonly<Record<string, DescribedContent>> =>
  Object.fromEntries(mediaTypes.map((name) => [name, {}]))
