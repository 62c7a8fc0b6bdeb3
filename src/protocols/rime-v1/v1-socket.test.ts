import { fromJson, toJsonString } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createClock } from '../../../test/live-session-stage.ts'
import type { SpokenEvent } from '../../app/speech/narrator.ts'
import type { LiveNarrator } from '../../app/speech/speech.ts'
import { createEncoder } from '../../audio/encoder.ts'
import { SpeechError } from '../../core/errors.ts'
import { NO_MARKUP } from '../../core/request.ts'
import { Samples } from '../../core/samples.ts'
import type { SynthesisSettings } from '../rime-messages/synthesis-settings.ts'
import {
  WebSocketRequestSchema,
  type WebSocketResponse,
  WebSocketResponseSchema,
} from '../rime-messages/text-to-speech_pb.ts'
import { ERROR_KINDS } from './error-kinds.ts'
import { type Connection, V1Socket, type V1SocketParts } from './v1-socket.ts'

const RATE_HZ = 100
const SETTINGS = {
  speech: {
    sampleRateHz: RATE_HZ,
    rate: 1,
    model: 'coda',
    voice: { speaker: 'luna' },
    language: 'eng',
    markup: NO_MARKUP,
  },
  codec: 'pcm',
  hasWordTimes: false,
  maxPendingLength: 1000,
  hasTimestamps: true,
} as unknown as SynthesisSettings

interface Stage {
  readonly socket: V1Socket
  readonly clock: ReturnType<typeof createClock>
  /** Returns and forgets what was sent. */
  reported(): readonly WebSocketResponse[]
  readonly closed: number[]
  send(message: object): void
}

/** A socket on a connection of the test, with an engine that takes 20 ms of the test's clock for a word. */
function createStage(authorize?: (credential: string) => Promise<void>): Stage {
  const clock = createClock()
  const sent: WebSocketResponse[] = []
  const closed: number[] = []
  async function* say(text: string, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
    for (const { 0: spoken, index } of text.matchAll(/\w+/g)) {
      if (spoken === 'Crash') throw new SpeechError('engine.crashed', 'gone')
      if (spoken === 'Phoneme') throw new SpeechError('request.invalid', 'phoneme')
      await clock.sleep(20)
      signal.throwIfAborted()
      const span = { start: index, end: index + spoken.length }
      yield { kind: 'word', span, spoken, startSample: 0, endSample: 1 }
      yield { kind: 'audio', samples: new Samples(new Int16Array(10)) }
    }
  }
  const connection: Connection = {
    timers: clock,
    whenRead: () => undefined,
    send: ({ payload }) => {
      const json = JSON.parse(Buffer.from(payload as Uint8Array).toString())
      if (closed.length === 0) sent.push(fromJson(WebSocketResponseSchema, json))
    },
    close(code) {
      socket.sessions[Symbol.dispose]()
      socket[Symbol.dispose]()
      closed.push(code)
    },
    end({ kind }) {
      this.close(kind === 'draining' ? 1001 : 1011, '')
    },
    logIfInternal: () => {},
    tally: undefined,
    heard: undefined,
  }
  const parts: V1SocketParts = {
    id: 'id',
    encoding: 'json',
    languages: ['eng'],
    tellsHeard: false,
    authorize,
    settingsOf: ({ speaker }) => {
      if (speaker === 'nobody') throw new SpeechError('speaker.unknown', 'Speaker not found')
      return SETTINGS
    },
  }
  const narrator = (): LiveNarrator => ({
    beginTurn: () => ({ speak: ({ text }, signal) => say(text, signal), [Symbol.dispose]: () => {} }),
  })
  const socket: V1Socket = new V1Socket(connection, parts, {
    speech: { narrator, createEncoder, markOf: () => undefined },
    limits: { maxTextLength: 40, maxBodyBytes: 1500, doneGraceMs: 500 },
    saveOovs: () => {},
  })
  return {
    socket,
    clock,
    reported: () => sent.splice(0),
    closed,
    send: (message) => {
      const json = toJsonString(WebSocketRequestSchema, fromJson(WebSocketRequestSchema, message as never))
      socket.take(Buffer.from(json), false)
    },
  }
}

const TEXTS = ['One. ', 'two ', 'three', 'Dr. ', 'Crash. ', 'Phoneme. ', '...', '', ' ', 'x'.repeat(41)]
const id = fc.constantFrom('a', 'b', '')
const text = fc.constantFrom(...TEXTS)
const command = fc.oneof(
  { weight: 3, arbitrary: id.map((contextId) => ({ contextId, start: { speaker: 'luna' } })) },
  fc.record({ contextId: id, start: fc.record({ text, speaker: fc.constantFrom('luna', 'nobody') }) }),
  { weight: 4, arbitrary: fc.record({ contextId: id, text }) },
  { weight: 2, arbitrary: id.map((contextId) => ({ contextId, end: {} })) },
  id.map((contextId) => ({ contextId, cancel: {} })),
  fc.constant({ config: { defaults: { speaker: 'luna' } } }),
  fc.constant({}),
)
const step = fc.record({ command, thenMs: fc.constantFrom(0, 0, 0, 30, 100, 600, 180_000) })

type ContextState = 'open' | 'ended'

test('in any order of messages, a started context ends exactly once, nothing follows, and done follows its end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { send, reported, clock, closed } = createStage()
      const running = new Map<string, ContextState>()
      /** The context of the message that is being answered, and what a start of it begins as. */
      let answered: { readonly id: string; readonly begins: ContextState } | undefined
      const check = (): void => {
        for (const { contextId, payload } of reported()) {
          const state = running.get(contextId)
          switch (payload.case) {
            case 'ready':
              break
            case 'started':
              expect(payload.value.requestId).not.toBe('')
              expect([contextId, state]).toEqual([answered?.id, undefined])
              running.set(contextId, answered?.begins ?? 'open')
              break
            case 'audio':
              expect(state).toBeDefined()
              break
            case 'done':
              expect(state).toBe('ended')
              running.delete(contextId)
              break
            case 'cancelled':
              expect(state).toBeDefined()
              running.delete(contextId)
              break
            case 'error':
              expect(ERROR_KINDS).toContain(payload.value.kind)
              expect(payload.value.message).not.toBe('')
              // A context that does not run has an error only as the answer to a message in its name.
              if (contextId !== '' && state === undefined) expect(contextId).toBe(answered?.id)
              running.delete(contextId)
              break
            case undefined:
              throw new Error('an event without a payload')
          }
        }
      }
      for (const { command: message, thenMs } of steps) {
        const name = ('contextId' in message && message.contextId) || 'default'
        const isOneShot = 'start' in message && 'text' in message.start && message.start.text !== ''
        if ('end' in message && running.has(name)) running.set(name, 'ended')
        if ('start' in message || 'text' in message) answered = { id: name, begins: isOneShot ? 'ended' : 'open' }
        send(message)
        check()
        answered = undefined
        await clock.advance(thenMs)
        check()
      }
      for (const contextId of [...running.keys()]) {
        running.set(contextId, 'ended')
        send({ contextId, end: {} })
      }
      await clock.advance(10_000)
      check()
      expect([...running.keys()]).toEqual([])
      expect(closed).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('no done comes before the end, however long the silence', async () => {
  const { send, reported, clock } = createStage()
  send({ contextId: 'a', start: { speaker: 'luna' } })
  await clock.advance(600_000)
  send({ contextId: 'a', text: 'One. ' })
  await clock.advance(600_000)
  send({ contextId: 'a', text: 'Two. ' })
  await clock.advance(600_000)
  expect(reported().map(({ payload }) => payload.case)).toEqual(['ready', 'started', 'audio', 'audio'])
  send({ contextId: 'a', end: {} })
  await clock.advance(0)
  expect(reported().map(({ payload }) => payload.case)).toEqual(['done'])
})

test('messages that follow config wait for its authorization', async () => {
  let authorize: () => void = () => {}
  const asked: string[] = []
  const { send, reported, clock, closed } = createStage((credential) => {
    asked.push(credential)
    return new Promise((resolve) => {
      authorize = resolve
    })
  })
  send({ config: { authorization: 'token', defaults: { speaker: 'luna' } } })
  send({ contextId: 'a', start: { text: 'One.' } })
  send({ contextId: 'a', end: {} })
  await clock.advance(1000)
  expect(reported().map(({ payload }) => payload.case)).toEqual(['ready'])
  authorize()
  await clock.advance(60_000)
  expect(reported().map(({ payload }) => payload.case)).toEqual(['started', 'audio', 'done'])
  expect([asked, closed]).toEqual([['token'], []])
})

test('messages that waited for the authorization are handled in slices of 5 ms, before those that follow', async () => {
  let authorize: () => void = () => {}
  const { send, reported } = createStage(
    () =>
      new Promise((resolve) => {
        authorize = resolve
      }),
  )
  send({ config: { authorization: 'token', defaults: { speaker: 'luna' } } })
  const ids = Array.from({ length: 60 }, (_, i) => `context-${i}`)
  for (const contextId of ids.slice(0, 59)) send({ contextId, start: {} })
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs++) // a millisecond passes between checks
  onTestFinished(() => clock.mockRestore())
  reported()
  authorize()
  const turns: string[][] = []
  while (turns.flat().length < 60) {
    await new Promise(setImmediate)
    turns.push(reported().map(({ contextId }) => contextId))
    if (turns.length === 1) send({ contextId: 'context-59', start: {} })
    expect(turns.length).toBeLessThan(100)
  }
  expect(turns.flat()).toEqual(ids)
  expect(Math.max(...turns.map(({ length }) => length))).toBeLessThan(10)
})

test('a connection that is not authorized within ten seconds is closed', async () => {
  const { reported, clock, closed } = createStage(async () => {})
  await clock.advance(9999)
  expect(closed).toEqual([])
  await clock.advance(1)
  expect(reported().at(-1)?.payload).toMatchObject({ case: 'error', value: { kind: 'unauthenticated' } })
  expect(closed).toEqual([1008])
})

test.each([
  ['long', 3, JSON.stringify({ text: 'x'.repeat(2 ** 19) })],
  ['empty', 10_000, ''],
])('what waits for the authorization is limited: %s frames', (_, count, frame) => {
  const { socket, send, closed } = createStage(() => new Promise(() => {}))
  send({ config: { authorization: 'token' } })
  for (let i = 0; i < count; i++) socket.take(Buffer.from(frame), false)
  expect(closed).toEqual([1008])
})

test.each([
  ['long', JSON.stringify({ config: { authorization: 'token', license: 'x'.repeat(2 ** 13) } })],
  ['invalid', '{}'],
])('before the authorization, %s messages are refused, and the fifth closes the connection', (_, frame) => {
  const authorize = vi.fn(async () => {})
  const { socket, reported, closed } = createStage(authorize)
  for (let i = 0; i < 4; i++) socket.take(Buffer.from(frame), false)
  expect(reported().map(({ payload }) => payload.case)).toEqual(['ready', 'error', 'error', 'error', 'error'])
  expect(closed).toEqual([])
  for (let i = 0; i < 4; i++) socket.take(Buffer.from(frame), false)
  expect(closed).toEqual([1008])
  expect(authorize).not.toHaveBeenCalled()
})

test('a refused start is told once: the text that follows it is ignored', async () => {
  const { send, reported } = createStage()
  send({ contextId: 'a', start: { speaker: 'nobody' } })
  for (let i = 0; i < 3; i++) send({ contextId: 'a', text: 'One. ' })
  send({ contextId: 'a', end: {} })
  expect(reported().map(({ payload }) => payload.case)).toEqual(['ready', 'error'])
})

test('the pending text of all contexts together is limited, and the context that exceeds it fails', async () => {
  const { send, reported, clock } = createStage()
  const piece = `${'x'.repeat(39)} `
  for (const contextId of ['a', 'b']) {
    send({ contextId, start: { speaker: 'luna' } })
    for (let i = 0; i < 20; i++) send({ contextId, text: piece })
  }
  expect(
    reported().flatMap(({ contextId, payload }) => (payload.case === 'error' ? [contextId, payload.value] : [])),
  ).toEqual(['b', expect.objectContaining({ kind: 'resource_exhausted', message: 'too much text is pending' })])
  send({ contextId: 'a', end: {} })
  await clock.advance(60_000)
  expect(reported().at(-1)).toMatchObject({ contextId: 'a', payload: { case: 'done' } })
})
