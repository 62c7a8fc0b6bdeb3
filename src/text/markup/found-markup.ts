import type { Markup } from '../../core/request.ts'
import type { Pause } from './break-lengths.ts'
import type { Edit } from './read-formula.ts'
import type { Scanned } from './scan-tag.ts'

/** What the meaning of markup at a place depends on. */
export interface Reading {
  readonly text: string
  readonly markup: Markup
  /** Nothing will be added to the text. */
  readonly isWhole: boolean
  /** Groups in square brackets so far, with or without a rate. */
  readonly groups: number
  readonly isInCdata: boolean
  /** The end of the plain text before a place that is read next. */
  plainBefore(at: number): string
}

/** What markup at a place stands for. Lengths are in UTF-16 units of the text. */
export type FoundMarkup =
  | { readonly kind: 'text'; readonly length: number }
  | { readonly kind: 'escape' }
  | { readonly kind: 'replaced'; readonly length: number; readonly by: string; readonly closing?: Closing }
  | FoundTag
  /** A tag and the content after it, up to its closing tag, which is read as `by`. */
  | { readonly kind: 'alias'; readonly length: number; readonly by: string; readonly closing: Closing }
  /** What is read has tags of these lengths on both sides. */
  | { readonly kind: 'framed'; readonly before: number; readonly length: number; readonly after: number }
  | { readonly kind: 'cdata'; readonly length: number; readonly isStart: boolean }
  | ({ readonly kind: 'pause' } & Pause)
  | { readonly kind: 'phonemes'; readonly inside: string }
  /** What is between the edits is read as it is written. */
  | { readonly kind: 'formula'; readonly length: number; readonly edits: readonly Edit[] }
  /** `rate`: undefined if there is none for it. */
  | { readonly kind: 'group'; readonly length: number; readonly rate: number | undefined }
  /** The text ends before it is known whether it is markup. */
  | Open

export interface FoundTag {
  readonly kind: 'tag'
  readonly length: number
  readonly by: string
  readonly isParting: boolean
  readonly isUnknown?: boolean
  readonly closing?: Closing
}

/** The end of what begins at another place, and what it is read as. */
export interface Closing {
  readonly at: number
  readonly length: number
  readonly by: string
}

interface Open {
  readonly kind: 'open'
  /** Whether it waits for its end. Emphasis and entities need not end. */
  readonly waitsForEnd: boolean
}

export const WAITS: Open = { kind: 'open', waitsForEnd: true }
export const MAY_END: Open = { kind: 'open', waitsForEnd: false }

export const silentTag = (length: number): FoundTag => ({ kind: 'tag', length, by: '', isParting: false })

export const foundPause = (pause: Scanned<Pause>, isAllowed: boolean): FoundMarkup | undefined =>
  pause === 'open'
    ? MAY_END
    : pause && { kind: 'pause', length: pause.length, durationMs: isAllowed ? pause.durationMs : 0 }
