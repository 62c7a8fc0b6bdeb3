import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { PROTOCOLS } from '../../src/main/protocols.ts'
import { createWyomingProtocol } from '../../src/protocols/wyoming/wyoming-protocol.ts'
import { recordSocket } from './recorded-socket.ts'
import { refusalOf } from './socket-client.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'
import { errorOf, openV1 } from './v1-client.ts'

const WYOMING = createWyomingProtocol({ port: 0, host: '127.0.0.1', allowed: null, zeroconfName: null })

const services = new Map<string | null, Promise<TestService>>()
const wyomingPorts = new WeakMap<TestService, number>()
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** The service of all tests with this setting, whose transports have all closed what they opened. */
async function start(defaultSpeaker: string | null = null): Promise<TestService> {
  const options = { protocols: [...PROTOCOLS, WYOMING], defaultSpeaker }
  const starting = services.get(defaultSpeaker) ?? startTestService(options, (end) => void ends.push(end))
  services.set(defaultSpeaker, starting)
  const service = await starting
  const port = /"port":(\d+)[^\n]*Wyoming listens/.exec(service.log.join('\n'))?.[1]
  if (port !== undefined) wyomingPorts.set(service, Number(port))
  service.forget()
  return service
}

interface Transport {
  readonly name: string
  /** The speaker of requests that name none, without a setting; null if they are refused. */
  readonly usual: string | null
  /** Speaks with a voice, or without one, by a key or token. Returns the refusal, if there is one. */
  readonly speak: (service: TestService, speaker: string | undefined, key: string) => Promise<string | undefined>
}

async function post(url: string, body: object, key: string): Promise<string | undefined> {
  const answer = await fetch(url, { method: 'POST', headers: bearer(key), body: JSON.stringify(body) })
  const text = await answer.text()
  return answer.ok ? undefined : `${answer.status} ${text}`
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const query = (fields: Record<string, string | undefined>): string =>
  new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  ).toString()

/** Sends messages over a socket until something is spoken; returns the refusal of the upgrade. */
async function turn(service: TestService, path: string, key: string, messages: readonly (object | string)[]) {
  const [pathname = '', search = ''] = path.split('?')
  const refusal = await refusalOf(service, search, { path: pathname, headers: bearer(key) }).catch(() => undefined)
  if (refusal !== undefined) return `${refusal.status} ${refusal.body}`
  const before = service.spoken.length
  const socket = await recordSocket(service, path, bearer(key))
  for (const message of messages) socket.send(message)
  await expect.poll(() => service.spoken.length).toBeGreaterThan(before)
  return undefined
}

const TRANSPORTS: readonly Transport[] = [
  {
    name: 'Rime over HTTP',
    usual: null,
    speak: ({ url }, speaker, key) => post(`${url}/v1/rime-tts`, { text: 'Hi.', modelId: 'coda', speaker }, key),
  },
  ...['/ws3', '/ws2', '/ws'].map(
    (path): Transport => ({
      name: `Rime over ${path}`,
      usual: null,
      speak: (service, speaker, key) =>
        turn(service, `${path}?${query({ modelId: 'coda', speaker })}`, key, [
          ...(path === '/ws' ? ['Hi.', '<FLUSH>'] : [{ text: 'Hi.' }, { operation: 'flush' }]),
        ]),
    }),
  ),
  {
    name: 'Rime v1',
    usual: null,
    async speak(service, speaker, key) {
      const { send, finished } = await openV1(service, { headers: bearer(key) })
      send({ contextId: 'default', start: { text: 'Hi.', ...(speaker !== undefined && { speaker }) } })
      const error = errorOf(await finished())
      return error && `${error.kind} ${error.message}`
    },
  },
  {
    name: 'OpenAI',
    usual: 'andromeda',
    speak: ({ url }, voice, key) => post(`${url}/v1/audio/speech`, { input: 'Hi.', model: 'tts-1', voice }, key),
  },
  {
    name: 'Deepgram over HTTP',
    usual: 'astra',
    speak: ({ url }, model, key) => post(`${url}/v1/speak?${query({ model })}`, { text: 'Hi.' }, key),
  },
  {
    name: 'Deepgram over a WebSocket',
    usual: 'astra',
    speak: (service, model, key) =>
      turn(service, `/v1/speak?${query({ model })}`, key, [{ type: 'Speak', text: 'Hi.' }, { type: 'Flush' }]),
  },
  {
    name: 'Vapi',
    usual: 'luna',
    speak: ({ url }, speaker, key) =>
      post(`${url}/vapi/synthesize?${query({ speaker })}`, { message: { type: 'voice-request', text: 'Hi.' } }, key),
  },
  {
    name: 'jambonz over HTTP',
    usual: 'luna',
    speak: ({ url }, voice, key) => post(`${url}/jambonz/synthesize`, { text: 'Hi.', voice }, key),
  },
  {
    name: 'jambonz over a WebSocket',
    usual: 'luna',
    speak: (service, voice, key) =>
      turn(service, `/jambonz/stream?${query({ voice })}`, key, [{ type: 'stream', text: 'Hi.' }, { type: 'flush' }]),
  },
  {
    name: 'MCP',
    usual: 'luna',
    async speak({ url }, speaker, key) {
      const answer = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'synthesize_speech', arguments: { text: 'Hi.', speaker } },
        }),
      })
      const text = await answer.text()
      return text.includes('"isError":true') ? text : undefined
    },
  },
]

const wyoming: Transport = {
  name: 'Wyoming',
  usual: 'luna',
  async speak(service, name) {
    const socket = connect(wyomingPorts.get(service) as number, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`${JSON.stringify({ type: 'synthesize', data: { text: 'Hi.', voice: { name } } })}\n`)
    let answer = ''
    socket.setEncoding('latin1')
    while (!/"type":"(?:audio-stop|error)"/.test(answer)) answer += (await once(socket, 'data'))[0]
    return answer.includes('"type":"error"') ? answer : undefined
  },
}

const elevenLabs: Transport = {
  name: 'ElevenLabs',
  usual: null, // its paths always name one
  speak: ({ url }, voice, key) => post(`${url}/v1/text-to-speech/${voice}`, { text: 'Hi.' }, key),
}

const ALL = [...TRANSPORTS, wyoming]

async function tokenFor({ url }: TestService, speaker: string): Promise<string> {
  const answer = await fetch(`${url}/v1/tokens`, {
    method: 'POST',
    headers: bearer(TEST_KEY),
    body: JSON.stringify({ speaker }),
  })
  return ((await answer.json()) as { token: string }).token
}

const speakersOf = ({ spoken }: TestService) => spoken.map(({ voice }) => voice.speaker)

test.each([...ALL, elevenLabs])('O-model-7 $name: a speaker that no model knows is refused', async ({ speak }) => {
  for (const defaultSpeaker of [null, 'orion']) {
    const service = await start(defaultSpeaker)
    expect(await speak(service, 'nobody-at-all', TEST_KEY)).toContain('Speaker not found')
    expect(service.spoken).toHaveLength(0)
  }
})

test.each(ALL)('$name: without a setting, a request that names no speaker gets $usual', async ({ speak, usual }) => {
  const service = await start()
  const refusal = await speak(service, undefined, TEST_KEY)
  if (usual === null) expect(refusal).toContain('speaker is required')
  else expect(refusal).toBeUndefined()
  expect(speakersOf(service)).toEqual(usual === null ? [] : [usual])
})

test.each(ALL)('$name: HOARFROST_DEFAULT_SPEAKER speaks where no speaker is named', async ({ speak }) => {
  const service = await start('Orion')
  expect(await speak(service, undefined, TEST_KEY)).toBeUndefined()
  expect(await speak(service, 'lyra', TEST_KEY)).toBeUndefined()
  expect(speakersOf(service)).toEqual(['orion', 'lyra'])
})

test.each(TRANSPORTS)('$name: a token for one speaker speaks with that one', async ({ speak }) => {
  const service = await start('orion')
  const token = await tokenFor(service, 'lyra')
  expect(await speak(service, undefined, token)).toBeUndefined()
  expect(speakersOf(service)).toEqual(['lyra'])
})

test.each(TRANSPORTS)(
  '$name: a token for one speaker does not replace a speaker that is required',
  async (transport) => {
    const service = await start()
    const refusal = await transport.speak(service, undefined, await tokenFor(service, 'lyra'))
    if (transport.usual === null) expect(refusal).toContain('speaker is required')
    else expect(refusal).toBeUndefined()
    expect(speakersOf(service)).toEqual(transport.usual === null ? [] : ['lyra'])
  },
)

test('a default speaker that lacks the language gets a stand-in, also where others are refused', async () => {
  const service = await startTestService({ defaultSpeaker: 'orion', isStrict: true })
  const body = { text: 'Hola.', modelId: 'coda', lang: 'spa' }
  expect(await post(`${service.url}/v1/rime-tts`, body, TEST_KEY)).toBeUndefined()
  expect(await post(`${service.url}/v1/rime-tts`, { ...body, speaker: 'orion' }, TEST_KEY)).toContain('400 ')
  expect(service.spoken).toMatchObject([{ language: 'spa', voice: { gender: 'Male', language: 'spa' } }])
})
