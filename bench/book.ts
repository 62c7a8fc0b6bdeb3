import { ENGLISH_SENTENCES } from './texts.ts'

const PARAGRAPHS_PER_CHAPTER = 40
const MIN_SENTENCES = 2
const MAX_SENTENCES = 7

/**
 * A deterministic text of about `length` characters: chapters with titles, paragraphs of several sentences in varying
 * order. Every fourth paragraph is one long sentence.
 */
export function writeBook(length: number): string {
  const random = createRandom()
  const paragraphs: string[] = []
  for (let written = 0; written < length; ) {
    const number = paragraphs.length
    const sentences = Array.from(
      { length: MIN_SENTENCES + random(MAX_SENTENCES - MIN_SENTENCES + 1) },
      () => ENGLISH_SENTENCES[random(ENGLISH_SENTENCES.length)] ?? '',
    )
    const paragraph = number % 4 === 3 ? asOneSentence(sentences) : sentences.join(' ')
    const isOpening = number % PARAGRAPHS_PER_CHAPTER === 0
    paragraphs.push(isOpening ? `Chapter ${1 + number / PARAGRAPHS_PER_CHAPTER}\n\n${paragraph}` : paragraph)
    written += (paragraphs.at(-1) ?? '').length + 2
  }
  return paragraphs.join('\n\n').slice(0, length)
}

const asOneSentence = (sentences: readonly string[]): string =>
  `${sentences.map((sentence) => sentence.slice(0, -1)).join('; then, ')}.`

/** Pseudorandom integers from 0 to below `count`, the same in every run. */
function createRandom(): (count: number) => number {
  let state = 1
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}
