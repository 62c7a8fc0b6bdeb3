import type { Segment } from '../../core/utterance.ts'
import type { WordKind } from './word-kinds.ts'
import { kindOfWord } from './word-kinds.ts'

/** After these, what may be a verb is a noun: `my plans`. */
const BEFORE_NOUN = new Set<WordKind>([
  'determiner',
  'possessive',
  'demonstrative',
  'adjective',
  'number',
  'preposition',
])

const BEFORE_OBJECT = new Set<WordKind>(['determiner', 'possessive', 'object', 'singular'])

const MARKS = /^\P{L}*$/u

/** An utterance as the rules see it: lower-case words and marks, each with its kind; out of range is a mark. */
export class Sentence {
  readonly #segments: readonly Segment[]
  readonly #words: string[] = []
  readonly #kinds: (WordKind | undefined)[] = []

  constructor(segments: readonly Segment[]) {
    this.#segments = segments
    for (const segment of segments) {
      this.#words.push(segment.kind === 'word' ? lowerCase(segment.spoken) : segment.mark)
    }
  }

  get length(): number {
    return this.#words.length
  }

  /** Lower case, straight apostrophes; empty beyond both ends. */
  word(at: number): string {
    return this.#words[at] ?? ''
  }

  kind(at: number): WordKind {
    const segment = this.#segments[at]
    if (segment?.kind !== 'word') return 'mark'
    this.#kinds[at] ??= this.#kindInPlace(at)
    return this.#kinds[at]
  }

  #kindInPlace(at: number): WordKind {
    const kind = kindOfWord(this.word(at))
    if (kind === 'auxiliary' && this.isNamed(at)) return 'noun' // May, Will
    if (kind === 'plural' && this.#isThirdPerson(at)) return 'third'
    if (kind === 'noun' && this.#followsVerbOpener(at)) return 'verb'
    if (kind !== 'verb' && kind !== 'third') return kind
    if (kind === 'third' && this.word(at - 1) === 'this') return kind
    if (kind === 'third' && this.kind(at - 1) === 'mark') {
      return BEFORE_OBJECT.has(kindOfWord(this.word(at + 1))) ? kind : 'plural' // `Flies bite`, `Bites the hand`
    }
    if (at === 0 || !BEFORE_NOUN.has(kindOfWord(this.word(at - 1)))) return kind
    return kind === 'verb' ? 'noun' : 'plural'
  }

  /** `the reset erases everything`: between a noun and what opens another, a word in -s is a verb. */
  #isThirdPerson(at: number): boolean {
    if (!this.word(at).endsWith('s') || at === 0) return false
    const next = this.word(at + 1)
    return (
      kindOfWord(this.word(at - 1)) === 'noun' && BEFORE_OBJECT.has(kindOfWord(next)) && !/^(?:each|every)$/.test(next)
    )
  }

  /** `to implement`, `they can implement`; in `can phones …` the noun stays one. */
  #followsVerbOpener(at: number): boolean {
    const before = kindOfWord(this.word(at - 1))
    if (before === 'to') return !this.startsUpper(at) && !this.word(at - 2).endsWith('s')
    return (
      before === 'auxiliary' &&
      at > 1 &&
      !/^(?:when|where|why|how)$/.test(this.word(at - 2)) &&
      !MARKS.test(this.word(at - 2)) &&
      !/^d(?:o|id|oes)$/.test(this.word(at - 1))
    )
  }

  /** Whether it is written with a capital that the start of a sentence does not explain. */
  isNamed(at: number): boolean {
    return this.startsUpper(at) && this.kind(at - 1) !== 'mark'
  }

  /** Whether it starts with the one capital; text in capitals tells nothing. */
  startsUpper(at: number): boolean {
    const segment = this.#segments[at]
    return segment?.kind === 'word' && /^\p{Lu}\p{Ll}/u.test(segment.spoken)
  }

  /** The nearest place before that is no adverb: `did not really record` gives `did`. */
  before(at: number): number {
    let place = at - 1
    while (this.kind(place) === 'adverb' || (this.word(place) === 'longer' && this.word(place - 1) === 'no')) {
      place -= this.word(place) === 'longer' ? 2 : 1
    }
    return place
  }

  /** Whether one of the words stands within `reach` places of it, itself left out. */
  isNear(at: number, words: ReadonlySet<string>, reach = 8): boolean {
    const end = Math.min(this.length, at + reach + 1)
    for (let i = Math.max(0, at - reach); i < end; i++) if (i !== at && words.has(this.word(i))) return true
    return false
  }
}

export const lowerCase = (word: string): string => word.toLowerCase().replaceAll('’', "'")
