import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { shareTestService, TEST_KEY } from './test-service.ts'

const startService = shareTestService()
const KEY = { authorization: `Bearer ${TEST_KEY}` }

type Headers = Readonly<Record<string, string>>

/** Every kind of URL that a player may have, and one of a listing. */
const URLS: Readonly<Record<string, (url: string) => Promise<string>>> = {
  'the sample of a voice': async () => '/v1/voices/coda/luna/sample',
  async 'the result of a job'(url) {
    const body = JSON.stringify({ modelId: 'coda', speaker: 'luna', text: 'some words', audioFormat: 'mp3' })
    const submitted = await fetch(`${url}/v1/jobs`, { method: 'POST', headers: KEY, body })
    const { id } = (await submitted.json()) as { id: string }
    const job = async () => (await fetch(`${url}/v1/jobs/${id}`, { headers: KEY })).json()
    await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'done' }), 30_000)
    return `/v1/jobs/${id}/result`
  },
  async 'audio of an MCP tool'(url) {
    const params = { name: 'synthesize_speech', arguments: { text: 'Some words.' } }
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    const [audioUrl = ''] = /http[^"\\ ]+\/audio\/[\w.-]+/.exec(await answer.text()) ?? []
    return new URL(audioUrl).pathname
  },
  'the catalogue': async () => '/v1/catalogue',
}

/** The answer to a range by RFC 9110, section 14.1.2. */
function expectedOf(first: number | undefined, last: number | undefined, size: number) {
  if (first === undefined) return last === 0 ? null : { from: Math.max(0, size - (last as number)), to: size - 1 }
  return first >= size ? null : { from: first, to: Math.min(last ?? size - 1, size - 1) }
}

describe.each(Object.entries(URLS))('GET of %s', (_, pathOf) => {
  let address = ''
  let bytes: Buffer
  let etag = ''
  const get = (headers: Headers = {}, method = 'GET') => fetch(address, { method, headers: { ...KEY, ...headers } })
  beforeAll(async () => {
    const { url } = await startService()
    address = url + (await pathOf(url))
    const whole = await get()
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    bytes = Buffer.from(await whole.arrayBuffer())
    etag = whole.headers.get('etag') as string
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/)
  })

  test('RFC 9110 14.1.2: gives the bytes of any range, or 416', async () => {
    const place = fc.option(fc.oneof(fc.nat(20), fc.nat(2 * bytes.length), fc.constant(2 ** 40)), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(place, place, async (first, last) => {
        fc.pre(first !== undefined || last !== undefined)
        fc.pre(first === undefined || last === undefined || first <= last)
        const answer = await get({ range: `bytes=${first ?? ''}-${last ?? ''}` })
        const body = Buffer.from(await answer.arrayBuffer())
        const size = bytes.length
        const expected = expectedOf(first, last, size)
        expect(answer.headers.get('accept-ranges')).toBe('bytes')
        if (expected === null) {
          expect([answer.status, answer.headers.get('content-range'), body.length]).toEqual([416, `bytes */${size}`, 0])
          return
        }
        const { from, to } = expected
        expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${size}`])
        expect(answer.headers.get('content-length')).toBe(`${to - from + 1}`)
        expect(body.equals(bytes.subarray(from, to + 1))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test.each(['bytes=2-1', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-', 'bytes=a-b', 'bytes', '0-1', 'bytes=0-1x'])(
    'with Range: %s is whole',
    async (range) => {
      const answer = await get({ range })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
    },
  )

  test('the unit of a range has no case', async () => {
    expect((await get({ range: 'Bytes=0-1' })).status).toBe(206)
  })

  test('RFC 9110 13.1.5: If-Range compares strongly', async () => {
    for (const [condition, status] of [
      [etag, 206],
      [`W/${etag}`, 200],
      ['"other"', 200],
      ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
    ] as const) {
      expect((await get({ range: 'bytes=0-1', 'if-range': condition })).status).toBe(status)
    }
  })

  test('RFC 9110 13.1.2: If-None-Match compares weakly, in lists and with *', async () => {
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, `W/"other",W/${etag} , "x"`, '*']) {
      const answer = await get({ 'if-none-match': condition, range: 'bytes=0-1' })
      expect([condition, answer.status, await answer.text()]).toEqual([condition, 304, ''])
      expect([answer.headers.get('etag'), answer.headers.get('content-type')]).toEqual([etag, null])
    }
    for (const condition of ['"other"', etag.slice(1, -1), `W/"other", "${etag.slice(1, -1)}x"`, '']) {
      expect((await get({ 'if-none-match': condition })).status).toBe(200)
    }
  })

  test('RFC 9110 13.1.1: If-Match compares strongly, in lists and with *, before the others', async () => {
    for (const condition of [etag, `"other", ${etag}`, '*']) {
      expect([condition, (await get({ 'if-match': condition })).status]).toEqual([condition, 200])
      expect((await get({ 'if-match': condition, 'if-none-match': etag })).status).toBe(304)
    }
    for (const condition of ['"other"', `W/${etag}`, etag.slice(1, -1), '']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get({ 'if-match': condition, 'if-none-match': etag, range: 'bytes=0-1' }, method)
        expect([condition, answer.status, await answer.text()]).toEqual([condition, 412, ''])
      }
    }
  })

  test('a place of any number of digits counts', async () => {
    const many = '9'.repeat(30)
    const statuses = [`bytes=${many}-`, `bytes=0-${many}`, `bytes=-${many}`, `bytes=${'0'.repeat(30)}-1`].map(
      async (range) => (await get({ range })).status,
    )
    expect(await Promise.all(statuses)).toEqual([416, 206, 206, 206])
  })

  test('HEAD has the headers of the whole', async () => {
    for (const headers of [{}, { range: 'bytes=0-1' }] as const) {
      const answer = await get(headers, 'HEAD')
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, `${bytes.length}`])
      expect([answer.headers.get('accept-ranges'), answer.headers.get('etag')]).toEqual(['bytes', etag])
      expect(answer.headers.get('content-type')).toBe((await get()).headers.get('content-type'))
      expect(await answer.text()).toBe('')
    }
    const known = await get({ 'if-none-match': etag }, 'HEAD')
    expect([known.status, known.headers.get('content-length')]).toEqual([304, null])
  })
})
