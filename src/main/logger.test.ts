import type { Logger } from 'pino'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function logOf(write: (log: Logger) => void): string {
  let lines = ''
  write(createLogger('info', { write: (line) => (lines += line) }))
  return lines
}

test('the log is one JSON object a line', () => {
  const [first = '', second] = logOf((log) => {
    log.info({ status: 200 }, 'request')
    log.debug('unseen')
  }).split('\n')
  expect(JSON.parse(first)).toEqual({ level: 'info', time: expect.any(String), status: 200, msg: 'request' })
  expect(second).toBe('')
})

test('texts and keys that are logged by mistake do not reach it', () => {
  const log = logOf((lines) => {
    lines.info({ text: 'private', request: { text: 'private', headers: { authorization: 'private' } } }, 'one')
    lines.info({ key: 'private', body: { any: 'private' }, config: { apiKey: 'private' } }, 'two')
  })
  expect(log.trimEnd().split('\n')).toHaveLength(2)
  expect(log).not.toContain('private')
})
