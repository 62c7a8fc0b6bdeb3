import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionEvent } from '../src/app/live-session/live-session-messages.ts'
import type { Segmentation } from '../src/core/segmentation.ts'
import { createStage, RATE_HZ, type Stage } from './live-session-stage.ts'

const GRACE_MS = 500

type Step =
  | {
      readonly kind: 'text'
      readonly words: number
      readonly end: '' | ' ' | '. ' | '.'
      readonly contextId: string | undefined
    }
  | { readonly kind: 'flush' | 'clear'; readonly contextId: string | undefined }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'read'; readonly isReading: boolean }

const contextId = fc.constantFrom(undefined, undefined, undefined, 'a', 'b')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      words: fc.nat(3),
      end: fc.constantFrom('', ' ', '. ', '.'),
      contextId,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flush' as const), contextId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), contextId }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.constantFrom(0, 1, 40, 100, 700), fc.integer({ min: 100, max: 20_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), isReading: fc.boolean() }) },
)

/** Actions of a client that sends neither contexts nor flushes. */
function simplified(one: Step): Step {
  switch (one.kind) {
    case 'text':
    case 'clear':
      return { ...one, contextId: undefined }
    case 'flush':
    case 'read':
      return { kind: 'wait', ms: 0 }
    case 'wait':
      return one
    default:
      return one satisfies never
  }
}

/** A model of the session as the client sees it, checked at each event. */
class Client {
  readonly #segmentation: Segmentation
  readonly #stage: () => Stage
  /** Words sent and not yet heard, in order; each has its number in its samples. */
  #expected: { readonly word: number; turn: number; contextId: string | null }[] = []
  #contextId: string | null = null
  #turn = 0
  /** Flushed turns whose `done` has not arrived. */
  #ended: { readonly turn: number; readonly contextId: string | null }[] = []
  #isOwing = false
  #endsItsTurns = false
  #isClosing = false
  #isClosed = false
  #lastWord = 0
  #heardAtMs = 0
  /** Samples of the turn that arrived, and that timestamps covered. */
  #samples = 0
  #reportedSamples = 0

  constructor(segmentation: Segmentation, stage: () => Stage) {
    this.#segmentation = segmentation
    this.#stage = stage
  }

  text(words: number, end: string, contextId: string | undefined): void {
    this.#takeContext(contextId)
    const names: string[] = []
    for (let i = 0; i < words; i++) {
      const word = ++this.#lastWord
      names.push(`Word${word}`)
      this.#expected.push({ word, turn: this.#turn, contextId: this.#contextId })
    }
    if (words > 0) this.#isOwing = true
    this.#stage().text(words > 0 ? ` ${names.join(' ')}${end}` : end.replace('.', ''), contextId)
  }

  flush(contextId: string | undefined): void {
    this.#takeContext(contextId)
    this.#endsItsTurns = true
    if (this.#segmentation === 'never' || this.#isOwing) this.#endTurn()
    this.#stage().command('flush', contextId)
  }

  clear(contextId: string | undefined): void {
    this.#takeContext(contextId)
    this.#expected = []
    this.#ended = []
    this.#isOwing = false
    this.#turn++
    this.#heardAtMs = 0
    this.#samples = 0
    this.#reportedSamples = 0
    this.#stage().command('clear', contextId)
  }

  eos(_contextId: undefined): void {
    if (this.#isOwing) this.#endTurn()
    this.#isClosing = true
    this.#stage().command('eos')
  }

  hear(event: SessionEvent): void {
    expect(this.#isClosed).toBe(false)
    switch (event.kind) {
      case 'chunk':
        return this.#hearChunk(event)
      case 'timestamps':
        expect(event.times.start[0]).toBe(0)
        expect(event.times.start.slice(1)).toEqual(event.times.end.slice(0, -1))
        this.#reportedSamples += Math.round((event.times.end.at(-1) ?? 0) * RATE_HZ)
        return
      case 'done':
        return this.#hearDone(event.contextId)
      case 'error':
        throw new Error(event.message)
      case 'close':
        expect([this.#isClosing, event.reason.kind]).toEqual([true, 'finished'])
        this.#isClosed = true
        return this.expectNothingLeft()
      default:
        event satisfies never
    }
  }

  /** Everything was heard and every turn is over. */
  expectNothingLeft(): void {
    expect([this.#expected, this.#ended, this.#isOwing, this.#isClosed]).toEqual([[], [], false, this.#isClosing])
  }

  #takeContext(contextId: string | undefined): void {
    this.#endsItsTurns ||= contextId !== undefined
    this.#contextId = contextId ?? this.#contextId
  }

  #endTurn(): void {
    this.#ended.push({ turn: this.#turn++, contextId: this.#contextId })
    this.#isOwing = false
    // With `never`, audio is requested by the flush.
    if (this.#segmentation === 'never') {
      for (const word of this.#expected) if (word.turn === this.#turn - 1) word.contextId = this.#contextId
    }
  }

  #hearChunk({ bytes, contextId }: Extract<SessionEvent, { kind: 'chunk' }>): void {
    expect(bytes.length % 2).toBe(0)
    const next = this.#expected.shift()
    expect(Buffer.from(bytes).readInt16LE(0)).toBe(next?.word)
    // A sentence that was begun without a context takes the first that comes, one that a flush ends may take that of the flush.
    const contexts = [next?.contextId, next?.contextId === null ? contextId : null]
    expect([...contexts, this.#ended[0]?.contextId]).toContain(contextId)
    // Nothing of a turn comes before the done of the one before.
    expect(this.#ended[0]?.turn ?? this.#turn).toBe(next?.turn)
    this.#samples += bytes.length / 2
    const nowMs = this.#stage().clock.now()
    this.#heardAtMs = Math.max(nowMs, this.#heardAtMs) + (1000 * bytes.length) / 2 / RATE_HZ
  }

  #hearDone(contextId: string | null): void {
    const ended = this.#ended.shift()
    if (ended === undefined) {
      expect([this.#segmentation === 'never', this.#endsItsTurns, this.#isOwing]).toEqual([false, false, true])
      expect(this.#stage().clock.now()).toBeGreaterThanOrEqual(this.#heardAtMs + GRACE_MS)
      this.#turn++
      // What is not a whole sentence yet is heard in the next turn.
      for (const word of this.#expected) word.turn = this.#turn
      this.#isOwing = this.#expected.length > 0
      if (this.#isOwing)
        expect([this.#segmentation, this.#samples]).toEqual(['bySentence', expect.toSatisfy((n) => n > 0)])
    } else {
      expect(this.#expected[0]?.turn ?? this.#turn).toBeGreaterThan(ended.turn)
      expect(contextId).toBe(ended.contextId)
    }
    expect(this.#reportedSamples).toBe(this.#samples)
    this.#samples = 0
    this.#reportedSamples = 0
  }
}

test.each(['bySentence', 'immediate', 'never'] as const)(
  'O done: whatever a client sends and however long the engine takes, every rule of turns, contexts and times holds (%s)',
  async (segmentation) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom(0, 0, 4, 10, 40),
        fc.constantFrom('flush', 'eos', 'clear'),
        fc.array(fc.constantFrom(0, 0, 1, 30, 400), { minLength: 1, maxLength: 20 }),
        async (steps, simpleSteps, end, delays) => {
          let chunks = 0
          const failures: unknown[] = []
          const stage = createStage({
            segmentation,
            doneGraceMs: GRACE_MS,
            nextDelayMs: () => delays[chunks++ % delays.length] ?? 0,
            onEvent: (event) => {
              try {
                client.hear(event)
              } catch (error) {
                failures.push(error)
              }
            },
          })
          const client: Client = new Client(segmentation, () => stage)
          for (const [i, any] of steps.entries()) {
            const one = i < simpleSteps ? simplified(any) : any
            if (one.kind === 'text') client.text(one.words, one.end, one.contextId)
            else if (one.kind === 'wait') await stage.clock.advance(one.ms)
            else if (one.kind === 'read') stage.setReading(one.isReading)
            else client[one.kind](one.contextId)
            // What an engine has made that is not sent: the chunk that is held back, the one that waits to be, and one of
            // an engine that had begun it when a clear came.
            expect(stage.heldSamples()).toBeLessThanOrEqual(30)
            if (failures.length > 0) throw failures[0]
          }
          stage.setReading(true)
          client[end](undefined)
          await stage.clock.advance(1_000_000)
          if (failures.length > 0) throw failures[0]
          client.expectNothingLeft()
          expect([stage.openTurns(), stage.clock.waiting]).toEqual([0, 0])
        },
      ),
      { numRuns: 600 },
    )
  },
)
