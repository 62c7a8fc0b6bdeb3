import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { SpeechError } from '../../src/core/errors.ts'
import { Samples } from '../../src/core/samples.ts'
import '../property-seed.ts'
import { createPacedSpeech } from './paced-speech.ts'
import { type RecordedFrame, recordSocket } from './recorded-socket.ts'
import { refusalOf } from './socket-client.ts'
import { shareTestService, TEST_KEY, type TestServiceOptions } from './test-service.ts'

const PATH = '/tts/websocket'
const KEY = { 'x-api-key': TEST_KEY }
const CONTEXT = {
  model_id: 'sonic-3',
  voice: { mode: 'id', id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' },
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
  language: null,
}
/** Each text is spoken at once, as LiveKit and Pipecat send it. */
const AT_ONCE = { ...CONTEXT, max_buffer_delay_ms: 0, add_timestamps: true }
const WORD_BYTES = 4800

const startService = shareTestService()

async function connect(options?: TestServiceOptions) {
  const service = await startService(options)
  const socket = await recordSocket(service, `${PATH}?cartesia_version=2025-04-16`, KEY)
  return { ...service, ...socket }
}

/** Any message; tests compare it. */
// biome-ignore lint/suspicious/noExplicitAny: its form is what the tests are about
type Message = any

const messagesOf = (frames: readonly RecordedFrame[], context_id: string): readonly Message[] =>
  (frames as readonly Message[]).filter((frame) => frame.context_id === context_id)

const audioOf = (messages: readonly Message[]): Buffer =>
  Buffer.concat(messages.map(({ data = '' }) => Buffer.from(data, 'base64')))

const typesOf = (messages: readonly Message[]): readonly string[] =>
  messages.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1])

const hasEnded =
  (...ids: readonly string[]) =>
  (frames: readonly RecordedFrame[]) =>
    ids.every((id) => messagesOf(frames, id).some(({ done }) => done === true))

const wordsOf = (messages: readonly Message[]) => ({
  words: messages.flatMap(({ word_timestamps: times }) => times?.words ?? []),
  start: messages.flatMap(({ word_timestamps: times }) => times?.start ?? []),
  end: messages.flatMap(({ word_timestamps: times }) => times?.end ?? []),
})

test('Cartesia §8.1: texts of a context are spoken in order, words timed from its start, then done once', async () => {
  const { send, until, frames, spoken } = await connect()
  const at = { ...AT_ONCE, context_id: 'a' }
  send({ ...at, transcript: 'Hello, ', continue: true })
  send({ ...at, transcript: 'my friend.', continue: true })
  send({ ...at, transcript: '', continue: false })
  await until(hasEnded('a'))
  const messages = messagesOf(frames, 'a')
  expect(messages).toHaveLength(frames.length)
  expect(audioOf(messages)).toHaveLength(3 * WORD_BYTES)
  expect(wordsOf(messages)).toEqual({
    words: ['Hello,', 'my', 'friend.'],
    start: [0, 0.1, 0.2],
    end: [0.1, 0.2, 0.3],
  })
  for (const message of messages) expect(message.status_code).toBe(206)
  for (const { done, step_time } of messages.filter(({ type }) => type === 'chunk'))
    expect([done, Number.isInteger(step_time)]).toEqual([false, true])
  expect(messages.at(-1)).toEqual({ type: 'done', done: true, status_code: 206, context_id: 'a' })
  expect(spoken.map(({ text }) => text)).toEqual(['Hello, ', 'my friend.'])
})

test('Cartesia §4.1: a context ends when the client says so, however long it pauses, also without any text', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, until, roundTrip, frames } = await connect()
  send({ ...AT_ONCE, context_id: 'a', transcript: 'One.', continue: true })
  await until((all) => audioOf(messagesOf(all, 'a')).length === WORD_BYTES)
  await vi.advanceTimersByTimeAsync(600_000)
  await roundTrip()
  expect(hasEnded('a')(frames)).toBe(false)
  send({ ...AT_ONCE, context_id: 'a', transcript: 'Two.' })
  send({ ...AT_ONCE, context_id: 'b', transcript: ' ', continue: false })
  send({ ...AT_ONCE, context_id: 'c', transcript: '' })
  await until(hasEnded('a', 'b', 'c'))
  expect(audioOf(messagesOf(frames, 'a'))).toHaveLength(2 * WORD_BYTES)
  for (const id of ['b', 'c']) expect(typesOf(messagesOf(frames, id))).toEqual(['done'])
})

test('pieces of a text are of any length, also with a model whose texts are short', async () => {
  const { send, until, frames, spoken } = await connect()
  const at = { ...AT_ONCE, model_id: 'mistv3', voice: 'astra', context_id: 'a' }
  const long = `${'word '.repeat(150)}end. `
  send({ ...at, transcript: long, continue: true })
  send({ ...at, transcript: '', continue: false })
  await until(hasEnded('a'))
  expect(typesOf(messagesOf(frames, 'a'))).not.toContain('error')
  expect(spoken.map(({ text }) => text.trim()).join(' ')).toBe(long.trim())
})

test('Cartesia §8.2: contexts run side by side', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const { send, until, frames } = await connect({ speak })
  send({ ...AT_ONCE, context_id: 'slow', transcript: 'One stop two.' })
  await stopped
  send({ ...AT_ONCE, context_id: 'quick', transcript: 'Three.' })
  await until(hasEnded('quick'))
  expect(hasEnded('slow')(frames)).toBe(false)
  release()
  await until(hasEnded('slow'))
  expect(audioOf(messagesOf(frames, 'slow'))).toHaveLength(3 * WORD_BYTES)
})

test('Cartesia §8.3: a flush speaks what is pending and is told; times go on', async () => {
  const { send, until, frames } = await connect()
  const at = { ...CONTEXT, add_timestamps: true, context_id: 'a' }
  send({ ...at, transcript: 'One', continue: true })
  send({ ...at, transcript: '', continue: true, flush: true })
  await until((all) => typesOf(messagesOf(all, 'a')).includes('flush_done'))
  send({ ...at, transcript: 'Two.', continue: true })
  send({ ...at, transcript: '', continue: true, flush: true })
  send({ ...at, transcript: '', continue: true, flush: true })
  send({ ...at, transcript: 'Three.', continue: true })
  send({ ...at, transcript: '' })
  await until(hasEnded('a'))
  const messages = messagesOf(frames, 'a')
  expect(messages.map(({ type, flush_id }) => (type === 'done' ? type : `${type} ${flush_id}`))).toEqual([
    'chunk 1',
    'timestamps 1',
    'flush_done 1',
    'chunk 2',
    'timestamps 2',
    'flush_done 2',
    'flush_done 3',
    'chunk 4',
    'timestamps 4',
    'done',
  ])
  expect(messages[2]).toEqual({
    type: 'flush_done',
    done: false,
    flush_done: true,
    flush_id: 1,
    status_code: 206,
    context_id: 'a',
  })
  expect(wordsOf(messages)).toEqual({ words: ['One', 'Two.', 'Three.'], start: [0, 0.1, 0.2], end: [0.1, 0.2, 0.3] })
})

test('Cartesia §8.4: nothing follows a cancel but one done; of an unknown context not even that', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const { send, until, roundTrip, frames } = await connect({ speak })
  send({ ...AT_ONCE, context_id: 'a', transcript: 'One stop two.', continue: true })
  const signal = await stopped
  send({ context_id: 'a', cancel: true })
  send({ context_id: 'a', cancel: true })
  send({ context_id: 'nobody', cancel: true })
  await until(hasEnded('a'))
  expect(signal.aborted).toBe(true)
  release()
  send({ ...AT_ONCE, context_id: 'b', transcript: 'Three.' })
  await until(hasEnded('b'))
  await roundTrip()
  const messages = messagesOf(frames, 'a')
  expect(audioOf(messages).length).toBeLessThanOrEqual(WORD_BYTES)
  expect(messages.filter(({ type }) => type === 'done')).toHaveLength(1)
  expect(messages.at(-1)?.type).toBe('done')
  expect(messagesOf(frames, 'nobody')).toEqual([])
  send({ ...AT_ONCE, context_id: 'a', transcript: 'Four.' })
  await until((all) => messagesOf(all, 'a').filter(({ type }) => type === 'done').length === 2)
})

describe('Cartesia §4: buffering', () => {
  test('texts are joined as they are, and sentences spoken when they end', async () => {
    const { send, until, spoken } = await connect()
    for (const transcript of ['He', 'llo, you. Good', ' bye.']) {
      send({ ...CONTEXT, context_id: 'a', transcript, continue: true })
    }
    send({ ...CONTEXT, context_id: 'a', transcript: '' })
    await until(hasEnded('a'))
    expect(spoken.map(({ text }) => text.trim())).toEqual(['Hello, you.', 'Good bye.'])
  })

  test.each([
    [undefined, 3000],
    [200, 200],
    [5000, 5000],
  ])('with max_buffer_delay_ms %s a text without a sentence end is spoken after %d ms', async (delay, afterMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { send, until, roundTrip, spoken } = await connect()
    const at = { ...CONTEXT, context_id: 'a', ...(delay !== undefined && { max_buffer_delay_ms: delay }) }
    send({ ...at, transcript: 'One, two ', continue: true })
    await roundTrip()
    await vi.advanceTimersByTimeAsync(afterMs / 2)
    send({ ...at, transcript: 'three ', continue: true })
    await roundTrip()
    await vi.advanceTimersByTimeAsync(afterMs / 2 - 20)
    await roundTrip()
    expect(spoken).toEqual([])
    await vi.advanceTimersByTimeAsync(21)
    await until((all) => audioOf(messagesOf(all, 'a')).length === 3 * WORD_BYTES)
    expect(spoken.map(({ text }) => text.trim())).toEqual(['One, two three'])
  })
})

test('each text may have its own speed and volume; voice, model, format and language are those of the first', async () => {
  const { send, until, frames, spoken } = await connect()
  send({ ...CONTEXT, context_id: 'a', transcript: 'One ', continue: true, generation_config: { speed: 0.8 } })
  send({
    ...CONTEXT,
    context_id: 'a',
    transcript: 'two ',
    continue: true,
    generation_config: { speed: 1.5, volume: 2 },
  })
  send({
    context_id: 'a',
    transcript: 'three.',
    voice: { id: 'nobody' },
    model_id: 'x',
    output_format: 7,
    language: 'xx',
  })
  await until(hasEnded('a'))
  expect(messagesOf(frames, 'a').map(({ type }) => type)).not.toContain('error')
  expect(spoken.map(({ text, rate }) => [text.trim(), rate])).toEqual([
    ['One', 0.8],
    ['two', 1.5],
    ['three.', 0.8],
  ])
  expect(new Set(spoken.map(({ voice }) => voice.speaker))).toEqual(new Set(['luna']))
})

test('Cartesia §4.4: every language has times of words, and words are told as they are written', async () => {
  const { send, until, frames } = await connect()
  send({ ...AT_ONCE, voice: 'liesel', language: 'de', context_id: 'de', transcript: 'Guten „Tag“, Welt!' })
  send({ ...AT_ONCE, context_id: 'tag', transcript: '<emotion value="sad"/> Well <break time="1s"/> then.' })
  send({ ...AT_ONCE, context_id: 'none', transcript: '<break time="1s"/>' })
  send({ ...AT_ONCE, add_timestamps: false, context_id: 'off', transcript: 'Hello.' })
  await until(hasEnded('de', 'tag', 'none', 'off'))
  expect(wordsOf(messagesOf(frames, 'de')).words).toEqual(['Guten', '„Tag“,', 'Welt!'])
  expect(wordsOf(messagesOf(frames, 'tag')).words).toEqual(['Well', 'then.'])
  for (const id of ['none', 'off']) expect(wordsOf(messagesOf(frames, id)).words).toEqual([])
})

test.each(['socket', 'events'])(
  'Cartesia §4.4: times of words as they are spoken and of their sounds, over %s',
  async (by) => {
    const { send, until, frames, url } = await connect({ speak: speakTwentyFive })
    const times = { add_timestamps: true, add_phoneme_timestamps: true, use_normalized_timestamps: true }
    const request = { ...CONTEXT, ...times, context_id: 'a', transcript: '25.' }
    const lines = async (): Promise<readonly Message[]> => {
      const answer = await fetch(`${url}/tts/sse`, { method: 'POST', headers: KEY, body: JSON.stringify(request) })
      return (await answer.text())
        .split('\n')
        .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
    }
    if (by === 'socket') {
      send(request)
      await until(hasEnded('a'))
    }
    const messages = by === 'socket' ? messagesOf(frames, 'a') : await lines()
    expect(typesOf(messages)).toEqual(['chunk', 'timestamps', 'phoneme_timestamps', 'done'])
    expect(wordsOf(messages)).toEqual({ words: ['twenty', 'five'], start: [0, 0.1], end: [0.1, 0.2] })
    expect(messages.find(({ type }) => type === 'phoneme_timestamps').phoneme_timestamps).toEqual({
      phonemes: ['f', 'aɪ', 'v', 'ə'],
      start: [0.1, 0.125, 0.15, 0.175],
      end: [0.125, 0.15, 0.175, 0.2],
    })
  },
)

/** The engine pronounces the first word by itself. */
async function* speakTwentyFive({ sampleRateHz }: { readonly sampleRateHz: number }): AsyncGenerator<SpokenEvent> {
  const length = sampleRateHz / 10
  const span = { start: 0, end: 2 }
  yield { kind: 'word', span, spoken: 'twenty', startSample: 0, endSample: length }
  yield {
    kind: 'word',
    span,
    spoken: 'five',
    startSample: length,
    endSample: 2 * length,
    phonemes: ['F', 'AY1', 'V', 'AH0'],
  }
  yield { kind: 'audio', samples: new Samples(new Int16Array(2 * length)) }
}

describe('Cartesia §4.5: a bad message', () => {
  test.each([
    [{ transcript: 7 }, 400, null],
    [{ transcript: undefined }, 400, null],
    [{ continue: 'yes' }, 400, null],
    [{ model_id: 'x' }, 404, 'model_not_found'],
    [{ model_id: undefined }, 400, null],
    [{ voice: { id: 'nope' } }, 404, 'voice_not_found'],
    [{ voice: { mode: 'embedding', embedding: [1] } }, 400, null],
    [{ language: 'pl' }, 400, 'language_not_supported'],
    [{ max_buffer_delay_ms: 5001 }, 400, null],
    [{ max_buffer_delay_ms: -1 }, 400, null],
    [{ output_format: { container: 'mp3', sample_rate: 44_100 } }, 400, 'unsupported_audio_format'],
    [{ generation_config: { speed: true } }, 400, null],
  ])('with %j is an error of its context, and other contexts run on', async (fields, status, error_code) => {
    const { send, until, frames, spoken } = await connect()
    send({ ...AT_ONCE, context_id: 'good', transcript: 'One.', continue: true })
    send({ ...AT_ONCE, context_id: 'bad', transcript: 'Two.', continue: true, ...fields })
    send({ ...AT_ONCE, context_id: 'bad', transcript: 'Three.', continue: true })
    send({ ...AT_ONCE, context_id: 'bad', transcript: '' })
    send({ ...AT_ONCE, context_id: 'good', transcript: 'Four.' })
    await until(hasEnded('good'))
    const [error, ...more] = messagesOf(frames, 'bad')
    expect(more).toEqual([])
    expect(error).toEqual({
      type: 'error',
      done: true,
      status_code: status,
      error_code,
      title: expect.stringMatching(/^[A-Z]/),
      message: expect.stringMatching(/./),
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      error: `${error.title}: ${error.message}`,
      context_id: 'bad',
    })
    expect(spoken.map(({ text }) => text)).toEqual(['One.', 'Four.'])
    // Its end was taken, so the name is free again.
    send({ ...AT_ONCE, context_id: 'bad', transcript: 'Five.' })
    await until((all) => messagesOf(all, 'bad').at(-1)?.type === 'done')
  })

  test.each([
    '{',
    '',
    '[]',
    'null',
    '7',
    Buffer.from('{"context_id":"a"}'),
    { context_id: 7 },
    { context_id: 'x'.repeat(1001) },
  ])('without a valid context is an error without one: %j', async (message) => {
    const { send, until, frames } = await connect()
    send({ ...AT_ONCE, context_id: 'good', transcript: 'One.', continue: true })
    send(message)
    await until((all) => all.some((frame) => (frame as Message).type === 'error'))
    expect(messagesOf(frames, '')).toMatchObject([{ type: 'error', status_code: 400 }])
    send({ ...AT_ONCE, context_id: 'good', transcript: 'Two.' })
    await until(hasEnded('good'))
    expect(audioOf(messagesOf(frames, 'good'))).toHaveLength(2 * WORD_BYTES)
  })

  test('in the middle of a context ends it: nothing follows the error, whatever else was sent', async () => {
    const { speak, release, stopped } = createPacedSpeech()
    const { send, until, roundTrip, frames } = await connect({ speak })
    send({ ...AT_ONCE, context_id: 'a', transcript: 'One stop two.', continue: true })
    await stopped
    send({ ...AT_ONCE, context_id: 'a', transcript: 7, continue: true })
    await until(hasEnded('a'))
    release()
    send({ ...AT_ONCE, context_id: 'a', transcript: 'Three.', continue: true, flush: true })
    send({ context_id: 'a', cancel: true })
    await roundTrip()
    expect(messagesOf(frames, 'a').at(-1)?.type).toBe('error')
  })

  test('or text after the end of an open context is an error; an empty text is not', async () => {
    const { speak, release, stopped } = createPacedSpeech()
    const { send, until, roundTrip, frames } = await connect({ speak })
    for (const context_id of ['a', 'b']) {
      send({ ...AT_ONCE, context_id, transcript: 'One stop.' })
      await stopped
      send({ ...AT_ONCE, context_id, transcript: context_id === 'a' ? '' : 'Two.' })
      await roundTrip()
    }
    release()
    await until(hasEnded('a', 'b'))
    expect(['a', 'b'].map((id) => messagesOf(frames, id).at(-1)?.type)).toEqual(['done', 'error'])
  })
})

test('a context whose speech fails gets one error, and the server logs it', async () => {
  const speak = () => {
    throw new SpeechError('engine.crashed', 'a secret of the engine')
  }
  const { send, until, frames, log } = await connect({ speak })
  send({ ...AT_ONCE, context_id: 'a', transcript: 'One.', continue: true })
  await until(hasEnded('a'))
  send({ ...AT_ONCE, context_id: 'a', transcript: 'Two.' })
  send({ ...AT_ONCE, context_id: 'b', transcript: '' })
  await until(hasEnded('b'))
  expect(messagesOf(frames, 'a')).toMatchObject([{ type: 'error', status_code: 500, message: 'internal error' }])
  expect(log.some((line) => line.includes('context failed'))).toBe(true)
})

test('clients that name no context have one, and every message has an empty id', async () => {
  const { send, until, frames } = await connect()
  send({ ...AT_ONCE, transcript: 'One.', continue: true })
  send({ ...AT_ONCE, transcript: 'Two.' })
  await until(hasEnded(''))
  expect(audioOf(messagesOf(frames, ''))).toHaveLength(2 * WORD_BYTES)
})

test('of 1,000 contexts 100 may be open at a time; the others are refused, and places become free', async () => {
  const { send, until, frames, spoken } = await connect()
  const ids = Array.from({ length: 1000 }, (_, i) => `c${i}`)
  for (const context_id of ids) send({ ...AT_ONCE, context_id, transcript: ' ', continue: true })
  await until((all) => all.length === 900)
  expect(frames.every((frame) => (frame as Message).error_code === 'concurrency_limited')).toBe(true)
  expect((frames[0] as Message).status_code).toBe(429)
  expect(spoken).toEqual([])
  for (const context_id of ids.slice(0, 100)) send({ ...AT_ONCE, context_id, transcript: 'Hi.' })
  await until(hasEnded(...ids.slice(0, 100)))
  send({ ...AT_ONCE, context_id: 'new', transcript: 'Hi.' })
  await until(hasEnded('new'))
  expect(spoken).toHaveLength(101)
})

test('Cartesia §1: an upgrade without a valid key is refused with JSON before it', async () => {
  const service = await startService()
  const queries = ['', `api_key=${TEST_KEY}`, `access_token=${TEST_KEY}`, 'access_token=hft_eyJ9.x']
  for (const query of queries) {
    const refusal = await refusalOf(service, query, { path: PATH, headers: {} })
    expect([refusal.status, JSON.parse(refusal.body)]).toMatchObject([401, { error_code: null, title: 'Unauthorized' }])
    expect(JSON.parse(refusal.body).request_id).toBe(refusal.headers['x-request-id'])
  }
  const wrong = await refusalOf(service, '', { path: PATH, headers: { 'x-api-key': 'wrong' } })
  expect(wrong.status).toBe(401)
  expect(service.log.join()).not.toContain(TEST_KEY)
  const plain = await fetch(service.url + PATH, { headers: KEY })
  expect([plain.status, await plain.json()]).toMatchObject([426, { title: 'Upgrade Required' }])
})

test('Cartesia §1: browsers open the socket with a token in the query', async () => {
  const service = await startService()
  const answer = await fetch(`${service.url}/access-token`, { method: 'POST', headers: KEY })
  const { token } = (await answer.json()) as Message
  const { send, until } = await recordSocket(service, `${PATH}?access_token=${token}&cartesia_client=js`, {})
  send({ ...AT_ONCE, context_id: 'a', transcript: 'One.' })
  await until(hasEnded('a'))
  expect(service.log.join()).not.toContain(token)
})

test('a client that vanishes stops all its speech', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const { send, socket, closed } = await connect({ speak })
  send({ ...AT_ONCE, context_id: 'a', transcript: 'One stop two.' })
  const signal = await stopped
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  socket.terminate()
  await Promise.all([aborted, closed])
  release()
})

test('a server that closes lets open texts end, then tells contexts without their end', async () => {
  const { speak, release, stopped } = createPacedSpeech()
  const { send, until, close, closed, frames } = await connect({ speak })
  send({ ...AT_ONCE, context_id: 'a', transcript: 'One stop two.' })
  send({ ...AT_ONCE, context_id: 'b', transcript: ' ', continue: true })
  await stopped
  const closing = close()
  await until(hasEnded('b'))
  release()
  await until(hasEnded('a'))
  expect((await closed).code).toBe(1001)
  await closing
  expect(messagesOf(frames, 'b')).toMatchObject([{ type: 'error', status_code: 503 }])
  expect(audioOf(messagesOf(frames, 'a'))).toHaveLength(3 * WORD_BYTES)
})

type Step =
  | { readonly kind: 'text'; readonly words: number; readonly flush: boolean }
  | { readonly kind: 'end' | 'cancel' | 'bad' | 'malformed' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('text' as const), words: fc.nat(3), flush: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('end', 'cancel', 'bad', 'malformed') }) },
)

/** One life of a context: from its first text to its end. */
interface Life {
  words: number
  flushes: number
  end?: 'done' | 'error'
  /** It was neither cancelled nor failed. */
  isWhole: boolean
}

/** What messages must lead to, for each name of a context. */
class Model {
  readonly lives: Life[] = []
  #isFailed = false

  get open(): Life | undefined {
    const last = this.lives.at(-1)
    return last?.end === undefined ? last : undefined
  }

  take({ kind, ...rest }: Step): void {
    const { open } = this
    if (kind === 'malformed') return
    if (this.#isFailed) {
      this.#isFailed = kind === 'text' || kind === 'bad'
      return
    }
    if (kind === 'cancel') {
      if (open !== undefined) Object.assign(open, { end: 'done', isWhole: false })
      return
    }
    const life = open ?? { words: 0, flushes: 0, isWhole: true }
    if (open === undefined) this.lives.push(life)
    if (kind === 'end') life.end = 'done'
    if (kind === 'bad') {
      Object.assign(life, { end: 'error', isWhole: false })
      this.#isFailed = true
    }
    if (kind !== 'text') return
    const { words, flush } = rest as { readonly words: number; readonly flush: boolean }
    life.words += words
    life.flushes += Number(flush)
  }
}

const messageOf = (context_id: string, each: Step): object | string => {
  switch (each.kind) {
    case 'malformed':
      return `{"context_id":"${context_id}"`
    case 'cancel':
      return { context_id, cancel: true }
    case 'bad':
      return { ...AT_ONCE, context_id, transcript: 7, continue: true }
    case 'end':
      return { ...AT_ONCE, context_id, transcript: '' }
    case 'text':
      return { ...AT_ONCE, context_id, transcript: 'word '.repeat(each.words), continue: true, flush: each.flush }
    default:
      return each satisfies never
  }
}

/** The messages of each life: up to its end. */
function livesIn(messages: readonly Message[]): readonly (readonly Message[])[] {
  const lives: Message[][] = [[]]
  for (const message of messages) {
    lives.at(-1)?.push(message)
    if (message.done) lives.push([])
  }
  expect(lives.pop()).toEqual([])
  return lives
}

function expectLife(messages: readonly Message[], { words, flushes, end, isWhole }: Life): void {
  expect(messages.at(-1).type).toBe(end)
  const audio = audioOf(messages).length
  const told = messages.filter(({ type }) => type === 'flush_done').map(({ flush_id }) => flush_id)
  expect(told).toEqual(told.map((_, i) => i + 1))
  expect(audio).toBeLessThanOrEqual(words * WORD_BYTES)
  expect(told.length).toBeLessThanOrEqual(flushes)
  if (!isWhole) return
  expect([audio, told.length]).toEqual([words * WORD_BYTES, flushes])
  const times = wordsOf(messages)
  expect(times.words).toEqual(Array.from({ length: words }, () => 'word'))
  expect(times.start).toEqual(times.words.map((_, i) => Math.round(100 * i) / 1000))
  expect(times.end).toEqual(times.words.map((_, i) => Math.round(100 * (i + 1)) / 1000))
}

test('in any order of messages each context ends once, nothing follows, and its words and audio are all there', async () => {
  const service = await startService()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), step), { maxLength: 30 }), async (script) => {
      const { send, until, frames, socket } = await recordSocket(service, PATH, KEY)
      const models = new Map(['a', 'b', 'c'].map((id) => [id, new Model()]))
      const take = async (id: string, each: Step): Promise<void> => {
        const model = models.get(id) as Model
        model.take(each)
        send(messageOf(id, each))
        // Texts that come while the context ends are refused, which other tests show.
        const ended = model.lives.filter(({ end }) => end !== undefined).length
        await until((all) => messagesOf(all, id).filter(({ done }) => done).length >= ended)
      }
      for (const [id, each] of script) await take(id, each)
      for (const [id, { open }] of models) if (open !== undefined) await take(id, { kind: 'end' })
      for (const [id, { lives }] of models) {
        const heard = livesIn(messagesOf(frames, id))
        expect(heard).toHaveLength(lives.length)
        for (const [i, life] of lives.entries()) expectLife(heard[i] as readonly Message[], life)
      }
      expect(messagesOf(frames, '')).toHaveLength(script.filter(([, { kind }]) => kind === 'malformed').length)
      socket.terminate()
    }),
    { numRuns: 60 },
  )
})

test('any JSON and any bytes are answered by errors alone, and reach no engine', async () => {
  const { send, until, frames, spoken, roundTrip } = await connect()
  const message = fc.oneof(
    fc.json().filter((json) => !json.includes('"cancel":true')),
    fc.string(),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .dictionary(
        fc.constantFrom('transcript', 'voice', 'model_id', 'output_format', 'flush', 'language'),
        fc.jsonValue(),
      )
      .map((fields) => JSON.stringify({ context_id: 'a', ...fields })),
  )
  await fc.assert(
    fc.asyncProperty(message, async (each) => {
      const before = frames.length
      send(each as string)
      await until((all) => all.length > before)
      await roundTrip()
      expect(frames.slice(before)).toMatchObject([{ type: 'error', done: true, context_id: expect.any(String) }])
    }),
    { numRuns: 200 },
  )
  expect(spoken).toEqual([])
})
