import { once } from 'node:events'
import { resolve } from 'node:path'
import { anyOf, whenAborted } from '../core/abort.ts'
import { readConfig, unknownVariables } from './config.ts'
import { openLogOutput } from './log-output.ts'
import { createLogger } from './logger.ts'
import { startService } from './service.ts'

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
  if (service.firstKey !== null) process.stdout.write(welcome(address, service.firstKey))
  if (!stop.aborted) await once(stop, 'abort')
  logger.info('draining')
  await service.close()
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

const welcome = (url: string, key: string): string => `
This is your API key. It is not shown again; \`npx hoarfrost keys create\` makes more.

  ${key}

Try it:

  curl ${url}/v1/rime-tts -o hello.wav \\
    -H 'Authorization: Bearer ${key}' -H 'Accept: audio/wav' \\
    -d '{"modelId": "coda", "speaker": "luna", "text": "Hello! This voice runs on your own machine."}'

`
