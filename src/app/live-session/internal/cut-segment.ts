/** Pending text. */
export interface Passage {
  /** Without its markup, as far as what follows cannot change it. */
  readonly text: string
  /** No more text will be added. */
  readonly isWhole: boolean
  /** A flush followed it. */
  readonly isFlushed: boolean
  /** `decidedLength` of the last cut, if it cut nothing. */
  readonly decidedLength: number
  /** The end of the plain text spoken before it. */
  readonly spokenBefore: string
}

export interface Cut {
  /** UTF-16 units at the start of a passage's text to speak now, as one segment; 0 to wait for more. */
  readonly length: number
  /** UTF-16 units of the text without a cut, which need not be searched again. */
  readonly decidedLength: number
}

/** Decides where pending text is cut into segments. */
export interface CutSegment {
  cut(passage: Passage): Cut
  /** Whether a text, the rest of an open passage, is complete if nothing follows for half a second. */
  isWholeAfterPause(text: string): boolean
}

/** Maximum length of a segment that the client ends, in UTF-16 units. */
export const MAX_SEGMENT_LENGTH = 4000
