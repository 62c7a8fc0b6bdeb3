import type { SpokenLanguage } from '../../core/language.ts'
import type { Segment, Utterance } from '../../core/utterance.ts'
import { type QuestionWords, questionWordsOf } from '../../languages/question-words.ts'

/** Words of the last alternative at most: after more, `or` is rather within a part of the question. */
const MAX_ALTERNATIVE_LENGTH = 6

/** Whether a question falls in pitch: one that asks for a word or offers alternatives; one that asks for yes or no rises. */
export function questionFalls({ segments, sentenceStart = [], language }: Utterance): boolean {
  const known = questionWordsOf(language)
  if (known === undefined) return false
  if ([sentenceStart, segments].some((part) => alternativeAt(part, language) !== undefined)) return true
  const clauses = clausesOf([...sentenceStart, ...segments])
  return [clauses[0], clauses.at(-1)].some((clause) => clause !== undefined && asksForWord(clause, known))
}

/** Words between marks: `okay`, `what's your name`. */
function clausesOf(segments: readonly Segment[]): readonly (readonly string[])[] {
  const clauses: string[][] = [[]]
  for (const segment of segments) {
    if (segment.kind === 'word') clauses.at(-1)?.push(plain(segment.spoken))
    else if (clauses.at(-1)?.length !== 0) clauses.push([])
  }
  return clauses.filter(({ length }) => length > 0)
}

/** The segment before the last alternative of a question: `or` in `tea or coffee`. Undefined if it offers none. */
export function alternativeAt(segments: readonly Segment[], language: SpokenLanguage): number | undefined {
  const known = questionWordsOf(language)
  const words = segments.flatMap((segment, at) =>
    segment.kind === 'word' ? [{ at, spoken: plain(segment.spoken) }] : [],
  )
  const or = words.findLastIndex(({ spoken }) => known?.or.has(spoken) === true)
  const next = words[or + 1]
  const isAlternative =
    or > 0 &&
    next !== undefined &&
    words.length - or - 1 <= MAX_ALTERNATIVE_LENGTH &&
    known?.vague.has(next.spoken) !== true
  return isAlternative ? words[or]?.at : undefined
}

const plain = (word: string): string => word.toLowerCase().replaceAll('’', "'")

/** `what's`, `who're`, `where'd` */
const CONTRACTION = /'(?:s|re|d|ll|ve)$/

function asksForWord(clause: readonly string[], known: QuestionWords): boolean {
  const from = clause.findIndex((word) => !known.leadIns.has(word))
  const searched = clause.slice(Math.max(from, 0), Math.max(from, 0) + known.within)
  const asks = (word: string): boolean => known.words.has(word) || known.words.has(word.replace(CONTRACTION, ''))
  return !known.yesOrNo.has(searched[0] ?? '') && searched.some(asks)
}
