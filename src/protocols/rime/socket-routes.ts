import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import { type ResolveRequestDeps, resolveMarkup, resolveRequest } from '../../app/resolve-request.ts'
import type { Narrator, SpeechSettings } from '../../app/speak.ts'
import { TIMED_LANGUAGES } from '../../app/timed-audio.ts'
import type { CreateEncoder } from '../../audio/codecs.ts'
import { isUnknownModelId } from './model-id.ts'
import type { SocketMessage } from './socket-messages.ts'
import { createSocketQuerySchemas, parseSocketQuery, type SocketQuery } from './socket-query.ts'
import { createSpeechBodySchemas } from './speech-body.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import { MODELS, type ModelId } from '../../core/model.ts'
import type { Markup, SynthesisRequest } from '../../core/request.ts'
import type { RequireKey } from '../../server/authorization.ts'
import { replyWithText, whatToTell } from '../../server/error-reply.ts'
import type { RequestLogger } from '../../server/request-log.ts'
import { spelledText, wishOf } from './speech-route.ts'
import { Heartbeat } from '../../server/websocket/heartbeat.ts'
import { createJsonProtocol } from './sockets/json-protocol.ts'
import { rawProtocol } from './sockets/raw-protocol.ts'
import { savingNarrator } from './sockets/saving-narrator.ts'
import type { SocketProtocol } from './sockets/socket-protocol.ts'
import { runSocketSession, type SocketSession } from '../../server/websocket/socket-session.ts'
import { serveUpgrades } from '../../server/websocket/upgrades.ts'

export interface WebsocketRouteDeps extends ResolveRequestDeps {
  /** Who speaks for one session. */
  readonly createNarrator: (settings: SpeechSettings) => Narrator
  readonly createEncoder: CreateEncoder
  /** Remembers the words of an English text that the dictionary lacks. Fails nothing. */
  readonly saveOovs: (text: string) => void
  readonly limits: {
    /** Of what one session may have waiting, and of one message where it is less than a mebibyte. */
    readonly maxBodyBytes: number
    /** Unicode code points, where it is less than the model allows. */
    readonly maxTextLength: number
    /** Sockets that may be open at a time. */
    readonly maxWebsockets: number
    /** Silence after the end of the audio that ends a turn, where no flush does. */
    readonly doneGraceMs: number
  }
  readonly logger: RequestLogger
  readonly registry: Registry
}

const PING_MS = 12_000
/** Turns that go on for longer after the server began to close are cut off. */
const DRAIN_MS = 25_000
/** For the close frame to be read. */
const CLOSE_MS = 1000

/** A message comes as a whole: to unmask and decode one of 8 MB would hold everybody else up. */
const MOST_MESSAGE_BYTES = 2 ** 20

/** What the paths differ in. */
interface SocketPath {
  readonly url: string
  readonly usualModel?: ModelId
  readonly createProtocol: (query: SocketQuery, request: SynthesisRequest) => SocketProtocol
}

const PATHS: readonly SocketPath[] = [
  { url: '/ws3', createProtocol: (query, request) => jsonProtocol(query, request, false) },
  { url: '/ws2', usualModel: 'mistv2', createProtocol: (query, request) => jsonProtocol(query, request, true) },
  { url: '/ws', createProtocol: () => rawProtocol },
]

/** `onUnknownModel` hears of each socket that named a model which does not exist. */
export function addWebsocketRoutes(
  app: FastifyInstance,
  requireKey: RequireKey,
  deps: WebsocketRouteDeps,
  onUnknownModel: () => void,
): void {
  const { deployment, limits, logger } = deps
  const schemas = createSocketQuerySchemas(createSpeechBodySchemas({ deployment, maxTextLength: limits.maxTextLength }))
  const upgrades = serveUpgrades(app, Math.min(limits.maxBodyBytes, MOST_MESSAGE_BYTES))
  const heartbeat = new Heartbeat(PING_MS)
  const open = new Map<WebSocket, SocketSession>()
  new Gauge({
    name: 'hoarfrost_open_websockets',
    help: 'WebSockets that are open',
    registers: [deps.registry],
    collect() {
      this.set(open.size)
    },
  })

  const requireSocketKey: ReturnType<RequireKey> = async (request, reply) => {
    await requireKey('synthesis')(request, reply).catch((error: unknown) => {
      throw isSpeechError(error) && error.code === 'key.limited' ? atLimit() : error
    })
    if (open.size >= limits.maxWebsockets) throw atLimit()
  }

  for (const { url, usualModel, createProtocol } of PATHS) {
    app.get(url, { onRequest: requireSocketKey }, async (request, reply) => {
      const parameters = new URLSearchParams(request.url.split('?')[1])
      const query = parseSocketQuery(schemas, parameters, usualModel)
      if (isUnknownModelId(parameters.get('modelId'))) onUnknownModel()
      const { audioFormat: codec } = query
      const speech = resolveRequest(wishOf(request.id, { ...query, text: '', timestamps: false }, codec), deps)
      if (!upgrades.isUpgrade(request)) {
        return replyWithText(
          reply.header('upgrade', 'websocket').header('connection', 'upgrade'),
          426,
          'upgrade required',
        )
      }
      const protocol = createProtocol(query, speech)
      const connection = request.raw.socket
      const socket = upgrades.accept(request, reply)
      const session = runSocketSession(socket, connection, {
        options: {
          segmentation: query.segment ?? (query.immediate ? 'immediate' : 'bySentence'),
          language: speech.language,
          format: { codec, sampleRateHz: speech.sampleRateHz },
          hasWordTimes: protocol.hasWordTimes && TIMED_LANGUAGES.includes(speech.language),
          timesFrom: query.timestampsFrom,
          markup: speech.markup,
          maxTextLength: Math.min(limits.maxTextLength, MODELS[query.model].maxTextLength),
          maxPendingLength: limits.maxBodyBytes,
          doneGraceMs: limits.doneGraceMs,
        },
        protocol,
        narrator: narratorOf(query, speech, deps),
        createEncoder: deps.createEncoder,
        log: logOf(request, speech),
        onClosing: (reason) => {
          if (reason.kind === 'failed' && whatToTell(reason.error).status === 500) {
            logger.error({ id: request.id, err: reason.error }, 'session failed')
          }
        },
      })
      heartbeat.watch(socket, connection, session)
      open.set(socket, session)
      request.onKeyEnd = () => {
        session.close(1008, 'invalid api key')
        setTimeout(() => socket.terminate(), CLOSE_MS).unref()
      }
      socket.on('close', () => open.delete(socket))
      return reply
    })
  }

  app.addHook('preClose', (done) => {
    heartbeat[Symbol.dispose]()
    for (const session of open.values()) session.drain()
    setTimeout(() => {
      for (const session of open.values()) session.close(1001, 'the server is closing')
    }, DRAIN_MS).unref()
    setTimeout(() => {
      for (const socket of open.keys()) socket.terminate()
    }, DRAIN_MS + CLOSE_MS).unref()
    done()
  })
}

const atLimit = () => new SpeechError('key.limited', 'Currently at websocket limit')

function narratorOf(query: SocketQuery, speech: SynthesisRequest, deps: WebsocketRouteDeps): Narrator {
  const narrator = deps.createNarrator(speech)
  if (query.model !== 'mistv2' || !query.saveOovs || speech.language !== 'eng') return narrator
  return savingNarrator(narrator, (text) => deps.saveOovs(spelledText(text)))
}

function jsonProtocol(query: SocketQuery, { model, markup: usual }: SynthesisRequest, saysDone: boolean) {
  if (!('pauseBetweenBrackets' in query)) return createJsonProtocol({ markupOf: undefined, saysDone })
  const markupOf = ({ phonemizeBetweenBrackets, inlineSpeedAlpha = [] }: SocketMessage): Markup | undefined => {
    if (phonemizeBetweenBrackets === undefined && inlineSpeedAlpha.length === 0) return undefined
    const own = resolveMarkup({ ...usual, inlineRates: inlineSpeedAlpha }, model).inlineRates
    return {
      ...usual,
      phonemes: phonemizeBetweenBrackets ?? usual.phonemes,
      inlineRates: own.length > 0 ? own : usual.inlineRates,
    }
  }
  return createJsonProtocol({ markupOf, saysDone })
}

function logOf(request: FastifyRequest, { model }: SynthesisRequest) {
  request.speechLog = { model, characters: 0, audioSeconds: 0, firstAudioMs: undefined }
  return request.speechLog
}
