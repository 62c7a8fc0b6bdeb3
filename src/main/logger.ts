import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import type { LogOutput } from './log-output.ts'

// Texts and keys of callers must not appear in the log.
const PRIVATE = ['text', 'key', 'apiKey', 'authorization', 'body']

/** Logs JSON lines. */
export function createLogger(level: Config['logLevel'], output: Pick<LogOutput, 'write'>): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: PRIVATE.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
    },
    output,
  )
}
