import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import type { SynthesisRequest } from '../../src/core/request.ts'
import { Samples } from '../../src/core/samples.ts'
import { kindsOf, messagesOf, openSocket, wordsOf } from './socket-client.ts'
import { startTestService, TEST_KEY, type TestService } from './test-service.ts'

const FLUSH = { operation: 'flush' }

/** Counts what was read and records whether it was stopped. */
function createSpeaker(pieces: number, pieceS = 0.1) {
  const counted = { begun: 0, ended: 0, made: 0 }
  async function* speak({ sampleRateHz }: SynthesisRequest, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
    counted.begun++
    try {
      for (let i = 0; i < pieces; i++) {
        signal.throwIfAborted()
        counted.made++
        yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz * pieceS).fill(1)) }
      }
    } finally {
      counted.ended++
    }
  }
  return Object.assign(counted, { speak })
}

/** As a thread does: pending messages are read first. */
async function* speakLater(): AsyncGenerator<SpokenEvent> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
  yield { kind: 'audio', samples: new Samples(new Int16Array(100)) }
}

/** Waits until the value no longer changes. */
async function settled(value: () => number): Promise<number> {
  let before = Number.NaN
  while (before !== value()) {
    before = value()
    await delay(80)
  }
  return before
}

/**
 * Sends until the server reads no more, and returns the number sent. Kernel buffers differ between machines, so a fixed
 * number would prove nothing.
 */
async function sendUntilHeldBack(socket: WebSocket, batch: number, sendOne: () => void): Promise<number> {
  let sent = 0
  do {
    for (let i = 0; i < batch; i++) sendOne()
    sent += batch
    expect(sent, 'as many were read as were sent').toBeLessThan(100 * batch)
  } while ((await settled(() => socket.bufferedAmount)) === 0)
  return sent
}

async function expectService(service: TestService): Promise<void> {
  const { send, untilDone } = await openSocket(service)
  send({ text: 'Hello.' })
  send(FLUSH)
  expect(kindsOf(await untilDone()).at(-1)).toBe('done')
}

describe('WebSocket: a slow reader', () => {
  test('makes synthesis wait: no more than ten seconds are on their way to him', async () => {
    const speaker = createSpeaker(10_000)
    const service = await startTestService({ speak: speaker.speak })
    const { socket, send, frames } = await openSocket(service)
    socket.pause()
    send({ text: 'On and on. ' })
    send(FLUSH)
    expect(await settled(() => speaker.made)).toBeLessThan(110)
    socket.resume()
    await vi.waitFor(() => expect(messagesOf(frames, 'chunk').length).toBeGreaterThan(300))
    socket.pause()
    const made = await settled(() => speaker.made)
    expect(made - messagesOf(frames, 'chunk').length).toBeLessThan(110)
    socket.terminate()
    await vi.waitFor(() => expect(speaker.ended).toBe(1))
  })

  test('can clear what he has not read', async () => {
    const speaker = createSpeaker(10_000)
    const service = await startTestService({ speak: speaker.speak })
    const { socket, send, frames } = await openSocket(service)
    socket.pause()
    send({ text: 'On and on. ', contextId: 'a' })
    await settled(() => speaker.made)
    send({ operation: 'clear' })
    await vi.waitFor(() => expect(speaker.ended).toBe(1))
    send({ text: 'Again. ', contextId: 'b' })
    socket.resume()
    await vi.waitFor(() => expect(frames.some((frame) => 'contextId' in frame && frame.contextId === 'b')).toBe(true))
    expect(messagesOf(frames, 'chunk').filter(({ contextId }) => contextId === 'a').length).toBeLessThan(110)
  })

  test('does not keep others waiting', async () => {
    const speaker = createSpeaker(200)
    const service = await startTestService({ speak: speaker.speak })
    const { socket, send } = await openSocket(service)
    socket.pause()
    send({ text: 'On and on. ' })
    await settled(() => speaker.made)
    await expectService(service)
  })

  test('who sends nonsense besides is read no further, and told all of it when he reads', async () => {
    const service = await startTestService()
    const { socket, frames } = await openSocket(service)
    socket.pause()
    const nonsense = JSON.stringify({ operation: 'stop', contextId: 'x'.repeat(1000) })
    const count = await sendUntilHeldBack(socket, 4000, () => socket.send(nonsense))
    socket.resume()
    await vi.waitFor(() => expect(frames).toHaveLength(count), { timeout: 50_000 })
  })
})

test.each([
  ['no pings', () => {}],
  ['pings without their payload', (socket: WebSocket) => socket.pong()],
  ['pings with a payload of its own', (socket: WebSocket) => socket.pong('1')],
])('WebSocket: a client that answers %s hears all the same', async (_, answer) => {
  const service = await startTestService({ speak: createSpeaker(300).speak })
  const { socket, send, untilDone } = await openSocket(service, {}, '/ws3', { autoPong: false })
  socket.on('ping', () => answer(socket))
  send({ text: 'On and on. ' })
  send(FLUSH)
  expect(messagesOf(await untilDone(), 'chunk')).toHaveLength(300)
})

describe('WebSocket: floods', () => {
  test('pings by the thousand are answered, and are no reason to close', async () => {
    const service = await startTestService()
    const { socket, send, untilDone } = await openSocket(service)
    let pongs = 0
    socket.on('pong', () => pongs++)
    for (let i = 0; i < 5000; i++) socket.ping(`${i}`)
    await vi.waitFor(() => expect(pongs).toBe(5000), { timeout: 15_000 })
    send({ text: 'Hello.' })
    send(FLUSH)
    await untilDone()
  })

  test('pings of one who does not read their answers are read no further, until he does', async () => {
    const service = await startTestService()
    const { socket } = await openSocket(service)
    let pongs = 0
    socket.on('pong', () => pongs++)
    socket.pause()
    const payload = 'x'.repeat(120)
    const count = await sendUntilHeldBack(socket, 30_000, () => socket.ping(payload))
    socket.resume()
    await vi.waitFor(() => expect(pongs).toBe(count), { timeout: 50_000 })
  })

  test('ten thousand texts, each cleared at once, do not hold up another session', async () => {
    const service = await startTestService({ speak: speakLater })
    const { socket, send, until, frames } = await openSocket(service)
    const other = await openSocket(service)
    for (let i = 0; i < 10_000; i++) {
      socket.send('{"text":"Hello there my friend. "}')
      socket.send('{"operation":"clear"}')
    }
    send('the end')
    other.send({ text: 'Hello.' })
    other.send(FLUSH)
    await other.untilDone()
    expect(kindsOf(frames)).not.toContain('error')
    await until(() => kindsOf(frames).includes('error'))
  })

  test('thirty thousand tiny messages are one text', async () => {
    const service = await startTestService()
    const { socket, send, untilDone } = await openSocket(service, { segment: 'never' })
    for (let i = 0; i < 30_000; i++) socket.send('{"text":"a"}')
    send(FLUSH)
    const frames = await untilDone()
    expect(wordsOf(frames).join('').length).toBe(30_000)
  })

  test.each(['bySentence', 'immediate'])('in %s they are spoken as they come', async (segment) => {
    const service = await startTestService({ speak: speakLater })
    const { socket, send, untilDone } = await openSocket(service, { segment })
    for (let i = 0; i < 10_000; i++) socket.send(i % 20 === 19 ? '{"text":" Dr. Who. "}' : '{"text":" a"}')
    send(FLUSH)
    const words = wordsOf(await untilDone())
      .join(' ')
      .split(' ')
    expect(words.filter((word) => word === 'Who.')).toHaveLength(500)
  })

  test('others are answered between the messages of a packet', async () => {
    const service = await startTestService()
    const { socket, untilDone } = await openSocket(service, { segment: 'never' })
    const { socket: other } = await openSocket(service)
    let isDone = false
    let pongs = 0
    other.on('pong', () => {
      pongs++
      if (!isDone) other.ping()
    })
    other.ping()
    socket.send('{"text":"a"}')
    for (let i = 0; i < 20_000; i++) socket.send('{"text":"a","operation":"clear"}')
    socket.send('{"text":"One.","operation":"flush"}')
    await untilDone()
    isDone = true
    expect(pongs).toBeGreaterThan(10)
  })

  test('megabytes of white space before a word are skipped at once', async () => {
    const service = await startTestService()
    const { send, untilDone } = await openSocket(service)
    send({ text: 'One. ' })
    for (let i = 0; i < 7; i++) send({ text: ' '.repeat(1_000_000) })
    send({ text: 'Two.' })
    send(FLUSH)
    expect(wordsOf(await untilDone())).toEqual(['One.', 'Two.'])
  })

  test('more text than is held closes with 1011, and leaves nothing behind', async () => {
    const service = await startTestService({ limits: { maxBodyBytes: 100_000 } })
    const { socket, closed } = await openSocket(service, { segment: 'never' })
    for (let i = 0; i < 3; i++) socket.send(JSON.stringify({ text: 'x'.repeat(50_000) }))
    expect(await closed).toEqual({ code: 1011, reason: '400: text is too long' })
    await expectService(service)
  })

  test('five hundred sockets opened and closed, in every state, leave nothing behind', async () => {
    const speaker = createSpeaker(20)
    const service = await startTestService({ speak: speaker.speak })
    const url = `${service.url.replace('http', 'ws')}/ws3?speaker=luna&modelId=coda`
    const headers = { authorization: `Bearer ${TEST_KEY}` }
    const endings = [
      (socket: WebSocket) => socket.close(),
      (socket: WebSocket) => socket.terminate(),
      (socket: WebSocket) => socket.send('{"text":"One. ","operation":"flush"}', () => socket.terminate()),
      (socket: WebSocket) => socket.send('{"text":"One. And"}', () => socket.close()),
      (socket: WebSocket) => socket.send('{"text":"One.","operation":"eos"}'),
      (socket: WebSocket) => socket.send('{"operation":"clear"}', () => socket.close(1001)),
      (socket: WebSocket) => socket.once('message', () => socket.terminate()).send('{"text":"One. "}'),
      (socket: WebSocket) => socket.once('message', () => socket.close()).send('{"text":"One. "}'),
    ]
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        Array.from({ length: 50 }, async (_, i) => {
          const socket = new WebSocket(url, { headers })
          await once(socket, 'open')
          const closed = once(socket, 'close')
          endings[i % endings.length]?.(socket)
          await closed
        }),
      )
    }
    await vi.waitFor(() => expect(speaker.ended).toBe(speaker.begun))
    await vi.waitFor(() => expect(service.log).toHaveLength(500))
    expect(service.log.join()).not.toContain('failed')
    await expectService(service)
  })
})
