import { execSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig, readEnvironment, SETTING_LIST, unknownVariables } from './config.ts'

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`

const DEFAULTS = {
  host: '127.0.0.1',
  port: 8000,
  furtherPorts: [],
  tlsCert: null,
  tlsKey: null,
  logLevel: 'info',
  dataDir: './data',
  databaseUrl: null,
  databasePool: 4,
  apiKey: null,
  apiKeyHeader: null,
  deployment: 'cloud',
  arcanaCutover: new Date(Date.UTC(2026, 7, 15, 12)),
  isStrict: false,
  isMarked: true,
  hasNoiseFloor: true,
  hasBreaths: true,
  defaultSpeaker: null,
  workerCount: availableParallelism(),
  enginePreference: ['remote', 'pack', 'natural', 'aria', 'flite'],
  quality: 'auto',
  packOrder: 'all',
  packMinSpeed: 1,
  packMirror: null,
  hubEndpoint: 'https://huggingface.co',
  isOffline: false,
  cacheMegabytes: 64,
  maxBodyBytes: 8_388_608,
  maxTextLength: Number.POSITIVE_INFINITY,
  maxNormalizedLength: 100_000,
  maxStreams: 256,
  maxWaitMs: 1500,
  tracesEndpoint: null,
  refusesUpgrades: false,
  tellsLoad: false,
  keyLimits: {},
  maxWebsockets: expect.any(Number),
  doneGraceMs: 500,
  drainS: 30,
  drainDelayS: 0,
  stalledReaderS: 60,
  jobsPerKey: 100,
  jobsKeepDays: 7,
  webhookSecret: null,
  webhookHosts: new Set(),
  jobsDir: null,
  jobsBucket: null,
  jobsEndpoint: null,
  jobsRegion: 'us-east-1',
  jobsPrefix: '',
  isJobsPathStyle: false,
  jobsKeyId: null,
  jobsSecretKey: null,
  trustedProxies: null,
  corsOrigins: [],
  serverUrl: null,
  hasDashboard: true,
  hasGrpc: true,
  wyomingPort: null,
  wyomingHost: '127.0.0.1',
  wyomingAllowed: null,
  wyomingZeroconf: null,
}

const API_KEY_RULE =
  'at least 16 visible ASCII characters without spaces, for example the output of: node -p \'crypto.randomBytes(24).toString("base64url")\''

describe('the configuration', () => {
  test('is complete when nothing is set, and cannot be changed', () => {
    const config = readConfig({})
    expect(config).toEqual(DEFAULTS)
    expect(Object.isFrozen(config)).toBe(true)
  })

  test.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::1', { host: '::1' }],
    ['HOST', '[::1]', { host: '::1' }],
    ['HOST', '::', { host: '::' }],
    ['HOST', 'tts.example.com', { host: 'tts.example.com' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', ' 65535 ', { port: 65_535 }],
    [
      'HOARFROST_LISTEN',
      '8000=http, 8001=ws2,8002=ws,8003=ws3,',
      {
        furtherPorts: [
          { port: 8000, root: { method: 'POST', path: '/v1/rime-tts' } },
          { port: 8001, root: { method: 'GET', path: '/ws2' } },
          { port: 8002, root: { method: 'GET', path: '/ws' } },
          { port: 8003, root: { method: 'GET', path: '/ws3' } },
        ],
      },
    ],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['HOARFROST_DATA_DIR', '/var/lib/hoar frost', { dataDir: '/var/lib/hoar frost' }],
    ['HOARFROST_DATABASE_URL', 'postgresql://me:word@db/speech', { databaseUrl: 'postgresql://me:word@db/speech' }],
    ['HOARFROST_API_KEY', 'sixteen+letters/', { apiKey: 'sixteen+letters/' }],
    ['HOARFROST_API_KEY', '', { apiKey: null }],
    ['HOARFROST_DEPLOYMENT', 'onprem', { deployment: 'onprem' }],
    ['HOARFROST_ARCANA_CUTOVER', '2027-01-01T01:00:00+01:00', { arcanaCutover: new Date(Date.UTC(2027, 0)) }],
    ['HOARFROST_STRICT', 'true', { isStrict: true }],
    ['HOARFROST_NOISE_FLOOR', 'false', { hasNoiseFloor: false }],
    ['HOARFROST_BREATHS', 'false', { hasBreaths: false }],
    ['HOARFROST_DASHBOARD', 'off', { hasDashboard: false }],
    ['HOARFROST_GRPC', 'false', { hasGrpc: false }],
    ['HOARFROST_MARK_AUDIO', 'off', { isMarked: false }],
    ['HOARFROST_API_KEY_HEADER', 'X-My-Key', { apiKeyHeader: 'x-my-key' }],
    ['HOARFROST_WYOMING_PORT', '10200', { wyomingPort: 10_200 }],
    ['HOARFROST_WYOMING_HOST', '[::]', { wyomingHost: '::' }],
    ['HOARFROST_WORKERS', '7', { workerCount: 7 }],
    ['HOARFROST_WORKERS', 'cores', {}],
    ['HOARFROST_ENGINE_PREFERENCE', 'flite, aria', { enginePreference: ['flite', 'aria'] }],
    ['HOARFROST_ENGINE_PREFERENCE', 'flite,neural', { enginePreference: ['flite', 'pack'] }],
    ['HOARFROST_ENGINE_PREFERENCE', 'flite,pack', { enginePreference: ['flite', 'pack'] }],
    ['HOARFROST_QUALITY', 'best', { quality: 'best' }],
    ['HOARFROST_QUALITY', 'natural', { quality: 'natural' }],
    ['HOARFROST_QUALITY', 'fast', { quality: 'fast' }],
    ['HOARFROST_PACKS', 'none', { packOrder: [] }],
    ['HOARFROST_PACKS', 'kokoro, kitten-nano', { packOrder: ['kokoro', 'kitten-nano'] }],
    ['HOARFROST_PACKS_LEAST_SPEED', '1.25', { packMinSpeed: 1.25 }],
    ['HOARFROST_PACKS_MIRROR', 'https://packs.example/all', { packMirror: 'https://packs.example/all' }],
    ['HF_ENDPOINT', 'http://hub.example', { hubEndpoint: 'http://hub.example' }],
    ['HOARFROST_PACKS', 'kokoro, other,kokoro', { packOrder: ['kokoro', 'other'] }],
    ['HF_HUB_OFFLINE', '1', { isOffline: true }],
    ['HF_HUB_OFFLINE', 'True', { isOffline: true }],
    ['HF_HUB_OFFLINE', 'ON', { isOffline: true }],
    ['HF_HUB_OFFLINE', 'no', { isOffline: false }],
    ...['on', 'true', 'yes', '1', 'TRUE', ' On '].flatMap((text): [string, string, object][] => [
      ['HOARFROST_STRICT', text, { isStrict: true }],
      ['HOARFROST_LOAD_HEADER', text, { tellsLoad: true }],
      ['HOARFROST_JOBS_S3_PATH_STYLE', text, { isJobsPathStyle: true }],
      ['HOARFROST_DASHBOARD', text, { hasDashboard: true }],
      ['HOARFROST_BREATHS', text, { hasBreaths: true }],
      ['HOARFROST_NOISE_FLOOR', text, { hasNoiseFloor: true }],
      ['HF_HUB_OFFLINE', text, { isOffline: true }],
    ]),
    ...['off', 'false', 'no', '0', 'False', 'OFF'].flatMap((text): [string, string, object][] => [
      ['HOARFROST_STRICT', text, { isStrict: false }],
      ['HOARFROST_LOAD_HEADER', text, { tellsLoad: false }],
      ['HOARFROST_JOBS_S3_PATH_STYLE', text, { isJobsPathStyle: false }],
      ['HOARFROST_DASHBOARD', text, { hasDashboard: false }],
      ['HOARFROST_BREATHS', text, { hasBreaths: false }],
      ['HOARFROST_NOISE_FLOOR', text, { hasNoiseFloor: false }],
      ['HF_HUB_OFFLINE', text, { isOffline: false }],
    ]),
    // Blanks, empty entries and repeated ones of lists, and addresses as URLs have them.
    ['HOARFROST_ENGINE_PREFERENCE', ' flite ,, aria,flite, ', { enginePreference: ['flite', 'aria'] }],
    ['HOARFROST_PACKS', 'kokoro,,kitten ,', { packOrder: ['kokoro', 'kitten'] }],
    ['HOARFROST_KEY_LIMITS', 'sockets = 5,,weight=2,', { keyLimits: { sockets: 5, weight: 2 } }],
    ['HOARFROST_LISTEN', ' 0 = ws3 ,', { furtherPorts: [{ port: 0, root: { method: 'GET', path: '/ws3' } }] }],
    ['HOARFROST_CORS_ORIGINS', ',https://a.example,,https://A.example/', { corsOrigins: ['https://a.example'] }],
    ['HOARFROST_TRUSTED_PROXIES', ' , ,', { trustedProxies: null }],
    [
      'HOARFROST_WEBHOOK_HOSTS',
      '[::1],0:0:0::2,b\u00fccher.example,127.1,,A.example.,a.example.',
      { webhookHosts: new Set(['::1', '::2', 'xn--bcher-kva.example', '127.0.0.1', 'a.example.']) },
    ],
    ['HOARFROST_PACKS_MIRROR', 'HTTPS://packs.example/', { packMirror: 'HTTPS://packs.example/' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'HTTP://[::1]:4318', { tracesEndpoint: 'HTTP://[::1]:4318' }],
    ['HOARFROST_ARCANA_CUTOVER', '2028-02-29T23:59:59.5-12:00', { arcanaCutover: new Date('2028-03-01T11:59:59.5Z') }],
    ['HOARFROST_CACHE_MEGABYTES', '0', { cacheMegabytes: 0 }],
    ['HOARFROST_MAX_BODY_BYTES', '1024', { maxBodyBytes: 1024 }],
    ['HOARFROST_MAX_TEXT_CHARACTERS', '300', { maxTextLength: 300 }],
    ['HOARFROST_MAX_TEXT_CHARACTERS', 'unlimited', {}],
    ['HOARFROST_MAX_TEXTNORM_CHARACTERS', '5000', { maxNormalizedLength: 5000 }],
    ['HOARFROST_MAX_STREAMS', '4', { maxStreams: 4 }],
    ['HOARFROST_MAX_STREAMS', '', {}],
    ['HOARFROST_KEY_LIMITS', 'sockets=5, weight=2', { keyLimits: { sockets: 5, weight: 2 } }],
    ['HOARFROST_MAX_WAIT_MS', '500', { maxWaitMs: 500 }],
    ['HOARFROST_MAX_WAIT_MS', 'unlimited', { maxWaitMs: Number.POSITIVE_INFINITY }],
    ['HOARFROST_STALLED_READER_S', '1', { stalledReaderS: 1 }],
    ['HOARFROST_JOBS_PER_KEY', '0', { jobsPerKey: 0 }],
    ['HOARFROST_JOBS_KEEP_DAYS', '30', { jobsKeepDays: 30 }],
    [
      'HOARFROST_WEBHOOK_HOSTS',
      'Hooks.internal, 10.0.0.1,::1',
      { webhookHosts: new Set(['hooks.internal', '10.0.0.1', '::1']) },
    ],
    ['HOARFROST_WEBHOOK_SECRET', WEBHOOK_SECRET, { webhookSecret: WEBHOOK_SECRET }],
    ['HOARFROST_JOBS_DIR', '/mnt/jobs', { jobsDir: '/mnt/jobs' }],
    ['HOARFROST_JOBS_S3_BUCKET', 'books', { jobsBucket: 'books' }],
    ['HOARFROST_JOBS_S3_REGION', 'eu-central-1', { jobsRegion: 'eu-central-1' }],
    ['HOARFROST_JOBS_S3_PREFIX', 'speech/jobs', { jobsPrefix: 'speech/jobs/' }],
    ['HOARFROST_JOBS_S3_PATH_STYLE', 'true', { isJobsPathStyle: true }],
    ['HOARFROST_CORS_ORIGINS', 'https://a.example', { corsOrigins: ['https://a.example'] }],
    [
      'HOARFROST_CORS_ORIGINS',
      'HTTPS://App.Example.com:443/, http://localhost:5173 ,capacitor://localhost,',
      { corsOrigins: ['https://app.example.com', 'http://localhost:5173', 'capacitor://localhost'] },
    ],
  ])('reads %s=%s', (variable, text, differing) => {
    expect(readConfig({ [variable]: text })).toEqual({ ...DEFAULTS, ...differing })
  })

  test.each([
    ['HOST', 'not a host', 'HOST must be an IP address or a host name'],
    ['HOST', 'localhost:8000', 'HOST must be an IP address or a host name'],
    ['HOST', '[localhost]', 'HOST must be an IP address or a host name'],
    ...['*', 'https://a.example,*', 'https://*.example', 'a.example', 'https://a.example/path', 'null'].map((text) => [
      'HOARFROST_CORS_ORIGINS',
      text,
      'HOARFROST_CORS_ORIGINS must be a comma-separated list of origins such as https://app.example.com; * is not allowed, because requests carry keys',
    ]),
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '0x50', 'PORT must be a whole number from 0 to 65535'],
    ...['8000', '8000=grpc', '8000=constructor', '65536=ws', '8000=http,8000=ws', 'ws=8000'].map((text) => [
      'HOARFROST_LISTEN',
      text,
      'HOARFROST_LISTEN must be a comma-separated list of PORT=PROTOCOL such as 8000=http,8001=ws2,8002=ws,8003=ws3',
    ]),
    ...['HOARFROST_TLS_CERT', 'HOARFROST_TLS_KEY'].map((variable) => [
      variable,
      '/etc/file.pem',
      'HOARFROST_TLS_CERT and HOARFROST_TLS_KEY must be set together',
    ]),
    ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    ...['two words in one key', 'fifteen+letters'].map((text) => [
      'HOARFROST_API_KEY',
      text,
      `HOARFROST_API_KEY must be ${API_KEY_RULE}`,
    ]),
    ['HOARFROST_API_KEY_FILE', '/nowhere/key', 'HOARFROST_API_KEY_FILE cannot be read (no such file or directory)'],
    ['HOARFROST_API_KEY_FILE', '/', 'HOARFROST_API_KEY_FILE cannot be read (is a directory)'],
    ['HOARFROST_API_KEY_FILE', '/dev/zero', 'HOARFROST_API_KEY_FILE cannot be read (longer than 64 KiB)'],
    ['HOARFROST_DEPLOYMENT', 'Cloud', 'HOARFROST_DEPLOYMENT must be one of cloud, onprem'],
    ...['soon', '2026-08-15', '2026-08-15T12:00:00', '2026-13-15T12:00:00Z'].map((text) => [
      'HOARFROST_ARCANA_CUTOVER',
      text,
      'HOARFROST_ARCANA_CUTOVER must be an ISO 8601 date and time with a time zone, such as 2026-08-15T12:00:00Z',
    ]),
    ['HOARFROST_STRICT', 'constructor', 'HOARFROST_STRICT must be one of 1, true, yes, on, 0, false, no, off'],
    ['HOARFROST_PACKS', '../kokoro', 'HOARFROST_PACKS must be all, none or a comma-separated list of names of packs'],
    ['HOARFROST_PACKS_LEAST_SPEED', '-1', 'HOARFROST_PACKS_LEAST_SPEED must be a number from 0 to 100000'],
    ['HOARFROST_PACKS_MIRROR', 'file:///', 'HOARFROST_PACKS_MIRROR must be a URL such as https://packs.example.com'],
    ...['kokoro,all', 'none,kokoro', ',', 'Kokoro'].map((text) => [
      'HOARFROST_PACKS',
      text,
      'HOARFROST_PACKS must be all, none or a comma-separated list of names of packs',
    ]),
    [
      'HOARFROST_ENGINE_PREFERENCE',
      ',',
      'HOARFROST_ENGINE_PREFERENCE must be a comma-separated list of engines: aria, espeak, flite, natural, pack, remote',
    ],
    ['HOARFROST_QUALITY', 'finest', 'HOARFROST_QUALITY must be one of auto, best, natural, fast'],
    [
      'HOARFROST_KEY_LIMITS',
      'sockets=1,sockets=2',
      'HOARFROST_KEY_LIMITS must be a comma-separated list of NAME=NUMBER with the names sockets, requests-per-second, characters-per-minute, weight and numbers from 1',
    ],
    ...['*.internal', 'hooks:80', 'http://hooks', 'hooks/x', 'a b', 'user@hooks', '[::1]:80', '::1/64'].map((text) => [
      'HOARFROST_WEBHOOK_HOSTS',
      text,
      'HOARFROST_WEBHOOK_HOSTS must be a comma-separated list of host names and IP addresses such as hooks.internal,127.0.0.1',
    ]),
    ...[
      'https:packs.example',
      'https:/packs.example',
      'https://a?x=1',
      'https://a#x',
      'https://me:word@a',
      'https://',
    ].map((text) => ['HF_ENDPOINT', text, 'HF_ENDPOINT must be a URL such as https://huggingface.co']),
    ['HOARFROST_URL', 'localhost:8000', 'HOARFROST_URL must be a URL such as https://tts.example.com'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'grpc://a',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://localhost:4318',
    ],
    ['HOARFROST_LOAD_HEADER', 'perhaps', 'HOARFROST_LOAD_HEADER must be one of 1, true, yes, on, 0, false, no, off'],
    ['HF_HUB_OFFLINE', 'maybe', 'HF_HUB_OFFLINE must be one of 1, true, yes, on, 0, false, no, off'],
    ['HOARFROST_WORKERS', '0', 'HOARFROST_WORKERS must be cores or a whole number from 1 to 256'],
    ['HOARFROST_MAX_BODY_BYTES', '8MB', 'HOARFROST_MAX_BODY_BYTES must be a whole number from 1024 to 1073741824'],
    [
      'HOARFROST_MAX_TEXT_CHARACTERS',
      '0',
      'HOARFROST_MAX_TEXT_CHARACTERS must be unlimited or a whole number from 1 to 1000000000',
    ],
    ['HOARFROST_MAX_STREAMS', 'many', 'HOARFROST_MAX_STREAMS must be a whole number from 1 to 100000'],
  ])('%s=%s is refused with the sentence that helps', (variable = '', text = '', sentence = '') => {
    expect(() => readConfig({ [variable]: text })).toThrow(new Error(sentence))
  })

  test('is either read or refused in one line that names the variable, whatever the value', () => {
    const variables = SETTING_LIST.map(({ variable }) => variable)
    fc.assert(
      fc.property(fc.constantFrom(...variables), fc.string(), (variable, text) => {
        try {
          readConfig({ [variable]: text })
        } catch (error) {
          expect((error as Error).message).toMatch(
            new RegExp(`^(.+ and )?${variable} (and .+ )?(must be .+|cannot be read \\(.+\\))$`),
          )
        }
      }),
    )
  })

  test('every default is a value that its own setting allows', () => {
    for (const { variable, fallback, read } of SETTING_LIST) expect(read(fallback), variable).not.toBeUndefined()
  })
})

describe('HOARFROST_API_KEY_FILE', () => {
  const withFile = (content: string, env: NodeJS.ProcessEnv = {}) => {
    const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-key-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'key')
    writeFileSync(file, content)
    return readConfig({ HOARFROST_API_KEY_FILE: file, ...env })
  }

  test('names a file whose only line is the key', () => {
    expect(withFile('sixteen+letters/\n').apiKey).toBe('sixteen+letters/')
    expect(withFile('sixteen+letters/\r\n', { HOARFROST_API_KEY: '' }).apiKey).toBe('sixteen+letters/')
  })

  test.each(['', '\n'])('that holds %j is refused', (content) => {
    expect(() => withFile(content)).toThrow(
      new Error('HOARFROST_API_KEY_FILE must be a file that contains the value; it is empty'),
    )
  })

  test.each(['fifteen+letters\n', 'sixteen+letters/\nsixteen+letters/\n'])('that holds %j is refused', (content) => {
    expect(() => withFile(content)).toThrow(
      new Error(`HOARFROST_API_KEY_FILE must be a file that contains ${API_KEY_RULE}`),
    )
  })

  test('is known, with what it replaces', () => {
    expect(unknownVariables({ HOARFROST_API_KEY_FILE: '/nowhere' })).toEqual([])
    const { description } = SETTING_LIST.find(({ variable }) => variable === 'HOARFROST_API_KEY_FILE') ?? {}
    expect(description).toContain('HOARFROST_API_KEY,')
  })

  test('is refused beside HOARFROST_API_KEY', () => {
    expect(() => withFile('sixteen+letters/', { HOARFROST_API_KEY: 'sixteen+letters/' })).toThrow(
      new Error('HOARFROST_API_KEY and HOARFROST_API_KEY_FILE are both set; set one of them'),
    )
  })
})

test('the command that makes a key prints one that is allowed', () => {
  const printed = execSync(/node -p .+$/.exec(API_KEY_RULE)?.[0] ?? '', { encoding: 'utf8' })
  expect(readConfig({ HOARFROST_API_KEY: printed }).apiKey).toBe(printed.trim())
})

describe('an unknown variable', () => {
  test('is a setting in a file that is no secret', () => {
    expect(unknownVariables({ HOARFROST_WORKERS_FILE: '/run/workers' })).toEqual([
      'HOARFROST_WORKERS_FILE is not a setting of Hoarfrost; did you mean HOARFROST_WORKERS?',
    ])
  })

  test('of ours is named together with the one that was meant', () => {
    expect(unknownVariables({ HOARFROST_WORKER: '2', HOARFROST_WORKERS: '2', PATH: '/bin' })).toEqual([
      'HOARFROST_WORKER is not a setting of Hoarfrost; did you mean HOARFROST_WORKERS?',
    ])
  })

  test('that resembles none is named alone', () => {
    expect(unknownVariables({ HOARFROST_COLOUR: 'red' })).toEqual(['HOARFROST_COLOUR is not a setting of Hoarfrost'])
  })
})

test('the file .env of the working directory yields to the environment', () => {
  const before = process.cwd()
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-env-'))
  try {
    process.chdir(directory)
    expect(readEnvironment()).toEqual(process.env)
    writeFileSync('.env', '# comment\nHOARFROST_STRICT=true\nPATH=/nowhere\n')
    expect(readEnvironment()).toEqual({ ...process.env, HOARFROST_STRICT: 'true' })
  } finally {
    process.chdir(before)
    rmSync(directory, { recursive: true })
  }
})

describe('HOARFROST_WYOMING_ALLOW', () => {
  test('lists addresses and networks', () => {
    const { wyomingAllowed } = readConfig({ HOARFROST_WYOMING_ALLOW: '192.168.1.0/24, [::1],, 10.0.0.7,' })
    const isAllowed = (address: string) => wyomingAllowed?.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
    expect(['192.168.1.9', '10.0.0.7', '::1', '::ffff:192.168.1.9'].map(isAllowed)).toEqual([true, true, true, true])
    expect(['192.168.2.9', '10.0.0.8', '::2'].map(isAllowed)).toEqual([false, false, false])
  })

  test.each(['here', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/9', '::/129', '10.0.0'])('cannot be %s', (list) => {
    expect(() => readConfig({ HOARFROST_WYOMING_ALLOW: list })).toThrow(/^HOARFROST_WYOMING_ALLOW must be a comma-/)
  })
})

test.each(['best', 'natural'])('HOARFROST_QUALITY %s is refused where natural never speaks', (quality) => {
  const env = { HOARFROST_ENGINE_PREFERENCE: 'pack,aria' }
  expect(() => readConfig({ ...env, HOARFROST_QUALITY: quality })).toThrow(
    `HOARFROST_ENGINE_PREFERENCE must list natural while HOARFROST_QUALITY is ${quality}`,
  )
  expect(readConfig({ ...env, HOARFROST_QUALITY: 'auto' }).quality).toBe('auto')
})

test('HOARFROST_WYOMING_ZEROCONF is refused where nobody could connect', () => {
  const env = { HOARFROST_WYOMING_ZEROCONF: 'Hoarfrost' }
  for (const HOARFROST_WYOMING_HOST of ['', '127.0.0.1', '::1', 'localhost']) {
    expect(() => readConfig({ ...env, HOARFROST_WYOMING_HOST })).toThrow(/^HOARFROST_WYOMING_ZEROCONF must be empty/)
  }
  expect(readConfig({ ...env, HOARFROST_WYOMING_HOST: '0.0.0.0' }).wyomingZeroconf).toBe('Hoarfrost')
})
