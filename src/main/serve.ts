import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { anyOf, whenAborted } from '../core/abort.ts'
import { readConfig, unknownVariables } from './config.ts'
import { openLogOutput } from './log-output.ts'
import { createLogger } from './logger.ts'
import { type Service, startService } from './service.ts'

interface ServeParts {
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

/** Runs the service until the signal fires and the last request is answered. Throws the errors of `startService`. */
export async function serve({ version, env, signal }: ServeParts): Promise<void> {
  const config = readConfig(env)
  const log = openLogOutput()
  const logger = createLogger(config.logLevel, log)
  for (const sentence of unknownVariables(env)) logger.warn(sentence)
  const threadUrl = new URL('./thread.js', import.meta.url)
  using stop = anyOf(signal, whenOrphaned(env))
  const starting = whenAborted(stop, endAtOnce)
  const service = await startService(config, {
    clock: () => new Date(),
    logger,
    droppedLogLines: () => log.droppedLines,
    threadUrl,
  })
  starting[Symbol.dispose]()
  if (service.renewCertificate !== null) process.on('SIGHUP', service.renewCertificate)
  const { url: address, furtherUrls, engines } = service
  const further = furtherUrls.length > 0 && { furtherAddresses: furtherUrls }
  logger.info(
    { version, engines, workers: config.workerCount, dataDirectory: resolve(config.dataDir), address, ...further },
    'started',
  )
  process.stdout.write(`Hoarfrost listens on ${address}\n`)
  process.stdout.write(config.hasDashboard ? `Dashboard: ${address}/dashboard\n` : `Documentation: ${address}/docs\n`)
  await greet(service, logger)
  if (!stop.aborted) await once(stop, 'abort')
  logger.info('draining')
  await service.close()
}

/**
 * Shows the first key, a sign-in link and a request. Later starts show a link to a terminal only: other output may be kept,
 * as by systemd.
 */
async function greet({ url, firstKey, createSignInLink }: Service, logger: Logger): Promise<void> {
  if (firstKey !== null) process.stdout.write(welcome(firstKey))
  if (firstKey !== null || process.stdout.isTTY) {
    const link = await createSignInLink().catch((err: unknown) => {
      logger.error({ err }, 'a sign-in link could not be made')
      return null
    })
    if (link !== null) process.stdout.write(invitation(link))
  }
  if (firstKey !== null) process.stdout.write(trial(url, firstKey))
}

/** Ends the process by the signal's default action: a normal exit would wait for threads in native code. */
function endAtOnce(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  process.kill(process.pid, 'SIGTERM')
  process.exit() // for process 1 of a container, which the kernel protects from default actions
}

const PARENT_CHECK_MS = 500

/** Fires when the npm process that started the service has ended: npm does not forward signals. */
function whenOrphaned(env: NodeJS.ProcessEnv): AbortSignal {
  const orphaned = new AbortController()
  const { ppid: parent } = process
  if (env.npm_lifecycle_event !== undefined) {
    setInterval(() => process.ppid !== parent && orphaned.abort(), PARENT_CHECK_MS).unref()
  }
  return orphaned.signal
}

const welcome = (key: string): string => `
This is your API key. It is not shown again; \`npx hoarfrost keys create\` makes more.

  ${key}
`

const invitation = (link: string): string => `
Sign in to the dashboard with this link. It works once, for ten minutes; \`npx hoarfrost open\` makes another.

  ${link}
`

const trial = (url: string, key: string): string => `
Try it:

  curl ${url}/v1/rime-tts -o hello.mp3 \\
    -H 'Authorization: Bearer ${key}' -H 'Accept: audio/mpeg' \\
    -d '{"modelId": "coda", "speaker": "luna", "text": "Hello! This voice runs on your own machine."}'

`
