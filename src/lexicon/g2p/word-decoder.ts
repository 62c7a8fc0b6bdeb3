import { CONTEXT_LENGTH, extendContext, hasPrimary, startContext } from './decoder-context.ts'
import type { HeadName, Network } from './network.ts'
import type { NgramModel } from './ngram-model.ts'
import { NGRAM_REACH } from './ngram-model.ts'
import { NO_PHONEME } from './symbols.ts'
import type { UnitInventory } from './unit-inventory.ts'
import { edgeUnit, endUnit } from './unit-inventory.ts'

/** How much the logarithm of each model's chance counts. */
export interface DecoderWeights {
  readonly ngrams: number
  readonly onward: number
  readonly backward: number
}

export interface DecoderModels {
  readonly inventory: UnitInventory
  readonly ngrams: NgramModel
  /** The logarithms of their chances are averaged. */
  readonly networks: readonly Network[]
}

/** Guesses that are followed side by side; divides by 4. */
export const BEAM_WIDTH = 8
/** A guess is given up when another is more likely by this much, in natural logarithms. */
const BEAM_MARGIN = 3.5
/** English words have one primary stress; a guess without one wins only where there is no other. */
const NO_PRIMARY_COST = 1000

interface Guess {
  readonly score: number
  readonly units: readonly number[]
}

/** Finds the likeliest pronunciation of a word. Keeps its arrays from word to word, so one word at a time. */
export class WordDecoder {
  readonly #models: DecoderModels
  readonly #weights: DecoderWeights
  /** Of each guess what the heads and the n-grams know of it; the spare arrays take the next step's. */
  #contexts = new Uint16Array(BEAM_WIDTH * CONTEXT_LENGTH)
  #spareContexts = new Uint16Array(BEAM_WIDTH * CONTEXT_LENGTH)
  readonly #history = new Uint16Array(NGRAM_REACH)
  readonly #ngramScores: Float64Array
  readonly #networkScores: Float64Array
  readonly #sums: Float64Array

  constructor(models: DecoderModels, weights: DecoderWeights) {
    this.#models = models
    this.#weights = weights
    const { count } = models.inventory
    this.#ngramScores = new Float64Array(count)
    this.#networkScores = new Float64Array(BEAM_WIDTH * count)
    this.#sums = new Float64Array(BEAM_WIDTH * count)
  }

  /** Takes numbers of letters, one at least; returns numbers of phonemes, none if all letters seem silent. */
  decode(letters: Uint8Array): readonly number[] {
    for (const network of this.#models.networks) network.read(letters)
    let guesses: readonly Guess[] = [{ score: 0, units: [] }]
    startContext(this.#models.inventory, this.#contexts, 0)
    for (let position = 0; position < letters.length; position++) {
      guesses = this.#extend(guesses, letters[position]!, position)
    }
    const ended = guesses.map(({ score, units }, slot) => ({
      score: score + this.#endScore(units) - (hasPrimary(this.#contexts, slot * CONTEXT_LENGTH) ? 0 : NO_PRIMARY_COST),
      units,
    }))
    return this.#likeliest(this.#judgeBackward(ended, letters))
  }

  #extend(guesses: readonly Guess[], letter: number, position: number): readonly Guess[] {
    const { inventory } = this.#models
    const first = inventory.firstOfLetter[letter]!
    const choices = inventory.firstOfLetter[letter + 1]! - first
    const network = this.#scoreByNetworks('onward', position, guesses.length, choices)
    const extensions: { score: number; slot: number; unit: number }[] = []
    let best = Number.NEGATIVE_INFINITY
    for (const [slot, guess] of guesses.entries()) {
      const ngram = this.#scoreByNgrams(guess.units, first, first + choices)
      const stressed = hasPrimary(this.#contexts, slot * CONTEXT_LENGTH)
      for (let choice = 0; choice < choices; choice++) {
        const unit = first + choice
        if (stressed && inventory.primaries[unit]! > 0) continue
        const score =
          guess.score + this.#weights.ngrams * ngram[choice]! + this.#weights.onward * network[slot * choices + choice]!
        if (score < best - BEAM_MARGIN) continue
        best = Math.max(best, score)
        extensions.push({ score, slot, unit })
      }
    }
    const kept = extensions.sort((a, b) => b.score - a.score || a.slot - b.slot || a.unit - b.unit).slice(0, BEAM_WIDTH)
    return this.#follow(
      guesses,
      kept.filter(({ score }) => score >= best - BEAM_MARGIN),
    )
  }

  #follow(
    guesses: readonly Guess[],
    extensions: readonly { readonly score: number; readonly slot: number; readonly unit: number }[],
  ): readonly Guess[] {
    const next = this.#spareContexts
    const followed = extensions.map(({ score, slot, unit }, at) => {
      const to = at * CONTEXT_LENGTH
      next.set(this.#contexts.subarray(slot * CONTEXT_LENGTH, (slot + 1) * CONTEXT_LENGTH), to)
      extendContext(this.#models.inventory, next, to, to, unit, false)
      return { score, units: [...guesses[slot]!.units, unit] }
    })
    this.#spareContexts = this.#contexts
    this.#contexts = next
    return followed
  }

  #scoreByNetworks(head: HeadName, position: number, count: number, choices: number): Float64Array {
    const { networks } = this.#models
    this.#sums.fill(0, 0, count * choices)
    for (const network of networks) {
      network.score(head, position, this.#contexts, count, this.#networkScores)
      for (let i = 0; i < count * choices; i++) this.#sums[i]! += this.#networkScores[i]! / networks.length
    }
    return this.#sums
  }

  #scoreByNgrams(units: readonly number[], first: number, end: number): Float64Array {
    const length = Math.min(NGRAM_REACH, units.length + 1)
    for (let back = 0; back < length; back++) {
      this.#history[back] = units[units.length - 1 - back] ?? edgeUnit(this.#models.inventory)
    }
    this.#models.ngrams.score(this.#history, length, first, end, this.#ngramScores)
    return this.#ngramScores
  }

  #endScore(units: readonly number[]): number {
    const end = endUnit(this.#models.inventory)
    return this.#weights.ngrams * this.#scoreByNgrams(units, end, end + 1)[0]!
  }

  /** Adds what the heads that say the word from its end think of whole guesses. */
  #judgeBackward(guesses: readonly Guess[], letters: Uint8Array): readonly Guess[] {
    const { inventory } = this.#models
    const scores = guesses.map(({ score }) => score)
    for (const slot of guesses.keys()) startContext(inventory, this.#contexts, slot * CONTEXT_LENGTH)
    for (let position = letters.length - 1; position >= 0; position--) {
      const first = inventory.firstOfLetter[letters[position]!]!
      const choices = inventory.firstOfLetter[letters[position]! + 1]! - first
      const network = this.#scoreByNetworks('backward', position, guesses.length, choices)
      for (const [slot, { units }] of guesses.entries()) {
        const unit = units[position]!
        const at = slot * CONTEXT_LENGTH
        scores[slot]! += this.#weights.backward * network[slot * choices + unit - first]!
        extendContext(inventory, this.#contexts, at, at, unit, true)
      }
    }
    return guesses.map(({ units }, slot) => ({ score: scores[slot]!, units }))
  }

  /** Guesses that sound the same, the letters joined otherwise to phonemes, count together. */
  #likeliest(guesses: readonly Guess[]): readonly number[] {
    const { phonemes } = this.#models.inventory
    const bySound = new Map<string, { chance: number; said: readonly number[] }>()
    const best = Math.max(...guesses.map(({ score }) => score))
    for (const { score, units } of guesses) {
      const said = units
        .flatMap((unit) => [phonemes[2 * unit]!, phonemes[2 * unit + 1]!])
        .filter((phoneme) => phoneme !== NO_PHONEME)
      const sound = said.join(' ')
      const chance = Math.exp(score - best) + (bySound.get(sound)?.chance ?? 0)
      bySound.set(sound, { chance, said })
    }
    return [...bySound.values()].reduce((a, b) => (b.chance > a.chance ? b : a)).said
  }
}
