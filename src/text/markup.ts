import type { Markup, SynthesisRequest } from '../core/request.ts'
import type { TextSpan } from '../core/utterance.ts'
import { parsePhonetic } from './phonetic-alphabet.ts'

/** A text is its parts in order; what lies between their spans (brackets) is not read. */
export type MarkupPart =
  | { readonly kind: 'text'; readonly span: TextSpan; readonly rate: number }
  | { readonly kind: 'phonemes'; readonly span: TextSpan; readonly rate: number; readonly phonemes: readonly string[] }
  | { readonly kind: 'pause'; readonly span: TextSpan; readonly durationMs: number }

/** All pauses of a text together last no longer: a slip of the finger must not hold a call for hours. */
const LONGEST_PAUSES_MS = 60_000
const PAUSE = /<(\d{1,9}(?:\.\d{1,6})?)>/y
const BRACKETED = /\[([^[\]]{1,2000})\]/y
const PHONETIC = /\{([^{}]{0,2000})\}/y
const PATTERNS = { '<': PAUSE, '[': BRACKETED, '{': PHONETIC } as const
type Opening = keyof typeof PATTERNS
const OPENING = /[<[{]/g

/** Finds the markup that is turned on; all else is text. Throws `request.invalid` for phonemes that are none. */
export function parseMarkup(text: string, markup: Markup): MarkupPart[] {
  let leftMs = LONGEST_PAUSES_MS
  return partsOf(text, markup).map((part) => {
    if (part.kind !== 'pause') return part
    const durationMs = Math.min(part.durationMs, leftMs)
    leftMs -= durationMs
    return { ...part, durationMs }
  })
}

function partsOf(text: string, { pauses, phonemes, inlineRates }: Markup): MarkupPart[] {
  const parts: MarkupPart[] = []
  let groups = 0
  let end = 0
  const addText = (span: TextSpan): void => {
    if (span.end > span.start) parts.push({ kind: 'text', span, rate: 1 })
  }
  if (!pauses && !phonemes && inlineRates.length === 0) {
    addText({ start: 0, end: text.length })
    return parts
  }
  OPENING.lastIndex = 0
  for (let opening = OPENING.exec(text); opening !== null; opening = OPENING.exec(text)) {
    const start = opening.index
    const match = matchAt(PATTERNS[opening[0] as Opening], text, start)
    if (match === null) continue
    const inside = match[1] as string
    let found: readonly MarkupPart[] | undefined
    if (opening[0] === '<') {
      const span = { start, end: start + match[0].length }
      if (pauses) found = [{ kind: 'pause', span, durationMs: Number(inside) }]
    } else if (opening[0] === '{') {
      if (phonemes) found = phonemesOf(inside, start + 1)
    } else if (groups < inlineRates.length) {
      // Pauses and phonemes in a group stay what they are, so the group's own text is looked through as well.
      const rate = inlineRates[groups++] as number
      found = partsOf(inside, { pauses, phonemes, inlineRates: [] }).map((part) => ({
        ...part,
        ...(part.kind !== 'pause' && { rate }),
        span: { start: part.span.start + start + 1, end: part.span.end + start + 1 },
      }))
    }
    if (found === undefined) continue
    addText({ start: end, end: start })
    parts.push(...found)
    end = start + match[0].length
    OPENING.lastIndex = end
  }
  addText({ start: end, end: text.length })
  return parts
}

/** The words between braces, each in the phonetic alphabet. */
function phonemesOf(inside: string, offset: number): MarkupPart[] {
  const words = [...inside.matchAll(/\S+/g)]
  if (words.length === 0) parsePhonetic('')
  return words.map(({ 0: word, index }) => ({
    kind: 'phonemes',
    span: { start: offset + index, end: offset + index + word.length },
    rate: 1,
    phonemes: parsePhonetic(word),
  }))
}

/** How many groups in `[]` a text has, whether or not there are rates for them. */
export const countInlineGroups = (text: string): number => text.match(/\[[^[\]]{1,2000}\]/g)?.length ?? 0

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const OPEN_AT_END = { pauses: /<[\d.]{0,17}$/, phonemes: /\{[^{}]{0,2000}$/, rates: /\[[^[\]]{0,2000}$/ } as const

/** Where markup begins that the text ends in the middle of; the text's length where there is none. */
export function startOfOpenMarkup(text: string, { pauses, phonemes, inlineRates }: Markup): number {
  const end = text.slice(-2001)
  const starts = [
    pauses ? end.search(OPEN_AT_END.pauses) : -1,
    phonemes ? end.search(OPEN_AT_END.phonemes) : -1,
    inlineRates.length > 0 ? end.search(OPEN_AT_END.rates) : -1,
  ].filter((start) => start >= 0)
  return text.length - end.length + Math.min(end.length, ...starts)
}

/** The text without the words in the phonetic alphabet. */
export const spelledText = ({ text, markup }: Pick<SynthesisRequest, 'text' | 'markup'>): string =>
  markup.phonemes ? text.replaceAll(/\{[^{}]*\}/g, ' ') : text
