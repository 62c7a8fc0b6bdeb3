import type { ExpansionTable } from './expansion-table.ts'

/** The longest word taken as one; real ones are shorter. */
const MAX_LETTERS = 200
/** Length of the parts of a text that are segmented: starting the segmenter costs as much as finding ten words. */
const SEGMENTED_LENGTH = 200

/** Where words end. In a language without spaces a segmenter finds them, in runs of letters that need it. */
export class Words {
  private readonly text: string
  private readonly segmenter: Intl.Segmenter | undefined
  /** Says which runs of letters need no words. */
  private readonly table: Pick<ExpansionTable, 'mayReadIn'> | undefined
  private segments: Intl.Segments | undefined
  /** What of the text the segmenter was shown. */
  private from = 0
  private to = 0
  /** Where the run of letters ends that was looked at last. */
  private runEnd = 0

  constructor(
    text: string,
    segmenter: Intl.Segmenter | undefined,
    table: Pick<ExpansionTable, 'mayReadIn'> | undefined,
  ) {
    this.text = text
    this.segmenter = segmenter
    this.table = table
  }

  /** Where the word that starts at a place ends. */
  endOfWord(at: number): number {
    if (this.segmenter === undefined) return endOfLetters(this.text, at, true)
    if (this.text.charCodeAt(at) < FIRST_BEYOND_LATIN) return endOfLetters(this.text, at, false)
    if (at >= this.runEnd) {
      this.runEnd = endOfLetters(this.text, at, false)
      if (this.table?.mayReadIn(this.text.slice(at, this.runEnd), this.text.charCodeAt(this.runEnd)) === false)
        return this.runEnd
    }
    let end = this.knownEnd(at)
    // The word at the end of what was shown may be cut there.
    if (at >= this.to || (end === this.to && this.to < this.text.length)) {
      this.from = at
      this.to = Math.min(at + SEGMENTED_LENGTH, this.text.length)
      this.segments = this.segmenter.segment(this.text.slice(at, this.to))
      end = this.knownEnd(at)
    }
    return Math.min(end, this.runEnd)
  }

  private knownEnd(at: number): number {
    const found = at < this.to ? this.segments?.containing(at - this.from) : undefined
    return found === undefined ? this.to : this.from + found.index + found.segment.length
  }
}

const FIRST_BEYOND_LATIN = 0x370

/** By UTF-16 unit: 1 for letters and marks, 2 for others, 0 for what has not been looked at. */
const LETTER_CLASSES = new Uint8Array(0x10000)
/** The Japanese zero is a number to Unicode, and part of words. */
const LETTER = /^[\p{L}\p{M}〇]/u

export const isAsciiLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

export function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (isAsciiLetter(code)) return true
  if (Number.isNaN(code)) return false
  if (code >= 0xd800 && code <= 0xdbff) return LETTER.test(text.slice(at, at + 2))
  const known = LETTER_CLASSES[code]
  if (known !== 0) return known === 1
  LETTER_CLASSES[code] = LETTER.test(String.fromCharCode(code)) && code !== 0xaa && code !== 0xba ? 1 : 2
  return LETTER_CLASSES[code] === 1
}

function endOfLetters(text: string, at: number, hasSpaces: boolean): number {
  const limit = Math.min(text.length, at + MAX_LETTERS)
  const isLatin = text.charCodeAt(at) < FIRST_BEYOND_LATIN
  let end = at
  while (end < limit) {
    const code = text.charCodeAt(end)
    if (isLatin && isAsciiLetter(code)) {
      end++
      continue
    }
    if (!isLetterAt(text, end)) break
    if (!hasSpaces && code < FIRST_BEYOND_LATIN !== isLatin) break
    end += code >= 0xd800 && code <= 0xdbff ? 2 : 1
  }
  return end
}
