import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { App } from '../app/app.ts'
import { createJobs, refuseJobs } from '../app/jobs/jobs.ts'
import { createAuthenticator } from '../app/keys/authenticate.ts'
import { createKeyLimiter } from '../app/keys/key-limiter.ts'
import { createLimitShares } from '../app/keys/limit-shares.ts'
import { configuredKeyRecord, createFirstKey } from '../app/keys/manage-keys.ts'
import { createSessions } from '../app/keys/sessions.ts'
import { createUsageLedger } from '../app/keys/usage-ledger.ts'
import { createPackInstalls } from '../app/pack-installs.ts'
import { createNarrator, reserveRoom } from '../app/speech/narrator.ts'
import { Speech } from '../app/speech/speech.ts'
import { createEngineHealth } from '../app/speech/voice-health.ts'
import { createVoiceSamples } from '../app/speech/voice-samples.ts'
import { createAnswerText } from '../app/texts/text-answers.ts'
import { readText } from '../app/texts/text-readings.ts'
import { createTimeSlice, finishInSlices } from '../app/time-slice.ts'
import type { Clock } from '../core/clock.ts'
import { DEFAULT_MODEL } from '../core/model.ts'
import { engineByName } from '../engines/engine-list.ts'
import { homographs } from '../lexicon/homographs.ts'
import { openLexicon } from '../lexicon/open-lexicon.ts'
import { type FurtherPort, listenOnFurtherPort, type RootPath } from '../server/connections/further-ports.ts'
import { createTlsServers } from '../server/connections/tls-servers.ts'
import { onceAMinute } from '../server/observe/once-a-minute.ts'
import { createServer } from '../server/server.ts'
import { createEncoderPool, type EncoderTrouble } from '../workers/encoder-pool.ts'
import type { ThreadTrouble } from '../workers/thread-pool.ts'
import { enginesOf, readSpeakableCatalogue } from './catalogue.ts'
import { keepCertificate, readCertificate } from './certificate.ts'
import type { Config } from './config.ts'
import { keepDictionary } from './dictionary.ts'
import { addCertificateExpiry, addMetrics, createRegistry } from './gauges.ts'
import { createLiveFigures } from './live-figures.ts'
import { openLongTexts } from './long-texts.ts'
import { NO_JOB_FILES, openJobFiles } from './open-job-files.ts'
import { openStore } from './open-store.ts'
import { createPackKeeper } from './packs.ts'
import { packsFolderOf } from './packs-folder.ts'
import { createPlanner, readingsOn } from './planner.ts'
import { protocolsOf } from './protocols.ts'
import { serverUrl } from './server-url.ts'
import { openSpeaking } from './speaking.ts'
import { warmUpJobs } from './warm-up.ts'

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
  /** Refuses new requests after the delay, waits for running ones for a bounded time, and frees everything. */
  close(): Promise<void>
}

/** Writes once a minute for each script that no voice reads, with the number of utterances; never the text. */
function unreadScriptsLog(logger: Logger, clock: Clock): (script: string) => void {
  const logOf = new Map<string, () => void>()
  return (script) => {
    let log = logOf.get(script)
    if (log === undefined) {
      log = onceAMinute((count) => logger.warn({ script, count }, UNREAD_SCRIPT), clock)
      logOf.set(script, log)
    }
    log()
  }
}
/** Writes once a minute that texts had tags of unknown names, with the number of tags; never the names. */
function unknownTagsLog(logger: Logger, clock: Clock): (count: number) => void {
  let tags = 0
  const log = onceAMinute((texts) => {
    logger.warn({ texts, tags }, 'tags of unknown names were left out of texts')
    tags = 0
  }, clock)
  return (count) => {
    tags += count
    log()
  }
}

const UNREAD_SCRIPT = 'no voice reads this script; its words are written in Latin letters'

/** Time after which a request without an answer from the database fails with 503. */
const STORE_PATIENCE_MS = 2000

/**
 * Resolves when the service listens and can speak. Throws an Error of one line if the port or the data directory cannot
 * be used; everything is closed then.
 */
export async function startService(config: Config, parts: ServiceParts): Promise<Service> {
  const opened: AsyncDisposable[] = []
  const keep = <T extends AsyncDisposable>(part: T): T => {
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
async function openService(
  config: Config,
  { clock, logger, droppedLogLines, threadUrl }: ServiceParts,
  keep: <T extends AsyncDisposable>(part: T) => T,
): Promise<Omit<Service, 'close'>> {
  const tls = openTls(config)
  const tracing = config.tracesEndpoint === null ? null : keep(await openTracing(config.tracesEndpoint, logger, clock))
  const store = keep(
    await openStore(config, {
      patienceMs: STORE_PATIENCE_MS,
      poolSize: config.databasePool,
      onThreadDied: (err) => logger.error({ err }, 'the database thread died; another one takes its place'),
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
  const { catalogue, missing } = await readSpeakableCatalogue(enginesOf(config), engineByName)
  for (const { engine, message } of missing) logger.warn({ engine, message }, 'other engines speak for one that cannot')
  const planUtterances = createPlanner({
    lexicon,
    findEntry: dictionary.entries.find,
    onUnreadScript: unreadScriptsLog(logger, clock),
    onUnknownTags: unknownTagsLog(logger, clock),
  })
  const report = ({ kind, ...trouble }: ThreadTrouble | EncoderTrouble): void => {
    logger.error('cause' in trouble ? { err: trouble.cause } : trouble, kind)
    if ('engine' in trouble) health.fail(trouble.engine, trouble.message)
  }
  const { registry, observe } = createRegistry()
  const speaking = openSpeaking(config, {
    catalogue,
    clock,
    planUtterances,
    threadUrl,
    warmUp: warmUpJobs(catalogue, planUtterances),
    report,
    observe,
  })
  keep(speaking.pool)
  const packs = createPackKeeper(config, {
    embedded: catalogue,
    engineByName,
    clock,
    report: ({ level, message, fields }) => logger[level](fields, message),
    trial: { pool: speaking.pool, planUtterances },
  })
  keep(packs)
  const health = createEngineHealth({
    packs,
    mostFailures: 3, // one text may break an engine that speaks all others
    report: (failure) => logger.error(failure, 'an engine failed; the next ones of its voices speak for a minute'),
  })
  // One encoder thread keeps up with more than two synthesis threads.
  const encoders = keep(
    createEncoderPool({
      threads: Math.ceil(config.workerCount / 2),
      threadUrl: new URL('./encoder-thread.js', threadUrl),
      report,
    }),
  )
  const configuredKey = config.apiKey === null ? null : configuredKeyRecord(config.apiKey, clock())
  const authenticator = keep(
    createAuthenticator(store.apiKeys, {
      configuredKey,
      clock,
      report: (err) => logger.error({ err }, 'the keys could not be read or written'),
    }),
  )
  store.onChange?.((changed) => {
    if (changed === 'keys') authenticator.refresh()
    else dictionary.entries.refresh().catch(() => {}) // looked at again soon, and reported then
  })
  const shares =
    store.limitLeases &&
    keep(
      createLimitShares(store.limitLeases, {
        report: (err) => logger.error({ err }, 'the shares of limits could not be renewed'),
      }),
    )
  await shares?.renew().catch(() => {}) // tried again, and reported then
  const limiter = createKeyLimiter(config.keyLimits, configuredKey, shares)
  const usage = keep(
    createUsageLedger(store.usage, {
      clock,
      report: (err) => logger.error({ err }, 'the usage could not be written'),
    }),
  )
  const longTexts = keep(openLongTexts(new URL('text-thread.js', threadUrl), dictionary.entries))
  const narration = { ...speaking, health }
  const speech = new Speech({
    createNarrator: (settings) => createNarrator(settings, narration),
    createEncoder: encoders.createEncoder,
    limiter,
    // A socket may stay idle for long: without a balancer, its turns wait for room, not its upgrade.
    ...(config.refusesUpgrades && { reserve: (caller) => reserveRoom(caller, narration) }),
  })
  let hasTriedPacks = false
  const packInstalls = keep(
    createPackInstalls({
      packsFolder: packsFolderOf(config),
      manifestsFolder: fileURLToPath(new URL('../../packs', import.meta.url)),
      places: { mirror: config.packMirror, hubEndpoint: config.hubEndpoint ?? '' },
      proxies: {}, // those of the environment
      isOffline: config.isOffline,
    }),
  )
  const samples = keep(
    createVoiceSamples({
      speech,
      resolving: () => app,
      folder: resolve(config.dataDir, 'samples'),
      isIdle: () => speaking.pool.openStreams === 0 && speaking.pool.speakingThreads === 0,
      report: (err) => logger.error({ err }, 'the sample of a voice could not be made'),
    }),
  )
  const jobFiles = await openJobFiles(config)
  const jobs = keep(
    jobFiles === undefined
      ? refuseJobs(NO_JOB_FILES)
      : createJobs({
          store: store.jobs,
          webhookStore: store.webhooks,
          webhooks: { secret: config.webhookSecret, trustedHosts: config.webhookHosts },
          files: jobFiles,
          server: config.databaseUrl === null ? 'only' : randomUUID(),
          speech,
          resolving: () => app,
          usage,
          clock,
          backgroundSpeedOf: (engine) => speaking.pool.backgroundSpeedOf(engine),
          parallel: Math.max(1, config.workerCount - 1),
          isIdle: () => speaking.pool.hasIdleThread,
          mostUnfinished: config.jobsPerKey,
          keepDays: config.jobsKeepDays,
          report: (err) => logger.error({ err }, 'a job could not be spoken or kept'),
        }),
  )
  const app: App = {
    ...speaking,
    get catalogue() {
      return packs.catalogue
    },
    speech,
    isReady: () => hasTriedPacks && speaking.pool.isReady,
    isOverloaded: () => speaking.pool.isFull,
    isStoreReadable: () => dictionary.entries.isStoreReadable,
    missingEngines: () => [...missing.map(({ engine }) => engine), ...health.failed],
    packStates: packs.states,
    packs: packInstalls,
    voiceSample: samples.find,
    live: createLiveFigures({ ...speaking, encoders }),
    dictionary: { ...dictionary, store: store.dictionary, oovWords: store.oovWords },
    keys: { store: store.apiKeys, configured: configuredKey },
    usage: store.usage,
    jobs,
    saveOovs: dictionary.oovMemory.remember,
    answerText: createAnswerText(
      { isListed: dictionary.isListed, given: readingsOn(DEFAULT_MODEL, dictionary.entries.find) },
      longTexts.answer,
    ),
    readText: (text, language) =>
      finishInSlices(
        readText(text, language, {
          lexicon,
          given: readingsOn(DEFAULT_MODEL, dictionary.entries.find),
          planUtterances: createPlanner({ lexicon, findEntry: dictionary.entries.find }),
          homographs,
        }),
        createTimeSlice(),
      ),
    limits: config,
  }
  let isStopping = false
  const rootPaths = new Map<number, RootPath>()
  const sessions = createSessions(store.sessions, {
    clock,
    report: (err) => logger.error({ err }, 'the use of a session could not be written'),
  })
  const http = createServer(app, protocolsOf(config), {
    ...config,
    tls: tls?.servers,
    isStopping: () => isStopping,
    rootPaths,
    authenticator,
    limiter,
    usage,
    // Cookies from before the dashboard was turned off are not accepted.
    sessions: config.hasDashboard ? sessions : { ...sessions, keyIdOf: async () => undefined },
    logger,
    registry: addMetrics(registry, {
      ...speaking,
      missingEngines: app.missingEngines,
      packStates: packs.states,
      droppedLogLines,
      isStoreReadable: app.isStoreReadable,
    }),
    beginSpan: tracing?.beginRequest,
    utilization: config.tellsLoad ? () => speaking.pool.utilization : undefined,
  })

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
      if (hasTriedPacks) await sleep(1000 * config.drainDelayS)
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
  await Promise.all([speaking.pool.whenReady(), encoders.whenReady()])
  await packs.refresh()
  packs.watch()
  hasTriedPacks = true
  await jobs.start()
  // Last, because a key created for a failed start would never be shown.
  const firstKey = config.apiKey === null ? await createFirstKey(store.apiKeys, clock()) : null
  const engines = [...new Set(packs.catalogue.voices.map(({ engineVoice }) => engineVoice.engine))]
  const renewCertificate = certificate?.reload ?? null
  return { url: serverUrl(address, port, tls !== null), furtherUrls, renewCertificate, engines, firstKey }
}

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
