import type { SpeechSink } from '../../core/engine.ts'
import type { WordMark } from '../phrases/word-marks.ts'

/**
 * Passes the audio of a phrase on, and its marks before it. The last word is held until it is known where the phrase
 * ends: no mark ends after it.
 */
export class PhraseSink {
  readonly #sink: SpeechSink
  readonly #firstSample: number
  readonly #marksOf: (dropped: number) => readonly WordMark[]
  /** Marks of the last word and of those after it of which nothing is heard; undefined before the first sound. */
  #lastMarks: readonly WordMark[] | undefined
  readonly #held: Float32Array[] = []
  #heldSamples = 0
  #lastEnd = 0
  /** Samples that were passed on. */
  passed = 0

  /** `marksOf`: the marks of the phrase, once it is known how many samples were dropped before its first sound. */
  constructor(sink: SpeechSink, firstSample: number, marksOf: (dropped: number) => readonly WordMark[]) {
    this.#sink = sink
    this.#firstSample = firstSample
    this.#marksOf = marksOf
  }

  /** Lets others have their turn, also while nothing is passed on. False if no more is wanted. */
  async push(samples: Float32Array, dropped: number): Promise<boolean> {
    if (samples.length > 0) {
      const marks = this.#begin(dropped)
      const lastWord = (marks[0]?.startSample ?? this.#firstSample) - this.#firstSample - this.passed
      const ready = this.#heldSamples > 0 ? 0 : Math.min(Math.max(lastWord, 0), samples.length)
      if (ready < samples.length) this.#hold(samples.subarray(ready))
      if (!this.#pass(samples.subarray(0, ready))) return false
    }
    return (await this.#sink.nextTurn?.()) !== false
  }

  /** The last samples of the phrase. False if no more is wanted. */
  end(samples: Float32Array, dropped: number): boolean {
    const marks = this.#begin(dropped)
    if (samples.length > 0) this.#hold(samples)
    // What was taken for the silence at the end may hold words of which nothing is heard.
    const missing = this.#lastEnd - this.#firstSample - this.passed - this.#heldSamples
    if (missing > 0) this.#hold(new Float32Array(missing))
    const endSample = this.#firstSample + this.passed + this.#heldSamples
    for (const mark of marks) this.#mark(mark, endSample)
    return this.#held.every((part) => this.#pass(part))
  }

  /** Tells the marks of all words but the last, once. */
  #begin(dropped: number): readonly WordMark[] {
    if (this.#lastMarks !== undefined) return this.#lastMarks
    const marks = this.#marksOf(dropped)
    const last = Math.max(
      0,
      marks.findLastIndex(({ startSample, endSample }) => endSample > startSample),
    )
    for (const mark of marks.slice(0, last)) this.#mark(mark, Number.POSITIVE_INFINITY)
    this.#lastMarks = marks.slice(last)
    return this.#lastMarks
  }

  #mark({ segmentIndex, startSample, endSample }: WordMark, end: number): void {
    this.#lastEnd = Math.min(endSample, end)
    this.#sink.mark(segmentIndex, Math.min(startSample, end), this.#lastEnd)
  }

  #hold(samples: Float32Array): void {
    this.#held.push(samples)
    this.#heldSamples += samples.length
  }

  #pass(samples: Float32Array): boolean {
    this.passed += samples.length
    return samples.length === 0 || this.#sink.audio(samples)
  }
}
