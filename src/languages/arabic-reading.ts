import type { Utterance } from '../core/utterance.ts'
import type { Letter } from './ara/arabic-letters.ts'
import { type Sound, soundsOf } from './ara/arabic-sounds.ts'
import { loadVocalizedWords } from './ara/vocalized-words.ts'
import { type ScoreMarks, type VocalizerToken, vocalize } from './ara/vocalizer.ts'

/** Reads Arabic by its sounds, with the vowels that are not written. An engine gives the network that scores them. */
export class ArabicReading {
  readonly #lists = loadVocalizedWords()
  readonly #scoreMarks: ScoreMarks

  constructor(scoreMarks: ScoreMarks) {
    this.#scoreMarks = scoreMarks
  }

  /** The sounds of the words of an utterance, by segment; null for what is not read by these rules. */
  async soundsOf({ segments }: Utterance): Promise<(readonly Sound[] | null)[]> {
    const words = await this.vocalize(
      segments.map((segment) => (segment.kind === 'word' ? { word: segment.spoken } : { mark: segment.mark })),
    )
    return soundsOf(
      words.map((letters, i) => {
        const next = segments[i + 1]
        return { letters, isBeforePause: next?.kind !== 'word' || next.pauseBeforeMs > 0 }
      }),
    )
  }

  /** The letters of each word with all their marks; null for what is not read by these rules. */
  vocalize(tokens: readonly VocalizerToken[]): Promise<(readonly Letter[] | null)[]> {
    return vocalize(tokens, this.#lists, this.#scoreMarks)
  }
}
