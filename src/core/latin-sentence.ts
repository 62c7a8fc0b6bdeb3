import { evidenceOf, LATIN_LANGUAGES, languageOfLatin, plainOf, trigramsOf } from './latin-language.ts'
import { LATIN_TRIGRAMS } from './latin-trigrams.ts'

const RECORD_LENGTH = 3 + LATIN_LANGUAGES.length

let weights: ReadonlyMap<string, readonly number[]> | undefined

/** Half logarithms of frequencies, by group. Read when first needed, in a few milliseconds. */
function readWeights(): ReadonlyMap<string, readonly number[]> {
  const read = new Map<string, readonly number[]>()
  for (let at = 0; at < LATIN_TRIGRAMS.length; at += RECORD_LENGTH) {
    const digits = LATIN_TRIGRAMS.slice(at + 3, at + RECORD_LENGTH)
    read.set(
      LATIN_TRIGRAMS.slice(at, at + 3),
      [...digits].map((digit) => Number.parseInt(digit, 36)),
    )
  }
  return read
}

/** What a frequent word of one language counts, in units of the weights of groups. */
const FREQUENT_WORD = 10
/** How much more than for the language before, and than for any other. */
const MIN_LEAD = { before: 16, other: 8 } as const
/** Words that look like names, in the middle of a sentence. */
const NAMES = /(?<=[\p{L},] )\p{Lu}\p{Ll}+/gu

/**
 * The language of a sentence in Latin script that comes after one in `before`: by its frequent words or, if they are too few, by
 * them and the letters of all words. Undefined where too little tells.
 */
export function languageOfLatinSentence(sentence: string, before: string): string | undefined {
  const sure = languageOfLatin(sentence)
  if (sure !== undefined) return sure
  const plain = plainOf(sentence)
  const scores = lettersOf(plain)
  const { evidence } = evidenceOf(plain)
  for (const [i, language] of LATIN_LANGUAGES.entries())
    scores[i] = (scores[i] as number) + FREQUENT_WORD * (evidence.get(language) ?? 0)
  const [best = 0, second = 0] = scores.map((_, i) => i).sort((a, b) => (scores[b] as number) - (scores[a] as number))
  const lead = (other: number): number => (scores[best] as number) - (scores[other] as number)
  const isSure = lead(second) >= MIN_LEAD.other && lead(Math.max(0, LATIN_LANGUAGES.indexOf(before))) >= MIN_LEAD.before
  return isSure ? LATIN_LANGUAGES[best] : undefined
}

function lettersOf(plain: string): number[] {
  weights ??= readWeights()
  const scores = LATIN_LANGUAGES.map(() => 0)
  for (const group of trigramsOf(plain.replaceAll(NAMES, ' '))) {
    for (const [i, weight] of weights.get(group)?.entries() ?? []) scores[i] = (scores[i] as number) + weight
  }
  return scores
}
