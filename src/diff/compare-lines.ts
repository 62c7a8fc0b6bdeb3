import type { FailedCall } from '../benchmark/call.ts'
import type { ReadWord } from '../endpoints/text-readings.ts'
import { spectralDistanceDb } from './spectral-distance.ts'
import type { SpokenLine } from './spoken-line.ts'
import { commonWords, type DiffPart, wordDiff } from './word-diff.ts'

/** What may differ without being a change. */
export interface Limits {
  /** Any other sample is a change. */
  readonly isExact: boolean
  /** By which a word may be earlier or later. */
  readonly timeMs: number
  readonly durationPercent: number
  readonly loudnessLu: number
  /** Of `spectralDistanceDb`. */
  readonly distanceDb: number
}

/**
 * Of the spectrum: the same words by the same voice at a temperature of 0.5 differ by up to 4 dB, other vowels in one word by 4.6 dB
 * and more, and voices of one kind by 6 to 9 dB.
 */
export const DEFAULT_LIMITS: Limits = {
  isExact: false,
  timeMs: 150,
  durationPercent: 5,
  loudnessLu: 1,
  distanceDb: 4.5,
}

/** What can change in a line, the worst first. */
export const CHANGE_KINDS = [
  'failed',
  'missing words',
  'added words',
  'reading',
  'spectrum',
  'duration',
  'word times',
  'loudness',
  'samples',
] as const

export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Of a line that both sides spoke. Differences are those of the second from the first. */
export interface Differences {
  readonly isSameAudio: boolean
  /** Null if a side does not tell how it reads. */
  readonly reading: readonly DiffPart[] | null
  /** Words of the word times, or of the recognizer if there is one; null if a side has neither. */
  readonly words: readonly DiffPart[] | null
  /** The largest shift of the start of a word that both have; null without word times. */
  readonly shiftMs: number | null
  readonly durationS: number
  readonly durationPercent: number
  readonly loudnessLu: number
  /** Null if the durations differ too much to compare the spectra. */
  readonly distanceDb: number | null
}

/** Null against a baseline. */
export type FailedSide = 'first' | 'second' | null

export type ComparedLine = { readonly text: string } & (
  | {
      readonly status: 'same' | 'similar' | 'changed'
      readonly changes: readonly ChangeKind[]
      readonly differences: Differences
      readonly before: SpokenLine
      readonly after: SpokenLine
    }
  | { readonly status: 'new'; readonly after: SpokenLine }
  | { readonly status: 'removed'; readonly before: SpokenLine }
  | { readonly status: 'failed'; readonly side: FailedSide; readonly reason: string }
)

export function compareLines(before: SpokenLine, after: SpokenLine, limits: Limits): ComparedLine {
  const differences = differencesOf(before, after)
  const changes = changesOf(differences, limits)
  const isSame = differences.isSameAudio && changes.length === 0
  const status = isSame ? 'same' : changes.length === 0 ? 'similar' : 'changed'
  return { text: after.text, status, changes, differences, before, after }
}

export const failedLine = (text: string, side: FailedSide, { reason }: FailedCall): ComparedLine => ({
  text,
  status: 'failed',
  side,
  reason,
})

/** Whether a line needs to be looked at. */
export const isChanged = ({ status }: ComparedLine): boolean => status !== 'same' && status !== 'similar'

function differencesOf(before: SpokenLine, after: SpokenLine): Differences {
  const isSameAudio = before.sha256 === after.sha256
  const durationS = after.durationS - before.durationS
  return {
    isSameAudio,
    reading: readingDiff(before.reading, after.reading),
    words: spokenDiff(before, after),
    shiftMs: shiftMs(before, after),
    durationS,
    durationPercent: (100 * durationS) / before.durationS,
    loudnessLu: after.lufs - before.lufs,
    distanceDb: isSameAudio ? 0 : spectralDistanceDb(before, after),
  }
}

function changesOf(differences: Differences, limits: Limits): readonly ChangeKind[] {
  const { isSameAudio, reading, words, shiftMs, durationPercent, loudnessLu, distanceDb } = differences
  const isFound: Readonly<Record<ChangeKind, boolean>> = {
    failed: false,
    'missing words': hasKind(words, 'removed'),
    'added words': hasKind(words, 'added'),
    reading: reading?.some(({ kind }) => kind !== 'same') === true,
    spectrum: (distanceDb ?? 0) > limits.distanceDb,
    duration: Math.abs(durationPercent) > limits.durationPercent,
    'word times': (shiftMs ?? 0) > limits.timeMs,
    loudness: Math.abs(loudnessLu) > limits.loudnessLu,
    samples: limits.isExact && !isSameAudio,
  }
  return CHANGE_KINDS.filter((kind) => isFound[kind])
}

const hasKind = (parts: readonly DiffPart[] | null, wanted: DiffPart['kind']): boolean =>
  parts?.some(({ kind }) => kind === wanted) === true

/** Words whose pronunciation alone differs are written with it. */
function readingDiff(
  before: readonly ReadWord[] | null,
  after: readonly ReadWord[] | null,
): readonly DiffPart[] | null {
  if (before === null || after === null) return null
  const parts = wordDiff(before.map(keyOf), after.map(keyOf))
  const wordsOf = (kind: DiffPart['kind']) =>
    new Set(parts.filter((part) => part.kind === kind).flatMap(({ words }) => words.map(wordOf)))
  const [removed, added] = [wordsOf('removed'), wordsOf('added')]
  const shown = (key: string): string => {
    const word = wordOf(key)
    const phonemes = key.slice(word.length).trim()
    return removed.has(word) && added.has(word) && phonemes !== '' ? `${word} [${phonemes}]` : word
  }
  return parts.map(({ kind, words }) => ({ kind, words: words.map(kind === 'same' ? wordOf : shown) }))
}

const keyOf = ({ word, phonemes }: ReadWord): string => `${word}${SEPARATOR}${phonemes?.join(' ') ?? ''}`
const wordOf = (key: string): string => key.split(SEPARATOR)[0] as string
/** White space that no word has. */
const SEPARATOR = '\n'

/** Between what the recognizer heard, if it heard both, or else the words that have times. */
function spokenDiff(before: SpokenLine, after: SpokenLine): readonly DiffPart[] | null {
  if (before.heard !== null && after.heard !== null) return wordDiff(plainWords(before.heard), plainWords(after.heard))
  if (before.words.length === 0 || after.words.length === 0) return null
  const [one, other] = [before, after].map(({ words }) => words.flatMap(({ word }) => plainWords(word)))
  return wordDiff(one as string[], other as string[])
}

/** Without case and punctuation. */
const plainWords = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}’']+/gu) ?? []

function shiftMs({ words: before }: SpokenLine, { words: after }: SpokenLine): number | null {
  const pairs = commonWords(
    before.map(({ word }) => word),
    after.map(({ word }) => word),
  )
  if (pairs.length === 0) return null
  return pairs.reduce(
    (max, [i, j]) => Math.max(max, 1000 * Math.abs((before[i]?.startS ?? 0) - (after[j]?.startS ?? 0))),
    0,
  )
}

/** The lines that changed, the worst first. */
export const worstFirst = (lines: readonly ComparedLine[]): readonly ComparedLine[] =>
  lines.filter(isChanged).toSorted((a, b) => rankOf(a) - rankOf(b) || distanceOf(b) - distanceOf(a))

function rankOf(line: ComparedLine): number {
  if (line.status === 'failed') return 0
  if (line.status === 'changed') return CHANGE_KINDS.indexOf(line.changes[0] ?? 'samples')
  return CHANGE_KINDS.length
}

const distanceOf = (line: ComparedLine): number => ('differences' in line ? (line.differences.distanceDb ?? 0) : 0)
