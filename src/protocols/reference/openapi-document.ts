import type { Steps } from '../../core/steps.ts'
import type { DescribedProtocol, DescribedRoute, RouteDescription } from '../../server/description.ts'
import { curlCommand, type PlainRequest, requestOf } from './curl-command.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { credentialsOf, securitySchemesOf } from './security-schemes.ts'

/** Stands for the URL of the server in documents, which are made once. */
export const SERVER_URL = 'http://hoarfrost.invalid'

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: DocumentInfo
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, JsonSchema>
    readonly securitySchemes: Record<string, object>
  }
}

export interface DocumentInfo {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly license: { readonly name: string; readonly identifier?: string; readonly url?: string }
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  /** Alternatives; one without members needs no key. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly 'application/json': MediaType }
  }
  readonly responses: Readonly<Record<string, DocumentResponse>>
  readonly 'x-codeSamples': readonly CodeSample[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, Example>>
}

interface Example {
  readonly summary: string
  readonly value: unknown
}

export interface MediaType {
  readonly schema?: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example>>
}

export interface DocumentResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, MediaType>>
}

interface CodeSample {
  readonly lang: 'Shell'
  readonly label: string
  readonly source: string
  /** Media type of the answer; absent for an answer without a body. */
  readonly 'x-answer'?: string
  readonly 'x-request': PlainRequest
}

const DIALECT = 'draft-2020-12'

const INFO: Omit<DocumentInfo, 'version'> = {
  title: 'Hoarfrost',
  description:
    'Text-to-speech over HTTP, by the protocols of several services. Every GET also answers HEAD. Every other path answers 404, another method 405, a malformed request 400, 408 or 431, in plain text. The WebSockets are in `/asyncapi.json`.',
  license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
}

/** Makes the document of the routes in steps, the longest of which convert the schemas of a body. Its server is `SERVER_URL`. */
export function* openApiDocument(routes: readonly DescribedRoute[], version: string): Steps<OpenApiDocument> {
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: { ...INFO, version },
    servers: [{ url: SERVER_URL }],
    tags: [],
    paths: {},
    components: { schemas: {}, securitySchemes: {} },
  }
  const tags = new Map<string, string>()
  for (const [i, { method, url, describe }] of routes.entries()) {
    const isSamePlace = (other: DescribedRoute) => other.method === method && other.url === url
    if (routes.findIndex(isSamePlace) < i) continue // described with the first
    const others = routes.slice(i + 1).filter(isSamePlace)
    const descriptions: NonEmpty<RouteDescription> = [describe(), ...others.map((other) => other.describe())]
    yield
    for (const { protocol } of descriptions) {
      tags.set(protocol.title, protocol.summary)
      Object.assign(document.components.securitySchemes, securitySchemesOf(protocol, 'apiKey'))
      if (protocol.errorBody !== undefined) {
        document.components.schemas[errorName(protocol)] ??= jsonSchemaOf(protocol.errorBody, DIALECT)
      }
    }
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    document.paths[path] = {
      ...document.paths[path],
      [method.toLowerCase()]: yield* operationOf(method, SERVER_URL + path, descriptions),
    }
  }
  return { ...document, tags: [...tags].map(([name, description]) => ({ name, description })) }
}

type NonEmpty<T> = readonly [T, ...T[]]

/** Descriptions after the first are of requests that other protocols serve at the same place. */
function* operationOf(method: string, url: string, descriptions: NonEmpty<RouteDescription>): Steps<Operation> {
  const [{ id, protocol, summary, description, body, examples }, ...others] = descriptions
  const parameters = descriptions.flatMap(parametersOf)
  const bodySchema = body && jsonSchemaOf(body.schema, DIALECT)
  yield
  const texts = [description, ...others.map((other) => `${other.protocol.title}: ${other.summary}`)]
  const text = texts.filter((each) => each !== undefined).join('\n\n')
  const samples = descriptions.flatMap((each) => samplesOf(method, url, each))
  const responses = responsesOf(descriptions)
  yield
  return {
    operationId: id,
    tags: descriptions.map((each) => each.protocol.title),
    summary,
    ...(text !== '' && { description: text }),
    security: descriptions.flatMap(securityOf),
    ...(parameters.length > 0 && { parameters }),
    ...(body &&
      bodySchema && {
        requestBody: {
          required: !body.isOptional,
          content: {
            'application/json': {
              schema: bodySchema,
              examples: examplesOf(examples, (example) => example.body),
            },
          },
        },
      }),
    responses,
    'x-codeSamples': samples.map(({ label, ...sample }) => ({
      lang: 'Shell',
      label: others.length > 0 ? `${protocol.title}: ${label}` : label,
      ...sample,
    })),
  }
}

type Examples = RouteDescription['examples']

const examplesOf = (examples: Examples, valueIn: (example: Examples[string]) => unknown) =>
  Object.fromEntries(
    Object.entries(examples)
      .map(([name, example]) => [name, { summary: example.summary, value: valueIn(example) }] as const)
      .filter(([, { value }]) => value !== undefined),
  )

function samplesOf(method: string, url: string, { examples, role, protocol, answers }: RouteDescription) {
  const [credential] = role === undefined ? [] : Object.values(credentialsOf(protocol))
  const mediaTypes = Object.keys(Object.values(answers)[0]?.content ?? {})
  return Object.values(examples).map((example) => {
    const at = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? name))
    const { summary: label, answer = example.accept } = example
    const mediaType = mediaTypes.find((name) => name === answer) ?? mediaTypes[0]
    return {
      label,
      source: curlCommand({ method, url: at, credential, example }),
      'x-request': requestOf({ method, url: at.replace(SERVER_URL, ''), credential, example }),
      ...(mediaType !== undefined && { 'x-answer': mediaType }),
    }
  })
}

function parametersOf({ params, query, examples }: RouteDescription): Parameter[] {
  const ofPlace = (place: Parameter['in'], schema: RouteDescription['query'], valuesIn: 'params' | 'query') => {
    if (schema === undefined) return []
    const { properties = {}, required = [] } = jsonSchemaOf(schema, DIALECT)
    return Object.entries(properties).map(([name, { description, ...rest }]) => {
      const values = examplesOf(examples, (example) => example[valuesIn]?.[name])
      return {
        name,
        in: place,
        required: required.includes(name),
        ...(description !== undefined && { description }),
        schema: rest,
        ...(Object.keys(values).length > 0 && { examples: values }),
      }
    })
  }
  return [...ofPlace('path', params, 'params'), ...ofPlace('query', query, 'query')]
}

function securityOf({ protocol, role, isKeyOptional = false }: RouteDescription): Operation['security'] {
  if (role === undefined) return [{}]
  const withKey = Object.keys(credentialsOf(protocol)).map((name) => ({ [name]: role === 'any' ? [] : [role] }))
  return isKeyOptional ? [{}, ...withKey] : withKey
}

const errorName = ({ title }: DescribedProtocol): string => `${title.replaceAll(/\W/g, '')}Error`

const ERRORS: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'The key is missing or invalid',
  403: 'The key has no right to this',
  404: 'There is no such resource',
  406: '`Accept` names nothing that is served',
  409: 'The resource is in another state',
  413: 'The body or its text is too large',
  415: 'The body is compressed, or not in UTF-8 as its `Content-Type` says',
  429: 'A limit of the key or the service is reached',
  500: 'Internal error; the log has the reason',
  503: 'The service is overloaded, starts or stops',
  507: 'The disk is full',
}

function* statusesOf({ role, query, body, errors = [] }: RouteDescription): Generator<number> {
  if (body !== undefined || query !== undefined) yield 400
  if (role !== undefined) yield 401
  if (role !== undefined && role !== 'any') yield 403
  if (body !== undefined) yield* [413, 415]
  if (role !== undefined) yield* [429, 503]
  yield* errors
  yield 500
}

function responsesOf(descriptions: NonEmpty<RouteDescription>): Operation['responses'] {
  const responses: Record<number, DocumentResponse> = {}
  const add = (status: number, { description, content }: DocumentResponse) => {
    const known = responses[status]
    const merged = { ...known?.content }
    for (const [mediaType, { schema, example }] of Object.entries(content ?? {})) {
      const other = merged[mediaType]?.schema
      const both = other === undefined || schema === undefined ? (schema ?? other) : { anyOf: [other, schema] }
      const shown = merged[mediaType]?.example ?? example
      merged[mediaType] = { ...(both && { schema: both }), ...(shown !== undefined && { example: shown }) }
    }
    responses[status] = {
      description: known?.description ?? description,
      ...([429, 503].includes(status) && { headers: RETRY_AFTER }),
      ...(Object.keys(merged).length > 0 && { content: merged }),
    }
  }
  for (const description of descriptions) {
    for (const [status, answer] of Object.entries(description.answers)) {
      const contents = Object.entries(answer.content ?? {}).map(([mediaType, { schema, example }]) => [
        mediaType,
        {
          ...(schema !== undefined && { schema: jsonSchemaOf(schema, DIALECT) }),
          ...(example !== undefined && { example }),
        },
      ])
      add(Number(status), { description: answer.description, content: Object.fromEntries(contents) })
    }
    for (const status of statusesOf(description)) {
      add(status, { description: ERRORS[status] as string, content: errorContent(description.protocol) })
    }
  }
  return responses
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }

const errorContent = (protocol: DescribedProtocol): Readonly<Record<string, MediaType>> =>
  protocol.errorBody === undefined
    ? { 'text/plain': { schema: { type: 'string' } } }
    : { 'application/json': { schema: { $ref: `#/components/schemas/${errorName(protocol)}` } } }
