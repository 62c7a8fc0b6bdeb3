import type { TokenWord } from '../phrases/token-word.ts'
import type { SpokenWord } from '../sounds/spoken-word.ts'

/** Which speaker of a pack speaks. */
export interface Mixture {
  readonly parts: readonly { readonly name: string; readonly weight: number }[]
  /** The accent of most of it, such as `eng-GB`. */
  readonly accent: string
}

export interface PhraseRequest {
  readonly words: readonly TokenWord[]
  readonly mixture: Mixture
  /** Speaking rate of each word: 2 takes half as long. */
  readonly rates: readonly number[]
  /** Pitch ratio of the whole phrase. */
  readonly pitch: number
  /** How much a reading varies: 0 always gives the same. */
  readonly spread: number
  /** Whether the utterance ends with this phrase; otherwise its intonation should not fall. */
  readonly isEnd: boolean
}

/** Speech as the model made it, silence at its ends included. */
export interface SpokenPhrase {
  readonly samples: Float32Array
  /** Where each word of the phrase begins and ends, in samples; null if the model does not tell. */
  readonly wordEdges: readonly (readonly [start: number, end: number])[] | null
}

/** A model of a pack, in memory. Its inferences block the thread. */
export interface PackModel {
  /** Maximum of tokens that one inference takes, without those that the model adds at the ends. */
  readonly maxTokens: number
  /** Whether each word of a phrase may have its own rate. */
  readonly hasWordRates: boolean
  /** Real-time factor to assume for speech that must not depend on the machine. */
  readonly defaultRtf: number
  encode(words: readonly SpokenWord[], mixture: Mixture): readonly TokenWord[]
  /** Throws an Error of one line if the model gives no usable speech. */
  speak(request: PhraseRequest): Promise<SpokenPhrase>
  release(): Promise<void>
}
