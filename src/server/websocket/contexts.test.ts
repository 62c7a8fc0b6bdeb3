import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClock } from '../../../test/live-session-stage.ts'
import type { SessionSettings } from '../../app/live-session/open-live-session.ts'
import type { SpokenEvent } from '../../app/speech/narrator.ts'
import type { LiveNarrator } from '../../app/speech/speech.ts'
import { createEncoder } from '../../audio/encoder.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import { NO_MARKUP } from '../../core/request.ts'
import { Samples } from '../../core/samples.ts'
import { type ContextEnd, type ContextEvent, Contexts, type ContextsConnection, MAX_CONTEXTS } from './contexts.ts'

const MAX_PENDING = 1000
const WORD_MS = 20
const SETTINGS = {
  speech: {
    sampleRateHz: 100,
    model: 'coda',
    voice: { speaker: 'luna' },
    language: 'eng',
    markup: NO_MARKUP,
  },
  codec: 'pcm',
} as unknown as SessionSettings

/** One life of a context, from its opening to its end. */
interface Life {
  readonly ends: ContextEnd[]
  readonly events: ContextEvent[]
  /** What it was told to speak. */
  text: string
  takesText: boolean
}

/** Contexts on a connection of the test, with an engine that says a word in 20 ms of the test's clock. */
function createStage() {
  const clock = createClock()
  async function* say(text: string, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
    for (const [word] of text.matchAll(/\w+/g)) {
      if (word === 'Crash') throw new Error('crashed')
      await clock.sleep(WORD_MS)
      signal.throwIfAborted()
      yield { kind: 'audio', samples: new Samples(new Int16Array(10)) }
    }
  }
  const narrator = (): LiveNarrator => ({
    beginTurn: () => ({ speak: ({ text }, signal) => say(text, signal), [Symbol.dispose]: () => {} }),
  })
  const closed: string[] = []
  const logged: unknown[] = []
  const connection: ContextsConnection = {
    timers: clock,
    whenRead: () => undefined,
    tally: undefined,
    logIfInternal: (error) => void logged.push(error),
    end({ kind }) {
      closed.push(kind)
      contexts[Symbol.dispose]()
    },
  }
  const contexts = new Contexts<string, Life>(connection, {
    speech: { narrator, createEncoder, markOf: () => undefined },
    limits: { maxTextLength: Number.POSITIVE_INFINITY, maxBodyBytes: MAX_PENDING, doneGraceMs: 500 },
    saveOovs: () => {},
  })
  const lives: Life[] = []
  /** Events of contexts that had ended. */
  const late: ContextEvent[] = []
  function open(id: string): Life {
    const life: Life = { ends: [], events: [], text: '', takesText: true }
    contexts.open(id, () => ({
      ...SETTINGS,
      state: life,
      send: (event) => {
        if (life.ends.length === 0) life.events.push(event)
        else late.push(event)
      },
      ended: (reason) => void life.ends.push(reason),
    }))
    lives.push(life)
    return life
  }
  function add(id: string, text: string): void {
    const context = contexts.get(id)
    if (context === undefined) return
    if (context.takesText) context.state.text += text
    context.take({ kind: 'text', text })
  }
  return { contexts, clock, closed, logged, lives, late, open, add, connection }
}

/** The code of the SpeechError that a call throws. */
function codeOf(call: () => void): string | undefined {
  try {
    call()
  } catch (error) {
    return isSpeechError(error) ? error.code : 'internal'
  }
  return undefined
}

const id = fc.constantFrom('a', 'b', 'c')
const step = fc.record({
  command: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('open'), id }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('text'), id, text: fc.constantFrom('One. ', 'two ', '') }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('eos'), id }) },
    fc.record({ kind: fc.constantFrom('leave', 'fail', 'crash', 'refuse'), id }),
    fc.record({ kind: fc.constantFrom('drain', 'close'), id }),
  ),
  thenMs: fc.constantFrom(0, 0, 0, 10, 30, 600),
})

test('in any order, an opened context ends exactly once, for its reason, and nothing follows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom(0, 0, 0, 98), async (steps, others) => {
      const { contexts, clock, closed, logged, lives, late, open, add } = createStage()
      for (let i = 0; i < others; i++) open(`other ${i}`)
      let isDraining = false
      let isClosed = false
      const failed = new Set<string>()
      const lifeOf = new Map<string, Life>()
      const isOpen = ({ ends }: Life): boolean => ends.length === 0
      const endOf = (life: Life | undefined): string | undefined => life?.ends[0]?.kind
      /** What a context that has ended leaves behind. */
      function forget(): void {
        for (const [name, life] of lifeOf) {
          if (isOpen(life)) continue
          if (life.takesText && ['failed', 'draining'].includes(endOf(life) ?? '')) failed.add(name)
          lifeOf.delete(name)
        }
      }
      function check(): void {
        forget()
        const count = lives.filter(isOpen).length
        expect(count).toBeLessThanOrEqual(MAX_CONTEXTS)
        expect(lives.every(({ ends }) => ends.length <= 1)).toBe(true)
        for (const name of ['a', 'b', 'c']) {
          expect(contexts.get(name)?.state).toBe(lifeOf.get(name))
          expect(contexts.get(name)?.takesText).toBe(lifeOf.get(name)?.takesText)
          expect(contexts.hasFailed(name)).toBe(failed.has(name))
        }
        expect(closed).toEqual(isDraining && count === 0 && !isClosed ? ['draining'] : [])
        isClosed ||= closed.splice(0).length > 0
      }
      for (const { command, thenMs } of steps) {
        const { kind, id: name } = command
        const life = lifeOf.get(name)
        switch (kind) {
          case 'open': {
            const count = lives.filter(isOpen).length
            const code = codeOf(() => lifeOf.set(name, open(name)))
            const refusal = isDraining || isClosed ? 'pool.draining' : count >= MAX_CONTEXTS ? 'key.limited' : undefined
            expect(code).toBe(life === undefined ? refusal : 'request.invalid')
            if (life === undefined) failed[refusal === undefined ? 'delete' : 'add'](name)
            break
          }
          case 'refuse': {
            const refuse = (): never => {
              throw new SpeechError('speaker.unknown', 'Speaker not found')
            }
            expect(codeOf(() => contexts.open(name, refuse))).toBeDefined()
            if (life === undefined) failed.add(name)
            break
          }
          case 'text':
            add(name, 'text' in command ? command.text : '')
            break
          case 'crash':
            add(name, 'Crash. ')
            break
          case 'eos':
            contexts.get(name)?.take({ kind: 'eos' })
            if (life !== undefined) life.takesText = false
            break
          case 'leave':
          case 'fail': {
            const error = new Error('failed')
            const reason: ContextEnd = kind === 'leave' ? { kind: 'cancelled' } : { kind: 'failed', error }
            const left = logged.length
            expect(contexts.leave(name, reason)).toBe(life !== undefined)
            if (life !== undefined) expect(life.ends).toEqual([reason])
            expect(logged.slice(left)).toEqual(life !== undefined && kind === 'fail' ? [error] : [])
            failed.delete(name)
            break
          }
          case 'drain':
            isDraining ||= !isClosed
            contexts.drain()
            break
          case 'close': {
            const before = lives.filter(isOpen)
            contexts[Symbol.dispose]()
            expect(before.map(endOf)).toEqual(before.map(() => 'gone'))
            isClosed = true
            break
          }
          default:
            throw new Error(kind)
        }
        check()
        await clock.advance(thenMs)
        check()
      }
      for (const name of lifeOf.keys()) contexts.get(name)?.take({ kind: 'eos' })
      for (let i = 0; i < others; i++) contexts.get(`other ${i}`)?.take({ kind: 'eos' })
      await clock.advance(60_000)
      expect([lives.filter(isOpen), late]).toEqual([[], []])
      expect([contexts.isSpeaking, clock.waiting]).toEqual([false, 0])
      for (const { ends, events, text } of lives) {
        const chunks = events.filter((event) => event.kind === 'chunk')
        if (ends[0]?.kind === 'finished') expect(chunks).toHaveLength([...text.matchAll(/\w+/g)].length)
      }
    }),
    { numRuns: 200 },
  )
})

/** Memory of a pending text besides its characters, as docs/websocket.md tells it. */
const PENDING_OVERHEAD = 64
const words = fc.record({ id, text: fc.nat(40).map((length) => 'word '.repeat(length)) })

test('the pending text of all contexts is limited together: the one that exceeds it fails, and makes room', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 20 }), (texts) => {
      const { contexts, lives, open, add } = createStage()
      const weightOf = ({ text }: Life): number => (text === '' ? 0 : PENDING_OVERHEAD + text.length)
      for (const { id: name, text } of texts) {
        const life = contexts.get(name)?.state ?? open(name)
        add(name, text)
        const isOver = lives.reduce((sum, each) => sum + (each.ends.length === 0 ? weightOf(each) : 0), 0) > MAX_PENDING
        expect(isOver).toBe(false)
        const others = lives.filter((each) => each !== life && each.ends.length === 0)
        const weight = others.reduce((sum, each) => sum + weightOf(each), weightOf(life))
        const ends =
          weight > MAX_PENDING ? [{ kind: 'failed', error: expect.objectContaining({ code: expect.any(String) }) }] : []
        expect(life.ends).toEqual(ends)
      }
    }),
  )
})

test('the sessions of a connection share one tally, and each text and first audio is counted', async () => {
  const { contexts, clock, connection, open, add } = createStage()
  for (const name of ['a', 'b']) {
    open(name)
    add(name, 'One two.')
    contexts.get(name)?.take({ kind: 'eos' })
    add(name, 'ignored')
  }
  await clock.advance(1000)
  expect(connection.tally).toMatchObject({ voice: 'luna', characters: 16, firstAudiosMs: [WORD_MS, WORD_MS] })
})
