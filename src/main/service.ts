import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { configuredKeyRecord, createFirstKey } from '../app/keys/manage-keys.ts'
import { createSignInLink, keyOfLinks } from '../app/keys/sign-in-links.ts'
import { createPackInstalls } from '../app/pack-installs.ts'
import type { Clock } from '../core/clock.ts'
import type { Store } from '../core/store.ts'
import { openLexicon } from '../lexicon/open-lexicon.ts'
import { type FurtherPort, listenOnFurtherPort, type RootPath } from '../server/connections/further-ports.ts'
import { createTlsServers } from '../server/connections/tls-servers.ts'
import { onceAMinute } from '../server/observe/once-a-minute.ts'
import { keepCertificate, readCertificate } from './certificate.ts'
import { composeApp, type Keep } from './compose-app.ts'
import type { Config } from './config.ts'
import { keepDictionary } from './dictionary.ts'
import { addCertificateExpiry, addMetrics, createRegistry } from './gauges.ts'
import { openLongTexts } from './long-texts.ts'
import { openJobFiles } from './open-job-files.ts'
import { openStore } from './open-store.ts'
import { openSynthesis } from './open-synthesis.ts'
import { packsFolderOf } from './packs-folder.ts'
import { protocolsOf } from './protocols.ts'
import { serverUrl } from './server-url.ts'

export interface ServiceParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly droppedLogLines: () => number
  /**
   * Entry module of synthesis threads. `encoder-thread.js` and `text-thread.js`, for encoder threads and long texts,
   * are in the same folder.
   */
  readonly threadUrl: URL
}

export interface Service {
  /** URL of the service, without a trailing slash. */
  readonly url: string
  /** URLs of the further ports, in the order of the configuration. */
  readonly furtherUrls: readonly string[]
  /** Reads the files of the certificate again; null without TLS. */
  readonly renewCertificate: (() => void) | null
  /** Engines in use. */
  readonly engines: readonly string[]
  /** The key that was created because the store had none. Available only here. */
  readonly firstKey: string | null
  /** A link that signs a browser in once. Null without the dashboard, and without a valid key for admins. */
  readonly createSignInLink: () => Promise<string | null>
  /** Refuses new requests after the delay, waits for running ones for a bounded time, and frees everything. */
  close(): Promise<void>
}

/** Time after which a request without an answer from the database fails with 503. */
const STORE_PATIENCE_MS = 2000

/**
 * Resolves when the service listens and can speak. Throws an Error of one line if the port or the data directory cannot
 * be used; everything is closed then.
 */
export async function startService(config: Config, parts: ServiceParts): Promise<Service> {
  const opened: AsyncDisposable[] = []
  const keep: Keep = (part) => {
    opened.push(part)
    return part
  }
  async function close(): Promise<void> {
    for (const part of opened.toReversed()) await part[Symbol.asyncDispose]()
  }
  try {
    return { ...(await openService(config, parts, keep)), close }
  } catch (error) {
    await close()
    throw whyNotListening(error as NodeJS.ErrnoException, config)
  }
}

/** `keep` registers resources to be disposed, in order of opening. */
async function openService(config: Config, parts: ServiceParts, keep: Keep): Promise<Omit<Service, 'close'>> {
  const { clock, logger, droppedLogLines, threadUrl } = parts
  const tls = openTls(config)
  const tracing = config.tracesEndpoint === null ? null : keep(await openTracing(config.tracesEndpoint, logger, clock))
  const store = keep(
    await openStore(config, {
      patienceMs: STORE_PATIENCE_MS,
      poolSize: config.databasePool,
      onThreadDied: (err) => logger.error({ err }, 'the database thread died; a new one replaces it'),
    }),
  )
  const lexicon = openLexicon()
  const dictionary = keep(
    await keepDictionary(store, {
      lexicon,
      clock,
      report: (err) => logger.error({ err }, 'the dictionary could not be read or written'),
    }),
  )
  const { entries } = dictionary
  const { registry, observe } = createRegistry()
  const synthesis = keep(
    await openSynthesis(config, { clock, logger, threadUrl, lexicon, entriesIn: entries.givenIn, observe }),
  )
  addMetrics(registry, {
    pool: synthesis.pool,
    cache: synthesis.cache,
    missingEngines: synthesis.missingEngines,
    packStates: synthesis.packStates,
    droppedLogLines,
    isStoreReadable: () => entries.isStoreReadable,
  })
  let isStopping = false
  const rootPaths = new Map<number, RootPath>()
  const { http, startJobs } = await composeApp(
    config,
    {
      clock,
      logger,
      store,
      dictionary,
      lexicon,
      synthesis,
      answerLongText: keep(openLongTexts(new URL('text-thread.js', threadUrl), entries)).answer,
      jobFiles: await openJobFiles(config),
      serverName: config.databaseUrl === null ? 'only' : randomUUID(),
      packInstalls: keep(openPackInstalls(config)),
      protocols: protocolsOf(config),
      http: { registry, beginSpan: tracing?.beginRequest, tls: tls?.servers, rootPaths, isStopping: () => isStopping },
    },
    keep,
  )
  const certificate =
    tls &&
    keep(
      keepCertificate(tls.files, { ...tls, clock, report: (level, message, fields) => logger[level](fields, message) }),
    )
  if (certificate) addCertificateExpiry(registry, certificate)
  const furtherPorts: FurtherPort[] = []
  keep({
    async [Symbol.asyncDispose]() {
      isStopping = true
      if (synthesis.isStarted) await sleep(1000 * config.drainDelayS)
      await closeServer(http, furtherPorts, 1000 * config.drainS)
    },
  })
  await http.listen({ host: config.host, port: config.port })
  const { address, port } = http.server.address() as AddressInfo
  const furtherUrls: string[] = []
  for (const further of config.furtherPorts) {
    if (further.port !== port) furtherPorts.push(await listenFurther(http, config.host, further.port))
    const listening = further.port === port ? port : (furtherPorts.at(-1) as FurtherPort).port
    rootPaths.set(listening, further.root)
    furtherUrls.push(serverUrl(address, listening, tls !== null))
  }
  await synthesis.start()
  await startJobs()
  setImmediate(() => http.loadHttp2())
  // Last, because a key created for a failed start would never be shown.
  const firstKey = config.apiKey === null ? await createFirstKey(store.apiKeys, clock()) : null
  const engines = [...new Set(synthesis.catalogue.voices.map(({ engineVoice }) => engineVoice.engine))]
  const renewCertificate = certificate?.reload ?? null
  const url = serverUrl(address, port, tls !== null)
  return {
    url,
    furtherUrls,
    renewCertificate,
    engines,
    firstKey,
    createSignInLink: () => createLink(config, store, { url, now: clock() }),
  }
}

async function createLink(
  { apiKey, hasDashboard }: Config,
  { apiKeys, sessions }: Store,
  { url, now }: { readonly url: string; readonly now: Date },
): Promise<string | null> {
  if (!hasDashboard) return null
  const configured = apiKey === null ? null : configuredKeyRecord(apiKey, now)
  const key = await keyOfLinks(apiKeys, configured, now)
  return key === undefined ? null : createSignInLink(sessions, key.id, { url, now })
}

const openPackInstalls = (config: Config) =>
  createPackInstalls({
    packsFolder: packsFolderOf(config),
    manifestsFolder: fileURLToPath(new URL('../../packs', import.meta.url)),
    places: { mirror: config.packMirror, hubEndpoint: config.hubEndpoint ?? '' },
    proxies: {}, // those of the environment
    isOffline: config.isOffline,
  })

async function openTracing(endpoint: string, logger: Logger, clock: Clock) {
  const tracing = await import('./tracing.ts') // loads the SDK
  let reason: Error | undefined
  const log = onceAMinute((count) => logger.warn({ reason: reason?.message, count }, 'traces could not be sent'), clock)
  return tracing.openTracing(endpoint, (error) => {
    reason = error
    log()
  })
}

/** Null without TLS. Throws an Error of one line that names the variable. */
function openTls({ tlsCert, tlsKey }: Config) {
  if (tlsCert === null || tlsKey === null) return null
  const files = { certFile: tlsCert, keyFile: tlsKey }
  const first = readCertificate(files)
  const servers = createTlsServers(first)
  return { files, first, servers, renew: servers.renew }
}

async function closeServer(
  http: FastifyInstance,
  furtherPorts: readonly FurtherPort[],
  drainMs: number,
): Promise<void> {
  const cutOff = setTimeout(() => http.server.closeAllConnections(), drainMs)
  await Promise.all([http.close(), ...furtherPorts.map((port) => port[Symbol.asyncDispose]())])
  clearTimeout(cutOff)
}

async function listenFurther(http: FastifyInstance, host: string, port: number): Promise<FurtherPort> {
  try {
    return await listenOnFurtherPort(http, port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`HOARFROST_LISTEN: port ${port} of ${host} cannot be used (${code})`, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; set PORT to another, or to 0 for any free one',
  EACCES: 'needs more rights; set PORT to 1024 or above',
  EADDRNOTAVAIL: 'is not an address of this machine; set HOST to 127.0.0.1 or 0.0.0.0',
  ENOTFOUND: 'is not an address of this machine; set HOST to 127.0.0.1 or 0.0.0.0',
}

function whyNotListening(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  const reason = REASONS[error.code ?? '']
  return reason === undefined ? error : new Error(`port ${port} of ${host} ${reason}`)
}
