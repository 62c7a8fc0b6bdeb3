import { availableParallelism } from 'node:os'
import { parse } from 'dotenv'
import { closestNames } from '../core/closest-name.ts'
import { fileFault } from '../core/file-errors.ts'
import { instantOf } from '../core/instant.ts'
import { LIMIT_NAMES, readLimits } from '../core/key-limits.ts'
import { originOf } from '../core/origin.ts'
import { ENGINE_OF_FAMILY } from '../core/pack.ts'
import { QUALITIES } from '../core/quality.ts'
import { fileVariableOf, readSecret } from '../core/secret.ts'
import { readWebhookSecret, SECRET_FORM } from '../core/webhook.ts'
import { ENGINES } from '../engines/engine-list.ts'
import { readBounded, readSecretFile } from '../input/read-bounded.ts'
import type { RootPath } from '../server/connections/further-ports.ts'
import { maxSockets } from '../server/connections/open-files.ts'
import { addressList, baseUrl, hostList, hostName, listed, oneOf, onOrOff, wholeNumber } from './setting-values.ts'

/** Groups of settings, in the order of docs/settings.md. */
export const SETTING_GROUPS = {
  server: 'Server',
  network: 'Network and TLS',
  keys: 'Keys and limits',
  load: 'Load',
  voices: 'Voices and engines',
  packs: 'Voice packs',
  storage: 'Storage',
  jobs: 'Jobs',
  observability: 'Observability',
  wyoming: 'Wyoming protocol',
} as const

/** One environment variable. An empty value counts as unset. */
export interface Setting<T = unknown> {
  readonly variable: string
  readonly group: keyof typeof SETTING_GROUPS
  /** Description for docs/settings.md and `hoarfrost serve --help`. */
  readonly description: string
  /** Completes the sentence "VARIABLE must be …". */
  readonly allowed: string
  /** Default value, in the variable's notation. */
  readonly fallback: string
  /** Returns undefined if the text is not allowed. */
  readonly read: (text: string) => T | undefined
  /** The value may be in a file, which the variable with `_FILE` at its end names. */
  readonly isSecret?: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MEBIBYTE = 2 ** 20
/** A command that prints a key and needs only Node. */
const MAKE_KEY = `node -p 'crypto.randomBytes(24).toString("base64url")'`
const MAKE_WEBHOOK_SECRET = `node -p '"whsec_" + crypto.randomBytes(32).toString("base64")'`
/** `pack` and `remote` speak voice packs only. */
const ENGINE_NAMES = [...new Set([...ENGINES.map(({ name }) => name), ...Object.values(ENGINE_OF_FAMILY)])].sort()

/** A port, and the path that `/` stands for there. */
export interface FurtherPort {
  /** 0 selects a free one. */
  readonly port: number
  readonly root: RootPath
}

const ROOT_PATHS: Readonly<Record<string, RootPath>> = {
  http: { method: 'POST', path: '/v1/rime-tts' },
  ws: { method: 'GET', path: '/ws' },
  ws2: { method: 'GET', path: '/ws2' },
  ws3: { method: 'GET', path: '/ws3' },
}

function furtherPortOf(entry: string): FurtherPort | undefined {
  const [, port = '', protocol = ''] = /^(\d+)\s*=\s*(\w+)$/.exec(entry) ?? []
  const root = Object.hasOwn(ROOT_PATHS, protocol) ? ROOT_PATHS[protocol] : undefined
  return root === undefined || Number(port) > 65_535 ? undefined : { port: Number(port), root }
}

const SETTINGS = {
  host: {
    variable: 'HOST',
    group: 'server',
    description: 'IP address or host name to listen on; 0.0.0.0 listens on all IPv4 interfaces',
    ...hostName(),
    fallback: '127.0.0.1',
  },
  port: {
    variable: 'PORT',
    group: 'server',
    description: 'Port to listen on; 0 selects a free port and prints it',
    ...wholeNumber(0, 65_535),
    fallback: '8000',
  },
  furtherPorts: {
    variable: 'HOARFROST_LISTEN',
    group: 'network',
    description:
      'Additional ports, each with one protocol at the path /, as in on-premises deployments: http, ws, ws2 or ws3; may include PORT',
    allowed: 'a comma-separated list of PORT=PROTOCOL such as 8000=http,8001=ws2,8002=ws,8003=ws3',
    fallback: '',
    read: (text: string): readonly FurtherPort[] | undefined => {
      const entries = listed(text).map(furtherPortOf)
      const ports = entries.map((entry) => entry?.port).filter((port) => port !== 0)
      return entries.includes(undefined) || new Set(ports).size < ports.length ? undefined : (entries as FurtherPort[])
    },
  },
  hasGrpc: {
    variable: 'HOARFROST_GRPC',
    group: 'network',
    description: 'Serve gRPC, over HTTP/2 on the same ports as HTTP: on or off',
    ...onOrOff(),
    fallback: 'on',
  },
  tlsCert: {
    variable: 'HOARFROST_TLS_CERT',
    group: 'network',
    description:
      'PEM file with the certificates for HTTPS, server certificate first; reloaded when it changes. If empty, the server uses plain HTTP',
    allowed: 'a file',
    fallback: '',
    read: (text: string) => text || null,
  },
  tlsKey: {
    variable: 'HOARFROST_TLS_KEY',
    group: 'network',
    description: 'PEM file with the private key of the certificate, without a passphrase',
    allowed: 'a file',
    fallback: '',
    read: (text: string) => text || null,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    group: 'observability',
    description: 'Minimum log level; the log is JSON lines on standard error',
    ...oneOf(LOG_LEVELS),
    fallback: 'info',
  },
  dataDir: {
    variable: 'HOARFROST_DATA_DIR',
    group: 'storage',
    description: 'Directory of the database; created when missing',
    allowed: 'a directory',
    fallback: './data',
    read: (text: string) => text,
  },
  databaseUrl: {
    variable: 'HOARFROST_DATABASE_URL',
    group: 'storage',
    description: 'PostgreSQL database that several servers share; if empty, the database is in the data directory',
    allowed: 'a URL such as postgresql://user:password@host:5432/database?sslmode=verify-full',
    fallback: '',
    read: (text: string) => (text === '' ? null : isPostgresUrl(text) ? text : undefined),
    isSecret: true,
  },
  databasePool: {
    variable: 'HOARFROST_DATABASE_POOL',
    group: 'storage',
    description: 'Maximum number of connections of a server to PostgreSQL',
    ...wholeNumber(1, 100),
    fallback: '4',
  },
  apiKey: {
    variable: 'HOARFROST_API_KEY',
    group: 'keys',
    description: 'API key with the roles synthesis and admin, valid while this variable is set; it is never stored',
    allowed: `at least 16 visible ASCII characters without spaces, for example the output of: ${MAKE_KEY}`,
    fallback: '',
    read: (text: string) => (text === '' ? null : /^[!-~]{16,}$/.test(text) ? text : undefined),
    isSecret: true,
  },
  keyLimits: {
    variable: 'HOARFROST_KEY_LIMITS',
    group: 'keys',
    description:
      'Default limits of stored keys, as a comma-separated list: sockets, requests-per-second, characters-per-minute and weight, such as sockets=50,requests-per-second=20',
    allowed: `a comma-separated list of NAME=NUMBER with the names ${Object.keys(LIMIT_NAMES).join(', ')} and numbers from 1`,
    fallback: '',
    read: (text: string) => readLimits(listed(text)),
  },
  deployment: {
    variable: 'HOARFROST_DEPLOYMENT',
    group: 'voices',
    description:
      'Whether the rules of cloud or of on-premises deployments apply, for sampling rates and the arcana cutover',
    ...oneOf(['cloud', 'onprem']),
    fallback: 'cloud',
  },
  arcanaCutover: {
    variable: 'HOARFROST_ARCANA_CUTOVER',
    group: 'voices',
    description: 'Date and time from which coda serves requests for arcana; applies to the deployment cloud',
    allowed: 'an ISO 8601 date and time with a time zone, such as 2026-08-15T12:00:00Z',
    fallback: '2026-08-15T12:00:00Z',
    read: instantOf,
  },
  isStrict: {
    variable: 'HOARFROST_STRICT',
    group: 'voices',
    description: 'Reject a speaker that does not match the model or language, instead of substituting another voice',
    ...onOrOff(),
    fallback: 'false',
  },
  hasNoiseFloor: {
    variable: 'HOARFROST_NOISE_FLOOR',
    group: 'voices',
    description:
      'Fill pauses with noise at -75 dB of full scale instead of digital silence; never at 8 kHz, where telephone networks add their own',
    ...onOrOff(),
    fallback: 'true',
  },
  hasBreaths: {
    variable: 'HOARFROST_BREATHS',
    group: 'voices',
    description:
      'Breathe quietly before long sentences, with voices of aria; never before the first one, and never at 8 kHz',
    ...onOrOff(),
    fallback: 'true',
  },
  apiKeyHeader: {
    variable: 'HOARFROST_API_KEY_HEADER',
    group: 'keys',
    description:
      'Additional header with the API key, alone or after Bearer, for platforms that use Authorization themselves; if empty, none',
    allowed: 'the name of a header such as x-my-key',
    fallback: '',
    read: (text: string) => (/^[\w-]*$/.test(text) ? text.toLowerCase() || null : undefined),
  },
  defaultSpeaker: {
    variable: 'HOARFROST_DEFAULT_SPEAKER',
    group: 'voices',
    description:
      "Voice for requests without one, in all protocols. If empty, Rime's protocols refuse such requests and the others use their own default",
    allowed: 'the name of a voice',
    fallback: '',
    read: (text: string) => text || null,
  },
  workerCount: {
    variable: 'HOARFROST_WORKERS',
    group: 'server',
    description: 'Number of synthesis threads; cores means one for each CPU core',
    allowed: 'cores or a whole number from 1 to 256',
    fallback: 'cores',
    read: (text: string) => (text === 'cores' ? availableParallelism() : wholeNumber(1, 256).read(text)),
  },
  enginePreference: {
    variable: 'HOARFROST_ENGINE_PREFERENCE',
    group: 'voices',
    description: 'Order of preference of engines, for voices that several can speak; pack and remote speak voice packs',
    allowed: `a comma-separated list of engines: ${ENGINE_NAMES.join(', ')}`,
    fallback: 'remote,pack,natural,aria,flite',
    read: (text: string): readonly string[] | undefined => {
      // Until 0.2 the engine pack was called neural.
      const names = [...new Set(listed(text).map((name) => (name === 'neural' ? 'pack' : name)))]
      return names.length > 0 && names.every((name) => ENGINE_NAMES.includes(name)) ? names : undefined
    },
  },
  quality: {
    variable: 'HOARFROST_QUALITY',
    group: 'voices',
    description:
      'Which engine speaks coda and arcana: auto selects natural while the threads have time, otherwise a faster one; natural always selects natural, fast always the faster engine; best selects whole Kokoro, with later first audio',
    ...oneOf(QUALITIES),
    fallback: 'auto',
  },
  packOrder: {
    variable: 'HOARFROST_PACKS',
    group: 'packs',
    description:
      'Voice packs to use, in order of preference: all, none, or a comma-separated list of names; all means every pack, in the order remote, kokoro, piper, kitten, each family by name',
    allowed: 'all, none or a comma-separated list of names of packs',
    fallback: 'all',
    read: (text: string): readonly string[] | 'all' | undefined => {
      if (text === 'all') return 'all'
      if (text === 'none') return []
      const names = [...new Set(listed(text))]
      const areNames = names.every((name) => /^(?!(?:all|none)$)[a-z0-9][a-z0-9._-]*$/.test(name))
      return names.length > 0 && areNames ? names : undefined
    },
  },
  packMinSpeed: {
    variable: 'HOARFROST_PACKS_LEAST_SPEED',
    group: 'packs',
    description:
      'Minimum speed of a voice pack, in seconds of speech per second, measured when it is loaded. Slower packs are not used; 0 uses every pack',
    allowed: 'a number from 0 to 100000',
    fallback: '1',
    read: (text: string): number | undefined =>
      /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) <= 1e5 ? Number(text) : undefined,
  },
  packMirror: {
    variable: 'HOARFROST_PACKS_MIRROR',
    group: 'packs',
    description: 'Base URL from which voice packs are downloaded instead of their sources, as NAME/VERSION/PATH',
    ...baseUrl('https://packs.example.com'),
    fallback: '',
  },
  hubEndpoint: {
    variable: 'HF_ENDPOINT',
    group: 'packs',
    description: 'Base URL of the Hugging Face hub, or of a mirror of it, for voice packs',
    ...baseUrl('https://huggingface.co'),
    fallback: 'https://huggingface.co',
  },
  isOffline: {
    variable: 'HF_HUB_OFFLINE',
    group: 'packs',
    description: 'Do not download voice packs: 1, true, yes or on',
    ...onOrOff(),
    fallback: '0',
  },
  cacheMegabytes: {
    variable: 'HOARFROST_CACHE_MEGABYTES',
    group: 'voices',
    description: 'Size of the utterance cache, in megabytes; 0 disables it',
    ...wholeNumber(0, 65_536),
    fallback: '64',
  },
  maxBodyBytes: {
    variable: 'HOARFROST_MAX_BODY_BYTES',
    group: 'keys',
    description: 'Maximum size of a request body, in bytes',
    ...wholeNumber(1024, 1024 * MEBIBYTE),
    fallback: String(8 * MEBIBYTE),
  },
  maxTextLength: {
    variable: 'HOARFROST_MAX_TEXT_CHARACTERS',
    group: 'keys',
    description: 'Maximum length of a text, in characters; the limit of the model applies as well',
    allowed: 'unlimited or a whole number from 1 to 1000000000',
    fallback: 'unlimited',
    read: (text: string) => (text === 'unlimited' ? Number.POSITIVE_INFINITY : wholeNumber(1, 1e9).read(text)),
  },
  maxNormalizedLength: {
    variable: 'HOARFROST_MAX_TEXTNORM_CHARACTERS',
    group: 'keys',
    description: 'Maximum length of a text for /textnorm and /oov, in characters',
    ...wholeNumber(1, 10_000_000),
    fallback: '100000',
  },
  maxStreams: {
    variable: 'HOARFROST_MAX_STREAMS',
    group: 'load',
    description:
      'Maximum number of requests and WebSocket turns that wait for their first audio; further requests get 503, sockets close with 1011',
    ...wholeNumber(1, 100_000),
    fallback: '256',
  },
  maxWaitMs: {
    variable: 'HOARFROST_MAX_WAIT_MS',
    group: 'load',
    description:
      'Maximum wait for the first audio, in milliseconds. Requests that could not start by then, or that would make running streams late, get 503; unlimited accepts all of them',
    allowed: 'unlimited or a whole number from 1 to 60000',
    fallback: '1500',
    read: (text: string) => (text === 'unlimited' ? Number.POSITIVE_INFINITY : wholeNumber(1, 60_000).read(text)),
  },
  maxWebsockets: {
    variable: 'HOARFROST_MAX_WEBSOCKETS',
    group: 'load',
    description:
      'Maximum number of open WebSockets that are authorized; further upgrades get 429. automatic is 90 % of what the open-file limit (ulimit -n) allows',
    allowed: 'automatic, unlimited or a whole number from 1 to 1000000',
    fallback: 'automatic',
    read: (text: string) => {
      if (text === 'automatic') return maxSockets()
      return text === 'unlimited' ? Number.POSITIVE_INFINITY : wholeNumber(1, 1e6).read(text)
    },
  },
  refusesUpgrades: {
    variable: 'HOARFROST_BUSY_UPGRADES',
    group: 'load',
    description:
      'How an overloaded server handles WebSocket upgrades: accept lets the first turn wait; refuse answers with 503, so that a load balancer tries the next server',
    allowed: 'one of accept, refuse',
    fallback: 'accept',
    read: (text: string): boolean | undefined => (text === 'refuse' ? true : text === 'accept' ? false : undefined),
  },
  tellsLoad: {
    variable: 'HOARFROST_LOAD_HEADER',
    group: 'observability',
    description:
      'Send endpoint-load-metrics (ORCA) with the utilization of the threads in each HTTP response, for load balancers: on or off',
    ...onOrOff(),
    fallback: 'off',
  },
  tracesEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    group: 'observability',
    description:
      'URL of an OpenTelemetry collector that gets traces over OTLP/HTTP, at the path /v1/traces. If empty, nothing is traced',
    ...baseUrl('http://localhost:4318'),
    fallback: '',
  },
  drainS: {
    variable: 'HOARFROST_DRAIN_S',
    group: 'server',
    description:
      'Maximum time for running responses to finish when the server stops, in seconds; WebSocket turns get five sixths of it',
    ...wholeNumber(1, 86_400),
    fallback: '30',
  },
  drainDelayS: {
    variable: 'HOARFROST_DRAIN_DELAY_S',
    group: 'server',
    description:
      'Seconds for which a stopping server still accepts connections while /readyz answers 503, so that load balancers notice',
    ...wholeNumber(0, 3600),
    fallback: '0',
  },
  stalledReaderS: {
    variable: 'HOARFROST_STALLED_READER_S',
    group: 'network',
    description: 'Seconds after which an HTTP client that does not read its response is disconnected',
    ...wholeNumber(1, 86_400),
    fallback: '60',
  },
  jobsPerKey: {
    variable: 'HOARFROST_JOBS_PER_KEY',
    group: 'jobs',
    description: 'Maximum number of unfinished jobs per key; further jobs get 429',
    ...wholeNumber(0, 100_000),
    fallback: '100',
  },
  jobsKeepDays: {
    variable: 'HOARFROST_JOBS_KEEP_DAYS',
    group: 'jobs',
    description: 'Days after which ended jobs and their results are removed',
    ...wholeNumber(1, 3650),
    fallback: '7',
  },
  webhookSecret: {
    variable: 'HOARFROST_WEBHOOK_SECRET',
    group: 'jobs',
    description: 'Signs the webhooks of jobs that are submitted without a secret',
    allowed: `${SECRET_FORM}, for example the output of: ${MAKE_WEBHOOK_SECRET}`,
    fallback: '',
    read: (text: string) => (text === '' ? null : readWebhookSecret(text) === undefined ? undefined : text),
    isSecret: true,
  },
  webhookHosts: {
    variable: 'HOARFROST_WEBHOOK_HOSTS',
    group: 'jobs',
    description:
      'Comma-separated list of hosts that webhooks may reach at private addresses and over http; others must have public addresses and https',
    allowed: 'a comma-separated list of host names and IP addresses such as hooks.internal,127.0.0.1',
    fallback: '',
    read: hostList,
  },
  jobsDir: {
    variable: 'HOARFROST_JOBS_DIR',
    group: 'jobs',
    description:
      'Directory for the audio of jobs; created when missing. If empty, the directory jobs in the data directory. Servers that share a database must share this directory or a bucket',
    allowed: 'a directory',
    fallback: '',
    read: (text: string) => text || null,
  },
  jobsBucket: {
    variable: 'HOARFROST_JOBS_S3_BUCKET',
    group: 'jobs',
    description: 'Bucket of Amazon S3, or of an S3-compatible server, for the audio of jobs instead of a directory',
    allowed: 'the name of a bucket',
    fallback: '',
    read: (text: string) => (text === '' ? null : /^[\w.-]{3,255}$/.test(text) ? text : undefined),
  },
  jobsEndpoint: {
    variable: 'HOARFROST_JOBS_S3_ENDPOINT',
    group: 'jobs',
    description: 'URL of the S3-compatible server; if empty, Amazon S3',
    ...baseUrl('https://s3.example.com'),
    fallback: '',
  },
  jobsRegion: {
    variable: 'HOARFROST_JOBS_S3_REGION',
    group: 'jobs',
    description: 'Region of the bucket',
    allowed: 'the name of a region',
    fallback: 'us-east-1',
    read: (text: string) => (/^[\w-]+$/.test(text) ? text : undefined),
  },
  jobsPrefix: {
    variable: 'HOARFROST_JOBS_S3_PREFIX',
    group: 'jobs',
    description: 'Prefix of the object names in the bucket',
    allowed: 'a path of visible ASCII characters without / at its start, such as hoarfrost/',
    fallback: '',
    read: (text: string) => (/^(?!\/)[!-~]{0,200}$/.test(text) ? text.replace(/(?<=[^/])$/, '/') : undefined),
  },
  isJobsPathStyle: {
    variable: 'HOARFROST_JOBS_S3_PATH_STYLE',
    group: 'jobs',
    description:
      'Put the bucket name in the path of URLs instead of the host name, as most servers except Amazon S3 need',
    ...onOrOff(),
    fallback: 'false',
  },
  jobsKeyId: {
    variable: 'HOARFROST_JOBS_S3_ACCESS_KEY_ID',
    group: 'jobs',
    description:
      'Access key ID for the bucket; if empty, the default credentials of the AWS SDK (variables, files, roles)',
    allowed: 'the id of an access key',
    fallback: '',
    read: (text: string) => text || null,
    isSecret: true,
  },
  jobsSecretKey: {
    variable: 'HOARFROST_JOBS_S3_SECRET_ACCESS_KEY',
    group: 'jobs',
    description: 'Secret access key for the bucket',
    allowed: 'a secret access key',
    fallback: '',
    read: (text: string) => text || null,
    isSecret: true,
  },
  trustedProxies: {
    variable: 'HOARFROST_TRUSTED_PROXIES',
    group: 'network',
    description:
      'Comma-separated list of IP addresses and networks of reverse proxies whose X-Forwarded-For header is trusted; if empty, none',
    allowed: 'a comma-separated list of IP addresses and networks such as 127.0.0.1,10.0.0.0/8',
    fallback: '',
    read: addressList,
  },
  corsOrigins: {
    variable: 'HOARFROST_CORS_ORIGINS',
    group: 'network',
    description: 'Comma-separated list of origins that may call the service from a browser (CORS)',
    allowed:
      'a comma-separated list of origins such as https://app.example.com; * is not allowed, because requests carry keys',
    fallback: '',
    read: (text: string): readonly string[] | undefined => {
      const origins = [...new Set(listed(text).map(originOf))]
      return origins.every((origin) => origin !== undefined) ? origins : undefined
    },
  },
  isMarked: {
    variable: 'HOARFROST_MARK_AUDIO',
    group: 'voices',
    description: 'Mark audio as synthetic, in the metadata of files and in a response header: on or off',
    ...onOrOff(),
    fallback: 'on',
  },
  doneGraceMs: {
    variable: 'HOARFROST_DONE_GRACE_MS',
    group: 'voices',
    description:
      'Milliseconds from the end of playback to the end of a WebSocket turn, for clients that send neither a context nor a flush',
    ...wholeNumber(0, 3_600_000),
    fallback: '500',
  },
  serverUrl: {
    variable: 'HOARFROST_URL',
    group: 'server',
    description:
      'URL of the server for hoarfrost bench, check-entities, diff, doctor, jobs, mcp, open and say --ws; if empty, mcp speaks in its own process, and the others use the server at HOST and PORT',
    ...baseUrl('https://tts.example.com'),
    fallback: '',
  },
  hasDashboard: {
    variable: 'HOARFROST_DASHBOARD',
    group: 'server',
    description: 'Serve the dashboard at /dashboard: on or off',
    ...onOrOff(),
    fallback: 'on',
  },
  wyomingPort: {
    variable: 'HOARFROST_WYOMING_PORT',
    group: 'wyoming',
    description: 'Port of the Wyoming protocol, 10200 by convention; 0 selects a free port. If empty, it is off',
    allowed: 'a whole number from 0 to 65535',
    fallback: '',
    read: (text: string) => (text === '' ? null : wholeNumber(0, 65_535).read(text)),
  },
  wyomingHost: {
    variable: 'HOARFROST_WYOMING_HOST',
    group: 'wyoming',
    description: 'IP address or host name on which the Wyoming protocol listens; the protocol has no authentication',
    ...hostName(),
    fallback: '127.0.0.1',
  },
  wyomingAllowed: {
    variable: 'HOARFROST_WYOMING_ALLOW',
    group: 'wyoming',
    description: 'Comma-separated list of IP addresses and networks that may use the Wyoming protocol; if empty, all',
    allowed: 'a comma-separated list of IP addresses and networks such as 192.168.1.0/24',
    fallback: '',
    read: addressList,
  },
  wyomingZeroconf: {
    variable: 'HOARFROST_WYOMING_ZEROCONF',
    group: 'wyoming',
    description:
      'Name under which zeroconf announces the Wyoming protocol in the local network; if empty, it is not announced',
    allowed: 'a name of at most 63 bytes',
    fallback: '',
    read: (text: string) => (text === '' ? null : Buffer.byteLength(text) <= 63 ? text : undefined),
  },
} as const satisfies Record<string, Setting>

/** The complete, validated configuration. Lengths are Unicode code points. */
export type Config = {
  readonly [Name in keyof typeof SETTINGS]: Exclude<ReturnType<(typeof SETTINGS)[Name]['read']>, undefined>
}

/** All variables, in the order of `hoarfrost serve --help`. */
export const SETTING_LIST: readonly Setting[] = Object.values<Setting>(SETTINGS).flatMap((setting) =>
  setting.isSecret === true ? [setting, fileOf(setting)] : [setting],
)

const isPostgresUrl = (text: string): boolean => /^postgres(?:ql)?:\/\/\S+$/.test(text)

function fileOf({ variable, group }: Setting): Setting {
  return {
    variable: fileVariableOf(variable),
    group,
    description: `File that contains the value of ${variable}, read at startup; set one of the two`,
    allowed: 'a file',
    fallback: '',
    read: (text) => text,
  }
}

/** Reads and validates all variables. Throws an Error of one line with the variable and its allowed values. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const entries = Object.entries<Setting>(SETTINGS).map(([name, setting]) => [name, readSetting(setting, env)])
  const config = Object.fromEntries(entries) as Config
  requireReachable(config)
  requireNatural(config)
  requireBothTlsFiles(config)
  requireOnePlaceOfJobs(config)
  return Object.freeze(config)
}

function readSetting({ variable, allowed, fallback, read, isSecret }: Setting, env: NodeJS.ProcessEnv): unknown {
  const isInFile = isSecret === true && Boolean(env[fileVariableOf(variable)]?.trim())
  const text = isInFile ? readSecret(variable, env, readSecretFile) : env[variable]?.trim()
  const value = read(text || fallback)
  if (value !== undefined) return value
  throw new Error(
    isInFile ? `${fileVariableOf(variable)} must be a file that contains ${allowed}` : `${variable} must be ${allowed}`,
  )
}

function requireReachable({ wyomingZeroconf, wyomingHost }: Pick<Config, 'wyomingZeroconf' | 'wyomingHost'>): void {
  if (wyomingZeroconf === null || !/^(?:127\.|::1$|localhost$)/.test(wyomingHost)) return
  throw new Error('HOARFROST_WYOMING_ZEROCONF must be empty while HOARFROST_WYOMING_HOST is a loopback address')
}

function requireNatural({ quality, enginePreference }: Pick<Config, 'quality' | 'enginePreference'>): void {
  if (!['best', 'natural'].includes(quality) || enginePreference.includes('natural')) return
  throw new Error(`HOARFROST_ENGINE_PREFERENCE must list natural while HOARFROST_QUALITY is ${quality}`)
}

function requireBothTlsFiles({ tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>): void {
  if ((tlsCert === null) === (tlsKey === null)) return
  throw new Error('HOARFROST_TLS_CERT and HOARFROST_TLS_KEY must be set together')
}

function requireOnePlaceOfJobs({ jobsDir, jobsBucket, jobsEndpoint, jobsKeyId, jobsSecretKey }: Config): void {
  if (jobsBucket !== null && jobsDir !== null) {
    throw new Error('HOARFROST_JOBS_DIR and HOARFROST_JOBS_S3_BUCKET are both set; set one of them')
  }
  if (jobsBucket === null && jobsEndpoint !== null) {
    throw new Error('HOARFROST_JOBS_S3_ENDPOINT and HOARFROST_JOBS_S3_BUCKET must be set together')
  }
  if ((jobsKeyId === null) !== (jobsSecretKey === null)) {
    throw new Error('HOARFROST_JOBS_S3_ACCESS_KEY_ID and HOARFROST_JOBS_S3_SECRET_ACCESS_KEY must be set together')
  }
}

/** A message for each unknown `HOARFROST_` variable, most likely mistyped. */
export function unknownVariables(env: NodeJS.ProcessEnv): readonly string[] {
  const known = SETTING_LIST.map(({ variable }) => variable)
  return Object.keys(env)
    .filter((variable) => variable.startsWith('HOARFROST_') && !known.includes(variable))
    .map((variable) => {
      const [meant] = closestNames(variable, known)
      return `${variable} is not a setting of Hoarfrost${meant === undefined ? '' : `; did you mean ${meant}?`}`
    })
}

const MAX_ENV_BYTES = 2 ** 20

/** The process's environment, which overrides the file `.env` of the working directory. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return { ...readEnvFile('.env'), ...process.env }
}

function readEnvFile(file: string): NodeJS.ProcessEnv {
  try {
    return parse(readBounded(file, MAX_ENV_BYTES))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${file} cannot be read (${fileFault(cause)})`)
  }
}
