import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { SpeechError } from '../../src/core/errors.ts'
import type { SynthesisRequest } from '../../src/core/request.ts'
import { Samples } from '../../src/core/samples.ts'
import { audioBytes, kindsOf, messagesOf, openSocket, wordsOf } from './socket-client.ts'
import { shareTestService, startTestService } from './test-service.ts'

const sharedService = shareTestService()

const FLUSH = { operation: 'flush' }
const CLEAR = { operation: 'clear' }
const EOS = { operation: 'eos' }
/** 100 ms of the hum at 24 kHz, a word. */
const WORD_BYTES = 4800

/** Long enough to see that nothing arrives. */
const AWHILE_MS = 60

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** An endless speaker with chunks of 100 ms, counted. */
function endless() {
  const counted = { made: 0, isStopped: false }
  async function* speak({ sampleRateHz }: SynthesisRequest, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
    try {
      for (;;) {
        signal.throwIfAborted()
        counted.made++
        yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz / 10).fill(counted.made)) }
        await delay(0)
      }
    } finally {
      counted.isStopped = true
    }
  }
  return Object.assign(counted, { speak })
}

describe('WebSocket messages', () => {
  test('chunk, timestamps and done have the fields of the contract, contextId always', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    send({ text: 'Hello there.' })
    send(FLUSH)
    const frames = await untilDone()
    expect(frames.map((frame) => Object.keys(frame))).toEqual([
      ['type', 'data', 'contextId'],
      ['type', 'data', 'contextId'],
      ['type', 'word_timestamps', 'contextId'],
      ['type', 'contextId'],
    ])
    expect(frames[2]).toEqual({
      type: 'timestamps',
      word_timestamps: { words: ['Hello', 'there.'], start: [0, 0.1], end: [0.1, 0.2] },
      contextId: null,
    })
    expect(frames[3]).toEqual({ type: 'done', contextId: null })
    expect(audioBytes(frames)).toHaveLength(2 * WORD_BYTES)
  })

  test('contextId is null until one is sent, then the last one stays in force, on operations too', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    const contexts = async (count: number) =>
      (await untilDone(count)).splice(0).map((frame) => 'contextId' in frame && frame.contextId)
    send({ text: 'One.' })
    send(FLUSH)
    expect(await contexts(1)).toEqual([null, null, null])
    send({ text: 'Two.', contextId: 'a' })
    send(FLUSH)
    expect(await contexts(1)).toEqual(['a', 'a', 'a'])
    send({ text: 'Three.' })
    send({ ...FLUSH, contextId: 'b' })
    expect(await contexts(1)).toEqual(['b', 'b', 'b'])
    send({ text: 'Four.', contextId: null })
    send(FLUSH)
    expect(await contexts(1)).toEqual(['b', 'b', 'b'])
  })

  test('events carry the context that was in force when their audio was requested', async () => {
    const held = gate()
    const service = await startTestService({
      async *speak() {
        await held.opened
        yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
      },
    })
    const { send, untilDone } = await openSocket(service)
    send({ text: 'One. ', contextId: 'a' })
    await vi.waitFor(() => expect(service.spoken).toHaveLength(1))
    send({ text: 'Two.', contextId: 'b' })
    send(FLUSH)
    held.open()
    const frames = await untilDone()
    expect(frames.map((frame) => 'type' in frame && `${frame.type} ${frame.contextId}`)).toEqual([
      'chunk a',
      'timestamps a',
      'chunk b',
      'timestamps b',
      'done b',
    ])
  })

  test('text and an operation in one message are taken one after the other; other fields are ignored', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    send({ text: 'Hello.', operation: 'flush', speaker: 7, more: { than: ['known'] } })
    expect(kindsOf(await untilDone())).toEqual(['chunk', 'timestamps', 'done'])
  })

  test('phonemizeBetweenBrackets and inlineSpeedAlpha hold for their own text', async () => {
    const service = await startTestService()
    const { send, untilDone } = await openSocket(service, {
      modelId: 'mistv2',
      speaker: 'cove',
      pauseBetweenBrackets: true,
    })
    send({ text: '[One] <500.0> {w1An}. ', inlineSpeedAlpha: ',2', phonemizeBetweenBrackets: true })
    send({ text: '[Two]. ' })
    send(FLUSH)
    await untilDone()
    expect(service.spoken.map(({ text, markup }) => ({ text, ...markup }))).toMatchObject([
      { text: '[One] <500.0> {w1An}. ', pauses: true, breaks: true, phonemes: true, inlineRates: [0.5] },
      { text: '[Two]. ', pauses: true, breaks: true, phonemes: false, inlineRates: [] },
    ])
  })

  test('on coda they are ignored, whatever they hold', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    send({ text: '[One]', inlineSpeedAlpha: 'nonsense', phonemizeBetweenBrackets: 7 })
    send(FLUSH)
    expect(kindsOf(await untilDone())).not.toContain('error')
  })
})

describe('WebSocket malformed messages answer error, and the socket stays open', () => {
  test.each([
    ['', 'message is not valid JSON'],
    ['{"text": "Hello', 'message is not valid JSON'],
    ['Hello.', 'message is not valid JSON'],
    ['[]', 'payload must be an object'],
    ['null', 'payload must be an object'],
    ['{}', 'text or operation is required'],
    ['{"text": null}', 'text or operation is required'],
    ['{"text": 7}', 'text must be a string'],
    ['{"operation": "stop"}', 'operation must be one of flush, clear, eos'],
    ['{"operation": 7}', 'operation must be a string'],
    ['{"text": "Hello.", "contextId": 7}', 'contextId must be a string'],
    [
      '{"text": "Hello.", "inlineSpeedAlpha": "x"}',
      'inlineSpeedAlpha must be a comma-separated list of positive numbers',
    ],
    ['{"text": "Hello.", "phonemizeBetweenBrackets": "x"}', 'phonemizeBetweenBrackets must be a boolean'],
    ['{"text": "'.padEnd(100_000, 'x'), 'message is not valid JSON'],
  ])('%.40s: "%s"', async (message, expected) => {
    const service = await sharedService()
    const { send, untilDone, frames } = await openSocket(service, 'speaker=cove&modelId=mistv3')
    send(message)
    send({ text: 'Still here.' })
    send(FLUSH)
    await untilDone()
    expect(frames[0]).toEqual({ type: 'error', message: expected, contextId: null })
    expect(wordsOf(frames)).toEqual(['Still here.'])
  })

  test('the error carries the context of its message, else the one in force', async () => {
    const service = await sharedService()
    const { send, until } = await openSocket(service)
    send({ operation: 'stop', contextId: 'a' })
    send('nonsense')
    expect(await until((frames) => frames.length === 2)).toMatchObject([{ contextId: 'a' }, { contextId: 'a' }])
  })

  test('a context that is refused as too long is neither sent back nor kept in force', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    send({ text: 'Hello.', contextId: 'x'.repeat(1001) })
    send({ text: 'Hello.' })
    send(FLUSH)
    const frames = await untilDone()
    expect(frames[0]).toEqual({ type: 'error', message: 'contextId is too long', contextId: null })
    expect(frames.every((frame) => 'contextId' in frame && frame.contextId === null)).toBe(true)
  })

  test('a binary frame is one too', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    send(Buffer.from('{"text": "Hello."}'))
    send({ text: 'Hello.' })
    send(FLUSH)
    const frames = await untilDone()
    expect(frames[0]).toEqual({ type: 'error', message: 'message must be text', contextId: null })
  })

  test('what is not UTF-8 closes with 1007, as the WebSocket protocol says', async () => {
    const service = await sharedService()
    const { socket, closed } = await openSocket(service)
    socket.send(Buffer.from([0x7b, 0xff, 0xfe]), { binary: false })
    expect(await closed).toMatchObject({ code: 1007 })
  })
})

describe('WebSocket segment=bySentence', () => {
  test('is the default: speaks at . ? ! that ends a sentence, not at 2.5, Dr. or e.g.', async () => {
    const service = await sharedService()
    const { send, untilDone, until } = await openSocket(service)
    for (const token of ['Dr', '. Smith', ' paid 2', '.5 dollars', ', e.g', '. for tea', '. Then', ' he left'])
      send({ text: token })
    expect(wordsOf(await until((frames) => wordsOf(frames).length === 1))).toEqual([
      'Dr. Smith paid 2.5 dollars, e.g. for tea.',
    ])
    send(FLUSH)
    expect(wordsOf(await untilDone())).toEqual(['Dr. Smith paid 2.5 dollars, e.g. for tea.', 'Then he left'])
  })

  test('speaks a sentence that nothing follows, and nothing that does not end like one', async () => {
    const service = await sharedService()
    const { send, until, frames } = await openSocket(service)
    send({ text: 'Hello there.' })
    await until((all) => wordsOf(all).length === 1)
    send({ text: ' And then' })
    await delay(AWHILE_MS + 100)
    expect(wordsOf(frames)).toEqual(['Hello there.'])
  })

  test('a flush with nothing owed emits nothing', async () => {
    const service = await sharedService()
    const { roundTrip, send, untilDone, frames } = await openSocket(service)
    send(FLUSH)
    send({ text: '' })
    send({ text: ' \n' })
    send(FLUSH)
    send({ text: 'Hello.' })
    send(FLUSH)
    send(FLUSH)
    await untilDone()
    send(FLUSH)
    await roundTrip()
    expect(kindsOf(frames)).toEqual(['chunk', 'timestamps', 'done'])
  })
})

describe('WebSocket segment=immediate', () => {
  test.each(['segment=immediate', 'immediate=true'])(
    '?%s speaks at once when idle, else what has gathered',
    async (query) => {
      const held = gate()
      const service = await startTestService({
        async *speak() {
          await held.opened
          yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
        },
      })
      const { roundTrip, send, untilDone } = await openSocket(service, `speaker=luna&modelId=coda&${query}`)
      send({ text: 'One and' })
      await vi.waitFor(() => expect(service.spoken).toHaveLength(1))
      send({ text: ' two' })
      send({ text: ' and three. Four' })
      await roundTrip()
      held.open()
      await vi.waitFor(() => expect(service.spoken).toHaveLength(2))
      send(FLUSH)
      expect(wordsOf(await untilDone())).toEqual(['One and', 'two and three. Four'])
    },
  )
})

describe('WebSocket segment=never', () => {
  test('only flush and eos synthesize', async () => {
    const service = await startTestService({ limits: { doneGraceMs: 0 } })
    const { roundTrip, send, untilDone, frames, closed } = await openSocket(service, { segment: 'never' })
    send({ text: 'One. Two. ' })
    send({ text: 'Three.' })
    await roundTrip()
    expect(frames).toEqual([])
    send(FLUSH)
    expect(wordsOf(await untilDone())).toEqual(['One. Two. Three.'])
    send({ text: 'Four.' })
    send(EOS)
    await closed
    expect(wordsOf(frames)).toEqual(['One. Two. Three.', 'Four.'])
  })

  test('exactly one done for every flush, an empty one too', async () => {
    const service = await sharedService()
    const { send, frames, closed } = await openSocket(service, { segment: 'never' })
    send(FLUSH)
    send({ text: 'One.', contextId: 'a' })
    send(FLUSH)
    send({ ...FLUSH, contextId: 'b' })
    send(EOS)
    expect(await closed).toEqual({ code: 1000, reason: '' })
    expect(frames.map((frame) => 'type' in frame && `${frame.type} ${frame.contextId}`)).toEqual([
      'done null',
      'chunk a',
      'timestamps a',
      'done a',
      'done b',
    ])
  })
})

describe('WebSocket done', () => {
  test.each(['bySentence', 'immediate'])('%s: one for a turn, however late its text comes', async (segment) => {
    const service = await startTestService({ limits: { doneGraceMs: 60_000 } })
    const { roundTrip, send, untilDone, frames } = await openSocket(service, { segment })
    for (const [index, text] of ['One. ', 'Two. ', 'Three. '].entries()) {
      send({ text })
      await vi.waitFor(() => expect(service.spoken).toHaveLength(index + 1))
    }
    send(FLUSH)
    await untilDone()
    send(FLUSH)
    await roundTrip()
    expect(kindsOf(frames).filter((kind) => kind === 'done')).toHaveLength(1)
    expect(kindsOf(frames).at(-1)).toBe('done')
    expect(wordsOf(frames)).toEqual(['One.', 'Two.', 'Three.'])
  })

  test.each(['bySentence', 'immediate'])(
    '%s: without a flush it comes when the audio has been heard and the grace is over',
    async (segment) => {
      const service = await startTestService({ limits: { doneGraceMs: 100 } })
      const { roundTrip, send, untilDone, frames } = await openSocket(service, { segment })
      const sentAt = performance.now()
      send({ text: 'One two three. ' })
      await untilDone()
      expect(performance.now() - sentAt).toBeGreaterThan(390)
      send(FLUSH)
      await roundTrip()
      expect(kindsOf(frames).filter((kind) => kind === 'done')).toHaveLength(1)
    },
  )

  test('HOARFROST_DONE_GRACE_MS=0 ends the turn with its audio', async () => {
    const service = await startTestService({ limits: { doneGraceMs: 0 } })
    const { send, untilDone } = await openSocket(service)
    send({ text: 'One. ' })
    expect(kindsOf(await untilDone())).toEqual(['chunk', 'timestamps', 'done'])
  })
})

describe('WebSocket timestamps', () => {
  test('T-10: one event a segment, after its last chunk and before its done, from the start of its audio to the end', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    send({ text: '“Well,” he said, 2,500 — no? ', contextId: 'a' })
    send({ text: 'Two words.' })
    send(FLUSH)
    const frames = await untilDone()
    expect(kindsOf(frames).slice(-3)).toEqual(['chunk', 'timestamps', 'done'])
    const [first, second] = messagesOf(frames, 'timestamps').map(({ word_timestamps }) => word_timestamps)
    expect(first?.words).toEqual(['“Well,”', 'he', 'said,', '2,500', '—', 'no?'])
    for (const times of [first, second]) {
      expect(times?.start[0]).toBe(0)
      expect(times?.start.slice(1)).toEqual(times?.end.slice(0, -1))
    }
    const lengths = [first, second].map((times) => times?.end.at(-1) ?? 0)
    expect(lengths.map((seconds) => Math.round(seconds * 48_000)).reduce((sum, bytes) => sum + bytes)).toBe(
      audioBytes(frames).length,
    )
  })

  test.each([
    ['/ws3', {}, [0, 0]],
    ['/ws3', { timestampsFrom: 'turn' }, [0, 0.2]],
    ['/ws2', {}, [0, 0]],
    ['/turn-times/ws3', {}, [0, 0.2]],
    ['/turn-times/ws3', { timestampsFrom: '' }, [0, 0.2]],
    ['/turn-times/ws3', { timestampsFrom: 'segment' }, [0, 0]],
    ['/turn-times/ws2', {}, [0, 0.2]],
  ])('T-6: on %s with %j the sentences of a turn begin at %j', async (path, query, starts) => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service, query, path)
    for (let turn = 1; turn <= 2; turn++) {
      send({ text: 'Hello there. How are you? ' })
      send(FLUSH)
      await untilDone(turn)
    }
    const times = messagesOf(await untilDone(2), 'timestamps')
    expect(times.map(({ word_timestamps }) => word_timestamps.start[0])).toEqual([...starts, ...starts])
  })

  test.each([
    ['eng', 'Hello there. ', 1],
    ['spa', 'Hola amigo. ', 1],
    ['fra', 'Bonjour à tous. ', 0],
    ['ger', 'Guten Tag. ', 0],
    ['hin', 'नमस्ते। ', 0],
    ['jpn', 'こんにちは。', 0],
  ])('%s: "%s" has %i, and no error', async (lang, text, count) => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service, { lang })
    send({ text })
    send(FLUSH)
    const frames = await untilDone()
    expect(messagesOf(frames, 'timestamps')).toHaveLength(count)
    expect(kindsOf(frames)).not.toContain('error')
    expect(audioBytes(frames).length).toBeGreaterThan(0)
  })

  test('a text with nothing to speak is a short silence', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    send({ text: '...' })
    send(FLUSH)
    const frames = await untilDone()
    expect(audioBytes(frames)).toEqual(Buffer.alloc(0.2 * 48_000))
    expect(wordsOf(frames)).toEqual(['...'])
  })
})

describe('WebSocket clear', () => {
  test('drops what is spoken, queued and buffered: nothing of it comes after, and no done', async () => {
    const speaker = endless()
    const service = await startTestService({ speak: speaker.speak })
    const { send, until, frames } = await openSocket(service)
    send({ text: 'One. Two. And', contextId: 'a' })
    await until((all) => all.length >= 3)
    send(CLEAR)
    await vi.waitFor(() => expect(speaker.isStopped).toBe(true))
    const made = speaker.made
    send({ text: 'Three. ', contextId: 'b' })
    await until((all) => all.some((frame) => 'contextId' in frame && frame.contextId === 'b'))
    const after = frames.findIndex((frame) => 'contextId' in frame && frame.contextId === 'b')
    expect(kindsOf(frames.slice(0, after))).not.toContain('done')
    expect(frames.slice(after).every((frame) => 'contextId' in frame && frame.contextId === 'b')).toBe(true)
    const [first] = messagesOf(frames.slice(after), 'chunk')
    expect(Buffer.from(first?.data ?? '', 'base64').readInt16LE(0)).toBeGreaterThan(made)
    expect(service.spoken.map(({ text }) => text)).toEqual(['One. ', 'Three. '])
  })

  test('is silent on an idle socket, before and after a turn', async () => {
    const service = await sharedService()
    const { roundTrip, send, untilDone, frames, socket } = await openSocket(service)
    send(CLEAR)
    send({ text: 'One.' })
    send(FLUSH)
    await untilDone()
    send(CLEAR)
    send(CLEAR)
    await roundTrip()
    expect(kindsOf(frames)).toEqual(['chunk', 'timestamps', 'done'])
    expect(socket.readyState).toBe(socket.OPEN)
  })
})

describe('WebSocket eos', () => {
  test('synthesizes the rest, sends done and closes with 1000', async () => {
    const service = await sharedService()
    const { send, frames, closed } = await openSocket(service)
    send({ text: 'One. Two' })
    send(EOS)
    expect(await closed).toEqual({ code: 1000, reason: '' })
    expect(wordsOf(frames)).toEqual(['One.', 'Two'])
    expect(kindsOf(frames).at(-1)).toBe('done')
    expect(kindsOf(frames).filter((kind) => kind === 'done')).toHaveLength(1)
  })

  test('a client may close right after it', async () => {
    const speaker = endless()
    const service = await startTestService({ speak: speaker.speak })
    const { send, socket, closed, until } = await openSocket(service)
    send({ text: 'One. ' })
    await until((frames) => frames.length > 0)
    send(EOS)
    socket.close()
    await closed
    await vi.waitFor(() => expect(speaker.isStopped).toBe(true))
    expect(service.log.join()).not.toContain('failed')
  })
})

describe('WebSocket failures of the service close with 1011', () => {
  test.each([
    [new SpeechError('engine.crashed', 'thread exited with 1'), '500: internal error'],
    [new TypeError('x is not a function'), '500: internal error'],
    [new SpeechError('pool.overloaded', '256 streams are open'), '503: service unavailable'],
  ])('"%s" with "%s"', async (error, reason) => {
    const service = await startTestService({
      async *speak() {
        yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
        throw error
      },
    })
    const { send, closed, frames } = await openSocket(service)
    send({ text: 'One. Two. ' })
    expect(await closed).toEqual({ code: 1011, reason })
    expect(kindsOf(frames)).not.toContain('done')
    expect(service.log.join().includes('session failed')).toBe(reason.startsWith('500'))
  })

  test.each([
    ['mistv3', 'bySentence', 501],
    ['mistv2', 'immediate', 1001],
    ['mistv3', 'never', 501],
  ])('%s, %s: a text of %i characters is too long', async (modelId, segment, length) => {
    const service = await sharedService()
    const { send, closed } = await openSocket(service, { modelId, speaker: 'cove', segment })
    send({ text: 'x'.repeat(length - 1) })
    send(CLEAR)
    send({ text: 'x'.repeat(length) })
    expect(await closed).toEqual({ code: 1011, reason: '400: text is too long' })
  })

  test('never: so are texts that together come to more before a flush', async () => {
    const service = await sharedService()
    const { send, closed } = await openSocket(service, { modelId: 'mistv3', speaker: 'cove', segment: 'never' })
    send({ text: 'x'.repeat(400) })
    send({ text: 'x'.repeat(101) })
    expect(await closed).toEqual({ code: 1011, reason: '400: text is too long' })
  })

  test('coda takes a text of a megabyte, and a message past the limit of a body closes with 1009', async () => {
    const service = await startTestService({ limits: { maxBodyBytes: 2 ** 21 } })
    const { send, until, closed } = await openSocket(service)
    send({ text: 'One word. '.repeat(100_000) })
    await until((frames) => wordsOf(frames).length >= 3)
    send({ text: 'x'.repeat(2 ** 21) })
    expect(await closed).toMatchObject({ code: 1009 })
  })

  test('a message of more than a mebibyte closes with 1009, whatever the limit of a body', async () => {
    const service = await startTestService({ limits: { maxBodyBytes: 2 ** 23 } })
    const { send, closed } = await openSocket(service)
    send({ text: 'x'.repeat(2 ** 20) })
    expect(await closed).toMatchObject({ code: 1009 })
  })

  test('JSON of much that is no text answers an error, and the socket goes on', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service)
    send(`{"text":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
    send({ text: 'One word.' })
    send(FLUSH)
    const frames = await untilDone()
    expect(frames[0]).toMatchObject({ type: 'error', message: 'message is too large apart from its text' })
    expect(wordsOf(frames)).toEqual(['One word.'])
  })

  test('phonemes that are none answer error, and the rest is spoken', async () => {
    const service = await startTestService({
      async *speak({ text }) {
        if (text.includes('{')) throw new SpeechError('request.invalid', 'phoneme "!" at place 1 is not there')
        yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
      },
    })
    const { send, untilDone } = await openSocket(service, { modelId: 'mistv3', speaker: 'cove' })
    send({ text: 'Say {!}. ', phonemizeBetweenBrackets: true, contextId: 'a' })
    send({ text: 'Hello. ' })
    send(FLUSH)
    expect(await untilDone()).toMatchObject([
      { type: 'error', message: 'phoneme "!" at place 1 is not there', contextId: 'a' },
      { type: 'chunk' },
      { type: 'timestamps' },
      { type: 'done', contextId: 'a' },
    ])
  })
})

describe('WebSocket formats', () => {
  test('pcm chunks hold whole samples', async () => {
    const service = await startTestService({
      async *speak() {
        for (const length of [1, 3, 333, 1])
          yield { kind: 'audio', samples: new Samples(new Int16Array(length).fill(257)) }
      },
    })
    const { send, untilDone } = await openSocket(service)
    send({ text: 'Hello.' })
    send(FLUSH)
    const lengths = messagesOf(await untilDone(), 'chunk').map(({ data }) => Buffer.from(data, 'base64').length)
    expect(lengths).toEqual([2, 6, 666, 2])
  })

  test('mulaw has one byte a sample', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service, { audioFormat: 'mulaw' })
    send({ text: 'Hello there.' })
    send(FLUSH)
    expect(audioBytes(await untilDone())).toHaveLength(1600)
  })

  test('wav is one file a turn', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service, { audioFormat: 'wav' })
    for (let turn = 1; turn <= 2; turn++) {
      send({ text: 'Hello. You there.' })
      send(FLUSH)
      const audio = audioBytes((await untilDone()).splice(0))
      expect(audio.subarray(0, 4).toString('latin1')).toBe('RIFF')
      expect(audio).toHaveLength(44 + 3 * WORD_BYTES)
    }
  })
})

describe('WebSocket formats in frames', () => {
  test.each([
    ['mp3', (audio: Buffer) => (audio.readUInt16BE(0) & 0xffe0) === 0xffe0],
    ['ogg', (audio: Buffer) => audio.toString('latin1', 0, 4) === 'OggS'],
  ] as const)('%s is one file a turn, on /ws3 and /ws', async (audioFormat, isFile) => {
    const service = await sharedService()
    const client = await openSocket(service, { audioFormat })
    for (let turn = 1; turn <= 2; turn++) {
      client.send({ text: 'Hello. You there.' })
      client.send(FLUSH)
      const frames = (await client.untilDone()).splice(0)
      expect(isFile(audioBytes(frames))).toBe(true)
      expect(kindsOf(frames).at(-1)).toBe('done')
      expect(kindsOf(frames).filter((kind) => kind === 'timestamps')).toHaveLength(2)
    }
    const raw = await openSocket(service, { audioFormat }, '/ws')
    raw.send('Hello. You there.')
    raw.send('<EOS>')
    await raw.closed
    expect(isFile(Buffer.concat(raw.frames as Buffer[]))).toBe(true)
  })
})

describe('WebSocket /ws2', () => {
  test('is /ws3 with "done": true', async () => {
    const service = await sharedService()
    const { send, untilDone } = await openSocket(service, 'speaker=cove', '/ws2')
    send({ text: 'Hello.', contextId: 'a' })
    send(FLUSH)
    expect((await untilDone()).at(-1)).toEqual({ type: 'done', done: true, contextId: 'a' })
  })
})

describe('WebSocket /ws', () => {
  test('takes bare text, sends bare audio and nothing else', async () => {
    const service = await sharedService()
    const { send, frames, closed } = await openSocket(service, {}, '/ws')
    send('One two.')
    send(' {"text": "three"}')
    send('<FLUSH>')
    send('<EOS>')
    expect(await closed).toEqual({ code: 1000, reason: '' })
    expect(frames.every(Buffer.isBuffer)).toBe(true)
    expect(Buffer.concat(frames as Buffer[])).toHaveLength(4 * WORD_BYTES)
  })

  test('<CLEAR> drops what is being spoken', async () => {
    const speaker = endless()
    const service = await startTestService({ speak: speaker.speak })
    const { roundTrip, send, until, frames } = await openSocket(service, {}, '/ws')
    send('One. ')
    await until((all) => all.length > 2)
    send('<CLEAR>')
    await vi.waitFor(() => expect(speaker.isStopped).toBe(true))
    await roundTrip()
    const length = frames.length
    await roundTrip()
    expect(frames).toHaveLength(length)
  })

  test('an operation within a text is text', async () => {
    const service = await startTestService()
    const { send, closed } = await openSocket(service, { segment: 'never' }, '/ws')
    send('One <CLEAR> two')
    send('<EOS>')
    await closed
    expect(service.spoken.map(({ text }) => text)).toEqual(['One <CLEAR> two'])
  })

  test('a binary frame closes with 1003, a failure with 1011', async () => {
    const service = await sharedService()
    const binary = await openSocket(service, {}, '/ws')
    binary.send(Buffer.from('One.'))
    expect(await binary.closed).toEqual({ code: 1003, reason: 'message must be text' })
    const long = await openSocket(service, 'speaker=cove', '/ws')
    long.send('x'.repeat(501))
    expect(await long.closed).toEqual({ code: 1011, reason: '400: text is too long' })
  })
})

describe('WebSocket draining', () => {
  test('an idle socket is closed with 1001 at once, one in a turn after it', async () => {
    const held = gate()
    const service = await startTestService({
      async *speak() {
        await held.opened
        yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
      },
    })
    const idle = await openSocket(service)
    const busy = await openSocket(service)
    busy.send({ text: 'One.' })
    busy.send(FLUSH)
    await vi.waitFor(() => expect(service.spoken).toHaveLength(1))
    const closing = service.close()
    expect(await idle.closed).toMatchObject({ code: 1001 })
    expect(busy.frames).toEqual([])
    held.open()
    expect(await busy.closed).toMatchObject({ code: 1001 })
    expect(kindsOf(busy.frames)).toEqual(['chunk', 'timestamps', 'done'])
    await closing
  })
})
