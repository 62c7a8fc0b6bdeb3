import { isVowel } from '../../core/phonemes.ts'
import type { Segment, Utterance, Word } from '../../core/utterance.ts'
import { isQuestion, isRisingQuestion, marksAtEnd } from '../sounds/english-questions.ts'
import { isFunctionWord } from '../sounds/function-words.ts'
import { readEnglish } from '../sounds/read-english.ts'

/** An input row of the acoustic model: a sound or a silence. Values: training/README.md. */
export interface PhraseRow {
  /** ARPAbet without stress; `^` before the first sound, `,` or `-` for a pause, `.` or `?` after the last. */
  readonly symbol: string
  /** 0 none, 1 unstressed, 2 primary, 3 secondary, 4 stressed in a function word. */
  readonly stress: number
  /** Position in the word: 0 silence, 1 first, 2 inside, 3 last, 4 only. */
  readonly place: number
  /** What follows the word: 0 a word, 1 a comma, 2 the end, 3 the end of a question. */
  readonly follows: number
  readonly rate: number
  readonly pitch: number
  /** A boundary without audible silence. */
  readonly isMute: boolean
}

export interface PhraseWord {
  readonly segmentIndex: number
  /** A silent word has no rows. */
  readonly firstRow: number
  readonly endRow: number
}

/** Input of the acoustic model: a sentence, or a part of a long one. */
export interface Phrase {
  readonly rows: readonly PhraseRow[]
  /** Each word of the utterance is in one phrase. */
  readonly words: readonly PhraseWord[]
  /** First row of the final silence. */
  readonly endRow: number
}

/** The model was trained on sentences of up to 80 phones; its time and memory grow with the square. */
const MOST_PHONES_OF_PHRASE = 160
/** Maximum phones of a part of a word without a place to cut. */
const MOST_PHONES_OF_PIECE = 40

const FULL_STOPS = new Set([...'.!…。！¡।॥'])

type Boundary = 'none' | 'comma' | 'stop' | 'question'
const FOLLOWS: Readonly<Record<Boundary, number>> = { none: 0, comma: 1, stop: 2, question: 3 }
const ENDING: Readonly<Record<Boundary, readonly string[]>> = {
  none: ['-', '.'],
  comma: [',', '.'],
  stop: ['.'],
  question: ['?'],
}

interface HeardWord {
  readonly segmentIndex: number
  readonly word: Word
  /** Parts of the word in order; empty for a silent word. */
  readonly pieces: readonly (readonly string[])[]
  readonly boundary: Boundary
}

/** The phrases of an utterance; empty if nothing of it can be heard. */
export function phrasesOf(utterance: Utterance): readonly Phrase[] {
  const words = heardWords(utterance.segments)
  if (words.every(({ pieces }) => pieces.length === 0)) return []
  const groups = groupWords(words)
  return groups.map((group, i) => phraseOf(group, i === groups.length - 1))
}

function heardWords(segments: readonly Segment[]): readonly HeardWord[] {
  const words = readEnglish(segments)
  const last = words.findLast(({ pieces }) => pieces.length > 0)
  return words.map((read) => {
    const { segmentIndex, word, pieces, follower } = read
    const boundary = pieces.length === 0 || follower !== 'end' ? 'none' : 'comma'
    return {
      segmentIndex,
      word,
      pieces: pieces.flatMap(cutPiece),
      boundary: read === last ? boundaryAtEnd(segments) : boundary,
    }
  })
}

function boundaryAtEnd(segments: readonly Segment[]): Boundary {
  const marks = marksAtEnd(segments)
  if (isQuestion(segments)) return isRisingQuestion(segments) ? 'question' : 'stop'
  if (marks.some((mark) => FULL_STOPS.has(mark))) return 'stop'
  return marks.length > 0 ? 'comma' : 'none'
}

const cutPiece = (piece: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(piece.length / MOST_PHONES_OF_PIECE) }, (_, i) =>
    piece.slice(i * MOST_PHONES_OF_PIECE, (i + 1) * MOST_PHONES_OF_PIECE),
  )

const phoneCount = ({ pieces }: HeardWord): number => pieces.reduce((sum, piece) => sum + piece.length, 0)

/** Splits words into groups that are short enough, after a comma if there is one in the last two thirds. */
function groupWords(words: readonly HeardWord[]): readonly (readonly HeardWord[])[] {
  const groups: (readonly HeardWord[])[] = []
  let group: HeardWord[] = []
  const total = (): number => group.reduce((sum, word) => sum + phoneCount(word), 0)
  for (const word of words) {
    if (group.length > 0 && total() + phoneCount(word) > MOST_PHONES_OF_PHRASE) {
      const comma = group.findLastIndex(({ boundary }) => boundary === 'comma')
      const cut = comma >= group.length / 3 ? comma + 1 : group.length
      groups.push(group.slice(0, cut))
      group = group.slice(cut)
    }
    group.push(word)
  }
  return [...groups, group]
}

function phraseOf(group: readonly HeardWord[], isLast: boolean): Phrase {
  const rows: PhraseRow[] = []
  const words: PhraseWord[] = []
  const silence = (symbol: string, beside: HeardWord | undefined, isMute = false): void => {
    const { rate, pitch } = beside?.word ?? { rate: 1, pitch: 1 }
    rows.push({ symbol, stress: 0, place: 0, follows: 0, rate, pitch, isMute })
  }
  silence('^', group[0])
  for (const [i, heard] of group.entries()) {
    const firstRow = rows.length
    for (const piece of heard.pieces) rows.push(...rowsOf(piece, heard))
    words.push({ segmentIndex: heard.segmentIndex, firstRow, endRow: rows.length })
    const next = group[i + 1]
    if (next === undefined) continue
    if (heard.boundary === 'comma') silence(',', heard)
    else if (next.word.pauseBeforeMs > 0) silence('-', heard, true)
  }
  const last = group.findLast(({ pieces }) => pieces.length > 0) ?? group.at(-1)
  const ending = ENDING[last?.boundary ?? 'none']
  for (const symbol of ending) silence(symbol, last)
  const hasPause = !isLast && last?.boundary === 'comma'
  return { rows, words, endRow: rows.length - (hasPause ? 1 : ending.length) }
}

function rowsOf(piece: readonly string[], { word, boundary }: HeardWord): readonly PhraseRow[] {
  const isLight = isFunctionWord(word.spoken.toLowerCase())
  return piece.map((phoneme, i): PhraseRow => {
    const stress = isVowel(phoneme) ? Number(phoneme.slice(-1)) + 1 : 0
    return {
      symbol: phoneme.replace(/\d$/, ''),
      stress: isLight && stress > 1 ? 4 : stress,
      place: piece.length === 1 ? 4 : i === 0 ? 1 : i === piece.length - 1 ? 3 : 2,
      follows: FOLLOWS[boundary],
      rate: word.rate,
      pitch: word.pitch,
      isMute: false,
    }
  })
}
