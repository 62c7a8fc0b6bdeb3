import type { SynthesisRequest } from '../../core/request.ts'
import type { TextSpan } from '../../core/utterance.ts'
import { normalizeEnglish } from '../normalize-english.ts'
import type { Token } from './tokens.ts'
import { tokenize } from './tokens.ts'

export type ReadOptions = Pick<SynthesisRequest, 'language' | 'isNormalized'>

const WORD_OR_MARK = /[^\s,;:.?!…—–]+|[,;:.?!…—–]/g
const MARK = /^[,;:.?!…—–]$/

/** The words of a span as they are to be spoken, and the punctuation between them. */
export function readTokens(text: string, span: TextSpan, { language, isNormalized }: ReadOptions): Iterable<Token> {
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
