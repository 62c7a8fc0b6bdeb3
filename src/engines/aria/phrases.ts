import type { Segment, Utterance } from '../../core/utterance.ts'
import { nearestSound } from '../sounds/espeak-sounds.ts'
import { alternativeAt, questionFalls } from '../sounds/question-words.ts'
import type { SpokenWord } from '../sounds/spoken-word.ts'
import { accentPitches, TUNE_BESIDE_ACCENTS } from './accent-pitch.ts'
import {
  followsOf,
  LIGHT,
  PRIMARY,
  RISING_QUESTION,
  rowsOfWord,
  SILENT,
  type SoundRow,
  UNSTRESSED,
} from './sound-rows.ts'

export interface PhraseRow extends SoundRow {
  readonly rate: number
  readonly pitch: number
  /** A boundary without audible silence. */
  readonly isMute: boolean
}

/** The place of a word of the utterance: parts `from` to `to` of the time of some rows. */
export interface PhraseWord {
  readonly segmentIndex: number
  readonly firstRow: number
  readonly endRow: number
  readonly from: number
  readonly to: number
}

/** Input of the acoustic model: a sentence, or a part of a long one. */
export interface Phrase {
  readonly rows: readonly PhraseRow[]
  /** Each word of the utterance is in one phrase. */
  readonly words: readonly PhraseWord[]
  /** First row of the final silence. */
  readonly endRow: number
  /** Ends with a pause: the utterance goes on after a mark. */
  readonly hasPause: boolean
  /** First row of the rise at the end of a question; undefined if it does not rise. */
  readonly risesFrom: number | undefined
  /** How much is kept of the predicted movements of pitch. */
  readonly tune: number
  /** Relative to the voice's own. */
  readonly levelDb: number
  /** It is all of its utterance. */
  readonly isWhole: boolean
}

/** The model was trained on sentences of up to 120 sounds; its time and memory grow with the square. */
const MAX_SOUNDS_OF_PHRASE = 160
/** Longer words are cut off; bounds the cost of a word. */
const MAX_SOUNDS_OF_WORD = 300

const COMMA = ','
const QUESTION_RISE_SEMITONES = 5
/** Relative to the voice's. */
const UNSTRESSED_RISE_RATE = 0.7
/** Of the alternatives that a question offers before the last one. */
const ALTERNATIVE_RISE_SEMITONES = 4
/** What the networks do not do for an exclamation mark. */
const EXCLAMATION = { tune: 1.3, semitones: 1.2, levelDb: 1.5 } as const

/** The phrases of an utterance that was read as `words`; empty if nothing of it can be heard. */
export function phrasesOf(words: readonly SpokenWord[], utterance: Utterance): readonly Phrase[] {
  const { segments, language } = utterance
  const heard = words.map(withKnownSounds).filter(({ sounds }) => sounds.length > 0)
  if (heard.length === 0) return []
  const isUnfinished = heard.at(-1)?.mark === ''
  const falls = questionFalls(utterance)
  const risesBefore = heard.at(-1)?.mark === '?' ? alternativeAt(segments, language) : undefined
  const groups = groupWords(heard)
  const placed = new Set<number>()
  return groups.map((group, i) => {
    const isLast = i === groups.length - 1
    return phraseOf(group, {
      segments,
      placed,
      isLast,
      isWhole: groups.length === 1,
      isSentenceEnd: isLast && !isUnfinished,
      falls,
      risesBefore,
    })
  })
}

function withKnownSounds(word: SpokenWord): SpokenWord {
  const sounds = word.sounds.slice(0, MAX_SOUNDS_OF_WORD).map(nearestSound)
  const isKnown = (_: unknown, i: number): boolean => /\p{L}/u.test(sounds[i] ?? '')
  const known = { ...word, sounds: sounds.filter(isKnown) }
  return word.tones === undefined ? known : { ...known, tones: word.tones.filter(isKnown) }
}

/** Splits words into groups that are short enough, after a mark if there is one in the last two thirds. */
function groupWords(words: readonly SpokenWord[]): readonly (readonly SpokenWord[])[] {
  const groups: (readonly SpokenWord[])[] = []
  let group: SpokenWord[] = []
  const total = (): number => group.reduce((sum, { sounds }) => sum + sounds.length, 0)
  for (const word of words) {
    if (group.length > 0 && total() + word.sounds.length > MAX_SOUNDS_OF_PHRASE) {
      const mark = group.findLastIndex((one) => one.mark !== '')
      const cut = mark >= group.length / 3 ? mark + 1 : group.length
      groups.push(group.slice(0, cut))
      group = group.slice(cut)
    }
    group.push(word)
  }
  return [...groups, group]
}

interface PhraseContext {
  readonly segments: readonly Segment[]
  /** Words that have their place already, in this phrase or an earlier one. */
  readonly placed: Set<number>
  readonly isLast: boolean
  readonly isWhole: boolean
  /** Otherwise the phrase ends as before a comma. */
  readonly isSentenceEnd: boolean
  /** A question at its end falls. */
  readonly falls: boolean
  /** The word before this segment rises: it is an alternative, and another follows. */
  readonly risesBefore: number | undefined
}

function phraseOf(group: readonly SpokenWord[], context: PhraseContext): Phrase {
  const rows: PhraseRow[] = []
  const words: PhraseWord[] = []
  const silence = (symbol: string, { rate, pitch }: SpokenWord, isMute = false): void => {
    rows.push({ symbol, ...SILENT, rate, pitch, isMute })
  }
  const { isSentenceEnd, falls } = context
  const isExclamation = isSentenceEnd && group.at(-1)?.mark === '!'
  const raised = isExclamation ? 2 ** (EXCLAMATION.semitones / 12) : 1
  const accents = accentPitches(group)
  silence('^', group[0] as SpokenWord)
  for (const [i, word] of group.entries()) {
    const { rate, pitch } = word
    const next = group[i + 1]
    const mark = next === undefined && !isSentenceEnd ? word.mark || COMMA : word.mark
    const firstRow = rows.length
    const made = rowsOfWord(word, followsOf(mark, next === undefined && isSentenceEnd, falls))
    const own = made.map((row, at) => ({
      ...row,
      rate,
      pitch: pitch * raised * (accents?.[i]?.[at] ?? 1),
      isMute: false,
    }))
    const isOffered = next?.shares.some(({ segmentIndex }) => segmentIndex === context.risesBefore) === true
    rows.push(...(isOffered ? climbing(own, startOfRise(own) ?? 0, ALTERNATIVE_RISE_SEMITONES) : own))
    place(words, word, firstRow, rows.length, context)
    if (next === undefined) continue
    if (word.mark !== '') silence(COMMA, word)
    else if (hasPauseBefore(next, context.segments)) silence('-', word, true)
  }
  if (context.isLast) placeUnspoken(words, rows.length, context)
  const last = group.at(-1) as SpokenWord
  const endRow = rows.length
  if (!isSentenceEnd) silence(COMMA, last)
  const rises = isSentenceEnd && followsOf(last.mark, true, falls) === RISING_QUESTION
  silence(rises ? '?' : '.', last)
  const hasPause = !context.isLast && last.mark !== ''
  const risesFrom = rises ? startOfRise(rows) : undefined
  const risen = risesFrom === undefined ? rows : rising(rows, risesFrom)
  const tune = (accents === undefined ? 1 : TUNE_BESIDE_ACCENTS) * (isExclamation ? EXCLAMATION.tune : 1)
  return {
    rows: risen,
    words,
    endRow: endRow + (hasPause ? 1 : 0),
    hasPause,
    risesFrom,
    tune,
    levelDb: isExclamation ? EXCLAMATION.levelDb : 0,
    isWhole: context.isWhole,
  }
}

/**
 * The last stressed vowel; without stress, as in Japanese, the last vowel but one, since the last may be whispered (masu).
 * Undefined without any vowel.
 */
function startOfRise(rows: readonly PhraseRow[]): number | undefined {
  const stressed = rows.findLastIndex(({ stress }) => stress === PRIMARY || stress === LIGHT)
  if (stressed >= 0) return stressed
  const vowels = rows.flatMap(({ stress }, i) => (stress > 0 ? [i] : []))
  return vowels.at(-2) ?? vowels.at(-1)
}

/**
 * From a row on, the pitch climbs: the networks' own rise is too small. A vowel without stress is too short for it, so it is
 * longer, as in Japanese questions without a particle. `raiseQuestionEnd` lifts what the networks still leave too low.
 */
function rising(rows: readonly PhraseRow[], from: number): readonly PhraseRow[] {
  const slower = rows[from]?.stress === UNSTRESSED ? UNSTRESSED_RISE_RATE : 1
  const slowed = rows.map((row, i) => (i < from ? row : { ...row, rate: row.rate * slower }))
  return climbing(slowed, from, QUESTION_RISE_SEMITONES)
}

/** From a row on, the pitch climbs by so much until the last row. */
function climbing(rows: readonly PhraseRow[], from: number, semitones: number): readonly PhraseRow[] {
  const climb = (i: number): number => 2 ** ((semitones / 12) * ((i - from + 1) / (rows.length - from)))
  return rows.map((row, i) => (i < from ? row : { ...row, pitch: row.pitch * climb(i) }))
}

const hasPauseBefore = ({ shares }: SpokenWord, segments: readonly Segment[]): boolean => {
  const segment = segments[shares[0]?.segmentIndex ?? -1]
  return segment?.kind === 'word' && segment.pauseBeforeMs > 0
}

/** Places the words that a spoken word is made of, and before each of them those that were left out. */
function place(
  words: PhraseWord[],
  { shares }: SpokenWord,
  firstRow: number,
  endRow: number,
  context: PhraseContext,
): void {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0) || 1
  let passed = 0
  for (const { segmentIndex, weight } of shares) {
    const from = passed / total
    passed += weight
    for (let before = (words.at(-1)?.segmentIndex ?? -1) + 1; before < segmentIndex; before++) {
      put(words, { segmentIndex: before, firstRow, endRow, from, to: from }, context)
    }
    put(words, { segmentIndex, firstRow, endRow, from, to: passed / total }, context)
  }
}

function placeUnspoken(words: PhraseWord[], row: number, context: PhraseContext): void {
  for (const segmentIndex of context.segments.keys()) {
    put(words, { segmentIndex, firstRow: row, endRow: row, from: 0, to: 0 }, context)
  }
}

function put(words: PhraseWord[], word: PhraseWord, { segments, placed }: PhraseContext): void {
  if (segments[word.segmentIndex]?.kind !== 'word' || placed.has(word.segmentIndex)) return
  placed.add(word.segmentIndex)
  words.push(word)
}
