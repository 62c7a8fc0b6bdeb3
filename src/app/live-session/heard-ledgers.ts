import { SpeechError } from '../../core/errors.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import type { AnswerListener } from '../speech/speech.ts'
import type { HeardAnswer, HeardQuestion } from './heard-answer.ts'
import { HeardLedger, KEPT_MS } from './heard-ledger.ts'
import { HeardMemory } from './heard-memory.ts'
import type { TurnLanguage } from './internal/heard-turn.ts'
import { PlaybackClock } from './internal/playback-clock.ts'

export interface HeardConnectionOptions {
  /** Who may ask later, as far as the connection is authorized. Without it, only the connection itself asks. */
  readonly callerOf?: () => string | undefined
  /** From sending until playback, in milliseconds, where the client does not say what it has played. */
  readonly lagMs: number
  /** It has the answer to one request, and is found by the id of that alone. */
  readonly isAnswer?: boolean
}

export interface OpenLedgerOptions extends TurnLanguage {
  /** Id of the request that is spoken. */
  readonly id: string
  /** Context of texts that name none. */
  readonly contextId?: string | undefined
}

/** Asks by a caller who is not the connection. */
export interface LaterQuestion extends HeardQuestion {
  readonly caller: string
  readonly requestId?: string | undefined
}

export interface HeardLedgersOptions {
  /** Of the texts and words of all ledgers. */
  readonly maxBytes: number
  /** Milliseconds, of the timers of sessions. */
  readonly now: () => number
}

/** What the clients of a process have heard, of those that ask for it: by connection. In memory only. */
export class HeardLedgers {
  readonly #memory: HeardMemory
  readonly #now: () => number
  readonly #connections = new Set<HeardConnection>()

  constructor({ maxBytes, now }: HeardLedgersOptions) {
    this.#memory = new HeardMemory(maxBytes)
    this.#now = now
  }

  /** The caller closes the connection. */
  open(options: HeardConnectionOptions): HeardConnection {
    // What is called later must not keep the caller's request.
    const mayBeAsked = options.callerOf !== undefined
    const forget = (): void => {
      connection[Symbol.dispose]()
      this.#connections.delete(connection)
    }
    const connection = new HeardConnection(options, {
      memory: this.#memory,
      now: this.#now,
      // Clients ask after they have closed the connection, too.
      onClosed: (restMs) => {
        if (!mayBeAsked || connection.isEmpty) forget()
        else setTimeout(forget, restMs + KEPT_MS).unref()
      },
    })
    if (mayBeAsked) this.#connections.add(connection)
    return connection
  }

  /**
   * What was heard of the last turn with audio of the caller's connections, or of an answer. Throws `resource.conflict` if
   * several connections are open and nothing else is asked for, `resource.unknown` if nothing is known.
   */
  find({ caller, requestId, ...question }: LaterQuestion): HeardAnswer {
    const own = [...this.#connections].filter((each) => each.caller === caller && !each.isEmpty)
    const asked = own.filter(({ isAnswer }) => requestId !== undefined || !isAnswer)
    const isAmbiguous = requestId === undefined && question.contextId === undefined
    if (isAmbiguous && asked.filter(({ isOpen }) => isOpen).length > 1) {
      throw new SpeechError('resource.conflict', 'several connections are open: contextId or requestId is required')
    }
    const last = asked
      .flatMap((each) => each.ledgersOf(requestId))
      .map((ledger) => ({ ledger, turn: ledger.lastTurn(question.contextId) }))
      .filter(({ turn }) => turn !== undefined)
      .reduce((one, other) => (begunAt(other) >= begunAt(one) ? other : one), NO_TURN)
    const answer = last.ledger?.answerAboutLast(question, this.#now())
    if (answer === undefined) throw new SpeechError('resource.unknown', 'nothing is known of what was heard')
    return answer
  }
}

type LastTurn = { readonly ledger?: HeardLedger; readonly turn?: { readonly begunAtMs: number } | undefined }
const NO_TURN: LastTurn = {}
const begunAt = ({ turn }: LastTurn): number => turn?.begunAtMs ?? Number.NEGATIVE_INFINITY

interface ConnectionParts {
  readonly memory: HeardMemory
  readonly now: () => number
  /** `restMs`: until all audio has been played. */
  readonly onClosed: (restMs: number) => void
}

/** What one client has heard: a ledger for each live session of its connection. They are played one after the other. */
export class HeardConnection implements Disposable {
  readonly isAnswer: boolean
  #callerOf: () => string | undefined
  readonly #parts: ConnectionParts
  readonly #clock: PlaybackClock
  #ledgers: { readonly ledger: HeardLedger; readonly id: string }[] = []
  #isOpen = true

  /** Opened by `HeardLedgers.open`. */
  constructor({ lagMs, callerOf = () => undefined, isAnswer = false }: HeardConnectionOptions, parts: ConnectionParts) {
    this.isAnswer = isAnswer
    this.#callerOf = callerOf
    this.#parts = parts
    this.#clock = new PlaybackClock(lagMs)
  }

  get caller(): string | undefined {
    return this.#callerOf()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether no text is kept. */
  get isEmpty(): boolean {
    return this.#ledgers.every(({ ledger }) => ledger.isEmpty)
  }

  /** Opens the ledger of a live session. It is kept as long as it may be asked for. */
  openLedger({ id, language, detected, sampleRateHz, contextId }: OpenLedgerOptions): HeardLedger {
    const nowMs = this.#parts.now()
    const isKept = ({ ledger }: { readonly ledger: HeardLedger }, i: number): boolean => {
      if (i === this.#ledgers.length - 1 || !ledger.isOver(nowMs)) return true
      ledger[Symbol.dispose]()
      return false
    }
    const { memory } = this.#parts
    const ledger = new HeardLedger({ language, detected, sampleRateHz, contextId, memory, track: this.#clock.open() })
    this.#ledgers = [...this.#ledgers.filter(isKept), { ledger, id }]
    return ledger
  }

  /** Those of a request; all if it is undefined. */
  ledgersOf(requestId: string | undefined): readonly HeardLedger[] {
    return this.#ledgers.filter(({ id }) => requestId === undefined || id === requestId).map(({ ledger }) => ledger)
  }

  /** Keeps what is sent of the answer to a request. */
  recordAnswer(request: SynthesisRequest): AnswerListener {
    const { text, markup } = request
    const { now } = this.#parts
    const ledger = this.openLedger(request)
    ledger.addText(text, null)
    ledger.endTurn(null)
    const record = ledger.beginSegment({ start: 0, text, markup })
    return {
      word: (word) => record?.addWord(word),
      audio: (samples) => ledger.addAudio(samples, now()),
      ended() {
        record?.end()
        ledger.finishTurn(text.length, now())
      },
    }
  }

  /** What was heard of the turn that is being played; undefined if nothing is known. */
  answer(question: HeardQuestion): HeardAnswer | undefined {
    return this.#ledgerFor(question)?.answer(question, this.#parts.now())
  }

  /** Answers like `answer`: the client has dropped what it had not played. Call it before the session is stopped. */
  interrupt(question: HeardQuestion): HeardAnswer | undefined {
    return this.#ledgerFor(question)?.interrupt(question, this.#parts.now())
  }

  /** The client has left. It may ask for a while what it has heard. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    const { caller } = this
    this.#callerOf = () => caller // the request need not be kept
    const nowMs = this.#parts.now()
    const restMs = this.#ledgers.reduce((sum, { ledger }) => sum + ledger.endMs - ledger.positionMs(nowMs), 0)
    this.#parts.onClosed(restMs)
  }

  [Symbol.dispose](): void {
    for (const { ledger } of this.#ledgers) ledger[Symbol.dispose]()
    this.#ledgers = []
  }

  #ledgerFor({ contextId }: HeardQuestion): HeardLedger | undefined {
    const all = this.ledgersOf(undefined)
    if (contextId !== undefined) return all.findLast((ledger) => ledger.has(contextId))
    return all.findLast(({ isEmpty }) => !isEmpty)
  }
}
