import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const LOGGER = new URL('../../dist/main/logger.js', import.meta.url).href

/** What another process writes to standard error when it logs. */
function logOf(statement: string): string {
  const script = `const { createLogger } = await import('${LOGGER}'); const log = createLogger('info'); ${statement}`
  return execFileSync('sh', ['-c', '"$0" --input-type=module -e "$1" 2>&1 >/dev/null', process.execPath, script], {
    encoding: 'utf8',
  })
}

test('the log is one JSON object a line on standard error', () => {
  const [first = '', second] = logOf("log.info({ status: 200 }, 'request'); log.debug('unseen')").split('\n')
  expect(JSON.parse(first)).toEqual({ level: 'info', time: expect.any(String), status: 200, msg: 'request' })
  expect(second).toBe('')
})

test('texts and keys that are logged by mistake do not reach it', () => {
  const log = logOf(`
    log.info({ text: 'private', request: { text: 'private', headers: { authorization: 'private' } } }, 'one')
    log.info({ key: 'private', body: { any: 'private' }, config: { apiKey: 'private' } }, 'two')`)
  expect(log.trimEnd().split('\n')).toHaveLength(2)
  expect(log).not.toContain('private')
})
