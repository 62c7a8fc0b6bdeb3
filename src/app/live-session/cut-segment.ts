import type { Markup } from '../../core/request.ts'

/** Text that was sent and not yet spoken. */
export interface Passage {
  readonly text: string
  readonly markup: Markup
  /** Nothing will be added to it. */
  readonly isWhole: boolean
  /** A flush has come after it. */
  readonly isFlushed: boolean
  /** What the last cut said, where nothing was cut. */
  readonly decidedLength: number
  /** The end of what was spoken before it. */
  readonly spokenBefore: string
}

export interface Cut {
  /** How many UTF-16 units from the start of a passage are to be spoken now, in one go; 0 to wait for more. */
  readonly length: number
  /** In which no cut was found, and need not be looked for again. */
  readonly decidedLength: number
}

/** When text is spoken. */
export interface CutSegment {
  cut(passage: Passage): Cut
  /** Whether what `cut` left of an open passage is whole if nothing comes after it for half a second. */
  isWholeAfterPause(text: string, markup: Markup): boolean
}

/** Longest text that is spoken in one go where the client, not the text, says where it ends. UTF-16 units. */
export const LONGEST_SEGMENT = 4000
