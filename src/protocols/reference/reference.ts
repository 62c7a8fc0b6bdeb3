import { z } from 'zod'
import type { DescribedProtocol, RouteDescription } from '../../server/description.ts'

const REFERENCE: DescribedProtocol = { title: 'Reference', summary: 'This description. Public.' }

interface Document {
  readonly id: string
  readonly summary: string
  readonly mediaType: string
}

const described = ({ mediaType, ...texts }: Document): RouteDescription => ({
  protocol: REFERENCE,
  ...texts,
  answers: {
    200: {
      description: 'The document; it has an `ETag`',
      content: { [mediaType]: mediaType === 'application/json' ? { schema: z.looseObject({}) } : {} },
    },
    304: { description: 'The document is that of `If-None-Match`' },
  },
  examples: { usual: { summary: 'Read it' } },
})

export const openApi = (): RouteDescription =>
  described({ id: 'getOpenApi', summary: 'The HTTP routes, as OpenAPI 3.1', mediaType: 'application/json' })

export const asyncApi = (): RouteDescription =>
  described({ id: 'getAsyncApi', summary: 'The WebSockets, as AsyncAPI 3', mediaType: 'application/json' })

export const page = (): RouteDescription =>
  described({ id: 'getReference', summary: 'Both as a page', mediaType: 'text/html' })
