import { AGENT_NAMES, AGENT_PROGRAMS, linesFor, programFor, withoutLocalhost } from '../../app/agent-programs.ts'
import type { App } from '../../app/app.ts'
import type { Finding } from '../../app/client-checks.ts'
import { createToken } from '../../app/keys/tokens.ts'
import { FALLBACK_SPEAKER } from '../../app/speech/resolve-request.ts'
import { deadline } from '../../core/abort.ts'
import type { ApiKey } from '../../core/api-key.ts'
import { SpeechError } from '../../core/errors.ts'
import { answerWithMessage, errorBodySchema } from '../../server/answers/json-errors.ts'
import { streamAnswer } from '../../server/answers/stream-answer.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import { signalOfClosing } from '../../server/connections/client-gone.ts'
import type { DescribedProtocol } from '../../server/description.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { ownUrlOf, publicUrlOf } from '../../server/public-url.ts'
import * as schemas from './client-bodies.ts'

const CLIENTS: DescribedProtocol = {
  title: 'Clients',
  summary: 'Programs that speak through this server, and the requests of each client, replayed.',
  errorBody: errorBodySchema,
}

const MAX_BODY_BYTES = 4096
/** All checks of a client together. */
const CHECKS_S = 90

const CANNOT_CONNECT = 'The server cannot connect to itself by this host name; run npx hoarfrost doctor instead'

/** What the page *Build a voice agent* is made of: `/v1/clients`. */
export const clientsProtocol: Protocol = {
  name: 'clients',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithMessage(server.logger))
      addRoutes({ ...server, http }, app)
    })
  },
}

function addRoutes(server: Server, app: App): void {
  const described = { protocol: CLIENTS, role: 'synthesis' } as const
  let isChecking = false

  const speakerOf = (speaker = app.defaultSpeaker ?? FALLBACK_SPEAKER): string => {
    if (app.catalogue.named(speaker).length > 0) return speaker
    throw new SpeechError('speaker.unknown', 'Speaker not found', { field: 'speaker' })
  }

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'GET',
      url: '/v1/clients',
      id: 'listClients',
      summary: 'Programs for voice agents',
      description:
        'Complete programs with the URL by which this request came, and a voice. They read the key from `HOARFROST_API_KEY`.',
      isStored: false,
      query: schemas.programQuerySchema,
      answers: {
        200: { description: 'The programs', content: { 'application/json': { schema: schemas.programListSchema } } },
      },
      examples: { usual: { summary: 'With the voice luna', query: { speaker: 'luna' } } },
    },
    async ({ query, request }, reply) => {
      const speaker = speakerOf(query.speaker)
      const place = { url: withoutLocalhost(publicUrlOf(request)), speaker, wyomingPort: app.wyomingPort }
      const list: schemas.ProgramList = {
        url: place.url,
        speaker,
        programs: await Promise.all(
          AGENT_NAMES.map(async (name) => {
            const { title, summary, client, file, commands } = AGENT_PROGRAMS[name]
            const text = programFor(await app.readExample(file), place)
            const lines = linesFor(name, place)
            return { name, title, summary, client, file: { name: file, text }, commands: [...commands(place)], lines }
          }),
        ),
      }
      return reply.header('cache-control', 'no-store').send(list)
    },
  )

  addCheckedRoute(
    server,
    {
      ...described,
      method: 'POST',
      url: '/v1/clients/:name/check',
      id: 'checkClient',
      summary: 'Replay the requests of a client',
      description:
        'The server sends itself what this client sends, as `hoarfrost doctor --client` does, and answers with the results while they come, one JSON object a line. One check runs at a time.',
      refusesTokens: true,
      isStored: false,
      params: schemas.checkParamsSchema,
      body: { schema: schemas.checkSchema, isOptional: true, maxBytes: MAX_BODY_BYTES },
      answers: {
        200: {
          description: 'One line for each check',
          content: { 'application/x-ndjson': { schema: schemas.findingSchema } },
        },
      },
      errors: [404, 409],
      examples: {},
    },
    async ({ params: { name }, body: { speaker, key }, request }, reply) => {
      const check = await app.clientChecks(name)
      if (check === undefined) throw new SpeechError('resource.unknown', 'There are no checks for this client')
      const url = await ownUrlOf(request)
      if (url === undefined) throw new SpeechError('resource.conflict', CANNOT_CONNECT)
      const target = {
        url,
        clientUrl: withoutLocalhost(publicUrlOf(request)),
        apiKey: key ?? createShortToken(request.apiKey as ApiKey, app),
        speaker: speakerOf(speaker),
      }
      if (isChecking)
        throw new SpeechError('resource.conflict', 'Another check is running; try again when it has ended')
      isChecking = true
      request.endCount?.() // the requests of the check count, so that a key for one request at a time passes
      const signal = signalOfClosing(reply.raw)
      try {
        using limit = deadline(signal, CHECKS_S * 1000)
        const lines = linesOf(check(target, limit))
        return await streamAnswer(lines, reply, { contentType: 'application/x-ndjson', signal, logger: server.logger })
      } finally {
        isChecking = false
      }
    },
  )
}

async function* linesOf(findings: AsyncIterable<Finding>): AsyncGenerator<Uint8Array> {
  for await (const finding of findings) yield Buffer.from(`${JSON.stringify(finding)}\n`)
}

/** The page does not have the key that it is signed in with. */
const createShortToken = (key: ApiKey, { clock }: App): string =>
  createToken(key, {
    expiresAt: new Date(clock().getTime() + 1000 * CHECKS_S),
    speaker: undefined,
    origin: undefined,
    keepsHeard: false,
  })
