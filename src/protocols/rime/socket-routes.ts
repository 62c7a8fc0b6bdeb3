import type { FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import type { SessionSettings } from '../../app/live-session/open-live-session.ts'
import { isUnknownModelId } from '../../app/speech/model-id.ts'
import { resolveRequest, withClampedRates } from '../../app/speech/resolve-request.ts'
import type { Markup, SynthesisRequest } from '../../core/request.ts'
import { createSpeechBodySchemas, parametersOf, rateOfSpeedAlpha } from '../../server/bodies/speech-body.ts'
import type { SocketDescription } from '../../server/description.ts'
import type { Server } from '../../server/protocol.ts'
import { openLiveSocket, type SocketProtocol } from '../../server/websocket/live-socket.ts'
import type { AcceptSocket } from '../../server/websocket/socket-connection.ts'
import * as reference from './reference.ts'
import type { SocketMessage } from './socket-messages.ts'
import {
  createSocketQuerySchemas,
  parseSocketQuery,
  type SocketDefaults,
  type SocketQuery,
  type SocketQuerySchemas,
} from './socket-query.ts'
import { createJsonProtocol } from './sockets/json-protocol.ts'
import { rawProtocol } from './sockets/raw-protocol.ts'

/** Differences between the socket paths. */
interface SocketPath {
  readonly url: string
  /** Where the query has none of its own. */
  readonly defaults?: SocketDefaults
  /** The requests that it serves, on a path that it shares with another protocol. */
  readonly serves?: (request: FastifyRequest) => boolean
  readonly createProtocol: (query: SocketQuery, request: SynthesisRequest) => SocketProtocol
  readonly describe: (schemas: SocketQuerySchemas) => SocketDescription
}

const WS3 = {
  url: '/ws3',
  createProtocol: (query, request) => jsonProtocol(query, request, false),
  describe: reference.jsonSocket('speech', { saysDone: false }),
} as const satisfies SocketPath

const WS2 = {
  url: '/ws2',
  defaults: { model: 'mistv2' },
  createProtocol: (query, request) => jsonProtocol(query, request, true),
  describe: reference.jsonSocket('mistSpeech', { saysDone: true }),
} as const satisfies SocketPath

/** Before the path of a socket, for clients that can change the base of its URL and not its query. */
const TURN_TIMES = '/turn-times'

const PATHS: readonly SocketPath[] = [
  WS3,
  WS2,
  {
    ...WS3,
    url: `${TURN_TIMES}${WS3.url}`,
    defaults: { timestampsFrom: 'turn' },
    describe: reference.jsonSocket('turnTimesSpeech', { saysDone: false, like: WS3.url }),
  },
  {
    ...WS2,
    url: `${TURN_TIMES}${WS2.url}`,
    defaults: { ...WS2.defaults, timestampsFrom: 'turn' },
    describe: reference.jsonSocket('turnTimesMistSpeech', { saysDone: true, like: WS2.url }),
  },
  {
    url: '/ws',
    serves: hasVoiceParameters,
    createProtocol: () => rawProtocol,
    describe: reference.rawSocket,
  },
]

/** Clients of the Rime v1 protocol send no parameters in the query. */
function hasVoiceParameters({ url }: FastifyRequest): boolean {
  const query = new URLSearchParams(url.split('?')[1])
  return ['speaker', 'modelId', 'audioFormat'].some((name) => query.has(name))
}

export const SOCKET_PATHS = PATHS.map(({ url }) => url)

/** `onUnknownModel` is called for each socket that named an unknown model. */
export function addSocketRoutes({ sockets }: Server, app: App, onUnknownModel: () => void): void {
  const { maxTextLength } = app.limits
  const schemas = createSocketQuerySchemas(createSpeechBodySchemas({ ...app, maxTextLength }))
  for (const { url, defaults = {}, serves = () => true, createProtocol, describe } of PATHS) {
    const accept: AcceptSocket = (request, upgrade) => {
      const given = new URLSearchParams(request.url.split('?')[1])
      const query = parseSocketQuery(schemas, given, defaults)
      if (isUnknownModelId(given.get('modelId'))) onUnknownModel()
      const parameters = parametersOf(request, query, { text: '', codec: query.audioFormat })
      const speech = resolveRequest(parameters, app)
      const protocol = createProtocol(query, speech)
      const settings = { ...sessionSettings(query, speech), reservation: upgrade.reserve(speech) }
      return (connection) => {
        if (query.heard) connection.keepHeard({ lagMs: query.heardLagMs })
        return openLiveSocket(connection, protocol, settings, app)
      }
    }
    sockets.serve(url, accept, { serves, describe: () => describe(schemas) })
  }
}

function sessionSettings(query: SocketQuery, speech: SynthesisRequest): SessionSettings {
  const segmentation = query.segment ?? (query.immediate ? 'immediate' : 'bySentence')
  return {
    speech,
    codec: query.audioFormat,
    segmentation,
    endsTurnsByFlush: segmentation === 'never',
    timesFrom: query.timestampsFrom,
    hasMark: query.fileTags,
    savesOovs: query.model === 'mistv2' && query.saveOovs,
  }
}

function jsonProtocol(query: SocketQuery, { model, markup: usual }: SynthesisRequest, saysDone: boolean) {
  const options = { saysDone, tellsHeard: query.heard }
  if (!('pauseBetweenBrackets' in query)) return createJsonProtocol({ markupOf: undefined, ...options })
  const markupOf = ({ phonemizeBetweenBrackets, inlineSpeedAlpha = [] }: SocketMessage): Markup | undefined => {
    if (phonemizeBetweenBrackets === undefined && inlineSpeedAlpha.length === 0) return undefined
    const rates = inlineSpeedAlpha.map((alpha) => rateOfSpeedAlpha(alpha, model))
    const own = withClampedRates({ ...usual, inlineRates: rates }).inlineRates
    return {
      ...usual,
      phonemes: phonemizeBetweenBrackets ?? usual.phonemes,
      inlineRates: own.length > 0 ? own : usual.inlineRates,
    }
  }
  return createJsonProtocol({ markupOf, ...options })
}
