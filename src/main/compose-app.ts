import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/app.ts'
import type { DictionaryEntries } from '../app/dictionary/dictionary-entries.ts'
import { DEFAULT_WYOMING_PORT } from '../app/integrations.ts'
import { createJobs, type Jobs, refuseJobs } from '../app/jobs/jobs.ts'
import { createAuthenticator } from '../app/keys/authenticate.ts'
import { createKeyLimiter } from '../app/keys/key-limiter.ts'
import { createLimitShares } from '../app/keys/limit-shares.ts'
import { configuredKeyRecord } from '../app/keys/manage-keys.ts'
import { createSessions } from '../app/keys/sessions.ts'
import { createUsageLedger, type UsageLedger } from '../app/keys/usage-ledger.ts'
import { HeardLedgers } from '../app/live-session/heard-ledgers.ts'
import type { PackInstalls } from '../app/pack-installs.ts'
import { Speech } from '../app/speech/speech.ts'
import { createVoiceSamples } from '../app/speech/voice-samples.ts'
import { type AnswerText, createAnswerText } from '../app/texts/text-answers.ts'
import { readText } from '../app/texts/text-readings.ts'
import { createTimeSlice, finishInSlices } from '../app/time-slice.ts'
import type { ApiKey } from '../core/api-key.ts'
import type { Clock } from '../core/clock.ts'
import type { JobFiles } from '../core/job-files.ts'
import type { Lexicon } from '../core/lexicon.ts'
import { DEFAULT_MODEL } from '../core/model.ts'
import { voiceOfQuality } from '../core/quality.ts'
import type { Store } from '../core/store.ts'
import { homographs } from '../lexicon/homographs.ts'
import type { RequestLogger } from '../server/observe/request-log.ts'
import type { Protocol } from '../server/protocol.ts'
import { createServer, type ServerOptions } from '../server/server.ts'
import type { Config } from './config.ts'
import type { KeptDictionary } from './dictionary.ts'
import { createLiveFigures } from './live-figures.ts'
import { NO_JOB_FILES } from './open-job-files.ts'
import type { Synthesis } from './open-synthesis.ts'
import { createPlanner, readingsOn } from './planner.ts'
import { localHostOf } from './server-url.ts'
import { softwareOf } from './software.ts'

/** What the use cases and the server are built on. A test replaces any of it. */
export interface AppParts {
  readonly clock: Clock
  readonly logger: RequestLogger
  readonly store: Store
  readonly dictionary: Pick<KeptDictionary, 'isListed' | 'predict'> & {
    readonly entries: Pick<DictionaryEntries, 'givenIn' | 'refresh' | 'isStoreReadable'>
    readonly oovMemory: Pick<KeptDictionary['oovMemory'], 'remember'>
  }
  readonly lexicon: Lexicon
  readonly synthesis: Synthesis
  /** Answers questions about texts that are too long for the main thread. */
  readonly answerLongText: AnswerText
  /** Undefined if servers could share the database and not the audio of jobs. */
  readonly jobFiles: JobFiles | undefined
  /** Name of this server among those that share the store, or `only`. */
  readonly serverName: string
  readonly packInstalls: PackInstalls
  readonly protocols: readonly Protocol[]
  readonly http: Pick<ServerOptions, 'registry' | 'beginSpan' | 'tls' | 'rootPaths' | 'isStopping'>
}

export interface ComposedApp {
  /** Not yet listening. */
  readonly http: FastifyInstance
  /** Begins to speak jobs; call when the threads are ready. */
  readonly startJobs: Jobs['start']
}

/** Texts and words that are kept to tell what was heard of them. */
const HEARD_BYTES = 2 ** 23

/** Registers what is to be disposed, in order of opening. */
export type Keep = <T extends AsyncDisposable>(part: T) => T

/** Builds the use cases, the protocols and the server. `keep` gets what the caller disposes, last first. */
export async function composeApp(settings: Config, parts: AppParts, keep: Keep): Promise<ComposedApp> {
  const { clock, logger, store, dictionary, synthesis } = parts
  const keys = await composeKeys(settings, parts, keep)
  const usage = keep(
    createUsageLedger(store.usage, {
      clock,
      report: (err) => logger.error({ err }, 'the usage could not be written'),
    }),
  )
  const speech = new Speech({
    createNarrator: synthesis.createNarrator,
    createEncoder: synthesis.createEncoder,
    software: softwareOf(settings),
    limiter: keys.limiter,
    // A socket may stay idle for long: without a balancer, its turns wait for room, not its upgrade.
    ...(settings.refusesUpgrades && { reserve: synthesis.reserve }),
  })
  const resolving = () => app
  const samples = keep(
    createVoiceSamples({
      speech,
      resolving,
      folder: resolve(settings.dataDir, 'samples'),
      quality: settings.quality,
      isIdle: () => synthesis.pool.openStreams === 0 && synthesis.pool.speakingThreads === 0,
      report: (err) => logger.error({ err }, 'the sample of a voice could not be made'),
    }),
  )
  const jobs = keep(composeJobs(settings, parts, { speech, resolving, usage }))
  const app: App = {
    get catalogue() {
      return synthesis.catalogue
    },
    clock,
    deployment: settings.deployment,
    arcanaCutover: settings.arcanaCutover,
    isStrict: settings.isStrict,
    defaultSpeaker: settings.defaultSpeaker,
    quality: settings.quality,
    limits: {
      maxBodyBytes: settings.maxBodyBytes,
      maxTextLength: settings.maxTextLength,
      maxNormalizedLength: settings.maxNormalizedLength,
      doneGraceMs: settings.doneGraceMs,
    },
    store,
    speech,
    heard: new HeardLedgers({ maxBytes: HEARD_BYTES, now: () => performance.now() }),
    jobs,
    configuredKey: keys.configured,
    dictionary: { refresh: dictionary.entries.refresh, predict: dictionary.predict },
    saveOovs: dictionary.oovMemory.remember,
    ...composeTexts(parts),
    packs: parts.packInstalls,
    packStates: synthesis.packStates,
    voiceSample: samples.find,
    isReady: synthesis.isReady,
    isOverloaded: () => synthesis.pool.isFull,
    isStoreReadable: () => dictionary.entries.isStoreReadable,
    missingEngines: synthesis.missingEngines,
    // A server that tests no client does not load their protocols.
    clientChecks: async (name) => (await import('../doctor/client-checks.ts')).checksOf(name, wyomingOf(settings)),
    readExample: (file) => readFile(new URL(`../../examples/${file}`, import.meta.url), 'utf8'),
    wyomingPort: settings.wyomingPort || DEFAULT_WYOMING_PORT, // 0 is any port
    live: createLiveFigures(synthesis),
  }
  const sessions = createSessions(store.sessions, {
    clock,
    report: (err) => logger.error({ err }, 'the use of a session could not be written'),
  })
  const http = createServer(app, parts.protocols, {
    ...parts.http,
    logger,
    authenticator: keys.authenticator,
    limiter: keys.limiter,
    usage,
    // Cookies from before the dashboard was turned off are not accepted.
    sessions: settings.hasDashboard ? sessions : { ...sessions, keyIdOf: async () => undefined },
    corsOrigins: settings.corsOrigins,
    trustedProxies: settings.trustedProxies,
    maxWebsockets: settings.maxWebsockets,
    stalledReaderS: settings.stalledReaderS,
    hasGrpc: settings.hasGrpc,
    apiKeyHeader: settings.apiKeyHeader,
    drainS: settings.drainS,
    utilization: settings.tellsLoad ? () => synthesis.pool.utilization : undefined,
  })
  return { http, startJobs: jobs.start }
}

/** Who may call, and how much. */
async function composeKeys(settings: Config, { clock, logger, store, dictionary }: AppParts, keep: Keep) {
  const configured: ApiKey | null = settings.apiKey === null ? null : configuredKeyRecord(settings.apiKey, clock())
  const authenticator = keep(
    createAuthenticator(store.apiKeys, {
      configuredKey: configured,
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
  return { configured, authenticator, limiter: createKeyLimiter(settings.keyLimits, configured, shares) }
}

interface JobCallers {
  readonly speech: Speech
  readonly resolving: () => App
  readonly usage: UsageLedger
}

/** Long texts that are spoken in the background. */
function composeJobs(
  settings: Config,
  { clock, logger, store, synthesis: { pool }, jobFiles, serverName }: AppParts,
  callers: JobCallers,
): Jobs {
  if (jobFiles === undefined) return refuseJobs(NO_JOB_FILES)
  return createJobs({
    ...callers,
    store: store.jobs,
    webhookStore: store.webhooks,
    webhooks: { secret: settings.webhookSecret, trustedHosts: settings.webhookHosts },
    files: jobFiles,
    server: serverName,
    clock,
    backgroundSpeedOf: (voice) => pool.backgroundSpeedOf(voiceOfQuality(voice, settings.quality).engine),
    parallel: Math.max(1, settings.workerCount - 1),
    isIdle: () => pool.hasIdleThread,
    maxUnfinished: settings.jobsPerKey,
    keepDays: settings.jobsKeepDays,
    report: (err) => logger.error({ err }, 'a job could not be spoken or kept'),
  })
}

/** Questions about texts that are not spoken. */
function composeTexts({ dictionary, lexicon, answerLongText }: AppParts): Pick<App, 'answerText' | 'readText'> {
  const { givenIn: entriesIn } = dictionary.entries
  const givenIn = readingsOn(DEFAULT_MODEL, entriesIn)
  const planUtterances = createPlanner({ lexicon, entriesIn })
  return {
    answerText: createAnswerText({ isListed: dictionary.isListed, givenIn }, answerLongText),
    readText: (text, language, detected) =>
      finishInSlices(
        readText(text, language, { lexicon, givenIn, planUtterances, homographs }, detected),
        createTimeSlice(),
      ),
  }
}

/** Where this machine reaches the Wyoming protocol; null if it is off. */
const wyomingOf = ({ wyomingHost, wyomingPort }: Config) =>
  wyomingPort === null ? null : { host: localHostOf(wyomingHost), port: wyomingPort }
