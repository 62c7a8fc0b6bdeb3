import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/service.ts'
import { QUICK_ENGINE } from './quick-engine.ts'

export const KEY = 'chosen-by-the-operator'
export const AUTHORIZATION = { authorization: `Bearer ${KEY}` }
/** Synthesis threads with all engines. */
export const ENGINE_THREAD = new URL('../dist/main/thread.js', import.meta.url)
/** Synthesis threads that speak all voices by the tone generator: for services that are started often. */
export const TONE_THREAD = new URL('../dist/fixtures/tone-thread.mjs', import.meta.url)

/** The service with one thread and a free port. */
export async function openWholeService(
  env: Readonly<Record<string, string>> = {},
  threadUrl = ENGINE_THREAD,
  logger = pino({ level: 'silent' }),
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-whole-'))
  const settings = { PORT: '0', HOARFROST_WORKERS: '1', HOARFROST_DATA_DIR: dataDir, HOARFROST_API_KEY: KEY }
  const service = await startService(readConfig({ ...settings, ...QUICK_ENGINE, ...env }), {
    clock: () => new Date(),
    logger,
    droppedLogLines: () => 0,
    threadUrl,
  })
  let isClosed = false
  const close = async () => {
    if (!isClosed) await service.close()
    isClosed = true
  }
  const remove = async () => {
    await close()
    rmSync(dataDir, { recursive: true })
  }
  return { ...service, close, remove }
}

/** The same, closed when the test ends. */
export async function startWholeService(env: Readonly<Record<string, string>> = {}, threadUrl = ENGINE_THREAD) {
  const { remove, ...service } = await openWholeService(env, threadUrl)
  onTestFinished(remove)
  return service
}
