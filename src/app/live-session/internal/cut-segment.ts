import type { Language } from '../../../core/language.ts'
import type { DetectedLanguage } from '../../../core/request.ts'

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
  /** Of the text to speak, if it was detected. */
  readonly language?: Language
}

/** Decides where pending text is cut into segments. */
export interface CutSegment {
  cut(passage: Passage): Cut
  /** Whether a text, the rest of an open passage, is complete if nothing follows for half a second. */
  isWholeAfterPause(text: string): boolean
}

/** The language of all text, or what is known of those of its sentences. */
export interface LanguageOfText {
  readonly language: Language
  readonly detected?: DetectedLanguage | undefined
}

/** That of the sentence that was cut or read last, by whose rules the next one is looked for. */
export const languageNow = ({ language, detected }: LanguageOfText): Language => detected?.language ?? language

/** Maximum length of a segment that the client ends, in UTF-16 units. */
export const MAX_SEGMENT_LENGTH = 4000
