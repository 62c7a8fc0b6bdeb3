import { createBreath } from '../core/breath.ts'
import { normalizeEnglish } from '../text/normalize-english.ts'

/** Whether the dictionary or an addition to it has a word as it stands. */
export type IsListed = (word: string) => boolean

const BETWEEN_WORDS = /[^\s,]+/gu
const PUNCTUATION_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu
const POSSESSIVE = /['’‘ʼ]s$/i
const HYPHENS = /[-‐‑–—]+/
/** Longer ones are no words that anybody would say. */
const LONGEST_READ = 1000
const PLAIN = /^[a-z]{1,40}$/
/** Words between these are read as each alone, and many in the time of few. */
const APART = ' ; '
const READ_AT_ONCE = 100

/**
 * The words of an English text, between spaces and commas, whose sound is a guess: as they are written, without the
 * punctuation around them, each once. Numbers and whatever else normalization reads are none; possessives and compounds
 * are as good as what they are made of. Lets others have their turn on a large text.
 */
export async function findUncovered(text: string, isListed: IsListed): Promise<readonly string[]> {
  const breath = createBreath()
  const unlisted: string[] = []
  const seen = new Set<string>()
  for (const [piece] of text.matchAll(BETWEEN_WORDS)) {
    if (breath.isDue) await breath.take()
    const word = piece.replace(PUNCTUATION_AROUND, '')
    const key = word.toLowerCase()
    if (word === '' || seen.has(key)) continue
    seen.add(key)
    if (!isCovered(word, isListed) && !isListed(piece)) unlisted.push(word)
  }
  const uncovered: string[] = []
  for (let at = 0; at < unlisted.length; at += READ_AT_ONCE) {
    const words = unlisted.slice(at, at + READ_AT_ONCE)
    const asTheyStand = readAsTheyStand(words.filter((word) => PLAIN.test(word)))
    for (const word of words) {
      if (breath.isDue) await breath.take()
      if (PLAIN.test(word) ? asTheyStand.has(word) : !isRead(word, isListed)) uncovered.push(word)
    }
  }
  return uncovered
}

const isCovered = (word: string, isListed: IsListed): boolean =>
  isListed(word) ||
  (POSSESSIVE.test(word) && isListed(word.slice(0, -2))) ||
  (HYPHENS.test(word) && word.split(HYPHENS).every((part) => part === '' || isCovered(part, isListed)))

/** Of some words those that normalization leaves alone: no `kbps`, no `approx`. */
function readAsTheyStand(words: readonly string[]): ReadonlySet<string> {
  const tokens = normalizeEnglish(words.join(APART))
  return new Set(tokens.flatMap(({ category, spoken }) => (category === 'word' ? spoken : [])))
}

/** Whether normalization makes something of it, and no other words that would have to be guessed. */
function isRead(word: string, isListed: IsListed): boolean {
  if (word.length > LONGEST_READ) return !/\p{L}/u.test(word)
  return normalizeEnglish(word).every(
    ({ category, spoken }) =>
      category !== 'word' || (spoken !== word && spoken.split(' ').every((each) => isCovered(each, isListed))),
  )
}
