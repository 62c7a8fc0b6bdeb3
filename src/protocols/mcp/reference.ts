import { z } from 'zod'
import { FILE_ANSWERS } from '../../server/answers/send-file.ts'
import { BEARER, bytesAs, type DescribedProtocol, type RouteDescription } from '../../server/description.ts'

const id = z.union([z.string(), z.int()])
const error = z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() })

const MCP: DescribedProtocol = {
  title: 'MCP',
  summary: 'The Model Context Protocol over Streamable HTTP: tools for assistants.',
  errorBody: z.object({ jsonrpc: z.literal('2.0'), id: z.null(), error }),
  credentials: { ...BEARER, rimeApiKey: { header: 'X-Rime-Api-Key' } },
}

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const SPEAK = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'synthesize_speech', arguments: { text: 'Hello.', speaker: 'luna', format: 'mp3' } },
}
const ACCEPT = 'application/json, text/event-stream'

export const call = (): RouteDescription => ({
  protocol: MCP,
  id: 'mcpCall',
  summary: 'Call a tool, or list them',
  description:
    'A JSON-RPC message. `tools/list` has the schemas of the tools. Tools that speak or read texts need a key; without one they answer with an error.',
  role: 'synthesis',
  isKeyOptional: true,
  body: {
    schema: z.object({
      jsonrpc: z.literal('2.0'),
      id: id.optional().describe('Absent in notifications'),
      method: z.string(),
      params: z.record(z.string(), z.unknown()).optional(),
    }),
  },
  answers: {
    200: {
      description: 'The response, in JSON or as a server-sent event',
      content: {
        'application/json': {
          schema: z.object({
            jsonrpc: z.literal('2.0'),
            id: id.nullable(),
            result: z.record(z.string(), z.unknown()).optional(),
            error: error.optional(),
          }),
          example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
        },
        'text/event-stream': {},
      },
    },
    202: { description: 'A notification was taken' },
  },
  errors: [406],
  examples: {
    tools: { summary: 'List the tools', accept: ACCEPT, body: LIST_TOOLS, answer: 'text/event-stream' },
    speak: { summary: 'Speak', accept: ACCEPT, body: SPEAK, answer: 'text/event-stream' },
  },
})

export const getAudio = (mediaTypes: readonly string[]): RouteDescription => ({
  protocol: MCP,
  id: 'mcpGetAudio',
  summary: 'Fetch audio that a tool has made',
  description: 'Public for ten minutes. The name cannot be guessed.',
  params: z.object({ name: z.string().describe('Name of the file, from `audioUrl` of the tool') }),
  answers: {
    200: { description: 'The file; it has an `ETag`', content: bytesAs(mediaTypes) },
    ...FILE_ANSWERS,
    404: { description: 'There is no such file, or no longer', content: { 'text/plain': { example: 'not found' } } },
  },
  examples: { usual: { summary: 'A file', params: { name: 'Hc0Zs3cE5dQv8Yy0u5X2vA.mp3' }, file: 'hello.mp3' } },
})
