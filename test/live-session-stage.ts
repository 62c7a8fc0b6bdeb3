import type { HeardLedger } from '../src/app/live-session/heard-ledger.ts'
import { HeardLedgers } from '../src/app/live-session/heard-ledgers.ts'
import { LiveSession, type LiveSessionOptions, type Timers } from '../src/app/live-session/live-session.ts'
import type { SessionEvent } from '../src/app/live-session/live-session-messages.ts'
import type { NarratedTurn, SpeechText, SpokenEvent } from '../src/app/speech/narrator.ts'
import type { LiveNarrator } from '../src/app/speech/speech.ts'
import { createEncoder } from '../src/audio/encoder.ts'
import { SpeechError } from '../src/core/errors.ts'
import { type Markup, NO_MARKUP } from '../src/core/request.ts'
import { Samples } from '../src/core/samples.ts'

/** Low enough that a chunk of 100 ms is ten samples. */
export const RATE_HZ = 100
const CHUNK_SAMPLES = 10

/** A ledger of a stage. */
export const createHeardLedger = (): HeardLedger =>
  new HeardLedgers({ maxBytes: 2 ** 23, now: () => 0 })
    .open({ lagMs: 0 })
    .openLedger({ id: '', language: 'eng', sampleRateHz: RATE_HZ })

/** A clock that the test advances. */
export interface Clock extends Timers {
  advance(ms: number): Promise<void>
  sleep(ms: number): Promise<void>
  readonly waiting: number
}

export function createClock(): Clock {
  let nowMs = 0
  const due = new Map<object, { readonly atMs: number; readonly onDue: () => void }>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const after = (delayMs: number, onDue: () => void): Disposable => {
    const key = {}
    due.set(key, { atMs: nowMs + delayMs, onDue })
    return { [Symbol.dispose]: () => due.delete(key) }
  }
  return {
    now: () => nowMs,
    after,
    sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
    async advance(ms) {
      const untilMs = nowMs + ms
      for (;;) {
        await settle()
        const next = [...due].sort(([, a], [, b]) => a.atMs - b.atMs)[0]
        if (next === undefined || next[1].atMs > untilMs) break
        due.delete(next[0])
        nowMs = next[1].atMs
        next[1].onDue()
      }
      nowMs = untilMs
    },
    get waiting() {
      return due.size
    },
  }
}

/** A client's side of a session: what it received, and whether it reads. */
export interface Stage {
  readonly session: LiveSession
  readonly clock: Clock
  readonly events: SessionEvent[]
  /** What the engine was given. */
  readonly spoken: SpeechText[]
  /** Turns that occupy a worker. */
  readonly openTurns: () => number
  /** Samples of open turns that were synthesized and not sent. */
  readonly heldSamples: () => number
  setReading(isReading: boolean): void
  /** Returns and clears the received events in short form: `chunk a 12`, `words a One. Two.`, `done a`. */
  reported(): readonly string[]
  text(text: string, contextId?: string, markup?: Markup): void
  command(kind: 'flush' | 'clear' | 'eos', contextId?: string): void
}

export interface StageOptions extends Partial<LiveSessionOptions> {
  /** Time that the engine takes for a chunk. */
  readonly nextDelayMs?: () => number
  readonly onEvent?: (event: SessionEvent) => void
  readonly ledger?: HeardLedger
}

/** A session whose engine says every word in chunks of 100 ms that hold the digits of the word. */
export function createStage({ nextDelayMs = () => 0, onEvent, ledger, ...options }: StageOptions = {}): Stage {
  const clock = createClock()
  const events: SessionEvent[] = []
  const spoken: SpeechText[] = []
  let openTurns = 0
  let made = 0
  let sent = 0
  let reading: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined
  const reported: string[] = []

  async function* say(text: string, signal: AbortSignal): AsyncGenerator<SpokenEvent> {
    if (text.includes('{')) throw new SpeechError('request.invalid', 'phoneme "{" at place 1')
    let startSample = 0
    const read = text.replaceAll(/<\/?[a-z][^<>]*>|\[pause [^\]]*\]/g, (tag) => ' '.repeat(tag.length))
    for (const { 0: word, index } of read.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (word === 'Crash') throw new SpeechError('engine.crashed', 'gone')
      const delayMs = nextDelayMs()
      if (delayMs > 0) await clock.sleep(delayMs)
      signal.throwIfAborted()
      const endSample = startSample + CHUNK_SAMPLES
      yield { kind: 'word', span: { start: index, end: index + word.length }, spoken: word, startSample, endSample }
      startSample = endSample
      made += CHUNK_SAMPLES
      yield {
        kind: 'audio',
        samples: new Samples(new Int16Array(CHUNK_SAMPLES).fill(Number(/\d+/.exec(word)?.[0] ?? 0))),
      }
    }
  }
  const narrator: LiveNarrator = {
    beginTurn(): NarratedTurn {
      openTurns++
      return {
        speak: (text, signal) => {
          spoken.push(text)
          return say(text.text, signal)
        },
        [Symbol.dispose]: () => {
          openTurns--
          sent = made
        },
      }
    },
  }
  const tell = (event: SessionEvent): string => {
    switch (event.kind) {
      case 'chunk':
        return `chunk ${event.contextId} ${Buffer.from(event.bytes).readInt16LE(0)}`
      case 'timestamps':
        return `words ${event.contextId} ${event.times.words.join(' ')}`
      case 'done':
        return `done ${event.contextId}`
      case 'error':
        return `error ${event.contextId} ${event.message}`
      case 'close':
        return `close ${event.reason.kind}`
      default:
        return event satisfies never
    }
  }
  const session = new LiveSession(
    {
      segmentation: 'bySentence',
      endsTurnsByFlush: options.segmentation === 'never',
      language: 'eng',
      format: { codec: 'pcm', sampleRateHz: RATE_HZ },
      hasWordTimes: true,
      timesFrom: 'segment',
      markup: NO_MARKUP,
      maxTextLength: Number.POSITIVE_INFINITY,
      maxPendingLength: 100_000,
      doneGraceMs: 500,
      ...options,
    },
    {
      narrator,
      createEncoder,
      timers: clock,
      ledger,
      output: {
        whenRead: (signal) => reading && Promise.race([reading.promise, whenFired(signal)]),
        send(event) {
          events.push(event)
          reported.push(tell(event))
          if (event.kind === 'chunk') sent += event.bytes.length / 2
          onEvent?.(event)
        },
      },
    },
  )
  return {
    session,
    clock,
    events,
    spoken,
    openTurns: () => openTurns,
    heldSamples: () => made - sent,
    setReading(isReading) {
      if (isReading === (reading === undefined)) return
      const was = reading
      reading = isReading ? undefined : withResolvers()
      was?.resolve()
    },
    reported: () => reported.splice(0),
    text: (text, contextId, markup) => session.take({ kind: 'text', text, markup, contextId }),
    command: (kind, contextId) => session.take({ kind, contextId }),
  }
}

const whenFired = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => void signal.addEventListener('abort', () => reject(signal.reason)))

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((take) => {
    resolve = take
  })
  return { promise, resolve }
}
