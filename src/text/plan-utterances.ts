import type { Language } from '../core/language.ts'
import type { Segment, TextSpan, Utterance } from '../core/utterance.ts'
import { splitSentences } from './segment/sentences.ts'
import type { Token } from './segment/tokens.ts'
import { tokenize } from './segment/tokens.ts'

export interface PlanOptions {
  readonly language: Language
  /** Speaking rate that every word gets; above 1 is faster. */
  readonly rate: number
  /** Others are waiting: the first sentence is cut sooner, so that its first audio is not held up by the rest of it. */
  readonly isBusy: boolean
}

// Silence after an utterance, by what ended it; between two sentences of read speech it is 0.3 to 0.5 s.
const PAUSE_MS = { paragraph: 550, sentence: 320, clause: 120, word: 0, end: 120 } as const

// Weights are about one letter of reading time; 13 of them are a second at the slowest voice's own rate.
const WEIGHT_PER_SECOND = 13
/** Keeps every utterance well under the 14.4 s that the default `max_tokens` allows. */
const LONGEST_UTTERANCE_S = 12
const LONGEST_UTTERANCE_WEIGHT = 200
/** Three to five words, whose first audio takes a third of a sentence's time. */
const SHORT_CUT = { least: 12, most: 34 } as const
/** A first sentence past this weight is cut short: sooner while others wait, for a cut costs a seam. */
const SHORT_CUT_FROM = { busy: 45, idle: 70 } as const

const ENDS_CLAUSE = new Set([...',;:.?!…—–،؛؟。、！？；：।॥'])
/** English words that open a phrase: the least audible place for a cut is before one. */
const PHRASE_OPENERS = new Set(
  'and but or nor so yet because although though while when where which who that if unless until before after since with without for from into about between through during at by in on to of as than'.split(
    ' ',
  ),
)

/**
 * Cuts a text into utterances at paragraph, sentence, clause, then word boundaries. Lazy: the first utterance is known
 * before the rest is read. Yields nothing for a text without anything speakable; never fails.
 */
export function* planUtterances(text: string, options: PlanOptions): Generator<Utterance> {
  let mayCutShort = options.language === 'eng'
  for (const sentence of splitSentences(text, options.language)) {
    for (const { tokens, isLast } of cutSentence(text, sentence, options, mayCutShort)) {
      if (!tokens.some(isWord)) continue
      mayCutShort = false
      yield utteranceOf(tokens, isLast ? pauseAfterSentence(text, sentence) : pauseAfterCut(tokens), options)
    }
  }
}

interface Cut {
  readonly tokens: readonly Token[]
  readonly isLast: boolean
}

function* cutSentence(text: string, sentence: TextSpan, options: PlanOptions, mayCutShort: boolean): Generator<Cut> {
  const most = Math.min(LONGEST_UTTERANCE_WEIGHT, LONGEST_UTTERANCE_S * WEIGHT_PER_SECOND * options.rate)
  const shortCutFrom = mayCutShort ? (options.isBusy ? SHORT_CUT_FROM.busy : SHORT_CUT_FROM.idle) : undefined
  let held: Token[] = []
  let weight = 0
  let isUncut = true
  for (const token of tokenize(text, sentence, options.language)) {
    if (token.kind === 'word' && isFullStop(held.at(-1))) held.pop() // of an abbreviation: inside a sentence it ends nothing
    held.push(token)
    weight += weightOf(token)
    const isShortCut = isUncut && shortCutFrom !== undefined && weight > shortCutFrom
    if (!isShortCut && weight <= most) continue
    const at = isShortCut ? cutAt(held, SHORT_CUT.least, SHORT_CUT.most) : cutAt(held, most / 3, most)
    isUncut = false
    yield { tokens: held.slice(0, at), isLast: false }
    held = held.slice(at)
    weight = held.reduce((sum, rest) => sum + weightOf(rest), 0)
  }
  if (held.length > 0) yield { tokens: held, isLast: true }
}

/** How many tokens go before the best cut whose weight lies between `least` and `most`; at least one, never all. */
function cutAt(tokens: readonly Token[], least: number, most: number): number {
  let best = { rank: -1, at: 1 }
  let weight = 0
  for (let at = 1; at < tokens.length; at++) {
    const before = tokens[at - 1] as Token
    const after = tokens[at] as Token
    weight += weightOf(before)
    if (weight > most && best.rank >= 0) break
    if (after.kind === 'punctuation') continue
    const rank = (weight >= least ? 3 : 0) + boundaryRank(before, after)
    if (rank >= best.rank) best = { rank, at }
  }
  return best.at
}

const boundaryRank = (before: Token, after: Token): 0 | 1 | 2 => {
  if (before.kind === 'punctuation') return 2
  return after.kind === 'word' && PHRASE_OPENERS.has(after.text.toLowerCase()) ? 1 : 0
}

const isFullStop = (token: Token | undefined): boolean => token?.kind === 'punctuation' && token.mark === '.'
const isWord = (token: Token): boolean => token.kind === 'word'

/** Reading time in letters: a digit is a word of its own, an ideograph about two syllables. */
function weightOf(token: Token): number {
  if (token.kind === 'punctuation') return 1
  let weight = 1
  for (const unit of token.text)
    weight += unit >= '0' && unit <= '9' ? 6 : unit >= '\u3040' ? 4 : /\p{L}/u.test(unit) ? 1 : 3
  return weight
}

const pauseAfterSentence = (text: string, { start, end }: TextSpan): number => {
  const gap = /\s*$/.exec(text.slice(Math.max(start, end - 40), end))?.[0] + (/^\s*/.exec(text.slice(end))?.[0] ?? '')
  if (/^\s*$/.test(text.slice(end))) return PAUSE_MS.end
  const isParagraphEnd = /\n[^\S\n]*\n|\u2029/.test(gap)
  return isParagraphEnd ? PAUSE_MS.paragraph : PAUSE_MS.sentence
}

const pauseAfterCut = (tokens: readonly Token[]): number => {
  const last = tokens.at(-1)
  return last?.kind === 'punctuation' && ENDS_CLAUSE.has(last.mark) ? PAUSE_MS.clause : PAUSE_MS.word
}

const utteranceOf = (tokens: readonly Token[], pauseAfterMs: number, options: PlanOptions): Utterance => ({
  language: options.language,
  segments: tokens.map((token): Segment => {
    if (token.kind === 'punctuation') return { kind: 'punctuation', mark: token.mark }
    return { kind: 'word', spoken: token.text, phonemes: null, span: token.span, rate: options.rate, pitch: 1 }
  }),
  pauseAfterMs,
})
