import { once } from 'node:events'
import { BlockList, connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import { PROTOCOLS } from '../../src/main/protocols.ts'
import { createWyomingProtocol, type WyomingSettings } from '../../src/protocols/wyoming/wyoming-protocol.ts'
import { startTestService, type TestServiceOptions } from './test-service.ts'

interface Event {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly payload: Buffer
}

const SETTINGS: WyomingSettings = { port: 0, host: '127.0.0.1', allowed: null, zeroconfName: null }

async function start(options: TestServiceOptions = {}, settings: Partial<WyomingSettings> = {}) {
  const protocol = createWyomingProtocol({ ...SETTINGS, ...settings })
  const service = await startTestService({ protocols: [...PROTOCOLS, protocol], ...options })
  const [{ port }] = service.log.map((line) => JSON.parse(line)).filter(({ message }) => message === 'Wyoming listens')
  const lines = () => service.log.map((line) => JSON.parse(line)).filter(({ protocol }) => protocol === 'wyoming')
  return { ...service, wyomingPort: port as number, lines }
}

/** A client as the Python package writes it: data follows in a block of its own. */
function client(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const events: Event[] = []
  const waiting = new Set<() => void>()
  let bytes = Buffer.alloc(0)
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more])
    for (let event = takeEvent(); event !== undefined; event = takeEvent()) events.push(event)
    for (const look of [...waiting]) look()
  })
  function takeEvent(): Event | undefined {
    const end = bytes.indexOf('\n')
    if (end < 0) return undefined
    const { type, data_length = 0, payload_length = 0 } = JSON.parse(bytes.toString('utf8', 0, end))
    const [dataEnd, payloadEnd] = [end + 1 + data_length, end + 1 + data_length + payload_length]
    if (bytes.length < payloadEnd) return undefined
    const data = data_length === 0 ? {} : JSON.parse(bytes.toString('utf8', end + 1, dataEnd))
    const payload = bytes.subarray(dataEnd, payloadEnd)
    bytes = bytes.subarray(payloadEnd)
    return { type, data, payload }
  }
  const until = (type: string, count = 1) =>
    new Promise<readonly Event[]>((resolve) => {
      const look = () => {
        if (events.filter((event) => event.type === type).length < count) return
        waiting.delete(look)
        resolve(events)
      }
      waiting.add(look)
      look()
    })
  const send = (type: string, data: object = {}) => void socket.write(bytesOf(type, data))
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  return { socket, events, until, send, closed, types: () => collapsed(events) }
}

function bytesOf(type: string, data: object): Buffer {
  const block = JSON.stringify(data)
  return Buffer.from(`${JSON.stringify({ type, version: '1.9.0', data_length: Buffer.byteLength(block) })}\n${block}`)
}

/** Types of events, chunks in a row as one. */
const collapsed = (events: readonly Event[]): string[] =>
  events.map(({ type }) => type).filter((type, i, all) => type !== 'audio-chunk' || all[i - 1] !== type)

const audioOf = (events: readonly Event[]): Buffer =>
  Buffer.concat(events.filter(({ type }) => type === 'audio-chunk').map(({ payload }) => payload))

const SPOKEN = ['audio-start', 'audio-chunk', 'audio-stop']

/** Speaks until the reader leaves; tells when it has stopped. */
function endless() {
  let stopped = () => {}
  const whenStopped = new Promise<void>((resolve) => {
    stopped = resolve
  })
  async function* speak(_: unknown, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
    try {
      while (!signal.aborted) {
        yield { kind: 'audio', samples: new Samples(new Int16Array(24_000)) }
        await new Promise(setImmediate)
      }
    } finally {
      stopped()
    }
  }
  return { speak, whenStopped }
}

describe('Wyoming', () => {
  test('describes the voices, each with its languages', async () => {
    const { wyomingPort } = await start()
    const { send, until } = client(wyomingPort)
    send('describe')
    const [info] = await until('info')
    const [program] = (info as Event).data.tts as [
      { voices: { name: string; languages: string[]; installed: boolean }[] },
    ]
    expect(program).toMatchObject({ name: 'Hoarfrost', installed: true, supports_synthesize_streaming: true })
    const names = program.voices.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(program.voices).toContainEqual(
      expect.objectContaining({
        name: 'luna',
        languages: ['en'],
        installed: true,
        description: 'Luna (Female, Young Adult, US)',
      }),
    )
    expect(new Set(program.voices.flatMap(({ languages }) => languages))).toEqual(
      new Set(['en', 'es', 'ja', 'pt', 'de', 'ar', 'fr', 'hi', 'it', 'nl']),
    )
  })

  test('speaks every voice that it lists', async () => {
    const { wyomingPort, spoken } = await start()
    const { send, until } = client(wyomingPort)
    send('describe')
    const [info] = await until('info')
    const [{ voices }] = (info as Event).data.tts as [{ voices: { name: string }[] }]
    for (const { name } of voices) send('synthesize', { text: 'Hi', voice: { name } })
    await until('audio-stop', voices.length)
    expect(spoken.map(({ voice }) => voice.speaker)).toEqual(voices.map(({ name }) => name))
  })

  test('speaks a text, tells its format with every chunk, and stays open', async () => {
    const { wyomingPort, lines } = await start()
    const { send, until, events, types } = client(wyomingPort)
    send('synthesize', { text: 'One two. Three four.', voice: { name: 'luna' } })
    await until('audio-stop')
    expect(types()).toEqual(SPOKEN)
    const format = { rate: 24_000, width: 2, channels: 1 }
    for (const { data } of events.slice(0, -1)) expect(data).toMatchObject(format)
    expect(audioOf(events)).toHaveLength(4 * 0.1 * 24_000 * 2)
    expect(events.at(-1)?.data).toEqual({ timestamp: 400 })
    send('ping', { text: 'still there?' })
    await until('pong')
    expect(events.at(-1)?.data).toEqual({ text: 'still there?' })
    expect(lines()).toMatchObject([{ status: 200, model: 'coda', characters: 20, audioSeconds: 0.4 }])
  })

  test('reads data in the header, several events in one segment, and one event in many', async () => {
    const { wyomingPort, spoken } = await start()
    const { socket, until } = client(wyomingPort)
    socket.setNoDelay(true)
    socket.write(
      '{"type":"synthesize","data":{"text":"One."}}\n{"type":"ping"}\n{"type":"nonsense"}\n{"type":"ping"}\n',
    )
    await until('pong', 2)
    for (const byte of bytesOf('synthesize', { text: 'Zwölf.' })) socket.write(Buffer.of(byte))
    await until('audio-stop', 2)
    expect(spoken.map(({ text }) => text)).toEqual(['One.', 'Zwölf.'])
  })

  test('streams: speaks while the text is written, ignores its copy, and says when it has stopped', async () => {
    const { wyomingPort, spoken } = await start()
    const { send, until, types, events } = client(wyomingPort)
    send('synthesize-start', { voice: { name: 'orion' } })
    send('synthesize-chunk', { text: 'It is ' })
    send('synthesize-chunk', { text: 'noon. And' })
    await until('audio-chunk') // before the rest is written
    send('synthesize', { text: 'It is noon. And more.' })
    send('synthesize-chunk', { text: ' more.' })
    send('synthesize-stop')
    await until('synthesize-stopped')
    expect(types()).toEqual([...SPOKEN, 'synthesize-stopped'])
    expect(spoken.map(({ text }) => text.trim())).toEqual(['It is noon.', 'And more.'])
    expect(spoken.every(({ voice }) => voice.speaker === 'orion')).toBe(true)
    expect(audioOf(events)).toHaveLength(5 * 0.1 * 24_000 * 2)
    send('synthesize', { text: 'Again.' })
    await until('audio-stop', 2)
  })

  test.each([
    [{}, 'luna', 'eng'],
    [{ voice: null }, 'luna', 'eng'],
    [{ voice: {} }, 'luna', 'eng'],
    [{ voice: { name: '' } }, 'luna', 'eng'],
    [{ voice: { name: '', language: '', speaker: '' } }, 'luna', 'eng'],
    [{ voice: { name: null, language: ' ' } }, 'luna', 'eng'],
    [{ voice: '', text_format: '' }, 'luna', 'eng'],
    [{ voice: { name: 'luna', language: '' } }, 'luna', 'eng'],
    [{ voice: { language: 'en_GB' } }, 'luna', 'eng'],
    [{ voice: { name: 'LUNA', speaker: 'x' } }, 'luna', 'eng'],
  ])('takes the voice of %j', async (fields, speaker, language) => {
    const { wyomingPort, spoken } = await start()
    const { send, until } = client(wyomingPort)
    send('synthesize', { text: 'Hi.', ...fields })
    await until('audio-stop')
    expect(spoken[0]).toMatchObject({ voice: { speaker }, language })
  })

  test('takes a voice of the language that is named', async () => {
    const { wyomingPort, spoken } = await start()
    const { send, until } = client(wyomingPort)
    for (const language of ['es', 'de-AT']) send('synthesize', { text: 'Hola.', voice: { language } })
    await until('audio-stop', 2)
    expect(spoken.map(({ language }) => language)).toEqual(['spa', 'ger'])
  })

  test.each(['', ' ', '🎉', '...'])('answers %j with a short silence', async (text) => {
    const { wyomingPort } = await start()
    const { send, until, types, events } = client(wyomingPort)
    send('synthesize', { text })
    await until('audio-stop')
    send('synthesize-start')
    send('synthesize-chunk', { text })
    send('synthesize-stop')
    await until('synthesize-stopped')
    expect(types()).toEqual([...SPOKEN, ...SPOKEN, 'synthesize-stopped'])
    expect(audioOf(events)).toHaveLength(2 * 0.2 * 24_000 * 2)
  })

  test.each([
    ['synthesize', { text: 'Hi.', voice: { name: 'nobody' } }, 'Speaker not found', 'speaker.unknown'],
    ['synthesize-start', { voice: { language: 'tlh' } }, /^Language tlh is not supported/, 'language.unsupported'],
    ['synthesize', {}, 'text is required', 'request.invalid'],
    ['synthesize', { text: 7 }, 'text must be a string', 'request.invalid'],
    [
      'synthesize',
      { text: 'Hi.', voice: 'luna' },
      'voice must be an object with a name or a language',
      'request.invalid',
    ],
    ['synthesize', { text: '<speak/>', text_format: 'ssml' }, 'text_format must be text', 'request.invalid'],
    ['synthesize', { text: 'x'.repeat(101) }, 'text is too long', 'request.invalid'],
    ['synthesize-chunk', {}, 'text is required', 'request.invalid'],
  ])('answers %s %j with an error, and ends the connection', async (type, data, text, code) => {
    const { wyomingPort, spoken, lines } = await start({ limits: { maxTextLength: 100 } })
    const { send, events, closed, socket } = client(wyomingPort)
    send(type, data)
    await once(socket, 'end')
    await closed
    expect(events).toMatchObject([
      { type: 'error', data: { text: typeof text === 'string' ? text : expect.stringMatching(text), code } },
    ])
    expect(spoken).toHaveLength(0)
    expect(lines()).toMatchObject([{ status: 400 }])
  })

  test.each(['{\n', '{"type":"a","payload_length":9999999}\n', `${'x'.repeat(70_000)}`])(
    'answers bytes that are no events with an error, and ends the connection',
    async (bytes) => {
      const { wyomingPort } = await start()
      const { socket, events, closed } = client(wyomingPort)
      socket.write(bytes)
      await closed
      expect(events.map(({ type }) => type)).toEqual(['error'])
    },
  )

  test('a service that is full says so, without its internals', async () => {
    const { wyomingPort } = await start({
      speak: () => {
        throw new SpeechError('pool.overloaded', 'internal words')
      },
    })
    const { send, events, closed } = client(wyomingPort)
    send('synthesize', { text: 'Hi.' })
    send('ping')
    await closed
    expect(events).toMatchObject([{ type: 'error', data: { text: 'service unavailable', code: 'pool.overloaded' } }])
  })

  test('a client that leaves stops synthesis', async () => {
    const { speak, whenStopped } = endless()
    const { wyomingPort, lines } = await start({ speak })
    const { send, until, socket } = client(wyomingPort)
    send('synthesize', { text: 'Hi.' })
    await until('audio-chunk')
    socket.resetAndDestroy()
    await whenStopped
    await vi.waitFor(() => expect(lines()).toMatchObject([{ status: 499 }]))
  })

  test('a client that ends its side gets what it has asked for', async () => {
    const { wyomingPort } = await start()
    const { socket, closed, types } = client(wyomingPort)
    socket.end(bytesOf('synthesize', { text: 'Hi.' }))
    await closed
    expect(types()).toEqual(SPOKEN)
  })

  test('a client that does not read is not sent more than buffers hold', async () => {
    let samples = 0
    const { speak } = endless()
    const { wyomingPort } = await start({
      async *speak(request, signal) {
        for await (const event of speak(request, signal)) {
          if (event.kind === 'audio') samples += event.samples.length
          yield event
        }
      },
    })
    const { send, socket } = client(wyomingPort)
    socket.pause()
    send('synthesize', { text: 'Hi.' })
    let before = -1
    await vi.waitFor(
      () => {
        const grown = samples - before
        before = samples
        expect(grown).toBe(0)
      },
      { interval: 200, timeout: 5000 },
    )
    expect(2 * samples).toBeLessThan(32e6)
  })

  test('only addresses of the list may connect', async () => {
    const allowed = new BlockList()
    allowed.addSubnet('192.168.7.0', 24, 'ipv4')
    const { wyomingPort, log } = await start({}, { allowed })
    const { closed, events, send } = client(wyomingPort)
    send('describe')
    await closed
    expect(events).toEqual([])
    expect(log.join()).toContain('not allowed')
    allowed.addAddress('127.0.0.1', 'ipv4')
    const welcome = client(wyomingPort)
    welcome.send('describe')
    await welcome.until('info')
  })

  test('one connection too many is told so', async () => {
    const { wyomingPort } = await start()
    const open = Array.from({ length: 256 }, () => client(wyomingPort))
    for (const { send, until } of open) {
      send('ping')
      await until('pong')
    }
    const { closed, events } = client(wyomingPort)
    await closed
    expect(events).toMatchObject([{ type: 'error', data: { text: 'too many connections' } }])
  })

  test('closing the service ends idle connections, and lets a text be spoken to its end', async () => {
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { wyomingPort, close } = await start({
      async *speak() {
        yield { kind: 'audio', samples: new Samples(new Int16Array(240)) }
        await waiting
        yield { kind: 'audio', samples: new Samples(new Int16Array(240)) }
      },
    })
    const [idle, speaking, streaming] = [client(wyomingPort), client(wyomingPort), client(wyomingPort)]
    idle.send('ping')
    await idle.until('pong')
    speaking.send('synthesize', { text: 'Hi.' })
    streaming.send('synthesize-start')
    streaming.send('synthesize-chunk', { text: 'One. ' })
    await Promise.all([speaking.until('audio-chunk'), streaming.until('audio-chunk')])
    const closing = close()
    await idle.closed
    streaming.send('synthesize-stop')
    goOn()
    await closing
    await Promise.all([speaking.closed, streaming.closed])
    expect(speaking.types()).toEqual(SPOKEN)
    expect(streaming.types()).toEqual([...SPOKEN, 'synthesize-stopped'])
    await expect(once(connect(wyomingPort, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  })

  test('is counted among the requests', async () => {
    const { wyomingPort, url } = await start()
    const { send, until } = client(wyomingPort)
    send('synthesize', { text: 'One two.' })
    await until('audio-stop')
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain('hoarfrost_requests_total{route="wyoming",status="200"} 1')
    expect(metrics).toContain('hoarfrost_audio_seconds_total{model="coda"} 0.2')
    expect(metrics).toContain('hoarfrost_open_wyoming_connections 1')
  })

  test('a port that is in use is named with its setting', async () => {
    const { port } = await startTestService()
    await expect(start({}, { port })).rejects.toThrow(
      /^HOARFROST_WYOMING_PORT \d+ of 127.0.0.1 cannot be used: .*EADDRINUSE/,
    )
  })

  test('answers events in any order as their meaning says, and stays usable', async () => {
    const { wyomingPort } = await start()
    const event = fc.constantFrom<readonly [string, object]>(
      ['describe', {}],
      ['ping', {}],
      ['synthesize', { text: 'One.' }],
      ['synthesize-start', {}],
      ['synthesize-chunk', { text: 'Two. Three' }],
      ['synthesize-chunk', { text: '' }],
      ['synthesize-stop', {}],
      ['audio-chunk', { rate: 1 }],
      ['transcribe', {}],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (sent) => {
        const { send, until, types, socket } = client(wyomingPort)
        for (const [type, data] of sent) send(type, data)
        send('ping', { text: 'end' })
        await until('pong', sent.filter(([type]) => type === 'ping').length + 1)
        expect(withoutStreams(types())).toEqual(withoutStreams([...expectedTypes(sent), 'pong']))
        const stopped = types().filter((type) => type === 'synthesize-stopped')
        expect(stopped).toHaveLength(expectedTypes(sent).filter((type) => type === 'synthesize-stopped').length)
        socket.destroy()
      }),
      { numRuns: 60 },
    )
  })
})

/** What a client is sent, except for the audio of streams, which comes when it is ready. */
function expectedTypes(sent: readonly (readonly [string, object])[]): string[] {
  let isStreaming = false
  return sent.flatMap(([type]) => {
    if (type === 'describe') return ['info']
    if (type === 'ping') return ['pong']
    if (type === 'synthesize' && !isStreaming) return SPOKEN
    if (type === 'synthesize-start') isStreaming = true
    if (type !== 'synthesize-stop' || !isStreaming) return []
    isStreaming = false
    return [...SPOKEN, 'synthesize-stopped']
  })
}

const withoutStreams = (types: readonly string[]): string[] => types.filter((type) => !type.startsWith('audio'))
