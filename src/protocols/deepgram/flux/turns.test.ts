import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeardLedger, createStage } from '../../../../test/live-session-stage.ts'
import { countCodePoints } from '../../../core/text-length.ts'
import { Turns } from './turns.ts'

/** The engine of the stage says every word in 100 ms. */
const WORD_MS = 100

type Message = Readonly<Record<string, unknown>> & { readonly type: string }

function createSession({ usesClock = false, delayMs = 0 } = {}) {
  const ledger = createHeardLedger()
  const received: Message[] = []
  const stage = createStage({
    endsTurnsByFlush: true,
    hasWordTimes: false,
    mayBeEmpty: true,
    nextDelayMs: () => delayMs,
    ledger,
    onEvent: (event) => turns.hear(event),
  })
  let ids = 0
  const turns: Turns = new Turns({
    session: stage.session,
    ledger,
    send: (message) => void received.push(message as Message),
    sendAudio: (bytes, ms) => void received.push({ type: 'audio', ms, word: Buffer.from(bytes).readInt16LE(0) }),
    newSpeechId: () => `turn ${ids++}`,
    now: () => stage.clock.now(),
    usesClock,
  })
  return { turns, stage, received, ledger, types: () => received.map(({ type }) => type) }
}

const metadataOf = (message: Message | undefined) =>
  (message?.type === 'SpeechInterrupted' ? message.metadata : message) as {
    readonly speech_id: string
    readonly audio_duration_ms: number
    readonly input_character_count: number
  }

type Step =
  | { readonly kind: 'speak'; readonly words: number; readonly end: string }
  | { readonly kind: 'flush' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'interrupt'; readonly share: number | undefined }
  | { readonly kind: 'read'; readonly isReading: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('speak' as const),
      words: fc.nat(3),
      end: fc.constantFrom('', ' ', '. ', '!', ' 🙂', '<b>', '...'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flush' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(900) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('interrupt' as const),
      share: fc.option(fc.double({ min: 0, max: 1.3, noNaN: true }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), isReading: fc.boolean() }) },
)

/** The client's side: checks each message as it comes. */
class Client {
  /** Texts of turns by the order in which they were begun. */
  readonly #texts: string[] = []
  readonly #words = new Map<number, number>()
  #isOpen = false
  #active: string | undefined
  #turnMs = 0
  /** What the session's clock would be if all were played. */
  clockMs = 0
  #interruptedMs = Number.NEGATIVE_INFINITY
  #lastWord = 0
  #flushed: string | undefined
  #totals = { characters: 0 }
  readonly #counted = new Set<string>()
  readonly starts = new Set<string>()

  write(text: string, words: readonly number[]): void {
    if (!this.#isOpen) this.#texts.push('')
    this.#isOpen = true
    this.#texts[this.#texts.length - 1] += text
    for (const word of words) this.#words.set(word, this.#texts.length - 1)
  }

  flush(): void {
    this.#isOpen = false
  }

  interrupt(playedMs: number | undefined, [answer, ...others]: readonly Message[]): void {
    expect(others).toEqual([])
    const endMs = Math.round(this.clockMs)
    if (answer?.type === 'Warning') {
      const { code } = answer
      if (code === 'NO_AUDIO_GENERATED') return expect(this.clockMs).toBe(0)
      if (code === 'INVALID_INTERRUPT_OFFSET') return expect(playedMs).toBeLessThanOrEqual(this.#interruptedMs)
      expect([code, this.#active]).toEqual(['NO_ACTIVE_SPEECH', undefined])
      if (playedMs !== undefined) expect(playedMs).toBeGreaterThanOrEqual(endMs)
      return
    }
    expect(answer?.type).toBe('SpeechInterrupted')
    expect(answer?.audio_played_ms).toBe(playedMs ?? endMs)
    const { speech_id } = metadataOf(answer)
    const text = this.#texts[Number(speech_id.slice('turn '.length))] ?? ''
    if (playedMs === undefined) expect([answer?.text_spoken, answer?.text_remaining]).toEqual([undefined, undefined])
    else expect(`${answer?.text_spoken}${answer?.text_remaining}`).toBe(text.replaceAll('<b>', ''))
    this.#count(answer as Message)
    this.#interruptedMs = playedMs ?? endMs
    this.clockMs = this.#interruptedMs
    this.#active = undefined
    this.#isOpen = false
    this.#turnMs = 0
  }

  hear(message: Message): void {
    switch (message.type) {
      case 'SpeechStarted':
        expect(this.#active).toBeUndefined()
        this.#active = message.speech_id as string
        expect(this.starts.has(this.#active)).toBe(false)
        this.starts.add(this.#active)
        this.#turnMs = 0
        return
      case 'audio':
        expect(`turn ${this.#words.get(message.word as number)}`).toBe(this.#active)
        expect(message.word).toBeGreaterThan(this.#lastWord)
        this.#lastWord = message.word as number
        this.#turnMs += message.ms as number
        this.clockMs += message.ms as number
        return
      case 'Flushed':
        expect(message.speech_id).toBe(this.#active)
        this.#flushed = this.#active
        return
      case 'SpeechMetadata':
        expect([message.speech_id, message.speech_id]).toEqual([this.#active, this.#flushed])
        expect(message.audio_duration_ms).toBe(Math.round(this.#turnMs))
        this.#count(message)
        this.#active = undefined
        return
      case 'Warning':
        expect(['NO_SYNTHESIZABLE_TEXT', 'INPUT_MARKUP_STRIPPED', 'NO_ACTIVE_SPEECH']).toContain(message.code)
        if (message.code === 'NO_SYNTHESIZABLE_TEXT') expect(this.#turnMs).toBe(0)
        return
      case 'SessionMetadata':
        expect(this.#active).toBeUndefined()
        expect(message.total_audio_duration_ms).toBe(Math.round(this.clockMs))
        expect(message.total_input_character_count).toBe(this.#totals.characters)
        return
      default:
        throw new Error(message.type)
    }
  }

  #count(message: Message): void {
    const { speech_id, input_character_count } = metadataOf(message)
    const text = this.#texts[Number(speech_id.slice('turn '.length))] ?? ''
    expect(input_character_count).toBe(countCodePoints(text))
    if (!this.#counted.has(speech_id)) this.#totals.characters += input_character_count
    this.#counted.add(speech_id)
  }
}

test('in any order of messages, a turn starts once, its audio is within it, and nothing of it follows an interruption', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer({ min: 0, max: 300 }), async (steps, delayMs) => {
      const { turns, stage, received, ledger } = createSession({ delayMs })
      const client = new Client()
      let words = 0
      const hear = () => {
        for (const message of received.splice(0)) client.hear(message)
      }
      for (const one of steps) {
        switch (one.kind) {
          case 'speak': {
            const own = Array.from({ length: one.words }, () => ++words)
            const text = own.map((word) => ` Word${word}`).join('') + one.end
            client.write(text, own)
            turns.speak(text)
            break
          }
          case 'flush':
            client.flush()
            turns.flush()
            break
          case 'wait':
            await stage.clock.advance(one.ms)
            break
          case 'read':
            stage.setReading(one.isReading)
            break
          case 'interrupt': {
            hear()
            const playedMs = one.share === undefined ? undefined : Math.round(one.share * ledger.endMs)
            turns.interrupt(playedMs)
            client.interrupt(playedMs, received.splice(0))
            break
          }
          default:
            one satisfies never
        }
        hear()
      }
      turns.close()
      stage.setReading(true)
      await stage.clock.advance(60_000)
      const last = received.at(-1)
      hear()
      expect(last?.type).toBe('SessionMetadata')
      expect(stage.events.at(-1)).toEqual({ kind: 'close', reason: { kind: 'finished' } })
    }),
    { numRuns: 300 },
  )
})

test('a turn that is written while another is spoken starts when that is over', async () => {
  const { turns, stage, types, received } = createSession({ delayMs: 50 })
  turns.speak('One.')
  turns.flush()
  turns.speak('Two.')
  turns.flush()
  turns.speak('Three')
  expect(types()).toEqual(['SpeechStarted'])
  await stage.clock.advance(5000)
  turns.flush()
  await stage.clock.advance(5000)
  const turn = ['SpeechStarted', 'audio', 'Flushed', 'SpeechMetadata']
  expect(types()).toEqual([...turn, ...turn, ...turn])
  expect(received.filter(({ type }) => type === 'SpeechStarted').map(({ speech_id }) => speech_id)).toEqual([
    'turn 0',
    'turn 1',
    'turn 2',
  ])
})

test('an interruption in a turn that is over is answered for that turn, and voids those after it', async () => {
  const { turns, stage, received } = createSession({ delayMs: 100 })
  turns.speak('One two three. ')
  turns.flush()
  await stage.clock.advance(5000)
  turns.speak('Four five.')
  turns.flush()
  turns.speak('Six.')
  received.splice(0)
  turns.interrupt(160)
  await stage.clock.advance(5000)
  expect(received).toEqual([
    {
      type: 'SpeechInterrupted',
      audio_played_ms: 160,
      text_spoken: 'One two',
      text_remaining: ' three. ',
      metadata: expect.objectContaining({ speech_id: 'turn 0', audio_duration_ms: 300, input_character_count: 15 }),
    },
  ])
  received.splice(0)
  turns.speak('Seven eight.')
  turns.flush()
  await stage.clock.advance(5000)
  turns.interrupt(160)
  turns.interrupt(160 + WORD_MS)
  expect(received.map(({ type, code }) => code ?? type).slice(-2)).toEqual([
    'INVALID_INTERRUPT_OFFSET',
    'SpeechInterrupted',
  ])
  expect(received.at(-1)).toMatchObject({ text_spoken: 'Seven', text_remaining: ' eight.' })
})

test('with the clock, an interruption is where a client is that plays what it receives at once', async () => {
  const { turns, stage, received } = createSession({ usesClock: true })
  turns.speak('One two three. Four.')
  turns.flush()
  turns.speak('<b>Five</b> six.')
  turns.flush()
  await stage.clock.advance(170)
  received.splice(0)
  turns.interrupt(undefined)
  expect(received).toEqual([
    expect.objectContaining({
      audio_played_ms: 170,
      text_spoken: 'One two',
      text_remaining: ' three. Four.',
      also_unheard: ['Five six.'],
      heard_from: 'clock',
    }),
  ])
  turns.interrupt(undefined)
  expect(received.at(-1)).toMatchObject({ code: 'NO_ACTIVE_SPEECH' })
  turns.speak('Seven. ')
  await stage.clock.advance(10_000)
  turns.interrupt(undefined)
  expect(received.at(-1)).toMatchObject({ audio_played_ms: 270, text_spoken: 'Seven. ', text_remaining: '' })
})

test('an interruption while the rest is drained ends the session at once', async () => {
  const { turns, stage, received } = createSession({ delayMs: 100 })
  turns.speak('One two three four five.')
  turns.close()
  turns.speak('Six.')
  await stage.clock.advance(250)
  turns.interrupt(undefined)
  await stage.clock.advance(1000)
  expect(received.map(({ type }) => type)).toEqual([
    'SpeechStarted',
    'audio',
    'audio',
    'SpeechInterrupted',
    'SessionMetadata',
  ])
  expect(received.at(-1)).toMatchObject({ total_audio_duration_ms: 200, total_input_character_count: 24 })
})

test('markup is warned of once for each message in which it ends, and does not count', async () => {
  const { turns, stage, received } = createSession()
  for (const piece of ['<speak>Hi', ' <bre', 'ak time="1s"', '/> there [pause 1s]', ' *you* a < b', '.</speak>'])
    turns.speak(piece)
  turns.flush()
  await stage.clock.advance(5000)
  const text = 'Hi  there  *you* a < b.'
  expect(received.filter(({ code }) => code === 'INPUT_MARKUP_STRIPPED')).toHaveLength(3)
  expect(received.at(-1)).toMatchObject({ type: 'SpeechMetadata', billable_character_count: text.length })
  turns.interrupt(WORD_MS * 0.6)
  expect(received.at(-1)).toMatchObject({ text_spoken: 'Hi', text_remaining: text.slice(2) })
})
