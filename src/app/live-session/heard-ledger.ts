import type { Language } from '../../core/language.ts'
import type { HeardMemory } from './heard-memory.ts'
import { type BegunWord, type HeardText, HeardTurn, type SegmentPlace } from './internal/heard-turn.ts'
import { PlaybackClock } from './internal/playback-clock.ts'

export interface HeardLedgerOptions {
  readonly language: Language
  readonly sampleRateHz: number
  /** From sending until playback, in milliseconds, where the client does not say what it has played. */
  readonly lagMs: number
  readonly memory: HeardMemory
}

/** What was heard of the turn that a position is in. */
export interface Heard extends HeardText {
  readonly turn: HeardTurn
  /** Texts of later turns, in order. */
  readonly alsoUnheard: readonly string[]
}

/** Writes what is spoken of a segment. */
export interface SegmentRecord {
  addWord(word: BegunWord): void
  /** All of it was spoken. */
  end(): void
  /** It cannot be spoken. */
  refuse(): void
}

/** How long a turn is kept after it was sent and played, in milliseconds. */
const KEPT_MS = 60_000
/** Memory of a piece of text or of a word besides its characters, in bytes. */
const PIECE_BYTES = 32
const WORD_BYTES = 100

/**
 * The texts of a connection and the audio that was sent of them: what has its client heard at a position? A live session
 * writes it. Positions are milliseconds of all audio of the connection that was played; audio that an interruption made
 * void is not counted. Kept are the turns that may still be heard, and the last.
 */
export class HeardLedger implements Disposable {
  readonly #options: HeardLedgerOptions
  readonly #clock: PlaybackClock
  /** In order. */
  #turns: HeardTurn[] = []
  /** When a turn was finished, in milliseconds of the timers. */
  readonly #finishedAtMs = new WeakMap<HeardTurn, number>()
  /** The last turn takes no more text. */
  #isClosed = true
  /** Those after the one that was stopped. */
  #dropped: ReadonlySet<HeardTurn> = new Set()
  /** Index of the turn that is being spoken: those before it are over. */
  #spoken = 0

  constructor(options: HeardLedgerOptions) {
    this.#options = options
    this.#clock = new PlaybackClock(options.lagMs)
  }

  /** The position when all audio so far has been played. */
  get endMs(): number {
    return this.#clock.endMs
  }

  /** The position of a client that plays at once what it receives. */
  positionMs(nowMs: number): number {
    return this.#clock.positionMs(nowMs)
  }

  /**
   * The turn in which a position is: the first of which audio is left, else the one that is being spoken, else the last
   * with audio. Undefined if there is none.
   */
  turnAt(positionMs: number): HeardTurn | undefined {
    return (
      this.#turns.find((turn) => positionMs < endOf(turn)) ??
      this.#turns[this.#spoken] ??
      this.#turns.findLast(({ startMs }) => startMs !== undefined)
    )
  }

  /** Whether a turn of the context is kept. */
  has(contextId: string): boolean {
    return this.#turns.some((turn) => turn.contextId === contextId)
  }

  /** Undefined if there is no turn at the position. */
  heardAt(positionMs: number): Heard | undefined {
    const turn = this.turnAt(positionMs)
    if (turn === undefined) return undefined
    // Positions are often rounded to milliseconds: at the end, all is heard.
    const isAll = turn.startMs !== undefined && positionMs >= endOf(turn)
    const ms = isAll ? Number.POSITIVE_INFINITY : positionMs - (turn.startMs ?? positionMs)
    const later = this.#turns.slice(this.#turns.indexOf(turn) + 1)
    return { turn, ...turn.heardAt(ms), alsoUnheard: later.map(({ text }) => text) }
  }

  /** The client has dropped what it had not played: the next audio is played from this position. */
  stopAt(positionMs: number): void {
    const stopped = this.turnAt(positionMs)
    const index = stopped === undefined ? -1 : this.#turns.indexOf(stopped)
    const { startMs } = stopped ?? {}
    if (startMs !== undefined) stopped?.stopAt(positionMs - startMs)
    for (const later of this.#turns.slice(index + 1)) later.stopAt(undefined)
    this.#dropped = new Set(this.#turns.slice(index + 1))
    this.drop()
    this.#clock.stopAt(positionMs)
  }

  addText(text: string, contextId: string | null): void {
    if (text === '') return
    const turn = this.#openTurn(contextId)
    turn.addText(text)
    this.#options.memory.grow(turn, 2 * text.length + PIECE_BYTES)
  }

  /** Later text belongs to another turn. A turn without text is one too. */
  endTurn(contextId: string | null): void {
    this.#openTurn(contextId)
    this.#isClosed = true
  }

  beginSegment(place: SegmentPlace): SegmentRecord | undefined {
    const turn = this.#turns[this.#spoken]
    if (turn === undefined || turn.isForgotten) return undefined
    const segment = turn.beginSegment(place)
    return {
      addWord: ({ span, startSample, endSample }) => {
        segment.words.push({ span, startSample, endSample })
        this.#options.memory.grow(turn, WORD_BYTES)
      },
      end: () => {
        segment.isOpen = false
      },
      refuse: () => turn.refuse(segment),
    }
  }

  addAudio(samples: number, sentAtMs: number): void {
    const turn = this.#turns[this.#spoken]
    if (turn === undefined) return
    turn.startMs ??= this.#clock.endMs
    turn.addSamples(samples)
    this.#clock.add((1000 * samples) / this.#options.sampleRateHz, sentAtMs)
  }

  /** All of the turn was sent: so much of its text, in UTF-16 units. What follows belongs to the next turn. */
  finishTurn(length: number, nowMs: number): void {
    const turn = this.#turns[this.#spoken]
    if (turn === undefined) return
    const rest = turn.splitAt(length)
    turn.finish()
    this.#finishedAtMs.set(turn, nowMs)
    this.#spoken++
    if (this.#spoken === this.#turns.length) this.#isClosed = true
    if (turn.startMs === undefined) this.#remove(turn) // it is never heard
    this.addText(rest, turn.contextId)
    this.#dropPlayed(nowMs)
  }

  /** What was not sent is void. Later text belongs to another turn. */
  drop(): void {
    this.#isClosed = true
    this.#spoken = this.#turns.length
  }

  [Symbol.dispose](): void {
    for (const turn of this.#turns) this.#options.memory.release(turn)
  }

  #openTurn(contextId: string | null): HeardTurn {
    const last = this.#turns.at(-1)
    if (!this.#isClosed && last !== undefined) return last
    for (const turn of this.#dropped) this.#remove(turn)
    this.#dropped = new Set()
    const turn = new HeardTurn(contextId, this.#options.language, this.#options.sampleRateHz)
    this.#turns.push(turn)
    this.#isClosed = false
    return turn
  }

  #dropPlayed(nowMs: number): void {
    const playedMs = this.#clock.positionMs(nowMs)
    const isOver = (turn: HeardTurn): boolean =>
      nowMs - (this.#finishedAtMs.get(turn) ?? Number.NEGATIVE_INFINITY) > KEPT_MS && endOf(turn) <= playedMs
    for (let first = this.#turns[0]; this.#spoken > 1 && first !== undefined && isOver(first); [first] = this.#turns) {
      this.#remove(first)
    }
  }

  /** Removes a turn that is over. */
  #remove(turn: HeardTurn): void {
    this.#options.memory.release(turn)
    this.#turns = this.#turns.filter((each) => each !== turn)
    this.#spoken--
  }
}

/** Where a turn ends, in whole milliseconds, as clients know it. */
const endOf = ({ endMs = 0 }: HeardTurn): number => Math.round(endMs)
