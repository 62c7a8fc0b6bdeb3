import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/service.ts'

/** A start with threads of this module, and the lines of its log. */
async function start(threadUrl: URL) {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-failed-start-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const log: { readonly msg: string }[] = []
  const config = readConfig({ HOARFROST_DATA_DIR: directory, HOARFROST_WORKERS: '1', PORT: '0' })
  const logger = pino({}, { write: (line) => log.push(JSON.parse(line)) })
  const error = await startService(config, {
    clock: () => new Date(),
    logger,
    droppedLogLines: () => 0,
    threadUrl,
  }).then(
    async (service) => await service.close(),
    (cause: Error) => cause,
  )
  return { error, log }
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('a start that fails after it has read the dictionary leaves nothing that keeps the process running', async () => {
  const before = timers()
  const { error } = await start(new URL('https://example.com/no-thread-can-start-here'))
  expect(error).toBeInstanceOf(Error)
  await expect.poll(timers).toBeLessThanOrEqual(before)
})

test('the log says why a thread died', async () => {
  const { error, log } = await start(new URL('./fixtures/dead-thread.mjs', import.meta.url))
  // There is no module for encoder threads either; whichever dies first ends the start.
  expect((error as Error).message).toMatch(/^a thread cannot start: |^the encoder thread died: /)
  const told = log.filter(({ msg }) => msg.endsWith('thread died'))
  expect(told).not.toHaveLength(0)
  for (const line of told) expect(line).toMatchObject({ err: { message: expect.any(String) } })
})
