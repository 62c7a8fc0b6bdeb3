import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten'
import type { SpeechSink } from '../../core/engine.ts'
import type { WordShare } from '../../languages/language.ts'
import type { EspeakToken } from './espeak-tokens.ts'

export const ESPEAK_RATE_HZ = 22_050

/** Quieter than this is not heard: 0.3 % of full scale. */
const SILENCE = 0.003
const MARGIN_SAMPLES = 110
/** Some languages' speech begins or ends in the middle of a sound, which clicks next to a pause: 1 ms and 5 ms. */
const FADE_SAMPLES = { in: 22, out: 110 } as const
/** 3 dB below what eSpeak makes: brightening and resampling must not clip its loudest voices. */
const SCALE = 0.7 / 32_768

/**
 * Turns what eSpeak reports while it speaks into marks, each before its audio, and audio without silence at its ends.
 * Holds back the word that is being spoken, because its end is known only when the next begins.
 */
export class WordTimer {
  readonly #tokens: readonly EspeakToken[]
  readonly #positions: readonly number[]
  readonly #sink: SpeechSink
  /** Samples that the sink has not got, from `#heldFrom` of eSpeak's audio on. */
  #held = new Float32Array(ESPEAK_RATE_HZ)
  #heldLength = 0
  #heldFrom = 0
  /** Length of the silence that eSpeak began with and the sink never got; undefined until something sounds. */
  #skipped: number | undefined
  /** The word being spoken, in samples of eSpeak's audio. */
  #token = 0
  #tokenStart = 0
  #soundEnd = 0
  #isPausing = true
  /** End of the last mark, in samples of what the sink gets. */
  #markedUpTo = 0
  #isWanted = true

  constructor(tokens: readonly EspeakToken[], positions: readonly number[], sink: SpeechSink) {
    this.#tokens = tokens
    this.#positions = positions
    this.#sink = sink
  }

  /** False once the sink wants no more. */
  take(samples: Int16Array, events: readonly EspeakEvent[]): boolean {
    this.#hold(samples)
    for (const event of events) {
      const sample = Math.round((event.audio_position * ESPEAK_RATE_HZ) / 1000)
      const at = Math.min(Math.max(sample, this.#heldFrom), this.#heldUpTo)
      if (event.type === 'word') this.#beginWord(event.text_position, at)
      if (event.type !== 'phoneme') continue
      // A sound ends where the next begins; those without a name are pauses.
      if (!this.#isPausing) this.#soundEnd = at
      this.#isPausing = event.id === ''
    }
    return this.#isWanted
  }

  /** To be called when eSpeak has spoken all. */
  finish(): void {
    if (!this.#isWanted) return
    this.#skipLead(this.#heldUpTo)
    const end = this.#heardUpTo(this.#heldUpTo)
    this.#mark(this.#tokens.length, end)
    if (this.#skipped === undefined) return
    const handedUpTo = Math.max(end, this.#skipped + this.#markedUpTo)
    const rest = this.#held.subarray(0, handedUpTo - this.#heldFrom)
    fadeOut(rest.subarray(-FADE_SAMPLES.out))
    this.#handOver(handedUpTo)
  }

  #beginWord(position: number, at: number): void {
    const token = this.#positions.findLastIndex((start) => start <= position)
    if (token <= this.#token || this.#isInsideOfWord(token)) return
    this.#skipLead(at)
    this.#mark(token, this.#isPausing && this.#soundEnd > this.#tokenStart ? this.#soundEnd : at)
    // The silence between two words waits for the second: it may be that nothing more is heard.
    if (this.#skipped !== undefined) this.#handOver(Math.max(this.#heardUpTo(at), this.#skipped + this.#markedUpTo))
    this.#token = token
    this.#tokenStart = at
  }

  /**
   * Marks the words from the one being spoken up to `nextToken`. Those that eSpeak did not tell of get their share of
   * its time; those in which nothing has sounded yet have no length.
   */
  #mark(nextToken: number, end: number): void {
    const shares = sharesOf(this.#tokens.slice(this.#token, nextToken))
    const weights = timeWeights(shares)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const origin = this.#skipped ?? end
    const start = Math.max(this.#tokenStart - origin, this.#markedUpTo)
    const length = Math.max(end - origin - start, 0)
    let taken = 0
    for (const [index, { segmentIndex }] of shares.entries()) {
      if (!this.#isWanted) return
      const from = start + Math.round((length * taken) / total)
      taken += weights[index] ?? 0
      this.#markedUpTo = start + Math.round((length * taken) / total)
      this.#sink.mark(segmentIndex, from, this.#markedUpTo)
    }
  }

  /** Whether a word of the utterance goes on from the token before into this one. */
  #isInsideOfWord(token: number): boolean {
    return this.#tokens[token - 1]?.shares.at(-1)?.segmentIndex === this.#tokens[token]?.shares[0]?.segmentIndex
  }

  #hold(samples: Int16Array): void {
    if (this.#heldLength + samples.length > this.#held.length) {
      const larger = new Float32Array(2 * (this.#heldLength + samples.length))
      larger.set(this.#held.subarray(0, this.#heldLength))
      this.#held = larger
    }
    for (let i = 0; i < samples.length; i++) this.#held[this.#heldLength + i] = (samples[i] ?? 0) * SCALE
    this.#heldLength += samples.length
  }

  get #heldUpTo(): number {
    return this.#heldFrom + this.#heldLength
  }

  /** As long as nothing has sounded, drops what is silent before `end`. */
  #skipLead(end: number): void {
    if (this.#skipped !== undefined) return
    const firstHeard = this.#held.subarray(0, end - this.#heldFrom).findIndex(isHeard)
    this.#release(firstHeard < 0 ? end : this.#heldFrom + Math.max(firstHeard - MARGIN_SAMPLES, 0))
    if (firstHeard < 0) return
    this.#skipped = this.#heldFrom
    fadeIn(this.#held.subarray(0, Math.min(FADE_SAMPLES.in, this.#heldLength)))
  }

  /** Just after the last sample before `end` that can be heard. */
  #heardUpTo(end: number): number {
    const lastHeard = this.#held.subarray(0, end - this.#heldFrom).findLastIndex(isHeard)
    return Math.min(this.#heldFrom + (lastHeard < 0 ? 0 : lastHeard + 1 + MARGIN_SAMPLES), end)
  }

  #handOver(end: number): void {
    if (end <= this.#heldFrom) return
    this.#isWanted &&= this.#sink.audio(this.#held.subarray(0, end - this.#heldFrom))
    this.#release(end)
  }

  #release(end: number): void {
    this.#held.copyWithin(0, end - this.#heldFrom, this.#heldLength)
    this.#heldLength -= end - this.#heldFrom
    this.#heldFrom = end
  }
}

const isHeard = (sample: number): boolean => Math.abs(sample) > SILENCE

function fadeIn(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) samples[i] = ((samples[i] as number) * i) / samples.length
}

function fadeOut(samples: Float32Array): void {
  const { length } = samples
  for (let i = 0; i < length; i++) samples[i] = ((samples[i] as number) * (length - 1 - i)) / length
}

/** Those of the same word as one. */
function sharesOf(tokens: readonly EspeakToken[]): WordShare[] {
  const weightBySegment = new Map<number, number>()
  for (const { segmentIndex, weight } of tokens.flatMap((token) => token.shares)) {
    weightBySegment.set(segmentIndex, (weightBySegment.get(segmentIndex) ?? 0) + weight)
  }
  return [...weightBySegment].map(([segmentIndex, weight]) => ({ segmentIndex, weight }))
}

/** Where no share says how much it takes, the first takes all. */
function timeWeights(shares: readonly WordShare[]): readonly number[] {
  const weights = shares.map((share) => share.weight)
  return weights.some((weight) => weight > 0) ? weights : weights.map((_, index) => (index === 0 ? 1 : 0))
}
