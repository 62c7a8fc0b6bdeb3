import type { Steps } from '../../core/steps.ts'
import type { DescribedMessage, DescribedSocket, ExampleMessage, SocketDescription } from '../../server/description.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import type { DocumentInfo } from './openapi-document.ts'
import { securitySchemesOf } from './security-schemes.ts'

export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0'
  readonly info: DocumentInfo & { readonly tags: readonly object[] }
  readonly defaultContentType: 'application/json'
  readonly channels: Record<string, Channel>
  /** Of each channel, what the server receives and what it sends. */
  readonly operations: Record<string, { readonly messages: readonly { readonly $ref: string }[] }>
  readonly components: { readonly securitySchemes: Record<string, object> }
}

export interface Channel {
  readonly address: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly { readonly name: string }[]
  readonly parameters?: Readonly<Record<string, { readonly description?: string }>>
  readonly messages: Readonly<Record<string, Message>>
  readonly bindings: {
    readonly ws: { readonly method: 'GET'; readonly query?: JsonSchema; readonly headers?: JsonSchema }
  }
  /** The example of the description. */
  readonly 'x-example': SocketDescription['example']
}

export interface Message {
  readonly name: string
  readonly summary: string
  readonly contentType: string
  readonly payload?: JsonSchema
  readonly examples?: readonly { readonly name: string; readonly payload: unknown }[]
}

const DIALECT = 'draft-7'

const INFO: Omit<DocumentInfo, 'version'> = {
  title: 'Hoarfrost',
  description:
    'Text-to-speech over WebSockets: text goes in while it is written, audio comes out while it is spoken. `x-example` of a channel is an exchange in its order. A refused upgrade is answered with the status and body of an error over HTTP: 400, 401, 403, 404, 429, 500 or 503. The HTTP routes are in `/openapi.json`.',
  license: { name: 'GPL-3.0-or-later', url: 'https://spdx.org/licenses/GPL-3.0-or-later.html' },
}

/** Makes the document of the sockets, without servers, one socket in a step. */
export function* asyncApiDocument(sockets: readonly DescribedSocket[], version: string): Steps<AsyncApiDocument> {
  const document: AsyncApiDocument = {
    asyncapi: '3.0.0',
    info: { ...INFO, version, tags: [] },
    defaultContentType: 'application/json',
    channels: {},
    operations: {},
    components: { securitySchemes: {} },
  }
  const tags = new Map<string, string>()
  for (const { url, subprotocols, describe } of sockets) {
    const description = describe()
    const { id, protocol, receives, sends } = description
    tags.set(protocol.title, protocol.summary)
    const securitySchemes = securitySchemesOf(protocol, 'httpApiKey')
    Object.assign(document.components.securitySchemes, securitySchemes)
    document.channels[id] = channelOf(url.replaceAll(/:(\w+)/g, '{$1}'), subprotocols, description)
    const operation = (action: 'receive' | 'send', messages: Readonly<Record<string, DescribedMessage>>) => ({
      action,
      channel: { $ref: `#/channels/${id}` },
      security: Object.keys(securitySchemes).map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
      messages: Object.keys(messages).map((name) => ({ $ref: `#/channels/${id}/messages/${name}` })),
    })
    document.operations[`${id}Receive`] = operation('receive', receives)
    document.operations[`${id}Send`] = operation('send', sends)
    yield
  }
  const named = [...tags].map(([name, description]) => ({ name, description }))
  return { ...document, info: { ...document.info, tags: named } }
}

/** The document of the server at `url`, which is of HTTP. */
export function withServer(document: AsyncApiDocument, url: string): object {
  const { protocol, host } = new URL(url)
  return { ...document, servers: { this: { host, protocol: protocol === 'https:' ? 'wss' : 'ws' } } }
}

function channelOf(address: string, subprotocols: readonly string[], description: SocketDescription): Channel {
  const { summary, description: text, protocol, params, query, receives, sends, example } = description
  const parameters = params && Object.entries(jsonSchemaOf(params, DIALECT).properties ?? {})
  const headers = {
    type: 'object',
    properties: { 'Sec-WebSocket-Protocol': { type: 'string', enum: [...subprotocols] } },
  }
  return {
    address,
    summary,
    ...(text !== undefined && { description: text }),
    tags: [{ name: protocol.title }],
    ...(parameters && {
      parameters: Object.fromEntries(
        parameters.map(([name, { description: what }]) => [name, what === undefined ? {} : { description: what }]),
      ),
    }),
    messages: { ...messagesOf(receives, 'client', example), ...messagesOf(sends, 'server', example) },
    bindings: {
      ws: {
        method: 'GET',
        ...(query && { query: jsonSchemaOf(query, DIALECT) }),
        ...(subprotocols.length > 0 && { headers }),
      },
    },
    'x-example': example,
  }
}

const messagesOf = (
  messages: Readonly<Record<string, DescribedMessage>>,
  from: ExampleMessage['from'],
  example: SocketDescription['example'],
): Readonly<Record<string, Message>> =>
  Object.fromEntries(
    Object.entries(messages).map(([name, { summary, schema, contentType = 'application/json' }]) => {
      const shown = example.messages.find((each) => each.from === from && each.name === name && each.payload)
      const isObject = typeof shown?.payload === 'object'
      return [
        name,
        {
          name,
          summary,
          contentType,
          ...(schema === undefined ? { payload: { type: 'string' } } : { payload: jsonSchemaOf(schema, DIALECT) }),
          ...(isObject && { examples: [{ name: 'usual', payload: shown.payload }] }),
        },
      ]
    }),
  )
