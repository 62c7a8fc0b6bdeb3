import type { HeardLedger } from '../../../app/live-session/heard-ledger.ts'
import type { LiveSession } from '../../../app/live-session/live-session.ts'
import type { SessionEvent } from '../../../app/live-session/live-session-messages.ts'
import { countCodePoints } from '../../../core/text-length.ts'
import { StrippedMarkup, strippedParts } from './stripped-markup.ts'

export interface TurnsParts {
  /** Speaks the texts; its events are passed to `hear`. Its contexts are the ids of turns. */
  readonly session: Pick<LiveSession, 'take'>
  readonly ledger: HeardLedger
  readonly send: (message: object) => void
  readonly sendAudio: (bytes: Uint8Array, durationMs: number) => void
  readonly newSpeechId: () => string
  /** Of the timers, in milliseconds. */
  readonly now: () => number
  /** Whether an interruption that does not say what was played is at the position of the clock. */
  readonly usesClock: boolean
}

interface Turn {
  readonly speechId: string
  readonly markup: StrippedMarkup
  /** Code points of the texts as they were sent. */
  characters: number
  audioMs: number
  /** The client knows that something cannot be spoken. */
  isWarned: boolean
}

const NO_CONTROLS = { pronunciations_applied: 0, breaks_applied: 0, pronunciation_warnings: 0 }

const WARNINGS = {
  NO_ACTIVE_SPEECH: 'No speech is active.',
  NO_AUDIO_GENERATED: 'No audio was generated in this session.',
  INVALID_INTERRUPT_OFFSET: 'The offset must be greater than that of the previous Interrupt.',
  NO_SYNTHESIZABLE_TEXT: 'The text has nothing to speak.',
  INPUT_MARKUP_STRIPPED: 'Markup was removed from the text.',
} as const

/**
 * The turns of one session: which messages its client receives, and when. One turn is active at a time; those that are
 * written meanwhile wait. All audio of a turn comes between its SpeechStarted and its SpeechMetadata or SpeechInterrupted.
 */
export class Turns {
  readonly #parts: TurnsParts
  /** The active turn and those that wait for it. */
  #turns: Turn[] = []
  /** The last of them, if it takes more text. */
  #open: Turn | undefined
  /** Turns that are over, as long as they may still be heard. */
  readonly #finished = new Map<string, Turn>()
  #hasAudio = false
  /** Position of the last interruption in the audio of the session. */
  #interruptedAtMs = Number.NEGATIVE_INFINITY
  #characters = 0
  #billableCharacters = 0
  #isClosing = false

  constructor(parts: TurnsParts) {
    this.#parts = parts
  }

  speak(text: string): void {
    if (this.#isClosing) return
    const turn = this.#open ?? this.#begin()
    turn.characters += countCodePoints(text)
    if (turn.markup.add(text)) this.#warn('INPUT_MARKUP_STRIPPED')
    this.#parts.session.take({ kind: 'text', text, contextId: turn.speechId })
  }

  flush(): void {
    if (this.#isClosing) return
    if (this.#open === undefined) return this.#warn('NO_ACTIVE_SPEECH')
    this.#end(this.#open)
  }

  /** `playedMs`: of the audio of the session; undefined if the client does not say. */
  interrupt(playedMs: number | undefined): void {
    const { ledger, now, usesClock, session, send } = this.#parts
    if (!this.#hasAudio) return this.#warn('NO_AUDIO_GENERATED')
    if (playedMs !== undefined && playedMs <= this.#interruptedAtMs) return this.#warn('INVALID_INTERRUPT_OFFSET')
    const isByClock = playedMs === undefined && usesClock
    const known = isByClock ? ledger.positionMs(now()) : playedMs
    // It does not say what was played, and is answered as if all were.
    if (known === undefined) ledger.skip(now())
    const positionMs = Math.round(known ?? ledger.endMs)
    if (this.#turns.length === 0 && positionMs >= Math.round(ledger.endMs)) return this.#warn('NO_ACTIVE_SPEECH')
    const { turn, texts } = this.#heardAt(positionMs)
    if (turn === undefined) return this.#warn('NO_ACTIVE_SPEECH')
    if (!this.#finished.has(turn.speechId)) this.#count(turn)
    ledger.stopAt(positionMs)
    this.#interruptedAtMs = positionMs
    this.#turns = []
    this.#open = undefined
    this.#finished.clear()
    send({
      type: 'SpeechInterrupted',
      audio_played_ms: positionMs,
      ...(known === undefined ? {} : texts),
      ...(isByClock ? { heard_from: 'clock' } : {}),
      metadata: metadataOf(turn),
    })
    session.take({ kind: 'clear' })
  }

  /** Nothing more is written. */
  close(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    if (this.#open !== undefined) this.#end(this.#open)
    this.#parts.session.take({ kind: 'eos' })
  }

  /** Takes an event of the session. */
  hear(event: SessionEvent): void {
    const [active] = this.#turns
    switch (event.kind) {
      case 'chunk':
        if (active === undefined) return
        active.audioMs += event.durationMs
        this.#hasAudio = true
        return this.#parts.sendAudio(event.bytes, event.durationMs)
      case 'done':
        if (active !== undefined) this.#finish(active)
        return
      case 'error':
        if (active !== undefined) active.isWarned = true
        return this.#warn('NO_SYNTHESIZABLE_TEXT', event.message)
      case 'close':
        if (event.reason.kind === 'finished') this.#sendTotals()
        return
      case 'timestamps':
        return
      default:
        event satisfies never
    }
  }

  #begin(): Turn {
    const speechId = this.#parts.newSpeechId()
    const turn: Turn = { speechId, markup: new StrippedMarkup(), characters: 0, audioMs: 0, isWarned: false }
    this.#open = turn
    this.#turns.push(turn)
    if (this.#turns.length === 1) this.#start(turn)
    return turn
  }

  #start({ speechId }: Turn): void {
    this.#parts.send({ type: 'SpeechStarted', speech_id: speechId })
  }

  #end({ speechId, markup }: Turn): void {
    this.#open = undefined
    if (markup.end()) this.#warn('INPUT_MARKUP_STRIPPED')
    this.#parts.session.take({ kind: 'flush', contextId: speechId })
  }

  #finish(turn: Turn): void {
    const { ledger, send } = this.#parts
    if (turn.audioMs === 0 && !turn.isWarned) this.#warn('NO_SYNTHESIZABLE_TEXT')
    this.#count(turn)
    this.#turns.shift()
    this.#finished.set(turn.speechId, turn)
    for (const speechId of this.#finished.keys()) if (!ledger.has(speechId)) this.#finished.delete(speechId)
    send({ type: 'Flushed', speech_id: turn.speechId })
    send({ type: 'SpeechMetadata', ...metadataOf(turn) })
    const [next] = this.#turns
    if (next !== undefined) this.#start(next)
  }

  /** The turn that a position is in, and its text as far as it was heard; without a text if it was forgotten. */
  #heardAt(positionMs: number): { readonly turn: Turn | undefined; readonly texts: object } {
    const { ledger, usesClock } = this.#parts
    const [active] = this.#turns
    const found = ledger.heardAt(positionMs)
    const turns = [...this.#turns, ...this.#finished.values()]
    const turn = turns.find(({ speechId }) => speechId === found?.turn.contextId)
    // The active turn may have no text yet.
    if (found === undefined || turn === undefined)
      return { turn: active, texts: { text_spoken: '', text_remaining: '' } }
    if (found.turn.isForgotten) return { turn, texts: {} }
    const { heard, remaining, alsoUnheard } = found
    const [text_spoken, text_remaining] = strippedParts(heard + remaining, heard.length)
    const later = alsoUnheard.map((text) => strippedParts(text, text.length)[0])
    const also = usesClock && later.length > 0 ? { also_unheard: later } : {}
    return { turn, texts: { text_spoken, text_remaining, ...also } }
  }

  #count(turn: Turn): void {
    this.#characters += turn.characters
    this.#billableCharacters += billable(turn)
  }

  #sendTotals(): void {
    this.#parts.send({
      type: 'SessionMetadata',
      total_audio_duration_ms: Math.round(this.#parts.ledger.endMs),
      total_input_character_count: this.#characters,
      total_billable_character_count: this.#billableCharacters,
    })
  }

  #warn(code: keyof typeof WARNINGS, description: string = WARNINGS[code]): void {
    this.#parts.send({ type: 'Warning', code, description })
  }
}

const billable = ({ characters, markup }: Turn): number => characters - markup.characters

const metadataOf = (turn: Turn): object => ({
  speech_id: turn.speechId,
  audio_duration_ms: Math.round(turn.audioMs),
  input_character_count: turn.characters,
  billable_character_count: billable(turn),
  controls_applied: NO_CONTROLS,
})
