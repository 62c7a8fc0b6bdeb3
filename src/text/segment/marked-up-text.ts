import type { TextSpan } from '../../core/utterance.ts'
import type { MarkupPart } from '../markup.ts'
import type { ReadOptions } from './read-tokens.ts'
import { readTokens } from './read-tokens.ts'
import type { Token } from './tokens.ts'

/** Hands out the tokens of one span after the other, with what the markup says of them. */
export interface MarkedUpText {
  /** Undefined between two steps of the work. */
  tokensOf(span: TextSpan, options: ReadOptions): Generator<Token | undefined>
  /** Pauses of the spans so far that no word has come after. */
  readonly pendingPauseMs: number
}

/** Spans are to be asked for in order. */
export function markedUpText(text: string, parts: readonly MarkupPart[]): MarkedUpText {
  let next = 0
  let pendingPauseMs = 0
  return {
    get pendingPauseMs() {
      return pendingPauseMs
    },
    *tokensOf(span, options) {
      let isContinued = false
      for (; next < parts.length; next++) {
        const part = parts[next] as MarkupPart
        if (part.span.start >= span.end) return
        if (part.kind === 'pause') {
          pendingPauseMs += part.durationMs
        } else if (part.kind === 'phonemes') {
          const { span: source, rate, phonemes } = part
          const letters = text.slice(source.start, source.end).replaceAll(/[012]/g, '')
          yield { kind: 'word', text: letters, phonemes, span: source, rate, pauseBeforeMs: pendingPauseMs }
          pendingPauseMs = 0
          isContinued = true
        } else {
          const shared = { start: Math.max(part.span.start, span.start), end: Math.min(part.span.end, span.end) }
          for (const token of readTokens(text, shared, options, { isContinued })) {
            if (token?.kind !== 'word') {
              yield token
              continue
            }
            yield { ...token, rate: part.rate, pauseBeforeMs: pendingPauseMs }
            pendingPauseMs = 0
            isContinued = true
          }
        }
        if (part.span.end > span.end) return
      }
    },
  }
}
