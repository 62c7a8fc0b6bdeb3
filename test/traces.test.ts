import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { openGrpc } from './api/grpc-client.ts'
import { AUTHORIZATION, openWholeService, TONE_THREAD } from './whole-service.ts'

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code: number }
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

/** Takes what is sent over OTLP/HTTP. */
async function startCollector() {
  const spans: SentSpan[] = []
  const requests: { url: string | undefined; body: string }[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    requests.push({ url: request.url, body: JSON.stringify(body) })
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const collector = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, spans, requests }
}

async function startTraced(endpoint: string) {
  const lines: string[] = []
  const log = new Writable({
    write(line, _encoding, done) {
      lines.push(`${line}`)
      done()
    },
  })
  const service = await openWholeService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, TONE_THREAD, pino(log))
  onTestFinished(service.remove)
  return { ...service, lines }
}

const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const speech = (text: string, fields: object = {}) =>
  JSON.stringify({ modelId: 'coda', speaker: 'luna', text, ...fields })
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a request is traced, stage by stage, in the trace of its client, without its text', async () => {
  const collector = await startCollector()
  const service = await startTraced(collector.url)
  const headers = { ...AUTHORIZATION, accept: 'audio/mpeg', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }
  const body = speech('A marmalade sentence. Another one.')
  const answer = await fetch(`${service.url}/v1/rime-tts`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  await fetch(`${service.url}/livez`)
  await service.close()

  const root = collector.spans.find(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7') as SentSpan
  expect(root.name).toBe('POST /v1/rime-tts')
  expect(attributesOf(root)).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'hoarfrost.model': 'coda',
    'hoarfrost.voice': 'luna',
    'hoarfrost.characters': 34,
    'hoarfrost.first_audio_ms': expect.any(Number),
  })
  const stages = collector.spans.filter(({ parentSpanId }) => parentSpanId === root.spanId)
  expect(new Set(stages.map(({ name }) => name))).toEqual(new Set(['plan', 'wait', 'synthesize', 'encode']))
  const spoken = stages.filter(({ name }) => name === 'synthesize').map(attributesOf)
  expect(spoken).toHaveLength(2)
  const audioS = spoken.reduce((sum, each) => sum + Number(each['hoarfrost.audio_seconds']), 0)
  expect(audioS).toBeCloseTo(Number(attributesOf(root)['hoarfrost.audio_seconds']), 2)
  for (const { traceId, startTimeUnixNano, endTimeUnixNano } of collector.spans) {
    expect(traceId).toBe(TRACE) // the probe is not traced
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  }
  expect(collector.requests.every(({ url }) => url === '/v1/traces')).toBe(true)
  expect(JSON.stringify(collector.requests)).not.toMatch(/marmalade|chosen-by/)
  expect(service.lines.find((line) => line.includes('"msg":"request"'))).toContain(`"traceId":"${TRACE}"`)
})

test('turns of a socket are stages of its span', async () => {
  const collector = await startCollector()
  const service = await startTraced(collector.url)
  const url = `${service.url.replace('http', 'ws')}/ws3?speaker=luna&modelId=coda&audioFormat=pcm`
  const socket = new WebSocket(url, { headers: AUTHORIZATION })
  await once(socket, 'open')
  socket.send(JSON.stringify({ text: 'One turn. ' }))
  socket.send(JSON.stringify({ operation: 'eos' }))
  await once(socket, 'close')
  await service.close()

  const named = (name: string) => collector.spans.filter((span) => span.name === name)
  const [root, turn] = [...named('GET /ws3'), ...named('turn')] as [SentSpan, SentSpan]
  expect(attributesOf(root)).toMatchObject({ 'http.response.status_code': 101 })
  expect(turn.parentSpanId).toBe(root.spanId)
  for (const stage of [...named('plan'), ...named('wait'), ...named('synthesize')]) {
    expect(stage.parentSpanId).toBe(turn.spanId)
  }
  expect(named('synthesize')).toHaveLength(1)
})

test('a call of gRPC is traced in the trace of its client, without its text', async () => {
  const collector = await startCollector()
  const service = await startTraced(collector.url)
  const client = openGrpc(service.url.replace('http://', ''), {
    headers: { ...AUTHORIZATION, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
  })
  const call = client.stream()
  call.header({ speaker: 'clementine', audioParameters: { audioFormat: 'audio/pcm' } })
  call.text('A marmalade sentence. ')
  call.end()
  expect((await call.ended).code).toBe(0)
  expect((await client.synthesize({ speaker: 'nobody-of-this-name', text: 'Hello.' })).code).toBe(3)
  await service.close()

  const [root, refused] = ['SynthesizeStreaming', 'Synthesize'].map((method) =>
    collector.spans.find(({ name }) => name === `POST /rime.TextToSpeech/${method}`),
  ) as [SentSpan, SentSpan]
  expect(root).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' })
  expect(attributesOf(root)).toMatchObject({
    'http.response.status_code': 200,
    'hoarfrost.model': 'coda',
    'hoarfrost.voice': 'clementine',
    'hoarfrost.characters': 22,
    'hoarfrost.audio_seconds': expect.any(Number),
  })
  expect(new Set(collector.spans.map(({ name }) => name))).toEqual(
    new Set([root.name, refused.name, 'turn', 'plan', 'wait', 'synthesize', 'encode']),
  )
  expect(attributesOf(refused)).toMatchObject({ 'http.response.status_code': 400 })
  expect(refused.status.code).toBe(0)
  expect(JSON.stringify(collector.requests)).not.toMatch(/marmalade|nobody-of|chosen-by/)
  expect(service.lines.find((line) => line.includes('SynthesizeStreaming'))).toContain(`"traceId":"${TRACE}"`)
})

test('a refused request is no error of the service, and what it asked for is not told', async () => {
  const collector = await startCollector()
  const service = await startTraced(collector.url)
  const post = (fields: object) =>
    fetch(`${service.url}/v1/rime-tts`, {
      method: 'POST',
      headers: { ...AUTHORIZATION, accept: 'audio/pcm' },
      body: speech('Hello.', fields),
    }).then((answer) => answer.arrayBuffer())
  await post({ speaker: 'nobody-of-this-name' })
  await service.close()
  const [refused] = collector.spans as [SentSpan]
  expect(refused.status.code).toBe(0)
  expect(JSON.stringify(refused)).not.toContain('nobody-of-this-name')
})

test('speech goes on without the collector, and the log says that traces are lost', async () => {
  const service = await startTraced('http://127.0.0.1:1')
  const headers = { ...AUTHORIZATION, accept: 'audio/pcm' }
  const answer = await fetch(`${service.url}/v1/rime-tts`, { method: 'POST', headers, body: speech('Hello.') })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  await service.close()
  expect(service.lines.join('')).toContain('traces could not be sent')
})
