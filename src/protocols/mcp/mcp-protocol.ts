import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import { CODECS } from '../../audio/codecs.ts'
import { SpeechError } from '../../core/errors.ts'
import { isLoopback } from '../../core/origin.ts'
import { answerWithJson, replyWithText } from '../../server/answers/error-reply.ts'
import { markHeaders } from '../../server/answers/mark-headers.ts'
import { fileOf, sendFile } from '../../server/answers/send-file.ts'
import { sessionOf } from '../../server/auth/authorization.ts'
import { callerOf } from '../../server/auth/caller.ts'
import { readJson } from '../../server/bodies/read-json.ts'
import { signalOfClosing } from '../../server/connections/client-gone.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { publicUrlOf } from '../../server/public-url.ts'
import { createAudioLinks } from './audio-links.ts'
import { createMcpServer } from './mcp-server.ts'
import * as reference from './reference.ts'
import { localSource } from './speech-source.ts'

const PATH = '/mcp'
const MAX_BODY_BYTES = 2 ** 20
/** The header of the key at Rime's server. */
const RIME_KEY = 'x-rime-api-key'
/** JSON-RPC's code of errors that a server defines. */
const SERVER_ERROR = -32_000

/** The Model Context Protocol over Streamable HTTP, without sessions: each request is served by itself. */
export const mcpProtocol: Protocol = {
  name: 'mcp',
  register(server, app) {
    // A scope of its own, because errors have another form than those of other protocols.
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithJson(server.logger, errorBody))
      addRoutes({ ...server, http }, app)
    })
  },
}

const errorBody = ({ text }: { readonly text: string }) => ({
  jsonrpc: '2.0',
  error: { code: SERVER_ERROR, message: text },
  id: null,
})

function addRoutes({ http, requireKey, authorize: authorizeKey, allowedOrigins, logger }: Server, app: App): void {
  const links = createAudioLinks()
  const requireSynthesisKey = requireKey('synthesis')

  async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // A page that has rebound its host name to this machine sends its own origin.
    const { origin } = request.headers
    if (origin !== undefined && !allowedOrigins.includes(origin) && !(URL.canParse(origin) && isLoopback(origin))) {
      throw new SpeechError('key.forbidden', 'this origin is not allowed; see HOARFROST_CORS_ORIGINS')
    }
    const { authorization, [RIME_KEY]: rimeKey } = request.headers
    if (authorization !== undefined || sessionOf(request) !== undefined) await requireSynthesisKey(request, reply)
    else if (rimeKey !== undefined) await authorizeKey(`${rimeKey}`, 'synthesis', request, reply)
  }

  http.post(PATH, { onRequest: authorize, config: { describe: reference.call } }, async (request, reply) => {
    const parsedBody = await readJson(request.raw, MAX_BODY_BYTES)
    // A batch would be one request to the limits of its key. Revisions since 2025-06-18 have none.
    if (Array.isArray(parsedBody)) return reply.code(400).send(NO_BATCHES)
    const { createMcpHandler } = await import('@modelcontextprotocol/server')
    const serverUrl = publicUrlOf(request)
    const report = (err: unknown) => logger.error({ id: request.id, err }, 'request failed')
    const source = localSource(app, {
      ...callerOf(request),
      onSpeech: (tally) => {
        request.speech = tally
      },
    })
    const handler = createMcpHandler(
      () =>
        createMcpServer({
          source,
          serverUrl,
          hasKey: request.apiKey !== undefined,
          keepAudio: async (bytes, format) => ({ audioUrl: `${serverUrl}${PATH}/audio/${links.add(bytes, format)}` }),
          local: undefined,
          signal: signalOfClosing(reply.raw),
          report,
        }),
      // The messages of these errors may quote texts.
      {
        maxSubscriptions: 0,
        onerror: ({ name }) => logger.debug({ id: request.id, error: name }, 'MCP request refused'),
      },
    )
    return handler.fetch(webRequest(request, serverUrl), { parsedBody })
  })

  const describe = () => reference.getAudio([CODECS.mp3.mediaTypes[0], CODECS.wav.mediaTypes[0]])
  http.get<{ Params: { name: string } }>(`${PATH}/audio/:name`, { config: { describe } }, async (request, reply) => {
    const { name } = request.params
    const audio = links.find(name)
    if (audio === undefined) return replyWithText(reply, 404, 'not found')
    reply.header('cache-control', 'private, max-age=600').type(CODECS[audio.format].mediaTypes[0] as string)
    reply.headers(markHeaders(app.speech))
    return sendFile(request, reply, fileOf(audio.bytes, `"${name}"`))
  })
}

const NO_BATCHES = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'batches are not supported' } }

/** The request without its body, which is passed apart. */
function webRequest({ headers, url }: FastifyRequest, serverUrl: string): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'authorization' || name === RIME_KEY
      ? []
      : [[name, String(value)] as [string, string]],
  )
  return new Request(new URL(url, serverUrl), { method: 'POST', headers: fields })
}
