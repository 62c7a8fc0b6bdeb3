import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/service.ts'

/** A start with threads of this module, and the lines of its log. */
async function start(threadUrl: URL, env: Readonly<Record<string, string>> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-failed-start-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const log: { readonly msg: string }[] = []
  const config = readConfig({ HOARFROST_DATA_DIR: directory, HOARFROST_WORKERS: '1', PORT: '0', ...env })
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

test.each([
  ['Orin', 'did you mean orion?'],
  ['xyzzyx', 'npx hoarfrost voices lists them'],
])('the default speaker %s, whom nobody knows, stops the start', async (name, hint) => {
  const { error } = await start(new URL('https://example.com/no-thread-is-needed'), { HOARFROST_DEFAULT_SPEAKER: name })
  const sentence = `HOARFROST_DEFAULT_SPEAKER must be the name of a voice; there is no voice ${name}; ${hint}`
  expect((error as Error).message).toBe(sentence)
})

test('the log says why a thread died', async () => {
  const { error, log } = await start(new URL('./fixtures/dead-thread.mjs', import.meta.url))
  // There is no module for encoder threads either; whichever dies first ends the start.
  expect((error as Error).message).toMatch(/^a thread cannot start: |^the encoder thread died: /)
  const reported = log.filter(({ msg }) => msg.endsWith('thread died'))
  expect(reported).not.toHaveLength(0)
  for (const line of reported) expect(line).toMatchObject({ err: { message: expect.any(String) } })
})
