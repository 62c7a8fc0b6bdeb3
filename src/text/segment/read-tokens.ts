import type { SynthesisRequest } from '../../core/request.ts'
import type { TextSpan } from '../../core/utterance.ts'
import { normalizeEnglish } from '../normalize-english.ts'
import type { Token } from './tokens.ts'
import { tokenize } from './tokens.ts'

export type ReadOptions = Pick<SynthesisRequest, 'language' | 'isNormalized'>

const WORD_OR_MARK = /[^\s,;:.?!…—–]+|[,;:.?!…—–]/g
const MARK = /^[,;:.?!…—–]$/

/** The words of a span as they are to be spoken, and the punctuation between them. */
export function readTokens(text: string, whole: TextSpan, { language, isNormalized }: ReadOptions): Iterable<Token> {
  const span = { start: startOfNextWord(text, whole), end: whole.end }
  if (language !== 'eng' || !isNormalized) return tokenize(text, span, language)
  return normalizeEnglish(text.slice(span.start, span.end)).flatMap(({ spoken, span: { start, end } }) =>
    (spoken.match(WORD_OR_MARK) ?? []).map((piece): Token => {
      const source = { start: span.start + start, end: span.start + end }
      return MARK.test(piece)
        ? { kind: 'punctuation', mark: piece, span: source }
        : { kind: 'word', text: piece, span: source, rate: 1, pauseBeforeMs: 0 }
    }),
  )
}

/** A span that opens in the middle of a word is the rest of one too long to be read; it was read as far as it will be. */
function startOfNextWord(text: string, { start, end }: TextSpan): number {
  if (start === 0 || !/^[\p{L}\p{N}]{2}/u.test(text.slice(start - 1, start + 1))) return start
  const rest = /^[\p{L}\p{M}\p{N}]+/u.exec(text.slice(start, end))
  return start + (rest?.[0].length ?? 0)
}
