import type { Language } from '../../core/language.ts'
import { endsOfSentences } from '../../text/sentence-ends.ts'
import type { PlacedWordTimes } from './word-times.ts'

/** A caption; times are seconds from the start of the audio. */
export interface Caption {
  /** One or two lines, none empty. */
  readonly lines: readonly string[]
  readonly startS: number
  readonly endS: number
}

/** In columns; a wide character takes two. */
const LINE_WIDTH = 42
const LINES = 2
const SHORTEST_S = 1
const MAX_S = 7

/** Cost of a line or caption break at a boundary, and of passing over one. */
const BOUNDARY = {
  word: { cut: 4, pass: 0 },
  clause: { cut: 1.2, pass: 0 },
  sentence: { cut: 0, pass: 1.5 },
  paragraph: { cut: 0, pass: 20 },
} as const
type Boundary = keyof typeof BOUNDARY
/** Prefers few captions; a caption that is a second too short costs as much as a cut between words. */
const COST = { caption: 1, missingSecond: 6 } as const

/**
 * Cuts a text into captions of at most two lines, at ends of sentences and clauses if possible, shown for 1 to 7 s if
 * the words allow it. Captions do not overlap and end with the audio.
 */
export function captionsOf(text: string, language: Language, times: PlacedWordTimes): Caption[] {
  const words = shownWords(text, language, times)
  return cutAtLeastCost(words).flatMap(([from, to]): Caption[] => {
    const shown = words.slice(from, to)
    const lines = linesOf(shown)
    const startS = shown[0]?.startS ?? 0
    const endS = Math.min(shown.at(-1)?.endS ?? 0, startS + MAX_S)
    return lines.length > 0 && milliseconds(endS) > milliseconds(startS) ? [{ lines, startS, endS }] : []
  })
}

/** Rounds to milliseconds, the precision of caption files. */
const milliseconds = (seconds: number): number => Math.round(seconds * 1000)

interface ShownWord {
  readonly shown: string
  readonly width: number
  readonly startS: number
  readonly endS: number
  /** Separator from the word before, on the same line. */
  readonly space: '' | ' '
  /** The boundary after the word. */
  readonly boundary: Boundary
}

const ENDS_CLAUSE = /[,;:—–،؛、；：][\p{Pe}\p{Pf}"']*$/u
const ENDS_PARAGRAPH = /\n[^\S\n]*\n|\r\n[^\S\n]*\r\n|\u2029/

function shownWords(text: string, language: Language, { words, start, end, spans }: PlacedWordTimes): ShownWord[] {
  const sentenceEnds = endsOfSentences(text, language)
  let sentenceEnd = 0
  return words.map((word, i) => {
    const span = spans[i] ?? { start: 0, end: 0 }
    const next = spans[i + 1]?.start ?? text.length
    while (sentenceEnd < span.end) sentenceEnd = sentenceEnds.next().value ?? text.length
    const shown = word.replaceAll(/\p{Cc}+/gu, '')
    return {
      shown,
      width: widthOf(shown),
      startS: start[i] as number,
      endS: end[i] as number,
      space: spans[i - 1]?.end === span.start ? '' : ' ',
      boundary: boundaryAfter(shown, text.slice(span.end, next), sentenceEnd <= next),
    }
  })
}

function boundaryAfter(word: string, gap: string, endsSentence: boolean): Boundary {
  if (ENDS_PARAGRAPH.test(gap)) return 'paragraph'
  if (endsSentence) return 'sentence'
  return ENDS_CLAUSE.test(word) ? 'clause' : 'word'
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/

function widthOf(word: string): number {
  let width = 0
  for (const character of word) if (!/\p{M}/u.test(character)) width += WIDE.test(character) ? 2 : 1
  return width
}

/** The ranges of words with the lowest total cost. */
function cutAtLeastCost(words: readonly ShownWord[]): [from: number, to: number][] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let from = 0; from < words.length; from++) {
    const before = best[from]?.cost ?? 0
    for (const { to, cost } of captionsFrom(from, words)) {
      if (before + cost < (best[to]?.cost ?? Number.POSITIVE_INFINITY)) best[to] = { cost: before + cost, from }
    }
  }
  const ranges: [number, number][] = []
  for (let to = words.length; to > 0; ) {
    const from = best[to]?.from ?? 0
    ranges.push([from, to])
    to = from
  }
  return ranges.reverse()
}

/** All captions that can begin at a word, at least that word alone, with their costs. */
function* captionsFrom(from: number, words: readonly ShownWord[]): Generator<{ to: number; cost: number }> {
  const startS = words[from]?.startS ?? 0
  const filled = { lines: 1, width: 0 }
  let passed = 0
  for (let to = from; to < words.length; to++) {
    const word = words[to] as ShownWord
    fill(filled, word)
    if (to > from && (filled.lines > LINES || filled.width > LINE_WIDTH || word.endS - startS > MAX_S)) return
    const { cut, pass } = BOUNDARY[word.boundary]
    const missingS = Math.max(0, SHORTEST_S - (word.endS - startS))
    yield { to: to + 1, cost: COST.caption + cut + passed + missingS * COST.missingSecond }
    if (word.width > LINE_WIDTH) return
    passed += pass
  }
}

function fill(filled: { lines: number; width: number }, { space, width }: ShownWord): void {
  const extended = filled.width === 0 ? width : filled.width + space.length + width
  if (filled.width > 0 && extended > LINE_WIDTH) filled.lines++
  filled.width = filled.width > 0 && extended > LINE_WIDTH ? width : extended
}

/** One line if it fits, else two of similar length, split at punctuation near the middle if there is any. */
function linesOf(words: readonly ShownWord[]): string[] {
  const whole = lineOf(words)
  if (widthOf(whole) <= LINE_WIDTH || words.length < 2) return whole === '' ? [] : [whole]
  let best = { cost: Number.POSITIVE_INFINITY, lines: [whole] }
  for (let at = 1; at < words.length; at++) {
    const lines = [lineOf(words.slice(0, at)), lineOf(words.slice(at))].filter((line) => line !== '')
    const [first = 0, second = 0] = lines.map(widthOf)
    const overflow = Math.max(0, first - LINE_WIDTH) + Math.max(0, second - LINE_WIDTH)
    const cost = Math.abs(first - second) + 2 * BOUNDARY[words[at - 1]?.boundary ?? 'word'].cut + 100 * overflow
    if (cost < best.cost) best = { cost, lines }
  }
  return best.lines
}

const lineOf = (words: readonly ShownWord[]): string =>
  words
    .map(({ shown, space }, i) => (i === 0 ? shown : space + shown))
    .join('')
    .trim()
