import { Registry } from 'prom-client'
import { describe, expect, test, vi } from 'vitest'
import { TextToSpeech } from '../../src/protocols/rime-messages/text-to-speech_pb.ts'
import { AUTHORIZED, openGrpc } from './grpc-client.ts'
import { callFields, headersFrame, openFrames, resetFrame } from './http2-frames.ts'
import { shareTestService, type TestService } from './test-service.ts'

const start = shareTestService()
const addressOf = ({ port }: TestService): string => `127.0.0.1:${port}`
const { getSupportedLanguages } = TextToSpeech.method
const METHOD = '/rime.TextToSpeech/SynthesizeStreaming'

/** A key of its own. */
async function addKey({ url }: TestService, fields: object): Promise<string> {
  const answer = await fetch(`${url}/v1/keys`, {
    method: 'POST',
    headers: AUTHORIZED,
    body: JSON.stringify({ name: 'own', roles: ['synthesis'], ...fields }),
  })
  return ((await answer.json()) as { key: string }).key
}

describe('gRPC: hostile clients', () => {
  test('calls that are reset at once count no longer, wherever the server is with them', async () => {
    const registry = new Registry()
    const service = await start({ registry })
    const key = await addKey(service, { maxConcurrent: 3 })
    const fields = callFields(METHOD, { authorization: `Bearer ${key}` })
    const { send } = await openFrames(service.port)
    const calls = Array.from({ length: 300 }, (_, i) => [headersFrame(2 * i + 1, fields), resetFrame(2 * i + 1)])
    send(...calls.flat())
    const client = openGrpc(addressOf(service), { headers: { authorization: `Bearer ${key}` } })
    await vi.waitFor(async () => {
      expect((await client.unary(getSupportedLanguages, {})).languages).toContain('en')
      expect(await registry.getSingleMetricAsString('hoarfrost_open_grpc_calls')).toMatch(/ 0$/m)
    })
    expect(service.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})
