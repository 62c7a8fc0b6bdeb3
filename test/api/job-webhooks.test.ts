import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import type { ShownJob } from '../../src/protocols/jobs/job-bodies.ts'
import { failWith, speakUntilCancelled } from './failing-speech.ts'
import { startTestService, TEST_KEY, type TestService, type TestServiceOptions } from './test-service.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, yes').toString('base64')}`
const TRUSTED: TestServiceOptions = { webhookHosts: new Set(['127.0.0.1']) }

interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server that answers with the statuses, in turn. */
async function startReceiver(statuses: readonly number[], location?: string) {
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const status = statuses[deliveries.length] ?? 200
      deliveries.push({ headers: request.headers, body })
      response.writeHead(status, location === undefined ? {} : { location }).end('thanks')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { deliveries, port, url: `http://127.0.0.1:${port}/hooks/with-a-token` }
}

const ask = async ({ url }: TestService, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${TEST_KEY}` }
  return fetch(`${url}/v1/jobs${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}
const submit = (service: TestService, webhook: object) =>
  ask(service, 'POST', '', { modelId: 'coda', speaker: 'luna', text: 'secret words', webhook })
const idOf = async (answer: Response) => ((await answer.json()) as ShownJob).id
const webhookOf = async (service: TestService, id: string) =>
  ((await (await ask(service, 'GET', `/${id}`)).json()) as ShownJob).webhook

test('the end of a job is told once, signed as Standard Webhooks has it, without text, secret or URL', async () => {
  const service = await startTestService(TRUSTED)
  const { deliveries, url, port } = await startReceiver([])
  const id = await idOf(await submit(service, { url, secret: SECRET }))
  const host = `127.0.0.1:${port}`
  await expect.poll(() => webhookOf(service, id)).toEqual({ host, state: 'delivered', attempts: 1, status: 200 })
  expect(deliveries).toHaveLength(1)
  const [{ headers, body }] = deliveries as [Delivery]
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `msg_${id}` })
  expect(new Verifier(SECRET).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'job.done',
    timestamp: expect.stringMatching(/^20.*Z$/),
    data: { id, state: 'done', error: null },
  })
  expect(() => new Verifier(SECRET).verify(`${body} `, headers as Record<string, string>)).toThrow('signature')
  const shown = await (await ask(service, 'GET', `/${id}`)).text()
  for (const reported of [body, shown, service.log.join('\n')])
    expect(reported).not.toMatch(/whsec_|secret words|with-a-token/)
})

test.each([
  // Other errors are tried again for 21 s.
  ['failed', failWith(Object.assign(new Error(), { code: 'ENOSPC' })), undefined],
  ['cancelled', speakUntilCancelled, 'cancel'],
] as const)('a job that is %s is told, too', async (state, speak, then) => {
  const service = await startTestService({ ...TRUSTED, speak })
  const { deliveries, url } = await startReceiver([])
  const id = await idOf(await submit(service, { url, secret: SECRET }))
  if (then !== undefined) await ask(service, 'POST', `/${id}/${then}`)
  await expect.poll(() => deliveries.length).toBe(1)
  expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({ type: `job.${state}`, data: { id, state } })
})

test('a message that is not accepted is sent again under the same id, and redirects are not followed', async () => {
  const service = await startTestService(TRUSTED)
  const other = await startReceiver([])
  const { deliveries, url } = await startReceiver([500, 302], other.url)
  const id = await idOf(await submit(service, { url, secret: SECRET }))
  await expect.poll(() => webhookOf(service, id)).toMatchObject({ state: 'due', attempts: 1, status: 500 })
  await expect.poll(() => webhookOf(service, id), { timeout: 30_000 }).toMatchObject({ attempts: 2, status: 302 })
  expect(deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${id}`, `msg_${id}`])
  expect(other.deliveries).toEqual([])
}, 40_000)

test('a receiver that is gone gets no further message', async () => {
  const service = await startTestService(TRUSTED)
  const { url } = await startReceiver([410])
  const id = await idOf(await submit(service, { url, secret: SECRET }))
  await expect.poll(() => webhookOf(service, id)).toMatchObject({ state: 'failed', attempts: 1, status: 410 })
})

test('a name that resolves to a private address is not connected to', async () => {
  const service = await startTestService()
  const { deliveries, port } = await startReceiver([])
  const id = await idOf(await submit(service, { url: `https://localhost:${port}/`, secret: SECRET }))
  await expect.poll(() => webhookOf(service, id)).toMatchObject({ state: 'due', attempts: 1, status: null })
  expect(deliveries).toEqual([])
})

test.each<readonly [url: string, fault: string]>([
  ['http://example.com/', 'must begin with https://'],
  ['ftp://127.0.0.1/', 'must begin with https://'],
  ['https://user:password@example.com/', 'must not contain a user name or password'],
  ['nonsense', 'must be a URL of at most 2000 characters'],
  ...[
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '10.1.2.3',
      '192.168.0.1',
      '172.16.0.1',
      '169.254.169.254',
      '100.100.100.200',
    ],
    ...['0.0.0.0', '168.63.129.16', '[::1]', '[::]', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:169.254.169.254]'],
    ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '224.0.0.1', '255.255.255.255', '192.0.0.192'],
    // Other forms of 127.0.0.1, 10.0.0.1 and 168.63.129.16.
    ...['0177.0.0.1', '127.0.0.1.', '127.1', '１２７.0.0.1', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:7f00:1]'],
    ...['[::ffff:168.63.129.16]', '[::ffff:a83f:8110]', '[64:ff9b:1::a00:1]', '[2001:0:a00:1::]', '[::ffff:0:a00:1]'],
    '[4000::1]',
  ].map((host) => [`https://${host}/`, 'must be a public address'] as const),
])('%s is refused at once', async (url, fault) => {
  const service = await startTestService()
  const answer = await submit(service, { url, secret: SECRET })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: { message: `webhook.url ${fault}`, field: 'webhook.url' } },
  ])
})

test('a webhook needs a secret of the right form', async () => {
  const service = await startTestService()
  const refusal = async (webhook: object) => {
    const answer = await submit(service, webhook)
    return ((await answer.json()) as { readonly error?: { readonly message: string } }).error?.message
  }
  const url = 'https://example.com/'
  expect(await refusal({ url })).toBe('webhook.secret is required')
  for (const secret of ['short', SECRET.slice(6), 'whsec_AAAA', `${SECRET}%`]) {
    expect(await refusal({ url, secret })).toBe('webhook.secret must be whsec_ and the base64 of 24 to 64 random bytes')
  }
  expect(await refusal({ secret: SECRET })).toBe('webhook.url is required')
})
