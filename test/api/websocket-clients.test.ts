import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import type { SynthesisRequest } from '../../src/core/request.ts'
import { Samples } from '../../src/core/samples.ts'
import { audioBytes, type Frame, kindsOf, messagesOf, openSocket, type SocketClient, wordsOf } from './socket-client.ts'
import { startTestService } from './test-service.ts'

// Clients as their public code shows them: what they send, in which order, and when they stop listening.

const WORD_BYTES = 4800

/** Twice as fast as speech, so that a turn can be interrupted. */
async function* unhurried({ text, sampleRateHz }: SynthesisRequest, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
  let startSample = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    await delay(5, undefined, { signal })
    const endSample = startSample + sampleRateHz / 100
    yield { kind: 'word', span: { start: index, end: index + word.length }, spoken: word, startSample, endSample }
    yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz / 100).fill(1000)) }
    startSample = endSample
  }
}

test('clients that wait 10 s for a frame, as aiohttp does for LiveKit, are sent two pings by then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { socket } = await openSocket(await startTestService())
  for (let ping = 0; ping < 2; ping++) {
    const pinged = once(socket, 'ping')
    vi.advanceTimersByTime(5000)
    await pinged
  }
})

describe('a client like LiveKit', () => {
  const QUERY = {
    modelId: 'arcana',
    speaker: 'luna',
    audioFormat: 'pcm',
    samplingRate: 24_000,
    segment: 'bySentence',
    lang: 'eng',
    max_tokens: 1200,
    repetition_penalty: 1.5,
    temperature: 0.5,
    top_p: 1,
    reduceLatency: 'false',
  }

  /** Sentences with a space at the end as the model writes them, a flush, and nothing heard after the first done. */
  async function turn(client: SocketClient, contextId: string, sentences: readonly string[], gapMs: number) {
    const heard: Frame[] = []
    const from = client.frames.length
    const isDone = client.until((frames) => kindsOf(frames.slice(from)).includes('done'))
    for (const sentence of sentences) {
      client.send({ text: `${sentence} `, contextId })
      await delay(gapMs)
    }
    client.send({ operation: 'flush', contextId })
    await isDone
    heard.push(
      ...client.frames.slice(
        from,
        client.frames.findIndex((frame, i) => i >= from && 'type' in frame && frame.type === 'done'),
      ),
    )
    return heard
  }

  test('hears all of a turn before the first done, closes with eos at once', async () => {
    const service = await startTestService()
    const client = await openSocket(service, QUERY)
    const heard = await turn(client, 'turn-1', ['First things first.', 'Is that all?', 'It is!'], 30)
    expect(wordsOf(heard)).toEqual(['First things first.', 'Is that all?', 'It is!'])
    expect(audioBytes(heard)).toHaveLength(8 * WORD_BYTES)
    client.send({ operation: 'eos' })
    client.socket.close()
    await client.closed
    await vi.waitFor(() => expect(service.log).toHaveLength(1))
    expect(service.log.join()).not.toContain('failed')
  })

  test('O done: hears what is said after a tool call, however long that takes', async () => {
    const service = await startTestService({ limits: { doneGraceMs: 0 } })
    const client = await openSocket(service, QUERY)
    const heard = await turn(client, 'turn-1', ['One moment, please.', 'Your train is late.', 'Sorry.'], 300)
    expect(wordsOf(heard)).toEqual(['One moment, please.', 'Your train is late.', 'Sorry.'])
    expect(kindsOf(client.frames).filter((kind) => kind === 'done')).toHaveLength(1)
  })

  test('uses one socket for several turns, and never hears in one what is left of another', async () => {
    const service = await startTestService()
    const client = await openSocket(service, QUERY)
    for (const [id, gapMs] of [
      ['A', 0],
      ['B', 20],
      ['C', 120],
    ] as const) {
      const heard = await turn(client, id, [`${id} one.`, `${id} two.`, `${id} three.`], gapMs)
      expect(wordsOf(heard)).toEqual([`${id} one.`, `${id} two.`, `${id} three.`])
      expect(messagesOf(heard, 'chunk').every(({ contextId }) => contextId === id)).toBe(true)
      await client.roundTrip()
    }
    expect(kindsOf(client.frames).filter((kind) => kind === 'done')).toHaveLength(3)
    expect(kindsOf(client.frames).at(-1)).toBe('done')
    client.send({ operation: 'eos' })
    expect((await client.closed).code).toBe(1000)
  })
})

describe('a client like Pipecat', () => {
  // It builds its address by hand.
  const QUERY =
    'speaker=cove&modelId=mistv2&audioFormat=pcm&samplingRate=16000&segment=bySentence&lang=eng&pauseBetweenBrackets=true&phonemizeBetweenBrackets=false'

  /** What it makes of a message: nothing, if it does not know the context; times go on where the last word ended. */
  function listen(client: SocketClient) {
    const live = new Set<string>()
    const heard = { bytes: 0, dones: 0, lateFrames: 0, errors: 0, words: [] as string[], starts: [] as number[] }
    let offsetS = 0
    let seen = 0
    return {
      heard,
      begin: (contextId: string) => {
        live.add(contextId)
        offsetS = 0
      },
      end: (contextId: string) => live.delete(contextId),
      look() {
        for (const frame of client.frames.slice(seen)) {
          if (Buffer.isBuffer(frame)) continue
          if (frame.contextId === null || !live.has(frame.contextId)) heard.lateFrames++
          else if (frame.type === 'chunk') heard.bytes += Buffer.from(frame.data, 'base64').length
          else if (frame.type === 'done') heard.dones++
          else if (frame.type === 'error') heard.errors++
          else if (frame.type === 'timestamps') {
            const { words, start, end } = frame.word_timestamps
            heard.words.push(...words)
            heard.starts.push(...start.map((second) => offsetS + second))
            offsetS += end.at(-1) ?? 0
          }
        }
        seen = client.frames.length
      },
    }
  }

  test('goes through a call on one socket: turns, a clear after each, an interruption in the middle of one', async () => {
    const service = await startTestService({ speak: unhurried, limits: { doneGraceMs: 200 } })
    const client = await openSocket(service, QUERY)
    const { heard, begin, end, look } = listen(client)

    begin('1')
    client.send({ text: 'Good morning. ', contextId: '1' })
    client.send({ text: 'How are you? ', contextId: '1' })
    client.send({ operation: 'flush' })
    await client.untilDone(1)
    client.send({ operation: 'clear' })
    look()
    expect(heard).toMatchObject({
      dones: 1,
      lateFrames: 0,
      errors: 0,
      words: ['Good', 'morning.', 'How', 'are', 'you?'],
    })
    expect(heard.starts.map((second) => Math.round(second * 100))).toEqual([0, 1, 2, 3, 4])
    expect(heard.bytes).toBe(5 * 320)
    end('1')
    await client.roundTrip()

    begin('2')
    client.send({ text: `${'word '.repeat(150)}. `, contextId: '2' })
    const before = client.frames.length
    await client.until((frames) => frames.length > before + 3)
    client.send({ operation: 'clear' })
    look()
    end('2')
    begin('3')
    client.send({ text: 'You were saying? ', contextId: '3' })
    client.send({ operation: 'flush' })
    await client.untilDone(2)
    look()
    expect(heard.dones).toBe(2)
    expect(heard.words.slice(-3)).toEqual(['You', 'were', 'saying?'])
    const third = client.frames.findIndex((frame) => 'contextId' in frame && frame.contextId === '3')
    expect(client.frames.slice(third).every((frame) => 'contextId' in frame && frame.contextId === '3')).toBe(true)

    client.send({ operation: 'eos' })
    expect((await client.closed).code).toBe(1000)
    expect(kindsOf(client.frames).filter((kind) => kind === 'done')).toHaveLength(2)
  })

  test('hears of an error in the context that it knows', async () => {
    const service = await startTestService()
    const client = await openSocket(service, QUERY)
    const { heard, begin, look } = listen(client)
    begin('1')
    client.send({ text: 'Fine. ', contextId: '1', inlineSpeedAlpha: 'fast' })
    await client.until((frames) => frames.length > 0)
    look()
    expect(heard.errors).toBe(1)
  })
})

describe('a telephone bridge in 8 kHz μ-law', () => {
  test('that reads at the speed of speech hears every byte, and answers pings in time', async () => {
    const service = await startTestService({
      async *speak({ text, sampleRateHz }) {
        for (const _word of text.match(/\p{L}+/gu) ?? []) {
          yield { kind: 'audio', samples: new Samples(new Int16Array(sampleRateHz / 2).fill(1000)) }
        }
      },
    })
    const client = await openSocket(service, { audioFormat: 'mulaw', samplingRate: 8000, segment: 'never' }, '/ws')
    const words = 60
    client.send('word '.repeat(words))
    client.send('<FLUSH>')
    client.send('<EOS>')
    // A hundred times the speed of speech, for the test's sake.
    const reading = setInterval(() => {
      client.socket.resume()
      setTimeout(() => client.socket.pause(), 1)
    }, 5)
    const { code } = await client.closed
    clearInterval(reading)
    const audio = Buffer.concat(client.frames as Buffer[])
    expect([code, audio.length]).toEqual([1000, words * 4000])
    expect(new Set(audio).size).toBe(1)
  })
})
