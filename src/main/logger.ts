import { destination, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

// What a caller wants spoken and what lets him in are his own: neither is for whoever reads the log.
const PRIVATE = ['text', 'key', 'apiKey', 'authorization', 'body']

/** JSON lines on standard error, so that standard output stays free for audio and tables. */
export function createLogger(level: Config['logLevel']): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: PRIVATE.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
    },
    destination({ fd: 2, sync: true }),
  )
}
