import { shortSilence } from './audio-of.ts'
import type { Narrator, SpokenEvent } from './speak.ts'

/** A word as it is read, with its place in the audio. */
export interface SpokenWord {
  readonly spoken: string
  readonly startSample: number
  readonly endSample: number
}

/** Records the words of all texts that a narrator speaks, in one turn, at most `mostWords`. */
export class SpokenWords {
  readonly #sampleRateHz: number
  readonly #mostWords: number
  readonly #words: SpokenWord[] = []
  #isFull = false
  #samples = 0

  constructor(sampleRateHz: number, mostWords: number) {
    this.#sampleRateHz = sampleRateHz
    this.#mostWords = mostWords
  }

  /** Words from the start of the turn's audio; undefined if there were too many. */
  get words(): readonly SpokenWord[] | undefined {
    return this.#isFull ? undefined : this.#words
  }

  /** The same narrator, recorded. */
  recording(narrator: Narrator): Narrator {
    return {
      beginTurn: () => {
        const turn = narrator.beginTurn()
        return {
          speak: (text, signal) => this.#record(turn.speak(text, signal)),
          [Symbol.dispose]: () => turn[Symbol.dispose](),
        }
      },
    }
  }

  async *#record(events: AsyncIterable<SpokenEvent>): AsyncGenerator<SpokenEvent> {
    let samples = 0
    for await (const event of events) {
      if (event.kind === 'audio') samples += event.samples.length
      else this.#add(event)
      yield event
    }
    this.#samples += samples || shortSilence(this.#sampleRateHz).length
  }

  #add({ spoken, startSample, endSample }: SpokenWord): void {
    this.#isFull ||= this.#words.length === this.#mostWords
    if (this.#isFull) return
    const start = this.#samples + startSample
    this.#words.push({ spoken, startSample: start, endSample: Math.max(start, this.#samples + endSample) })
  }
}
