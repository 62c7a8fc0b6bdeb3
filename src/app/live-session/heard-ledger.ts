import type { HeardAnswer, HeardQuestion } from './heard-answer.ts'
import type { HeardMemory } from './heard-memory.ts'
import { answerAt, type HeardPlace, textsOf } from './internal/heard-place.ts'
import {
  type BegunWord,
  type HeardFrom,
  HeardTurn,
  type SegmentPlace,
  type TurnLanguage,
} from './internal/heard-turn.ts'
import type { PlaybackTrack } from './internal/playback-clock.ts'

export interface HeardLedgerOptions extends TurnLanguage {
  readonly track: PlaybackTrack
  readonly memory: HeardMemory
  /** Context of texts that name none. */
  readonly contextId?: string | undefined
}

/** The turn that a position in the audio of a session is in, and what was heard of it. */
export interface HeardAt {
  readonly turn: HeardTurn
  readonly heard: string
  readonly remaining: string
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
export const KEPT_MS = 60_000
/** Memory of a turn, of a piece of text and of a word besides its characters, in bytes. */
const TURN_BYTES = 500
const PIECE_BYTES = 32
const WORD_BYTES = 100

/**
 * The texts of a live session and the audio that was sent of them: what has its client heard? The session writes it.
 * Positions are milliseconds of all audio of the session that was played, those of questions and answers of the turn's;
 * audio that an interruption made void is not counted. Kept are the turns that may still be heard, those of the last minute, and the
 * last.
 */
export class HeardLedger implements Disposable {
  readonly #options: HeardLedgerOptions
  /** In order. */
  #turns: HeardTurn[] = []
  /** When a turn was finished, in milliseconds of the timers. */
  readonly #finishedAtMs = new WeakMap<HeardTurn, number>()
  /** The last turn takes no more text. */
  #isClosed = true
  /** Where the client stopped, until there is more text. */
  #stopped: HeardTurn | undefined
  /** The last interruption, until there is more text. */
  #answered: { readonly question: HeardQuestion; readonly place: HeardPlace | undefined } | undefined
  /** What is forgotten when there is more text: it was never heard. */
  #void: ReadonlySet<HeardTurn> = new Set()
  /** Index of the turn that is being spoken: those before it are over. */
  #spoken = 0

  constructor(options: HeardLedgerOptions) {
    this.#options = options
  }

  /** The position when all audio so far has been played. */
  get endMs(): number {
    return this.#options.track.endMs
  }

  /** Whether anything is kept. */
  get isEmpty(): boolean {
    return this.#turns.every(({ isForgotten }) => isForgotten)
  }

  /** The position of a client that plays at once what it receives. */
  positionMs(nowMs: number): number {
    return this.#options.track.positionMs(nowMs)
  }

  /** Whether all turns are over, and were played more than a minute ago. */
  isOver(nowMs: number): boolean {
    const playedMs = this.positionMs(nowMs)
    return this.#spoken >= this.#turns.length && this.#turns.every((turn) => this.#isOver(turn, playedMs, nowMs))
  }

  /**
   * The turn in which a position is: the first of which audio is left, else the one that is being spoken, else the one
   * that was stopped, else the last with audio, else the last.
   */
  turnAt(positionMs: number): HeardTurn | undefined {
    return this.#turnAmong(this.#turns, positionMs)
  }

  /** Whether a turn of the context is kept. */
  has(contextId: string | null): boolean {
    return this.#turns.some((turn) => turn.isOf(contextId))
  }

  /** Undefined if there is no turn at the position. */
  heardAt(positionMs: number): HeardAt | undefined {
    const turn = this.turnAt(positionMs)
    if (turn === undefined) return undefined
    // Positions are often rounded to milliseconds: at the end, all is heard.
    const isAll = turn.startMs !== undefined && positionMs >= endOf(turn)
    const ms = turn.playedMs(isAll ? Number.POSITIVE_INFINITY : positionMs - (turn.startMs ?? positionMs), 'client')
    return { turn, ...turn.heardAt(ms), alsoUnheard: textsOf(this.#turnsAfter(turn, positionMs)) }
  }

  /**
   * What was heard of the turn that is being played, by the clock or by the position: that counts from the start of the
   * turn that is being played by the clock, and may be in a later one. Undefined if nothing is known.
   */
  answer(question: HeardQuestion, nowMs: number): HeardAnswer | undefined {
    return answerAt(this.#placeOf(question, nowMs))
  }

  /** What was heard of the last turn with audio. If the question names a context, that may have no audio yet. */
  answerAboutLast({ contextId, positionMs }: HeardQuestion, nowMs: number): HeardAnswer | undefined {
    const turn = this.lastTurn(contextId)
    if (turn === undefined) return undefined
    if (positionMs === undefined) return answerAt(this.#placeIn(turn, this.positionMs(nowMs), 'clock'))
    return answerAt(this.#placeIn(turn, (turn.startMs ?? 0) + positionMs, 'client'))
  }

  lastTurn(contextId: string | null | undefined): HeardTurn | undefined {
    const asked = this.#turnsOf(contextId)
    const last = asked.findLast(({ startMs }) => startMs !== undefined)
    return last ?? (contextId === undefined ? undefined : asked.at(-1))
  }

  /**
   * Answers like `answer`: the client drops what it has not played, and the next audio is played from there. Until there is
   * more text, the same question has the same answer.
   */
  interrupt(question: HeardQuestion, nowMs: number): HeardAnswer | undefined {
    const place = this.#placeOf(question, nowMs)
    const answer = answerAt(place)
    if (place !== undefined) this.#finishedAtMs.set(place.turn, nowMs)
    if (question.positionMs === undefined || place === undefined) this.stop(nowMs)
    else this.stopAt(Math.min(place.positionMs, this.endMs))
    this.#answered = { question, place }
    return answer
  }

  /** The client has dropped what it had not played, and did not say how much it had. */
  stop(nowMs: number): void {
    // What it has said counts more.
    if (this.#stopped === undefined) this.stopAt(this.positionMs(nowMs), 'clock')
  }

  /** The client has dropped what it had not played: the next audio is played from this position. */
  stopAt(positionMs: number, from: HeardFrom = 'client'): void {
    const stopped = this.turnAt(positionMs)
    const later = stopped === undefined ? [...this.#turns] : this.#turns.slice(this.#turns.indexOf(stopped) + 1)
    const { startMs } = stopped ?? {}
    if (startMs !== undefined) stopped?.stopAt(positionMs - startMs, from)
    for (const turn of later) turn.stopAt(undefined, from)
    this.#stopped = stopped
    this.#void = new Set(stopped !== undefined && startMs === undefined ? [stopped, ...later] : later)
    this.drop()
    this.#options.track.stopAt(positionMs)
  }

  /**
   * The client has dropped what it had not played, and counts it as played: the next audio is played at once, from the end of
   * what was sent.
   */
  skip(nowMs: number): void {
    const playedMs = this.positionMs(nowMs)
    for (const turn of this.#turns) if (turn.startMs !== undefined) turn.stopClockAt(playedMs - turn.startMs)
    this.#options.track.stopAt(this.endMs)
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
      addWord: (word) => {
        turn.addWord(segment, word)
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
    if (turn === undefined || samples === 0) return
    if (turn.startMs === undefined) Object.assign(turn, { startMs: this.endMs, begunAtMs: sentAtMs })
    turn.addSamples(samples)
    this.#options.track.add((1000 * samples) / this.#options.sampleRateHz, sentAtMs)
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
    for (const turn of this.#turns) this.#release(turn)
    this.#turns = []
    this.#answered = undefined
    this.drop()
  }

  #placeOf(question: HeardQuestion, nowMs: number): HeardPlace | undefined {
    const { contextId, positionMs } = question
    if (this.#answered !== undefined && isSame(this.#answered.question, question)) return this.#answered.place
    const asked = this.#turnsOf(contextId)
    const clockMs = this.positionMs(nowMs)
    const played = this.#turnAmong(asked, clockMs)
    if (positionMs === undefined) return played && this.#placeIn(played, clockMs, 'clock')
    // A client that has played something is in a turn with audio.
    const hasAudio = played?.startMs !== undefined
    const from = hasAudio ? played : (asked.findLast(({ startMs }) => startMs !== undefined) ?? played)
    const askedMs = (from?.startMs ?? clockMs) + positionMs
    const turn = this.#turnAmong(asked, askedMs)
    return turn && this.#placeIn(turn, askedMs, 'client')
  }

  #placeIn(turn: HeardTurn, positionMs: number, from: HeardFrom): HeardPlace {
    const { startMs } = turn
    const playedMs = turn.playedMs(positionMs - (startMs ?? positionMs), from)
    // A position beyond the turn is its end, if the client says so of this turn.
    const ownMs = from === 'client' && startMs !== undefined ? startMs + playedMs : positionMs
    return { turn, from, playedMs, positionMs: ownMs, later: this.#turnsAfter(turn, ownMs) }
  }

  /** Those that are kept, of the context if one is asked for. */
  #turnsOf(contextId: string | null | undefined): readonly HeardTurn[] {
    return this.#turns.filter((turn) => !turn.isForgotten && (contextId === undefined || turn.isOf(contextId)))
  }

  #turnAmong(turns: readonly HeardTurn[], positionMs: number): HeardTurn | undefined {
    const isHere = (turn: HeardTurn | undefined): boolean => turn !== undefined && turns.includes(turn)
    return (
      turns.find((turn) => positionMs < endOf(turn)) ??
      [this.#turns[this.#spoken], this.#stopped].find(isHere) ??
      turns.findLast(({ startMs }) => startMs !== undefined) ??
      turns.at(-1)
    )
  }

  /** Those that begin after the position. */
  #turnsAfter(turn: HeardTurn, positionMs: number): readonly HeardTurn[] {
    const later = this.#turns.slice(this.#turns.indexOf(turn) + 1)
    return later.filter(({ startMs }) => startMs === undefined || startMs >= positionMs)
  }

  #openTurn(named: string | null): HeardTurn {
    const contextId = named ?? this.#options.contextId ?? null
    const last = this.#turns.at(-1)
    if (!this.#isClosed && last !== undefined) {
      if (last.enter(contextId)) this.#options.memory.grow(last, 2 * (contextId?.length ?? 0) + PIECE_BYTES)
      return last
    }
    for (const turn of this.#void) this.#remove(turn)
    this.#void = new Set()
    this.#stopped = undefined
    this.#answered = undefined
    const turn = new HeardTurn(contextId, this.#options)
    this.#turns.push(turn)
    this.#options.memory.grow(turn, TURN_BYTES)
    this.#isClosed = false
    return turn
  }

  #dropPlayed(nowMs: number): void {
    const playedMs = this.positionMs(nowMs)
    for (
      let first = this.#turns[0];
      this.#spoken > 1 && first !== undefined && this.#isOver(first, playedMs, nowMs);
      [first] = this.#turns
    ) {
      this.#remove(first)
    }
  }

  #isOver(turn: HeardTurn, playedMs: number, nowMs: number): boolean {
    if (turn.isForgotten) return true
    const finishedAtMs = this.#finishedAtMs.get(turn) ?? turn.begunAtMs
    return nowMs - finishedAtMs > KEPT_MS && endOf(turn) <= playedMs
  }

  /** Removes a turn that is over. */
  #remove(turn: HeardTurn): void {
    this.#release(turn)
    this.#turns.splice(this.#turns.indexOf(turn), 1)
    this.#spoken--
  }

  /** A session that was stopped may still write a word. */
  #release(turn: HeardTurn): void {
    this.#options.memory.release(turn)
    turn.forget()
  }
}

const isSame = (one: HeardQuestion, other: HeardQuestion): boolean =>
  one.contextId === other.contextId && one.positionMs === other.positionMs

/** Where a turn ends, in whole milliseconds, as clients know it. */
const endOf = ({ endMs = 0 }: HeardTurn): number => Math.round(endMs)
