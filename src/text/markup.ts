import type { Markup } from '../core/request.ts'
import type { TextSpan } from '../core/utterance.ts'

/** A text is its parts in order; what lies between their spans (brackets) is not read. */
export type MarkupPart =
  | { readonly kind: 'text'; readonly span: TextSpan; readonly rate: number }
  | { readonly kind: 'pause'; readonly span: TextSpan; readonly durationMs: number }

/** All pauses of a text together last no longer: a slip of the finger must not hold a call for hours. */
const LONGEST_PAUSES_MS = 60_000
const PAUSE = /<(\d{1,9}(?:\.\d{1,6})?)>/y
const BRACKETED = /\[([^[\]]{1,2000})\]/y
const OPENING = /[<[]/g

/** Finds the markup that is turned on; all else is text. Takes any text; never fails. */
export function parseMarkup(text: string, markup: Markup): MarkupPart[] {
  let leftMs = LONGEST_PAUSES_MS
  return partsOf(text, markup).map((part) => {
    if (part.kind === 'text') return part
    const durationMs = Math.min(part.durationMs, leftMs)
    leftMs -= durationMs
    return { ...part, durationMs }
  })
}

function partsOf(text: string, { pauses, inlineRates }: Markup): MarkupPart[] {
  const parts: MarkupPart[] = []
  let groups = 0
  let end = 0
  const addText = (span: TextSpan, rate: number): void => {
    if (span.end > span.start) parts.push({ kind: 'text', span, rate })
  }
  if (!pauses && inlineRates.length === 0) {
    addText({ start: 0, end: text.length }, 1)
    return parts
  }
  OPENING.lastIndex = 0
  for (let opening = OPENING.exec(text); opening !== null; opening = OPENING.exec(text)) {
    const start = opening.index
    const isPause = opening[0] === '<'
    const match = isPause ? matchAt(PAUSE, text, start) : matchAt(BRACKETED, text, start)
    if (match === null || (isPause ? !pauses : groups >= inlineRates.length)) continue
    addText({ start: end, end: start }, 1)
    end = start + match[0].length
    if (isPause) {
      parts.push({ kind: 'pause', span: { start, end }, durationMs: Number(match[1]) })
    } else {
      // A pause in a group stays a pause, so the group's own text is looked through as well.
      const rate = inlineRates[groups++] as number
      for (const part of partsOf(match[1] as string, { pauses, inlineRates: [] })) {
        const span = { start: part.span.start + start + 1, end: part.span.end + start + 1 }
        parts.push(part.kind === 'text' ? { kind: 'text', span, rate } : { ...part, span })
      }
    }
    OPENING.lastIndex = end
  }
  addText({ start: end, end: text.length }, 1)
  return parts
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
