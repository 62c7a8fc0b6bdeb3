import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Heard } from '../../src/app/live-session/heard-answer.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { audioIn, messagesIn, type RecordedSocket, recordSocket, typesOf } from './recorded-socket.ts'
import { refusalOf } from './socket-client.ts'
import { shareTestService, type TestServiceOptions } from './test-service.ts'
import { json, openV1 } from './v1-client.ts'

// What was heard, as each protocol tells it. The engine of the tests says each word in 100 ms.

const startService = shareTestService()

const WS3 = '/ws3?speaker=luna&modelId=coda'
const open = async (path: string, options?: TestServiceOptions) => recordSocket(await startService(options), path)

const ofType = (socket: RecordedSocket, type: string) =>
  messagesIn(socket.frames).filter((message) => message.type === type)

/** The next message of a type after the question. */
async function ask(socket: RecordedSocket, message: object, type = 'heard') {
  const { length } = ofType(socket, type)
  socket.send(message)
  await socket.until(() => ofType(socket, type).length > length)
  return ofType(socket, type)[length]
}

async function turn(socket: RecordedSocket, contextId: string | undefined, ...texts: string[]) {
  const { length } = ofType(socket, 'done')
  for (const text of texts) socket.send({ text, contextId })
  socket.send({ operation: 'flush' })
  await socket.until(() => ofType(socket, 'done').length > length)
}

describe('ws3 with heard=true', () => {
  test('answers a clear with the text that was heard, and counts the next turn from its own start', async () => {
    const socket = await open(`${WS3}&heard=true`)
    await turn(socket, 'a', 'One two, th', 'ree four. ', 'Five six.')
    const first = { heard: 'One two, three four.', remaining: ' Five six.', positionMs: 380, from: 'client' }
    const clear = { operation: 'clear', positionMs: 380 }
    const answer = { type: 'heard', contextId: 'a', ...first, precision: 'word' }
    expect(await ask(socket, clear)).toEqual(answer)
    expect(await ask(socket, clear)).toEqual(answer)
    expect(await ask(socket, { operation: 'heard' })).toEqual({ ...answer, from: 'clock' })
    await turn(socket, 'b', 'Seven eight. Nine.')
    expect(await ask(socket, { operation: 'heard', positionMs: 180 })).toMatchObject({
      contextId: 'b',
      heard: 'Seven eight.',
      remaining: ' Nine.',
    })
    expect(await ask(socket, { operation: 'clear', positionMs: 1e300 })).toMatchObject({
      heard: 'Seven eight. Nine.',
      remaining: '',
      positionMs: 300,
    })
  })

  test('says so without stopping when it is only asked', async () => {
    const { speak, release, stopped } = createPacedSpeech()
    const socket = await open(`${WS3}&heard=true`, { speak })
    socket.send({ text: 'One two stop three. ', contextId: 'a' })
    await stopped
    await socket.until((frames) => typesOf(frames).includes('chunk'))
    expect(await ask(socket, { operation: 'heard', positionMs: 160 })).toMatchObject({ heard: 'One two' })
    release()
    socket.send({ operation: 'flush' })
    await socket.until((frames) => typesOf(frames).includes('done'))
    expect(await ask(socket, { operation: 'heard', positionMs: 999 })).toMatchObject({
      heard: 'One two stop three. ',
      positionMs: 400,
    })
  })

  test('sends no audio of a turn after the answer to its clear', async () => {
    const { speak, release, stopped } = createPacedSpeech()
    const socket = await open(`${WS3}&heard=true`, { speak })
    socket.send({ text: 'One two stop three. Four', contextId: 'a' })
    const signal = await stopped
    await socket.until((frames) => typesOf(frames).includes('chunk'))
    const { heard, remaining } = (await ask(socket, { operation: 'clear' })) as unknown as Heard
    expect(heard + remaining).toBe('One two stop three. Four')
    expect(signal.aborted).toBe(true)
    release()
    await turn(socket, 'b', 'Five.')
    expect(typesOf(socket.frames)).toEqual(['chunk', 'heard', 'chunk', 'timestamps', 'done'])
    expect(ofType(socket, 'chunk').at(-1)).toMatchObject({ contextId: 'b' })
  })

  test('answers once when it is idle, and for a context that it does not know', async () => {
    const socket = await open(`${WS3}&heard=true`)
    const nothing = { heard: '', remaining: '', positionMs: 0, from: 'clock', precision: 'word' }
    expect(await ask(socket, { operation: 'clear' })).toEqual({ type: 'heard', contextId: null, ...nothing })
    expect(await ask(socket, { operation: 'heard', contextId: 'nobody' })).toMatchObject({ contextId: 'nobody' })
    socket.send({ text: 'One two', contextId: 'a' })
    const unspoken = { contextId: 'a', heard: '', remaining: 'One two', positionMs: 0 }
    expect(await ask(socket, { operation: 'clear', positionMs: 4000 })).toMatchObject(unspoken)
    expect(await ask(socket, { operation: 'clear' })).toMatchObject(unspoken)
    expect(await ask(socket, { operation: 'heard', contextId: 'b', positionMs: 5 })).toEqual({
      type: 'heard',
      contextId: 'b',
      ...nothing,
      from: 'client',
    })
    expect(typesOf(socket.frames)).toEqual(['heard'])
    expect(socket.frames).toHaveLength(5)
  })

  test('is about the turn that is being played when several were sent, and tells the later texts', async () => {
    const socket = await open(`${WS3}&heard=true&heardLagMs=2000`)
    await turn(socket, 'a', 'One two.')
    await turn(socket, 'b', 'Three four.')
    socket.send({ text: 'Five', contextId: 'c' })
    const all = ['Three four.', 'Five']
    expect(await ask(socket, { operation: 'heard' })).toMatchObject({
      contextId: 'a',
      heard: '',
      remaining: 'One two.',
      alsoUnheard: all,
    })
    expect(await ask(socket, { operation: 'heard', positionMs: 60 })).toMatchObject({ heard: 'One', alsoUnheard: all })
    expect(await ask(socket, { operation: 'heard', positionMs: 260 })).toMatchObject({
      contextId: 'b',
      heard: 'Three',
      positionMs: 60,
      alsoUnheard: ['Five'],
    })
    expect(await ask(socket, { operation: 'heard', contextId: 'b', positionMs: 160 })).toMatchObject({
      heard: 'Three four.',
      alsoUnheard: ['Five'],
    })
    const clear = { operation: 'clear', contextId: 'a', positionMs: 160 }
    const answer = await ask(socket, clear)
    expect(answer).toMatchObject({ contextId: 'a', heard: 'One two.', remaining: '', alsoUnheard: all })
    expect(await ask(socket, clear)).toEqual(answer)
  })

  test('follows the clock, which never runs ahead of what was sent and waits for the lag', async () => {
    const text = 'One two three four five.'
    const [socket, late] = await Promise.all([open(`${WS3}&heard=true`), open(`${WS3}&heard=TRUE&heardLagMs=1900`)])
    await turn(late, undefined, text)
    expect(await ask(late, { operation: 'heard' })).toMatchObject({ heard: '', positionMs: 0 })
    await turn(socket, undefined, text)
    let before = ''
    await vi.waitFor(
      async () => {
        const { heard, remaining, positionMs, from } = (await ask(socket, { operation: 'heard' })) as unknown as Heard
        expect(heard + remaining).toBe(text)
        expect(heard.startsWith(before) && positionMs <= 500 && from === 'clock').toBe(true)
        before = heard
        expect(remaining).toBe('')
      },
      { timeout: 10_000, interval: 20 },
    )
  })

  test.each([
    [-1, 'positionMs must be at least 0'],
    ['400', 'positionMs must be a number'],
    [[], 'positionMs must be a number'],
    [true, 'positionMs must be a number'],
    ['NaN', 'positionMs must be a number'],
  ])('answers a position of %j with an error and does nothing', async (positionMs, message) => {
    const socket = await open(`${WS3}&heard=true`)
    await turn(socket, undefined, 'One two.')
    expect(await ask(socket, { operation: 'clear', positionMs }, 'error')).toMatchObject({ message })
    expect(ofType(socket, 'heard')).toHaveLength(0)
    expect(await ask(socket, { operation: 'heard', positionMs: null })).toMatchObject({ from: 'clock' })
  })

  test.each([
    ['heard=1', 'heard must be true or false'],
    ['heard=true&heardLagMs=2001', 'heardLagMs must be between 0 and 2000'],
    ['heard=true&heardLagMs=-1', 'heardLagMs must be between 0 and 2000'],
    ['heardLagMs=soon', 'heardLagMs must be an integer'],
  ])('is refused with %s', async (query, body) => {
    expect(await refusalOf(await startService(), `speaker=luna&modelId=coda&${query}`)).toMatchObject({
      status: 400,
      body,
    })
  })

  test.each([
    ['fra', '&speaker=isa&lang=fra', 'Bonjour à tous. « Ça va ? »', 220, 'Bonjour à', ' tous. « Ça va ? »'],
    ['jpn', '&speaker=sakura&lang=jpn', '今日は雨です。', 9999, '今日は雨です。', ''],
    ['markup', '', 'One <break time="1s"/> two.', 230, 'One', ' <break time="1s"/> two.'],
    ['a number', '', 'It is $42.50 now.', 250, 'It is', ' $42.50 now.'],
    ['emoji', '', 'Yes 😀 no.', 999, 'Yes 😀 no.', ''],
  ])('tells it in the words of the client: %s', async (_name, query, text, positionMs, heard, remaining) => {
    const speaker = query === '' ? '&speaker=luna' : query
    const service = await startService()
    const socket = await recordSocket(service, `/ws3?modelId=coda&heard=true${speaker}`)
    await turn(socket, undefined, text)
    expect(await ask(socket, { operation: 'clear', positionMs })).toMatchObject({ heard, remaining })
  })

  test('the words that it tells are those of timestamps whose middle was played', async () => {
    const socket = await open(`${WS3}&heard=true&timestampsFrom=turn`)
    const words = fc.array(fc.constantFrom('One', 'two,', '“three”', 'four-five', 'six!', '7.', '–'), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(words, fc.nat(1200), async (list, positionMs) => {
        const from = ofType(socket, 'timestamps').length
        await turn(socket, 'a', list.join(' '))
        const { heard } = (await ask(socket, { operation: 'clear', positionMs })) as unknown as Heard
        const told = ofType(socket, 'timestamps')
          .slice(from)
          .map(({ word_timestamps }) => word_timestamps as { words: string[]; start: number[]; end: number[] })
        const ends = told.flatMap(({ end }) => end)
        const read = told.flatMap(({ words: each, start, end }) =>
          each.filter((_, i) => ((start[i] as number) + (end[i] as number)) * 500 < positionMs),
        )
        if (positionMs < 1000 * Math.max(...ends)) expect(heard.split(' ').filter(Boolean)).toEqual(read)
        else expect(heard).toBe(list.join(' '))
      }),
      { numRuns: 25 },
    )
  })
})

test('a connection that does not ask for it gets the same bytes, and one that asks gets them until then', async () => {
  const service = await startService()
  const frames = await Promise.all(
    ['', '&heard=false', '&heard=true&heardLagMs=20'].map(async (query) => {
      const socket = await recordSocket(service, `${WS3}&temperature=0${query}`)
      const received: string[] = []
      socket.socket.on('message', (data: Buffer) => void received.push(data.toString()))
      await turn(socket, 'a', 'One two. ', 'Three <b>four')
      await turn(socket, 'b', 'Five.')
      return received
    }),
  )
  expect(frames[1]).toEqual(frames[0])
  expect(frames[2]).toEqual(frames[0])
  const socket = await recordSocket(service, WS3)
  await turn(socket, 'a', 'One.')
  socket.send({ operation: 'clear', positionMs: 'anything' })
  expect(await ask(socket, { operation: 'heard' }, 'error')).toMatchObject({
    message: 'operation must be one of flush, clear, eos',
  })
  expect(ofType(socket, 'heard')).toHaveLength(0)
})

test('ws2 tells what was heard, too', async () => {
  const socket = await open('/ws2?speaker=cove&heard=true')
  await turn(socket, 'a', 'One two three.')
  expect(await ask(socket, { operation: 'clear', positionMs: 120 })).toMatchObject({ contextId: 'a', heard: 'One' })
})

describe('Rime v1 with heard=true', () => {
  test('says it in cancelled, in JSON as an object', async () => {
    const socket = await open('/coda/ws?heard=true')
    const context = { contextId: 'a' }
    const until = (name: string) => socket.until((frames) => messagesIn(frames).some((message) => name in message))
    socket.send({ ...context, start: { speaker: 'luna', audioParameters: { audioFormat: 'audio/pcm' } } })
    socket.send({ ...context, text: 'One two. ' })
    socket.send({ ...context, text: 'Three four.' })
    await until('audio')
    socket.send({ ...context, cancel: { positionMs: 170 } })
    await until('cancelled')
    const heard = { heard: 'One two.', remaining: ' Three four.', positionMs: 170, from: 'client', precision: 'word' }
    expect(messagesIn(socket.frames).at(-1)).toEqual({ ...context, cancelled: { heard } })
  })

  test('says it in protobuf in fields of their own, also of a context that is done while it is being played', async () => {
    const client = await openV1(await startService(), {
      path: '/coda/ws?heard=true',
      subprotocols: ['rime.v1.binary'],
    })
    client.send({ contextId: 'a', start: { speaker: 'luna', text: 'One two three.' } })
    await client.finished('a')
    client.send({ contextId: 'nobody', cancel: { positionMs: 20 } })
    client.send({ contextId: 'a', cancel: { positionMs: 160 } })
    await client.until((events) => events.some(({ payload }) => payload.case === 'cancelled'))
    expect(json(client.events.at(-1) as never)).toEqual({
      contextId: 'a',
      cancelled: { heard: 'One two', remaining: ' three.', positionMs: 160, from: 'client', precision: 'word' },
    })
    expect(client.events.filter(({ contextId }) => contextId === 'nobody')).toEqual([])
  })

  test('keeps contexts apart that are played one after the other', async () => {
    const client = await openV1(await startService(), {
      path: '/coda/ws?heard=true&heardLagMs=2000',
      subprotocols: ['rime.v1.binary'],
    })
    for (const contextId of ['a', 'b']) {
      client.send({ contextId, start: { speaker: 'luna', text: `One of ${contextId}.` } })
      await client.finished(contextId)
    }
    client.send({ contextId: 'b', cancel: {} })
    client.send({ contextId: 'a', cancel: { positionMs: 240 } })
    await client.until((events) => events.filter(({ payload }) => payload.case === 'cancelled').length === 2)
    expect(client.events.slice(-2).map(json)).toMatchObject([
      { contextId: 'b', cancelled: { heard: '', remaining: 'One of b.', from: 'clock' } },
      { contextId: 'a', cancelled: { heard: 'One of', remaining: ' a.', from: 'client' } },
    ])
  })

  test('is nothing that changes cancelled on other connections', async () => {
    const socket = await open('/coda/ws')
    socket.send({ contextId: 'a', start: { speaker: 'luna' } })
    socket.send({ contextId: 'a', cancel: { positionMs: 3 } })
    await socket.until((frames) => messagesIn(frames).some((message) => 'cancelled' in message))
    expect(messagesIn(socket.frames).at(-1)).toEqual({ contextId: 'a', cancelled: {} })
  })
})

describe('ElevenLabs with heard=true', () => {
  const MULTI = '/v1/text-to-speech/luna/multi-stream-input?output_format=pcm_24000&heard=true'
  const finals = (socket: RecordedSocket) => messagesIn(socket.frames).filter(({ isFinal }) => isFinal === true)

  test('says it in the last message of a context that is closed at a position, before or after its audio was sent', async () => {
    const socket = await open(MULTI)
    socket.send({ context_id: 'a', text: 'One two. ' })
    await socket.until((frames) => messagesIn(frames).some(({ alignment }) => Boolean(alignment)))
    socket.send({ context_id: 'a', close_context: true, position_ms: 70 })
    socket.send({ context_id: 'b', text: 'Three four. ' })
    socket.send({ context_id: 'b', close_context: true })
    await socket.until(() => finals(socket).length === 2)
    socket.send({ context_id: 'b', close_context: true, position_ms: 1e9 })
    socket.send({ context_id: 'c', close_context: true, position_ms: null })
    await socket.until(() => finals(socket).length === 4)
    const isFinal = { audio: null, isFinal: true }
    const nothing = { heard: '', remaining: '', positionMs: 0, from: 'clock', precision: 'word' }
    expect(finals(socket)).toEqual([
      {
        ...isFinal,
        heard: { heard: 'One', remaining: ' two. ', positionMs: 70, from: 'client', precision: 'word' },
        contextId: 'a',
      },
      { ...isFinal, contextId: 'b' },
      {
        ...isFinal,
        heard: { heard: 'Three four. ', remaining: '', positionMs: 200, from: 'client', precision: 'word' },
        contextId: 'b',
      },
      { ...isFinal, heard: nothing, contextId: 'c' },
    ])
  })

  test('says it where a socket has one text', async () => {
    const socket = await open('/v1/text-to-speech/luna/stream-input?output_format=pcm_24000&heard=true')
    socket.send({ text: 'One two. ' })
    await socket.until((frames) => messagesIn(frames).some(({ alignment }) => Boolean(alignment)))
    socket.send({ text: '', position_ms: 0 })
    await socket.closed
    expect(finals(socket)).toMatchObject([{ heard: { heard: '', remaining: 'One two. ', from: 'client' } }])
  })

  test('refuses positions that are none, and those without an end', async () => {
    const socket = await open(MULTI)
    socket.send({ context_id: 'a', close_context: true, position_ms: -1 })
    socket.send({ context_id: 'a', close_context: true, position_ms: '1' })
    socket.send({ context_id: 'a', text: 'One.', position_ms: 1 })
    await socket.until((frames) => frames.length === 3)
    expect(messagesIn(socket.frames).map(({ message }) => message)).toEqual([
      'position_ms must be at least 0',
      'position_ms must be a number',
      'position_ms is for a message that ends a context',
    ])
  })
})

describe('Deepgram with heard=true', () => {
  const offset = (value: unknown) => ({ type: 'Clear', playback_offset: { type: 'time_ms', value } })

  test('says it in Cleared', async () => {
    const socket = await open('/v1/speak?heard=true&heardLagMs=2000')
    expect(await ask(socket, { type: 'Clear' }, 'Cleared')).toEqual({
      type: 'Cleared',
      sequence_id: 0,
      audio_played_ms: 0,
      text_spoken: '',
      text_remaining: '',
      heard_from: 'clock',
    })
    for (const text of ['One two. Three. ', 'Four.']) {
      socket.send({ type: 'Speak', text })
      await ask(socket, { type: 'Flush' }, 'Flushed')
    }
    expect(await ask(socket, offset(230), 'Cleared')).toEqual({
      type: 'Cleared',
      sequence_id: 3,
      audio_played_ms: 230,
      text_spoken: 'One two.',
      text_remaining: ' Three. ',
      also_unheard: ['Four.'],
    })
    expect(audioIn(socket.frames)).toHaveLength(4 * 4800)
  })

  test('warns of an offset that is none', async () => {
    const socket = await open('/v1/speak?heard=true')
    expect(await ask(socket, offset(-5), 'Warning')).toMatchObject({ description: 'value must be at least 0' })
    expect(await ask(socket, { type: 'Clear', playback_offset: 5 }, 'Warning')).toMatchObject({
      description: 'playback_offset must be an object',
    })
  })
})

describe('Cartesia with heard=true', () => {
  const CONTEXT = {
    model_id: 'sonic-3',
    voice: 'luna',
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
    max_buffer_delay_ms: 0,
  }
  const endsOf = (socket: RecordedSocket, id: string) =>
    messagesIn(socket.frames).filter(({ type, context_id }) => type === 'done' && context_id === id)

  test('says it in the done of a context that is cancelled, before or after its audio was sent', async () => {
    const { speak, release, stopped } = createPacedSpeech()
    const socket = await open('/tts/websocket?heard=true', { speak })
    socket.send({ ...CONTEXT, context_id: 'a', transcript: 'One two stop three.', continue: true })
    await stopped
    await socket.until((frames) => typesOf(frames).includes('chunk'))
    socket.send({ context_id: 'a', cancel: true, position_ms: 160 })
    await socket.until(() => endsOf(socket, 'a').length === 1)
    expect(endsOf(socket, 'a')[0]?.heard).toMatchObject({ heard: 'One two', remaining: ' stop three.', from: 'client' })
    release()
    socket.send({ ...CONTEXT, context_id: 'b', transcript: 'Four five.' })
    await socket.until(() => endsOf(socket, 'b').length === 1)
    expect(endsOf(socket, 'b')[0]).not.toHaveProperty('heard')
    socket.send({ context_id: 'b', cancel: true, position_ms: 120 })
    await socket.until(() => endsOf(socket, 'b').length === 2)
    expect(endsOf(socket, 'b')[1]?.heard).toMatchObject({ heard: 'Four', remaining: ' five.' })
  })

  test('refuses positions that are none, and goes on', async () => {
    const socket = await open('/tts/websocket?heard=true')
    socket.send({ context_id: 'a', cancel: true, position_ms: -1 })
    await socket.until((frames) => typesOf(frames).includes('error'))
    expect(ofType(socket, 'error')[0]).toMatchObject({ status_code: 400, context_id: 'a' })
    socket.send({ ...CONTEXT, context_id: 'a', transcript: 'One.' })
    await socket.until(() => endsOf(socket, 'a').length === 1)
  })
})
