import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionEvent } from '../src/app/session-protocol.ts'
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
  | { readonly kind: 'flush' | 'clear' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'read'; readonly isReading: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      words: fc.nat(3),
      end: fc.constantFrom('', ' ', '. ', '.'),
      contextId: fc.constantFrom(undefined, undefined, undefined, 'a', 'b'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flush' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 40, 100, 700, 3000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), isReading: fc.boolean() }) },
)

/** What a client knows of its session, held against each event. */
class Client {
  readonly #segmentation: Segmentation
  readonly #stage: () => Stage
  /** Words that were sent and are to be heard, in order; each says its number in its samples. */
  #expected: { readonly word: number; turn: number; contextId: string | null }[] = []
  #contextId: string | null = null
  #turn = 0
  /** Turns that a flush ended, whose done is to come. */
  #ended: { readonly turn: number; readonly contextId: string | null }[] = []
  #isOwing = false
  #lastWord = 0
  #heardAtMs = 0
  /** Of the turn: samples that came, and that timestamps told of. */
  #samples = 0
  #toldSamples = 0

  constructor(segmentation: Segmentation, stage: () => Stage) {
    this.#segmentation = segmentation
    this.#stage = stage
  }

  text(words: number, end: string, contextId: string | undefined): void {
    this.#contextId = contextId ?? this.#contextId
    const names: string[] = []
    for (let i = 0; i < words; i++) {
      const word = ++this.#lastWord
      names.push(`Word${word}`)
      this.#expected.push({ word, turn: this.#turn, contextId: this.#contextId })
    }
    if (words > 0) this.#isOwing = true
    this.#stage().text(` ${names.join(' ')}${words > 0 ? end : ''}`, contextId)
  }

  flush(): void {
    if (this.#segmentation === 'never' || this.#isOwing) this.#endTurn()
    this.#stage().command('flush')
  }

  clear(): void {
    this.#expected = []
    this.#ended = []
    this.#isOwing = false
    this.#turn++
    this.#heardAtMs = 0
    this.#samples = 0
    this.#toldSamples = 0
    this.#stage().command('clear')
  }

  hear(event: SessionEvent): void {
    switch (event.kind) {
      case 'chunk':
        return this.#hearChunk(event)
      case 'timestamps':
        expect(event.times.start[0]).toBe(0)
        expect(event.times.start.slice(1)).toEqual(event.times.end.slice(0, -1))
        this.#toldSamples += Math.round((event.times.end.at(-1) ?? 0) * RATE_HZ)
        return
      case 'done':
        return this.#hearDone(event.contextId)
      case 'error':
      case 'close':
        throw new Error(`${event.kind} came`)
      default:
        event satisfies never
    }
  }

  /** Everything was heard and every turn is over. */
  expectNothingLeft(): void {
    expect([this.#expected, this.#ended, this.#isOwing]).toEqual([[], [], false])
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
    // A sentence that was begun without a context takes the first that comes.
    expect([next?.contextId, next?.contextId === null ? contextId : null]).toContain(contextId)
    // Nothing of a turn comes before the done of the one before.
    expect(this.#ended[0]?.turn ?? this.#turn).toBe(next?.turn)
    this.#samples += bytes.length / 2
    const nowMs = this.#stage().clock.now()
    this.#heardAtMs = Math.max(nowMs, this.#heardAtMs) + (1000 * bytes.length) / 2 / RATE_HZ
  }

  #hearDone(contextId: string | null): void {
    const ended = this.#ended.shift()
    if (ended === undefined) {
      expect(this.#segmentation).not.toBe('never')
      expect(this.#isOwing).toBe(true)
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
    expect(this.#toldSamples).toBe(this.#samples)
    this.#samples = 0
    this.#toldSamples = 0
  }
}

test.each(['bySentence', 'immediate', 'never'] as const)(
  'whatever a client sends and however long the engine takes, every rule of turns, contexts and times holds (%s)',
  async (segmentation) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(fc.constantFrom(0, 0, 1, 30, 400), { minLength: 1, maxLength: 20 }),
        async (steps, delays) => {
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
          for (const one of steps) {
            if (one.kind === 'text') client.text(one.words, one.end, one.contextId)
            else if (one.kind === 'wait') await stage.clock.advance(one.ms)
            else if (one.kind === 'read') stage.setReading(one.isReading)
            else client[one.kind]()
            // What an engine has made that is not sent: the chunk that is held back, and the one that waits to be.
            expect(stage.heldSamples()).toBeLessThanOrEqual(20)
            if (failures.length > 0) throw failures[0]
          }
          stage.setReading(true)
          client.flush()
          await stage.clock.advance(1_000_000)
          if (failures.length > 0) throw failures[0]
          client.expectNothingLeft()
          expect([stage.openTurns(), stage.clock.waiting]).toEqual([0, 0])
        },
      ),
      { seed: 20_261_120, numRuns: 400 },
    )
  },
)
