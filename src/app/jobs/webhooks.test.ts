import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStoreInProcess } from '../../../test/in-process-store.ts'
import { createWebhooks } from './webhooks.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const HANG: RequestListener = () => {}
const ACCEPT: RequestListener = (_request, response) => void response.end()

/** Returns its URL, and the paths that were asked for. */
async function startReceiver(listener: RequestListener) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    listener(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}

/** Webhooks on a store of their own, which become due with `end`. */
async function openWebhooks() {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-webhooks-'))
  writeFileSync(join(folder, 'hoarfrost.db'), '')
  const store = await openStoreInProcess(join(folder, 'hoarfrost.db'))
  const webhooks = createWebhooks({
    store: store.webhooks,
    secret: SECRET,
    trustedHosts: new Set(['127.0.0.1']),
    messageOf: async () => '{}',
    clock: () => new Date(),
    report: () => {},
  })
  onTestFinished(async () => {
    await webhooks[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })
  async function end(keyId: string, url: string): Promise<string> {
    const id = `${keyId}-${url}`
    const never = {
      name: null,
      startedAt: null,
      endedAt: null,
      pacedAt: null,
      pace: null,
      error: null,
      idempotencyKey: null,
    }
    const job = { id, keyId, state: 'queued', settings: '{}', digest: '', characters: 0, charactersDone: 0 } as const
    await store.jobs.add({ ...job, ...never, createdAt: new Date() }, [], 1_000_000, { url, secret: null })
    await store.jobs.end(id, { state: 'done', error: null, endedAt: new Date() })
    webhooks.wake()
    return id
  }
  return { end, find: (id: string) => store.webhooks.find(id) }
}

test('an attempt ends after 15 s, also when memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let left = 0
  const { url, paths } = await startReceiver((_request, response) => void response.once('close', () => left++))
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { end } = await openWebhooks()
  await end('key', `${url}/`)
  await turnsUntil(() => paths.length === 1)
  for (let i = 0; i < 20; i++) {
    collect()
    await turn()
  }
  vi.advanceTimersByTime(14_999)
  for (let i = 0; i < 100; i++) await turn()
  expect(left).toBe(0)
  vi.advanceTimersByTime(1)
  await turnsUntil(() => left === 1)
})

const turn = () => new Promise(setImmediate)
async function turnsUntil(isReached: () => boolean): Promise<void> {
  while (!isReached()) await turn()
}

test('receivers that hang delay neither other hosts of their key nor other keys', async () => {
  const { end, find } = await openWebhooks()
  const hanging = await Promise.all(Array.from({ length: 30 }, () => startReceiver(HANG)))
  const good = await startReceiver(ACCEPT)
  for (const { url } of hanging) for (let i = 0; i < 20; i++) await end('hostile', `${url}/${i}`)
  await expect.poll(() => hanging.flatMap(({ paths }) => paths).length).toBe(16)
  for (const key of ['second', 'third', 'fourth']) {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => end(key, `${good.url}/${key}/${i}`)))
    await expect
      .poll(async () => (await Promise.all(ids.map(find))).map((webhook) => webhook?.state), { timeout: 3000 })
      .toEqual(ids.map(() => 'delivered'))
  }
  expect(hanging.flatMap(({ paths }) => paths)).toHaveLength(16)
})

test('one host that hangs leaves requests to the other hosts of the same key', async () => {
  const { end, find } = await openWebhooks()
  const hanging = await startReceiver(HANG)
  const good = await startReceiver(ACCEPT)
  for (let i = 0; i < 100; i++) await end('only', `${hanging.url}/${i}`)
  const id = await end('only', `${good.url}/`)
  await expect.poll(async () => (await find(id))?.state, { timeout: 3000 }).toBe('delivered')
  await expect.poll(() => hanging.paths.length).toBe(4)
})

test('what ends while others are being sent is sent at once', async () => {
  const { end, find } = await openWebhooks()
  const slow = await startReceiver(HANG)
  const good = await startReceiver(ACCEPT)
  await end('slow', `${slow.url}/`)
  await expect.poll(() => slow.paths.length).toBe(1)
  for (let i = 0; i < 5; i++) {
    const id = await end('quick', `${good.url}/${i}`)
    await expect.poll(async () => (await find(id))?.state, { timeout: 3000 }).toBe('delivered')
  }
})
