import type { SpeechSink } from '../../core/engine.ts'
import type { WordMark } from '../phrases/word-marks.ts'
import { joined } from './speech-ends.ts'

const NOTHING = new Float32Array(0)

/**
 * Passes the audio of a phrase on, and its marks before it. The last word is held until it is known where the phrase
 * ends: no mark ends after it.
 */
export class PhraseSink {
  readonly #sink: SpeechSink
  readonly #firstSample: number
  readonly #marksOf: (dropped: number) => readonly WordMark[]
  #marks: readonly WordMark[] | undefined
  #held: Float32Array = NOTHING
  #lastEnd = 0
  /** Samples that were passed on. */
  passed = 0

  /** `marksOf`: the marks of the phrase, once it is known how many samples were dropped before its first sound. */
  constructor(sink: SpeechSink, firstSample: number, marksOf: (dropped: number) => readonly WordMark[]) {
    this.#sink = sink
    this.#firstSample = firstSample
    this.#marksOf = marksOf
  }

  /** False if no more is wanted. */
  async push(samples: Float32Array, dropped: number): Promise<boolean> {
    if (samples.length === 0) return true
    if (this.#marks === undefined) this.#begin(this.#marksOf(dropped))
    const known = joined(this.#held, samples)
    const lastWord = (this.#marks?.[0]?.startSample ?? this.#firstSample) - this.#firstSample - this.passed
    const ready = Math.min(Math.max(lastWord, 0), known.length)
    this.#held = known.slice(ready)
    return this.#pass(known.subarray(0, ready))
  }

  /** The last samples of the phrase. */
  async end(samples: Float32Array, dropped: number): Promise<boolean> {
    const isWanted = await this.push(samples, dropped)
    if (this.#marks === undefined) this.#begin(this.#marksOf(dropped))
    // What was taken for the silence at the end may hold words of which nothing is heard.
    const missing = this.#lastEnd - this.#firstSample - this.passed - this.#held.length
    if (missing > 0) this.#held = joined(this.#held, new Float32Array(missing))
    const endSample = this.#firstSample + this.passed + this.#held.length
    for (const mark of this.#marks ?? []) this.#mark(mark, endSample)
    return isWanted && this.#pass(this.#held)
  }

  /** Tells the marks of all words but the last. */
  #begin(marks: readonly WordMark[]): void {
    const last = marks.findLastIndex(({ startSample, endSample }) => endSample > startSample)
    for (const mark of marks.slice(0, Math.max(last, 0))) this.#mark(mark, Number.POSITIVE_INFINITY)
    this.#marks = marks.slice(Math.max(last, 0))
  }

  #mark({ segmentIndex, startSample, endSample }: WordMark, end: number): void {
    this.#lastEnd = Math.min(endSample, end)
    this.#sink.mark(segmentIndex, Math.min(startSample, end), this.#lastEnd)
  }

  async #pass(samples: Float32Array): Promise<boolean> {
    if (samples.length === 0) return true
    this.passed += samples.length
    return this.#sink.audio(samples) && (await this.#sink.nextTurn?.()) !== false
  }
}
