import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useFakeTimers } from '../../test/fake-timers.ts'
import { readCatalogue } from '../voices/catalogue.ts'
import { connectServer } from './connect-server.ts'

/** Connects a server that answers so. */
async function connect(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const packsFolder = join(mkdtempSync(join(tmpdir(), 'hoarfrost-connect-')), 'packs')
  const dispatcher = new Agent()
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await dispatcher.destroy()
    rmSync(join(packsFolder, '..'), { recursive: true })
  })
  const settings = { url: `http://127.0.0.1:${port}/v1`, model: 'tts', keyVariable: null, sampleRateHz: 24_000 }
  const connecting = connectServer(
    { name: 'server', settings, key: undefined, described: [], gainDb: 0 },
    { packsFolder, catalogue: CATALOGUE, dispatcher, signal: new AbortController().signal },
  )
  return { connecting, packsFolder }
}

const CATALOGUE = readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))

test('a list of voices without an end is read to a limit', async () => {
  const { connecting, packsFolder } = await connect((response) => {
    const write = (): void => {
      while (!response.destroyed && response.write('["voice",'.repeat(10_000)));
      response.once('drain', write)
    }
    write()
  })
  await expect(connecting).rejects.toThrow(/^the answer of \S+ cannot be read \(longer than 4 MiB\)$/)
  expect(existsSync(packsFolder)).toBe(false)
})

test.each([
  ['that never begins', () => {}, /does not answer$/],
  ['that never ends', (response: ServerResponse) => void response.write('['), /\(without an end within 15 s\)$/],
] as const)('an answer %s is given up after 15 s', async (_, answer, message) => {
  useFakeTimers()
  let asked = false
  const { connecting } = await connect((response) => {
    asked = true
    answer(response)
  })
  let isOver = false
  connecting.catch(() => {
    isOver = true
  })
  while (!asked) await new Promise(setImmediate)
  vi.advanceTimersByTime(14_999)
  for (let i = 0; i < 100; i++) await new Promise(setImmediate)
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(1)
  await expect(connecting).rejects.toThrow(message)
})
