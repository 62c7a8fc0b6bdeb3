import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { AGENT_NAMES, AGENT_PROGRAMS } from '../src/app/agent-programs.ts'
import type { Finding } from '../src/app/client-checks.ts'
import { freePort } from './free-port.ts'
import { AUTHORIZATION, KEY, openWholeService, startWholeService } from './whole-service.ts'
import { writeCertificate } from './write-certificate.ts'

const findingsOf = (lines: string): Finding[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('/v1/clients', () => {
  let service: Awaited<ReturnType<typeof openWholeService>>
  beforeAll(async () => {
    service = await openWholeService({ HOARFROST_WYOMING_PORT: String(await freePort()) })
  })
  afterAll(() => service.remove())

  const check = (name: string, body: object = {}, headers: object = AUTHORIZATION) =>
    fetch(`${service.url}/v1/clients/${name}/check`, {
      method: 'POST',
      headers: { ...headers },
      body: JSON.stringify(body),
    })

  test.each(AGENT_NAMES)('the checks for %s pass, and their answer comes in lines', async (name) => {
    const { client } = AGENT_PROGRAMS[name]
    const answer = await check(client)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const findings = findingsOf(await answer.text())
    expect(findings.length).toBeGreaterThan(2)
    for (const finding of findings) {
      // A server without TLS cannot be called by Vapi.
      const expected = client === 'vapi' && finding.check === 'address' ? 'warning' : 'passed'
      expect(finding).toMatchObject({ outcome: expected, hint: expected === 'passed' ? null : expect.any(String) })
    }
  })

  test('a key for one request at a time passes, since the request for the checks does not count', async () => {
    const body = JSON.stringify({ name: 'one at a time', maxConcurrent: 1 })
    const made = await fetch(`${service.url}/v1/keys`, { method: 'POST', headers: AUTHORIZATION, body })
    const { key } = (await made.json()) as { readonly key: string }
    const lines = await (await check('livekit', {}, { authorization: `Bearer ${key}` })).text()
    expect(findingsOf(lines).map(({ outcome }) => outcome)).not.toContain('failed')
  })

  test('a wrong key of the client is found, and not repeated', async () => {
    const lines = await (await check('pipecat', { key: 'a-wrong-key-of-some-length' })).text()
    expect(findingsOf(lines)).toMatchObject([
      { check: 'server', outcome: 'passed' },
      { check: 'key', outcome: 'failed', detail: 'the server answers 401: invalid api key' },
    ])
    expect(lines).not.toContain('a-wrong-key')
  })

  test('one check runs at a time, and ends when its client leaves', async () => {
    const leaving = new AbortController()
    const first = await fetch(`${service.url}/v1/clients/livekit/check`, {
      method: 'POST',
      headers: AUTHORIZATION,
      signal: leaving.signal,
    })
    const second = await check('pipecat')
    expect([second.status, await second.json()]).toEqual([
      409,
      { error: { message: 'Another check is running; try again when it has ended' } },
    ])
    leaving.abort()
    await expect(first.text()).rejects.toThrow()
    await expect.poll(async () => (await check('jambonz')).status).toBe(200)
  })

  test.each([
    ['no key', 'pipecat', {}, {}, 401],
    ['a client without checks', 'curl', {}, AUTHORIZATION, 404],
    ['an unknown client', 'toString', {}, AUTHORIZATION, 404],
    ['an unknown voice', 'pipecat', { speaker: 'nobody' }, AUTHORIZATION, 400],
    ['a number as the key', 'pipecat', { key: 7 }, AUTHORIZATION, 400],
  ])('%s is refused', async (_what, name, body, headers, status) => {
    expect((await check(name, body, headers)).status).toBe(status)
  })

  test('the programs have the URL of the request, by an address, and the voice; a browser may not keep them', async () => {
    const { port } = new URL(service.url)
    const answer = await fetch(`http://localhost:${port}/v1/clients?speaker=astra`, { headers: AUTHORIZATION })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { url, speaker, programs } = (await answer.json()) as {
      url: string
      speaker: string
      programs: { name: string; file: { text: string }; commands: string[]; lines: { code: string } }[]
    }
    expect([url, speaker]).toEqual([`http://127.0.0.1:${port}`, 'astra'])
    expect(programs.map(({ name }) => name)).toEqual(AGENT_NAMES)
    for (const { name, file, commands } of programs) {
      expect(commands, name).toHaveLength(3)
      expect(file.text).toContain('astra')
      expect(file.text).not.toContain('luna')
      if (name !== 'jambonz') expect(file.text).toContain(url)
    }
  })

  test('an unknown voice of programs is refused', async () => {
    expect((await fetch(`${service.url}/v1/clients?speaker=nobody`, { headers: AUTHORIZATION })).status).toBe(400)
  })
})

describe('/v1/clients over TLS', () => {
  test('the host of the certificate is called, and no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-clients-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
    writeCertificate(files)
    const { url } = await startWholeService({ HOARFROST_TLS_CERT: files.cert, HOARFROST_TLS_KEY: files.key })
    const { port } = new URL(url)
    const check = async (host: string) => {
      const request = httpsRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v1/clients/openai/check',
        headers: { host, authorization: `Bearer ${KEY}` },
        rejectUnauthorized: false,
      }).end()
      const [answer] = await once(request, 'response')
      return [answer.statusCode, await text(answer)] as const
    }
    expect((await check('tts.example.com'))[0]).toBe(409)
    // This process does not trust the certificate.
    const [status, lines] = await check(`localhost:${port}`)
    expect([status, findingsOf(lines)]).toMatchObject([
      200,
      [{ check: 'server', outcome: 'failed', detail: expect.stringContaining('is not trusted') }],
    ])
  })
})
