import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, onTestFinished } from 'vitest'
import { configuredKeyRecord } from '../../src/app/keys/manage-keys.ts'
import { createPackInstalls, type PackInstalls } from '../../src/app/pack-installs.ts'
import type { PackState } from '../../src/app/pack-state.ts'
import type { Narrator, SpeechSettings, SpokenEvent } from '../../src/app/speech/narrator.ts'
import { answerInSteps } from '../../src/app/texts/text-answers.ts'
import type { ApiKeyStore } from '../../src/core/api-key.ts'
import type { DictionaryStore, OovWordStore } from '../../src/core/dictionary.ts'
import type { Language } from '../../src/core/language.ts'
import type { FindGivenReading } from '../../src/core/lexicon.ts'
import type { SynthesisRequest } from '../../src/core/request.ts'
import { Samples } from '../../src/core/samples.ts'
import type { SessionStore } from '../../src/core/session.ts'
import { finish } from '../../src/core/steps.ts'
import type { Store } from '../../src/core/store.ts'
import { createFolderFiles } from '../../src/files/folder-files.ts'
import { createLexicon, readWordList } from '../../src/lexicon/lexicon.ts'
import { type AppParts, composeApp, type Keep } from '../../src/main/compose-app.ts'
import { type Config, readConfig } from '../../src/main/config.ts'
import { keepDictionary } from '../../src/main/dictionary.ts'
import type { Synthesis } from '../../src/main/open-synthesis.ts'
import { PROTOCOLS } from '../../src/main/protocols.ts'
import type { Protocol } from '../../src/server/protocol.ts'
import type { ServerOptions } from '../../src/server/server.ts'
import { readCatalogue } from '../../src/voices/catalogue.ts'
import { createDistantEncoder } from '../distant-encoder.ts'
import { openStoreInProcess } from '../in-process-store.ts'

const LEXICON = createLexicon({ wordList: readWordList(), predict: () => [] })
const CATALOGUE = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))
export const TEST_KEY = 'test-key-of-this-service'
const CONFIG: Config = { ...readConfig({}), maxWebsockets: Number.POSITIVE_INFINITY, workerCount: 1, jobsPerKey: 3 }
export const BEFORE_CUTOVER = new Date('2026-08-15T11:59:59.999Z')
export const CUTOVER = new Date('2026-08-15T12:00:00Z')

type Limit =
  | 'maxBodyBytes'
  | 'maxTextLength'
  | 'maxNormalizedLength'
  | 'maxWebsockets'
  | 'doneGraceMs'
  | 'stalledReaderS'

/** Settings and parts of the service that a test may replace. */
export interface TestServiceOptions
  extends Partial<
      Pick<
        Config,
        | 'arcanaCutover'
        | 'corsOrigins'
        | 'defaultSpeaker'
        | 'deployment'
        | 'apiKeyHeader'
        | 'hasGrpc'
        | 'isMarked'
        | 'isStrict'
        | 'jobsPerKey'
        | 'keyLimits'
        | 'quality'
        | 'trustedProxies'
        | 'webhookHosts'
      >
    >,
    Partial<Pick<Synthesis, 'createEncoder' | 'isReady' | 'missingEngines' | 'packStates' | 'reserve'>>,
    Partial<Pick<AppParts, 'answerLongText' | 'clock'>>,
    Partial<Pick<ServerOptions, 'beginSpan' | 'isStopping' | 'registry' | 'tls'>> {
  readonly limits?: Partial<Pick<Config, Limit>>
  /** Replaces the engine that hums. */
  readonly speak?: Speak
  /** Whether the threads have no time for another stream. */
  readonly isOverloaded?: () => boolean
  /** Share of the threads' time in use, for the response header. */
  readonly utilization?: () => number
  readonly isStoreReadable?: () => boolean
  readonly packs?: PackInstalls
  /** Whether jobs are refused, since there is no place for their audio. */
  readonly hasNoJobFiles?: boolean
  /** Space for the audio of jobs. */
  readonly freeBytes?: () => number
  readonly protocols?: readonly Protocol[]
  readonly requestTimeoutMs?: number
  /** Address to listen on; 127.0.0.1 by default. */
  readonly host?: string
}

/** Speaks a text, whole or of a live session. */
export type Speak = (request: SynthesisRequest, signal: AbortSignal) => AsyncIterable<SpokenEvent>

/** Of a sentence whose language was detected. */
const inLanguage = (language: Language) => ({ language, detected: { language, among: [language] } })

/** A narrator without a pool. */
export function narratorBy(speak: Speak, settings: SpeechSettings): Narrator {
  const speakText: Narrator['speak'] = ({ text, markup, rate = settings.rate, language }, signal) =>
    speak({ id: '', ...settings, text, markup, rate, ...(language && inLanguage(language)) }, signal)
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
  const keep: Keep = (part) => {
    onEnd(async () => void (await part[Symbol.asyncDispose]()))
    return part
  }
  const spoken: SynthesisRequest[] = []
  const oovTexts: string[] = []
  const log: string[] = []
  const logger = createListLogger(log)
  const { clock = () => new Date(), limits, utilization } = options
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-api-'))
  onEnd(async () => rmSync(folder, { recursive: true }))
  const store = keep(await openNewStore(join(folder, 'hoarfrost.db')))
  await store.apiKeys.add(configuredKeyRecord(TEST_KEY, new Date()))
  const dictionary = keep(await keepDictionary(store, { lexicon: LEXICON, clock, report: rethrow }))
  const { entries, isListed } = dictionary
  const config: Config = {
    ...CONFIG,
    dataDir: folder,
    refusesUpgrades: options.reserve !== undefined,
    tellsLoad: utilization !== undefined,
    ...options,
    ...limits,
  }
  const parts: AppParts = {
    clock,
    logger,
    store,
    dictionary: {
      entries: {
        givenIn: entries.givenIn,
        refresh: entries.refresh,
        get isStoreReadable() {
          return options.isStoreReadable?.() ?? true
        },
      },
      isListed,
      predict: () => ['W', 'ER1', 'D'],
      oovMemory: { remember: (text) => void oovTexts.push(text) },
    },
    lexicon: LEXICON,
    synthesis: createSynthesis(options, spoken),
    answerLongText:
      options.answerLongText ??
      (async (question, text) => finish(answerInSteps(question, text, { givenIn: entries.givenIn, isListed }))),
    jobFiles: options.hasNoJobFiles ? undefined : createJobFiles(join(folder, 'jobs'), options),
    serverName: 'only',
    packInstalls:
      options.packs ??
      createPackInstalls({
        packsFolder: join(folder, 'packs'),
        manifestsFolder: 'packs',
        places: { mirror: 'http://127.0.0.1:1', hubEndpoint: '' },
        proxies: {},
        isOffline: true,
      }),
    protocols: options.protocols ?? PROTOCOLS,
    http: { isStopping: () => false, rootPaths: new Map(), registry: new Registry(), ...options },
  }
  const { http: server, startJobs } = await composeApp(config, parts, keep)
  await startJobs()
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
    keys: store.apiKeys,
    dictionary: store.dictionary,
    oovWords: store.oovWords,
    sessions: store.sessions,
    findEntry: (token) => entries.givenIn('eng')?.(token),
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

/** Errors that no test expects, such as those of the store, fail the test. */
function rethrow(error: unknown): never {
  throw error
}

function createListLogger(log: string[]): AppParts['logger'] {
  const write = (fields: object, message: string): void =>
    void log.push(
      JSON.stringify({ ...fields, message }, (_, value) => (value instanceof Error ? value.message : value)),
    )
  return {
    debug: (fields, message) => write({ level: 'debug', ...fields }, message),
    info: write,
    warn: (fields, message) => write({ level: 'warn', ...fields }, message),
    error(fields, message) {
      if (UNEXPECTED.test(message) && 'err' in fields) rethrow(fields.err)
      write(fields, message)
    },
  }
}

const UNEXPECTED = /^the .* could not be (?:read|written|made|renewed)/

function createSynthesis(options: TestServiceOptions, spoken: SynthesisRequest[]): Synthesis {
  const { speak = hum, isOverloaded = () => false, utilization = () => 0 } = options
  const speakAndTell: Speak = (request, signal) => {
    spoken.push(request)
    return speak(request, signal)
  }
  return {
    catalogue: CATALOGUE,
    createNarrator: (settings) => narratorBy(speakAndTell, settings),
    createEncoder: createDistantEncoder,
    reserve: () => ({ [Symbol.dispose]: () => {} }),
    isReady: () => true,
    missingEngines: () => [],
    packStates: (): readonly PackState[] => [],
    encoders: { openEncoders: 0 },
    cache: { bytes: 0, hits: 0, misses: 0 },
    ...options,
    pool: {
      openStreams: 0,
      waitingStreams: 0,
      streamsByEngine: new Map(),
      threadStates: [{ name: 'speech 1', busy: false }],
      speakingThreads: 1, // so that no samples are made by themselves
      hasIdleThread: true,
      get isFull() {
        return isOverloaded()
      },
      get utilization() {
        return utilization()
      },
      backgroundSpeedOf: () => 10,
    },
  }
}

const createJobFiles = (folder: string, { freeBytes }: TestServiceOptions): AppParts['jobFiles'] => ({
  ...createFolderFiles(folder),
  ...(freeBytes && { freeBytes: async () => freeBytes() }),
})

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

async function openNewStore(file: string): Promise<Store> {
  newDatabase ??= makeNewDatabase()
  writeFileSync(file, await newDatabase)
  return openStoreInProcess(file)
}
