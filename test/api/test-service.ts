import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, onTestFinished } from 'vitest'
import type { App } from '../../src/app/app.ts'
import { followEntries } from '../../src/app/dictionary/dictionary-entries.ts'
import { createJobs } from '../../src/app/jobs/jobs.ts'
import { createAuthenticator } from '../../src/app/keys/authenticate.ts'
import { createKeyLimiter } from '../../src/app/keys/key-limiter.ts'
import { configuredKeyRecord } from '../../src/app/keys/manage-keys.ts'
import { createSessions } from '../../src/app/keys/sessions.ts'
import { createUsageLedger } from '../../src/app/keys/usage-ledger.ts'
import { createPackInstalls } from '../../src/app/pack-installs.ts'
import type { Narrator, Reserving, SpeechSettings, SpokenEvent } from '../../src/app/speech/narrator.ts'
import { Speech } from '../../src/app/speech/speech.ts'
import { createVoiceSamples } from '../../src/app/speech/voice-samples.ts'
import { answerInSteps, createAnswerText } from '../../src/app/texts/text-answers.ts'
import { readText } from '../../src/app/texts/text-readings.ts'
import type { CreateEncoder } from '../../src/audio/codecs.ts'
import { type ApiKey, type ApiKeyStore, changedKey } from '../../src/core/api-key.ts'
import type { DictionaryStore, OovWordStore } from '../../src/core/dictionary.ts'
import type { KeyLimits } from '../../src/core/key-limits.ts'
import type { FindGivenReading } from '../../src/core/lexicon.ts'
import type { SynthesisRequest } from '../../src/core/request.ts'
import { Samples } from '../../src/core/samples.ts'
import type { SessionStore } from '../../src/core/session.ts'
import { finish } from '../../src/core/steps.ts'
import { createFolderFiles } from '../../src/files/folder-files.ts'
import { homographs } from '../../src/lexicon/homographs.ts'
import { createLexicon, readWordList } from '../../src/lexicon/lexicon.ts'
import { createLiveFigures } from '../../src/main/live-figures.ts'
import { createPlanner } from '../../src/main/planner.ts'
import { PROTOCOLS } from '../../src/main/protocols.ts'
import type { Protocol } from '../../src/server/protocol.ts'
import { createServer, type ServerOptions } from '../../src/server/server.ts'
import { readCatalogue } from '../../src/voices/catalogue.ts'
import { createDistantEncoder } from '../distant-encoder.ts'
import { openStoreInProcess } from '../in-process-store.ts'

const LEXICON = createLexicon({ wordList: readWordList(), predict: () => [] })
const CATALOGUE = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))
export const TEST_KEY = 'test-key-of-this-service'
const LIMITS: Limits = {
  maxBodyBytes: 2 ** 23,
  maxTextLength: Number.POSITIVE_INFINITY,
  maxNormalizedLength: 100_000,
  maxWebsockets: Number.POSITIVE_INFINITY,
  doneGraceMs: 500,
  stalledReaderS: 60,
}
export const BEFORE_CUTOVER = new Date('2026-08-15T11:59:59.999Z')
export const CUTOVER = new Date('2026-08-15T12:00:00Z')

type Limits = App['limits'] & Pick<ServerOptions, 'maxWebsockets' | 'stalledReaderS'>

/** Parts of the service that a test may replace. */
export type TestServiceOptions = Partial<
  Omit<App & ServerOptions, 'authenticator' | 'sessions' | 'dictionary' | 'keys' | 'usage' | 'limits' | 'logger'>
> & {
  readonly limits?: Partial<Limits>
  /** Replaces the engine that hums. */
  readonly speak?: Speak
  readonly reserve?: (caller: Reserving) => Disposable
  readonly createEncoder?: CreateEncoder
  /** That webhooks may reach at private addresses. */
  readonly webhookHosts?: ReadonlySet<string>
  readonly jobsPerKey?: number
  /** Space for the audio of jobs. */
  readonly freeBytes?: () => number
  /** Default limits of keys. */
  readonly keyLimits?: KeyLimits
  readonly protocols?: readonly Protocol[]
  readonly requestTimeoutMs?: number
  /** Address to listen on; 127.0.0.1 by default. */
  readonly host?: string
}

/** Speaks a text, whole or of a live session. */
export type Speak = (request: SynthesisRequest, signal: AbortSignal) => AsyncIterable<SpokenEvent>

/** A narrator without a pool. */
export function narratorBy(speak: Speak, settings: SpeechSettings): Narrator {
  const speakText: Narrator['speak'] = ({ text, markup, rate = settings.rate }, signal) =>
    speak({ id: '', ...settings, text, markup, rate }, signal)
  return { speak: speakText, beginTurn: () => ({ speak: speakText, [Symbol.dispose]: () => {} }) }
}

/** The HTTP server on its own port, in front of an engine that hums. */
export interface TestService {
  readonly url: string
  readonly port: number
  /** Every request that reached synthesis. */
  readonly spoken: readonly SynthesisRequest[]
  /** Texts that were passed to `saveOovs`. */
  readonly oovTexts: readonly string[]
  readonly keys: ApiKeyStore
  readonly dictionary: DictionaryStore
  readonly oovWords: OovWordStore
  readonly sessions: SessionStore
  /** The current dictionary entries. */
  readonly findEntry: FindGivenReading
  readonly log: readonly string[]
  /** `POST /v1/rime-tts`; a string or bytes are sent as they are. */
  speech(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Empties `spoken`, `oovTexts` and `log`. */
  forget(): void
  /** Refuses new requests and waits for running ones. */
  close(): Promise<unknown>
}

/**
 * For tests that change nothing of their service: the returned function gives all tests of the file one service with the
 * common options, and a test with options a service of its own. Call at the top of a file.
 */
export function shareTestService(common: TestServiceOptions = {}) {
  const ends: (() => Promise<void>)[] = []
  let shared: Promise<TestService> | undefined
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return async (options?: TestServiceOptions): Promise<TestService> => {
    if (options !== undefined) return startTestService({ ...common, ...options })
    shared ??= startTestService(common, (end) => void ends.push(end))
    const service = await shared
    service.forget()
    return service
  }
}

/** Starts a service that closes when the test ends, or when what `onEnd` was given is called, last first. */
export async function startTestService(
  options: TestServiceOptions = {},
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<TestService> {
  const spoken: SynthesisRequest[] = []
  const oovTexts: string[] = []
  const log: string[] = []
  const write = (fields: object, message: string) =>
    void log.push(
      JSON.stringify({ ...fields, message }, (_, value) => (value instanceof Error ? value.message : value)),
    )
  const keys = createMemoryKeyStore()
  await keys.add(configuredKeyRecord(TEST_KEY, new Date()))
  const report = (error: unknown) => {
    throw error
  }
  const clock = options.clock ?? (() => new Date())
  const limiter = createKeyLimiter(options.keyLimits ?? {}, null)
  const authenticator = createAuthenticator(keys, { configuredKey: null, clock, report })
  onEnd(async () => void (await authenticator[Symbol.asyncDispose]()))
  const {
    entries,
    sessions,
    jobs: jobStore,
    webhooks: webhookStore,
    usage: usageStore,
    ...dictionary
  } = await openDictionary(onEnd)
  const usage = createUsageLedger(usageStore, { clock, report })
  onEnd(async () => void (await usage[Symbol.asyncDispose]()))
  const speak = options.speak ?? hum
  const speakAndTell: Speak = (request, signal) => {
    spoken.push(request)
    return speak(request, signal)
  }
  const speech = new Speech({
    createNarrator: (settings) => narratorBy(speakAndTell, settings),
    createEncoder: options.createEncoder ?? createDistantEncoder,
    limiter,
    ...(options.reserve && { reserve: options.reserve }),
  })
  const textParts = {
    given: entries.find,
    isListed: (word: string) => LEXICON.has(word) || entries.has(word),
  }
  const { freeBytes } = options
  const limits = { ...LIMITS, ...options.limits }
  const samplesFolder = mkdtempSync(join(tmpdir(), 'hoarfrost-samples-'))
  onEnd(async () => rmSync(samplesFolder, { recursive: true }))
  const samples = createVoiceSamples({
    speech,
    resolving: () => app,
    folder: samplesFolder,
    isIdle: () => false,
    report,
  })
  onEnd(async () => void (await samples[Symbol.asyncDispose]()))
  const jobs = createJobs({
    store: jobStore,
    webhookStore,
    webhooks: { secret: null, trustedHosts: options.webhookHosts ?? new Set() },
    speech,
    resolving: () => app,
    usage,
    clock,
    files: {
      ...createFolderFiles(join(samplesFolder, 'jobs')),
      ...(freeBytes && { freeBytes: async () => freeBytes() }),
    },
    server: 'only',
    isIdle: () => true,
    parallel: 1,
    backgroundSpeedOf: () => 10,
    mostUnfinished: options.jobsPerKey ?? 3,
    keepDays: 7,
    report: (error) => write({ err: error }, 'a job could not be spoken or kept'),
  })
  onEnd(async () => void (await jobs[Symbol.asyncDispose]()))
  await jobs.start()
  const app: App = {
    catalogue: CATALOGUE,
    clock: () => new Date(),
    deployment: 'cloud',
    arcanaCutover: CUTOVER,
    isStrict: false,
    defaultSpeaker: null,
    speech,
    isReady: () => true,
    isOverloaded: () => false,
    isStoreReadable: () => true,
    quality: 'auto',
    missingEngines: () => [],
    packStates: () => [],
    keys: { store: keys, configured: null },
    usage: usageStore,
    jobs,
    packs: createPackInstalls({
      packsFolder: join(samplesFolder, 'packs'),
      manifestsFolder: 'packs',
      places: { mirror: 'http://127.0.0.1:1', hubEndpoint: '' },
      proxies: {},
      isOffline: true,
    }),
    voiceSample: samples.find,
    live: createLiveFigures({
      pool: {
        openStreams: 0,
        waitingStreams: 0,
        streamsByEngine: new Map(),
        threadStates: [{ name: 'speech 1', busy: false }],
      },
      encoders: { openEncoders: 0 },
      cache: { bytes: 0, hits: 0, misses: 0 },
    }),
    readText: async (text, language) =>
      finish(
        readText(text, language, {
          lexicon: LEXICON,
          given: entries.find,
          planUtterances: createPlanner({ lexicon: LEXICON, findEntry: entries.find }),
          homographs,
        }),
      ),
    saveOovs: (text) => void oovTexts.push(text),
    dictionary: { ...dictionary, entries, predict: () => ['W', 'ER1', 'D'] },
    answerText: createAnswerText(textParts, async (question, text) => finish(answerInSteps(question, text, textParts))),
    ...options,
    limits,
  }
  const server = createServer(app, options.protocols ?? PROTOCOLS, {
    corsOrigins: [],
    trustedProxies: null,
    isStopping: () => false,
    drainS: 30,
    rootPaths: new Map(),
    registry: new Registry(),
    ...options,
    ...limits,
    authenticator,
    sessions: createSessions(sessions, { clock, report }),
    limiter,
    usage,
    logger: {
      debug: (fields, message) => write({ level: 'debug', ...fields }, message),
      info: write,
      warn: (fields, message) => write({ level: 'warn', ...fields }, message),
      error: write,
    },
  })
  if (options.requestTimeoutMs !== undefined) {
    const timeouts = { requestTimeout: options.requestTimeoutMs, headersTimeout: options.requestTimeoutMs }
    Object.assign(server.server, timeouts, { connectionsCheckingInterval: 20 })
  }
  onEnd(async () => void (await server.close()))
  await server.listen({ host: options.host ?? '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    spoken,
    oovTexts,
    keys,
    dictionary: dictionary.store,
    oovWords: dictionary.oovWords,
    sessions,
    findEntry: entries.find,
    log,
    speech: (body, headers = {}) =>
      fetch(`${url}/v1/rime-tts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_KEY}`, ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    forget: () => [spoken, oovTexts, log].forEach((list) => void list.splice(0)),
    close: () => server.close(),
  }
}

/** 100 ms of 220 Hz for each word. */
async function* hum({ text, sampleRateHz }: SynthesisRequest, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
  let startSample = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    signal.throwIfAborted()
    const samples = new Int16Array(sampleRateHz / 10)
    const { length } = samples
    for (let i = 0; i < length; i++) samples[i] = 8000 * Math.sin((2 * Math.PI * 220 * i) / sampleRateHz)
    const span = { start: index, end: index + word.length }
    yield { kind: 'word', span, spoken: word, startSample, endSample: startSample + length }
    yield { kind: 'audio', samples: new Samples(samples) }
    startSample += length
  }
}

/** A database with its tables, which take longer to make than most tests. */
let newDatabase: Promise<Buffer> | undefined

async function makeNewDatabase(): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-api-'))
  const file = join(directory, 'hoarfrost.db')
  writeFileSync(file, '')
  await (await openStoreInProcess(file))[Symbol.asyncDispose]()
  const content = readFileSync(file)
  rmSync(directory, { recursive: true })
  return content
}

async function openDictionary(onEnd: (end: () => Promise<void>) => void) {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-api-'))
  const file = join(directory, 'hoarfrost.db')
  newDatabase ??= makeNewDatabase()
  writeFileSync(file, await newDatabase)
  const { dictionary, jobs, oovWords, sessions, usage, webhooks, ...store } = await openStoreInProcess(file)
  const report = (error: unknown) => {
    throw error
  }
  const entries = await followEntries(dictionary, { intervalMs: 60_000, report })
  onEnd(async () => {
    await entries[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
    rmSync(directory, { recursive: true })
  })
  return { store: dictionary, jobs, webhooks, oovWords, sessions, usage, entries }
}

function createMemoryKeyStore(): ApiKeyStore {
  const keys = new Map<string, ApiKey>()
  const change = (id: string, changed: Partial<ApiKey>) => {
    const key = keys.get(id)
    if (key) keys.set(id, { ...key, ...changed })
    return key !== undefined
  }
  return {
    find: async (ids) => [...keys.values()].filter(({ id }) => ids.includes(id)),
    list: async () => [...keys.values()],
    add: async (key) => void keys.set(key.id, key),
    addFirst: async (key) => keys.size === 0 && keys.set(key.id, key) === keys,
    update: async (id, changes) => {
      const key = keys.get(id)
      return key && change(id, changedKey(key, changes)) ? keys.get(id) : undefined
    },
    revoke: async (id, revokedAt) => change(id, { revokedAt }),
    recordUses: async (uses) => {
      for (const [id, lastUsedAt] of uses) change(id, { lastUsedAt })
    },
  }
}
