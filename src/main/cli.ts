import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DEFAULT_WYOMING_PORT } from '../app/integrations.ts'
import { type ProgramParts, runProgram } from '../cli/program.ts'
import { TroubleError, USAGE_EXIT_CODE, UsageError } from '../cli/usage-error.ts'
import { sentenceOf } from '../core/errors.ts'
import { FILE_ERRORS } from '../core/file-errors.ts'
import { DEFAULT_MODEL } from '../core/model.ts'
import { readSecret } from '../core/secret.ts'
import { readSecretFile } from '../input/read-bounded.ts'
import { readVersion } from '../server/version.ts'
import { readConfig, readEnvironment, SETTING_LIST } from './config.ts'
import { packsFolderOf } from './packs-folder.ts'
import { serverUrl } from './server-url.ts'
import { softwareOf } from './software.ts'

const CANCELLED = 130

/**
 * Returns a signal that fires at the first SIGINT or SIGTERM. The second SIGINT, as of somebody who does not want to wait, ends
 * the process at once; supervisors repeat SIGTERM.
 */
function whenAskedToStop(): AbortSignal {
  const stopping = new AbortController()
  let interrupts = 0
  process.on('SIGTERM', () => stopping.abort())
  process.on('SIGINT', () => (++interrupts > 1 ? process.exit(CANCELLED) : stopping.abort()))
  return stopping.signal
}

const TOO_FEW_FILES = 'too many open files; raise the limit, as with "ulimit -n 65536" or LimitNOFILE of systemd'

const signal = whenAskedToStop()

const version = readVersion()

const readCatalogue = async () => (await import('./catalogue.ts')).readShippedCatalogue([])

const readPreferredCatalogue = async () => {
  const [{ enginesOf, readSpeakableCatalogue }, { engineByName }] = await Promise.all([
    import('./catalogue.ts'),
    import('../engines/engine-list.ts'),
  ])
  return (await readSpeakableCatalogue(enginesOf(readConfig(readEnvironment())), engineByName)).catalogue
}

/** The environment with `.env`, also for the threads of this process: they read the keys of other servers. */
const shareEnvironment = () => Object.assign(process.env, readEnvironment())

const parts: ProgramParts = {
  version,
  settings: SETTING_LIST,
  signal,
  serve: async () => {
    await (await import('./serve.ts')).serve({ version, env: shareEnvironment(), signal })
    process.exit() // unread log lines would keep
  },
  openStore: async ({ mayCreate }) => {
    const { missingStore, openStore } = await import('./open-store.ts')
    const config = readConfig(readEnvironment())
    return (mayCreate ? undefined : missingStore(config)) ?? openStore(config)
  },
  openCopies: async () => {
    const { copyStore, backUpStore } = await import('../store/copy-store.ts')
    const place = () => {
      const { databaseUrl, dataDir } = readConfig(readEnvironment())
      return databaseUrl ?? dataDir
    }
    return { copy: copyStore, backUp: (file, options) => backUpStore(place(), file, options), signal }
  },
  openBrowser: async (url) =>
    (await import('./open-browser.ts')).openBrowser(url, { env: process.env, platform: process.platform }),
  readConfiguredKey: () => readConfig(readEnvironment()).apiKey,
  readCatalogue,
  openReadings: async () => {
    const [{ openPronouncing }, { readingsOn }] = await Promise.all([
      import('./pronouncing.ts'),
      import('./planner.ts'),
    ])
    return readingsOn(DEFAULT_MODEL, (await openPronouncing(readEnvironment())).entriesIn)
  },
  openPronouncing: async () => (await import('./pronouncing.ts')).openPronouncing(readEnvironment()),
  openPacks: () => {
    const env = readEnvironment()
    const config = readConfig(env)
    return {
      packsFolder: packsFolderOf(config),
      manifestsFolder: fileURLToPath(new URL('../../packs', import.meta.url)),
      places: { mirror: config.packMirror, hubEndpoint: config.hubEndpoint ?? '' },
      proxies: {
        httpProxy: env.http_proxy ?? env.HTTP_PROXY,
        httpsProxy: env.https_proxy ?? env.HTTPS_PROXY,
        noProxy: env.no_proxy ?? env.NO_PROXY,
      },
      isOffline: config.isOffline,
      readSecret: (name) => readSecret(name, env, readSecretFile),
      order: config.packOrder,
      enginePreference: config.enginePreference,
      readCatalogue: readPreferredCatalogue,
      openSpeaking: async (pack) =>
        (await import('./say.ts')).openSpeakingAlone({
          ...shareEnvironment(),
          HOARFROST_PACKS: pack,
          HOARFROST_ENGINE_PREFERENCE: 'remote,pack',
        }),
      signal,
    }
  },
  readServer: () => {
    const { host, port, apiKey, tlsCert } = readConfig(readEnvironment())
    return { url: serverUrl(host, port, tlsCert !== null), apiKey: apiKey ?? '' }
  },
  readEntities: () => readFile(new URL('../../entities/entities.tsv', import.meta.url), 'utf8'),
  readPreferredCatalogue,
  readDoctorSettings: () => {
    const { wyomingPort, dataDir } = readConfig(readEnvironment())
    return { wyomingPort: wyomingPort || DEFAULT_WYOMING_PORT, dataDir } // 0 is any port
  },
  readVoiceRules: async () => {
    const { deployment, arcanaCutover, isStrict, defaultSpeaker } = readConfig(readEnvironment())
    const catalogue = await readCatalogue()
    return { catalogue, clock: () => new Date(), deployment, arcanaCutover, isStrict, defaultSpeaker }
  },
  readRemoteServer: () => {
    const { serverUrl: url, apiKey } = readConfig(readEnvironment())
    return url === null ? undefined : { url: url.replace(/\/+$/, ''), apiKey: apiKey ?? '' }
  },
  readSoftware: () => softwareOf(readConfig(readEnvironment())),
  openAnswerText: async () => (await import('./pronouncing.ts')).openAnswerText(readEnvironment()),
  openEncoders: async () => (await import('./encoders.ts')).openEncoders(),
  openSpeaking: async () => (await import('./say.ts')).openSpeakingAlone(shareEnvironment()),
}

// The reader of stdout may close it early, as in `hoarfrost voices | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`hoarfrost: standard output: ${error.message}\n`)
  process.exit(1)
})

try {
  await runProgram(parts, process.argv.slice(2))
} catch (error) {
  if (!signal.aborted) process.stderr.write(`hoarfrost: ${errorDetails(error)}\n`)
  const isTrouble = error instanceof UsageError || error instanceof TroubleError
  process.exitCode = signal.aborted ? CANCELLED : isTrouble ? USAGE_EXIT_CODE : 1
}

/** An error and its causes, in one line. */
function errorDetails(error: unknown): string {
  const { code = '', path } = (error instanceof Error ? error : {}) as NodeJS.ErrnoException
  if (code === 'EMFILE') return TOO_FEW_FILES
  const reason = FILE_ERRORS[code]
  return path === undefined || reason === undefined ? sentenceOf(error) : `${path}: ${reason}`
}
