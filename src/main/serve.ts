import { once } from 'node:events'
import { readConfig, unknownVariables } from './config.ts'
import { createLogger } from './logger.ts'
import { startService } from './service.ts'

/** Runs the service until the signal fires and the last request is answered. Throws what `startService` throws. */
export async function serve(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const config = readConfig(env)
  const logger = createLogger(config.logLevel)
  for (const sentence of unknownVariables(env)) logger.warn(sentence)
  const threadUrl = new URL('./thread.js', import.meta.url)
  const service = await startService(config, { clock: () => new Date(), logger, threadUrl })
  process.stdout.write(`Hoarfrost listens on ${service.url}\n`)
  if (service.firstKey !== null) process.stdout.write(welcome(service.url, service.firstKey))
  if (!signal.aborted) await once(signal, 'abort')
  logger.info('draining')
  await service.close()
}

const welcome = (url: string, key: string): string => `
This is your API key. It is not shown again; \`hoarfrost keys create\` makes more.

  ${key}

Try it:

  curl ${url}/v1/rime-tts -o hello.wav \\
    -H 'Authorization: Bearer ${key}' -H 'Accept: audio/wav' \\
    -d '{"modelId": "coda", "speaker": "luna", "text": "Hello! This voice runs on your own machine."}'

`
