import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestService, TEST_KEY } from './api/test-service.ts'
import { plainProtocol } from './fixtures/plain-protocol.ts'

test('the protocol that CONTRIBUTING.md shows is the one that the next test serves', () => {
  const shown = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8')
  const code = readFileSync(new URL('./fixtures/plain-protocol.ts', import.meta.url), 'utf8')
  expect(shown).toContain(code.replaceAll("'../../src/", "'../../"))
})

test('a protocol of one file speaks, is counted and refuses as all others do', async () => {
  const service = await startTestService({ protocols: [plainProtocol] })
  const ask = (headers: Readonly<Record<string, string>>) => fetch(`${service.url}/plain?text=one+two`, { headers })
  const answer = await ask({ authorization: `Bearer ${TEST_KEY}` })
  expect(answer.headers.get('content-type')).toBe('audio/wav')
  expect((await answer.arrayBuffer()).byteLength).toBe(44 + 2 * 0.2 * 24_000)
  expect((await ask({})).status).toBe(401)
  const [line = ''] = service.log
  expect(JSON.parse(line)).toMatchObject({ route: '/plain', model: 'coda', characters: 7, audioSeconds: 0.2 })
})
