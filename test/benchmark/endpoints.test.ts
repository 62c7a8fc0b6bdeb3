import { describe, expect, test } from 'vitest'
import type { TimedWord } from '../../src/endpoints/endpoint.ts'
import { openEndpoint } from '../../src/endpoints/open-endpoint.ts'
import { probe } from '../../src/endpoints/probe.ts'
import { PROTOCOL_NAMES, type ProtocolName } from '../../src/endpoints/protocol-names.ts'
import { TEST_KEY } from '../api/test-service.ts'
import { startAllProtocols } from './all-protocols.ts'

const WORDS = ['The', 'ferry', 'leaves', 'at', 'noon.', 'Please', 'be', 'early.']
const TEXT = WORDS.join(' ')
/** The engine of tests hums 100 ms for each word. */
const AUDIO_S = WORDS.length / 10
const WITH_TIMES = ['rime-ws3', 'rime-v1', 'cartesia-ws', 'elevenlabs-ws']

const services = startAllProtocols()

async function* inPieces(text: string) {
  for (const [piece] of text.matchAll(/\S+\s*/g)) yield piece
}

async function hear(protocol: ProtocolName, text: string | AsyncIterable<string>, apiKey = TEST_KEY) {
  const endpoint = openEndpoint(protocol, { url: services.urlOf(protocol), apiKey, voice: 'luna' })
  using call = await endpoint.open(new AbortController().signal)
  let audioS = 0
  const words: TimedWord[] = []
  const atMs: number[] = []
  await call.speak(text, {
    onAudio(chunk) {
      audioS += chunk.samples.length / chunk.sampleRateHz
      atMs.push(chunk.atMs)
    },
    onWords: (more) => words.push(...more),
  })
  return { endpoint, audioS, words, atMs }
}

describe.each(PROTOCOL_NAMES)('the client of %s', (protocol) => {
  test('hears all of a text', async () => {
    const { endpoint, audioS, words, atMs } = await hear(protocol, TEXT)
    expect(endpoint.protocol).toBe(protocol)
    expect(audioS).toBeCloseTo(AUDIO_S, 2)
    expect(atMs.toSorted((a, b) => a - b)).toEqual(atMs)
    const spelled = words.map(({ word }) => word.replace('.', ''))
    expect(spelled).toEqual(WITH_TIMES.includes(protocol) ? WORDS.map((word) => word.replace('.', '')) : [])
    for (const [i, { startS, endS }] of words.entries()) {
      expect(startS).toBeCloseTo(i / 10, 2)
      expect(endS).toBeCloseTo((i + 1) / 10, 2)
    }
  })

  test('hears all of a text that is sent word by word', async () => {
    const { audioS } = await hear(protocol, inPieces(TEXT))
    expect(audioS).toBeCloseTo(AUDIO_S, 2)
  })

  test.runIf(protocol !== 'wyoming')('says that a key is refused, without the key', async () => {
    const key = 'a-wrong-key-of-some-length'
    const refusal = await hear(protocol, TEXT, key).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'refused', message: expect.stringMatching(/401|key|auth|4\d\d\d/i) })
    expect(String(refusal)).not.toContain(key)
  })

  test('says that a voice is refused', async () => {
    const url = services.urlOf(protocol)
    const endpoint = openEndpoint(protocol, { url, apiKey: TEST_KEY, voice: 'no-such-voice' })
    const refused = async () => {
      using call = await endpoint.open(new AbortController().signal)
      await call.speak(TEXT, { onAudio: () => {} })
    }
    await expect(refused()).rejects.toMatchObject({ kind: 'refused' })
  })
})

describe('probing', () => {
  const options = { timeoutMs: 20_000, signal: new AbortController().signal }

  test('finds a protocol that takes tokens', async () => {
    const endpoint = await probe({ url: services.urlOf('rime'), apiKey: TEST_KEY }, options)
    expect(endpoint.protocol).toBe('rime-ws3')
  })

  test('finds Wyoming behind tcp:', async () => {
    const endpoint = await probe({ url: services.urlOf('wyoming'), apiKey: '' }, options)
    expect(endpoint.protocol).toBe('wyoming')
  })

  test('says what each protocol was answered', async () => {
    const found = probe({ url: services.urlOf('rime'), apiKey: 'a-wrong-key-of-some-length' }, options)
    await expect(found).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/rime-ws3: .*401.*; openai: status 401/),
    })
  })
})
