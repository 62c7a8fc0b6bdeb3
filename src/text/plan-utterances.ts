import type { Language, SpokenLanguage } from '../core/language.ts'
import type { FindGivenIn } from '../core/lexicon.ts'
import type { DetectedLanguage, SynthesisRequest } from '../core/request.ts'
import type { Segment, TextSpan, Utterance } from '../core/utterance.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { spokenLanguageOf } from '../languages/scripts.ts'
import { plainTextInSteps, sourceSpan } from './markup.ts'
import { type CutKind, type Cuts, pitchesAcross } from './segment/cut-pitch.ts'
import { markedUpText } from './segment/marked-up-text.ts'
import type { ReadOptions } from './segment/read-tokens.ts'
import type { Token } from './segment/tokens.ts'
import { endsInSentenceMark } from './sentence-ends.ts'
import { sentencesByLanguage } from './sentence-languages.ts'

export interface PlanOptions extends Pick<SynthesisRequest, 'language' | 'rate' | 'markup' | 'isNormalized'> {
  /** Others are waiting: the first sentence is cut sooner, so that its first audio is not held up by the rest of it. */
  readonly isBusy: boolean
  /** Readings that go before every rule, for languages with a normalizer. */
  readonly givenIn?: FindGivenIn | undefined
  /** Each sentence is read in its own language, which is told to it; absent if all are in `language`. */
  readonly detected?: DetectedLanguage | undefined
  /** ISO 3166 code of the voice's country, whose conventions hold for numbers. */
  readonly country?: string | undefined
  /** Audio of what precedes the text is still being heard: its first sentence is not cut short. */
  readonly isContinued?: boolean
  /** The end of the text that precedes it in the same sentence: it is read as after it. */
  readonly before?: string
  /** Called with the number of tags of unknown names, if there are some. */
  readonly onUnknownTags?: ((count: number) => void) | undefined
  /** More may follow the text: the pause after it is that of a sentence within. */
  readonly isOpenEnded?: boolean
  /** Callers may join its audio to that of other texts: a sentence at its end has a pause, and none has to be added. */
  readonly isAnswer?: boolean
}

// Silence after an utterance at rate 1, by what ended it: in the middle of the ranges in which people pause, which are 700
// to 1,100 ms at a paragraph, 400 to 700 at a full stop and 150 to 300 at a comma.
const PAUSE_MS = { paragraph: 850, sentence: 500, clause: 200, word: 0, end: 120, answer: 350 } as const

// Weights are about one letter of reading time; 13 of them are a second at the slowest voice's own rate.
const WEIGHT_PER_SECOND = 13
/** Keeps every utterance well under the 14.4 s that the default `max_tokens` allows. */
const MAX_UTTERANCE_S = 12
const MAX_UTTERANCE_WEIGHT = 200
/** People breathe before a sentence of about four seconds or more. */
const BREATH_FROM_WEIGHT = 5 * WEIGHT_PER_SECOND
/** Three to five words, whose first audio takes a third of a sentence's time. */
const SHORT_CUT = { min: 12, max: 40 } as const
/** Of a sentence that is cut, so much is told to the engines with each further part: enough to know what it asks. */
const MAX_SENTENCE_START = 60
/** A first sentence past this weight is cut short: sooner while others wait, for a cut costs a seam. */
const SHORT_CUT_FROM = { busy: 45, idle: 60 } as const

const ENDS_CLAUSE = new Set([...',;:.?!…—–،؛؟。、！？；：।॥'])
/**
 * Cuts a text into utterances at paragraph, sentence, clause, then word boundaries. Lazy: the first utterance is known
 * before the rest is read, but for its markup. Yields undefined between two steps of the work, so that a caller who has others to serve can
 * do so. Throws `request.invalid` before the first for phonemes in the text that are none.
 */
export function* planUtterances(source: string, options: PlanOptions): Generator<Utterance | undefined> {
  const plain = yield* plainTextInSteps(source, options.markup)
  if (plain.unknownTags > 0) options.onUnknownTags?.(plain.unknownTags)
  const { text } = plain
  const spanOf = (span: TextSpan): TextSpan => sourceSpan(plain, span)
  const markedUp = markedUpText(text, plain.parts)
  const lastEnd = text.trimEnd().length
  const isEnd = ({ end }: TextSpan): boolean => options.isOpenEnded !== true && end >= lastEnd
  const endPauseMs = options.isAnswer === true && endsInSentenceMark(text) ? PAUSE_MS.answer : PAUSE_MS.end
  let mayCutShort = options.isContinued !== true
  let isFirst = mayCutShort
  for (const sentence of sentencesByLanguage(text, options.language, options.detected, options.before)) {
    yield undefined
    const reading = readingIn(sentence.language, options)
    let before: CutKind | null = null
    let sentenceStart: readonly Segment[] = []
    for (const cut of cutSentence(markedUp.tokensOf(sentence, reading), reading, mayCutShort)) {
      if (cut === undefined || !cut.tokens.some(isWord)) {
        yield undefined
        continue
      }
      mayCutShort = false
      const startsWithBreath = !isFirst && before === null && isLong(cut.tokens, options.rate)
      isFirst = false
      const runs = runsByLanguage(cut.tokens, sentence.language)
      for (const [at, { tokens, language }] of runs.entries()) {
        const after = cut.isLast && at === runs.length - 1 ? null : kindOfCut(tokens)
        const pauseMs =
          after === null ? (isEnd(sentence) ? endPauseMs : pauseAfterSentence(text, sentence)) : PAUSE_MS[after]
        const utterance = utteranceOf(
          tokens,
          pauseMs / options.rate,
          { language, rate: options.rate, spanOf },
          { before, after },
        )
        yield {
          ...utterance,
          ...(startsWithBreath && at === 0 && { startsWithBreath }),
          ...(sentenceStart.length > 0 && { sentenceStart }),
        }
        sentenceStart = [...sentenceStart, ...utterance.segments].slice(0, MAX_SENTENCE_START)
        before = after
      }
    }
  }
  if (markedUp.pendingPauseMs > 0) yield utteranceOf([], markedUp.pendingPauseMs, { ...options, spanOf })
}

/** The country is that of the voice, whose conventions are those of its own language. */
const readingIn = (language: Language, options: PlanOptions): PlanOptions & ReadOptions => ({
  ...options,
  language,
  given: options.givenIn?.(language),
  country: language === options.language ? options.country : undefined,
})

interface Run {
  readonly tokens: Token[]
  language: SpokenLanguage
}

/** Words in the script of another language are spoken by its rules; Chinese characters next to kana are Japanese. */
function runsByLanguage(tokens: readonly Token[], language: Language): readonly Run[] {
  const runs: Run[] = []
  for (const token of tokens) {
    const last = runs.at(-1)
    const own = token.kind === 'word' ? spokenLanguageOf(token.text, language) : last?.language
    if (last === undefined) {
      runs.push({ tokens: [token], language: own ?? language })
    } else if (own === last.language || !last.tokens.some(isWord) || (isCjk(own) && isCjk(last.language))) {
      last.tokens.push(token)
      if (own !== undefined && last.language !== 'jpn') last.language = own
    } else {
      runs.push({ tokens: [token], language: own ?? language })
    }
  }
  return runs
}

const isCjk = (language: SpokenLanguage | undefined): boolean => language === 'jpn' || language === 'cmn'

interface Cut {
  readonly tokens: readonly Token[]
  readonly isLast: boolean
}

function* cutSentence(
  tokens: Iterable<Token | undefined>,
  options: PlanOptions,
  mayCutShort: boolean,
): Generator<Cut | undefined> {
  const openers = LANGUAGE_MODULES[options.language].phraseOpeners
  const max = Math.min(MAX_UTTERANCE_WEIGHT, MAX_UTTERANCE_S * WEIGHT_PER_SECOND * options.rate)
  let shortCutFrom = Number.POSITIVE_INFINITY
  if (mayCutShort) shortCutFrom = options.isBusy ? SHORT_CUT_FROM.busy : SHORT_CUT_FROM.idle
  let held: Token[] = []
  let weight = 0
  for (const token of tokens) {
    if (token === undefined) {
      yield undefined
      continue
    }
    held.push(token)
    weight += weightOf(token)
    const isShortCut = weight > shortCutFrom
    if (!isShortCut && weight <= max) continue
    const cut = bestCut(held, isShortCut ? SHORT_CUT : { min: max / 3, max }, openers)
    shortCutFrom = Number.POSITIVE_INFINITY
    if (isShortCut && cut.boundary === BOUNDARY.word) continue
    yield { tokens: held.slice(0, cut.at), isLast: false }
    held = held.slice(cut.at)
    weight = held.reduce((sum, rest) => sum + weightOf(rest), 0)
  }
  yield { tokens: held, isLast: true }
}

/** How well a place between two tokens bears a cut. */
const BOUNDARY = { word: 0, phrase: 1, punctuation: 2 } as const
type Boundary = (typeof BOUNDARY)[keyof typeof BOUNDARY]

/**
 * The last of the best places whose weight lies in the range; the last before it ends where none does. At least one
 * token goes before the cut, never all.
 */
function bestCut(
  tokens: readonly Token[],
  { min, max }: { readonly min: number; readonly max: number },
  openers: ReadonlySet<string>,
): { readonly at: number; readonly boundary: Boundary } {
  let best: { readonly at: number; readonly boundary: Boundary } = { at: 1, boundary: BOUNDARY.word }
  let isBestWithin = false
  let weight = 0
  for (let at = 1; at < tokens.length; at++) {
    const before = tokens[at - 1] as Token
    const after = tokens[at] as Token
    weight += weightOf(before)
    if (weight > max) break
    if (after.kind === 'punctuation') continue
    const boundary = boundaryBetween(before, after.text, openers)
    const isWithin = weight >= min
    if (isWithin !== isBestWithin ? isWithin : boundary >= best.boundary) best = { at, boundary }
    isBestWithin ||= isWithin
  }
  return best
}

function boundaryBetween(before: Token, after: string, openers: ReadonlySet<string>): Boundary {
  if (before.kind === 'punctuation') return BOUNDARY.punctuation
  return openers.has(after.toLowerCase()) ? BOUNDARY.phrase : BOUNDARY.word
}

const isLong = (tokens: readonly Token[], rate: number): boolean =>
  tokens.reduce((sum, token) => sum + weightOf(token), 0) > BREATH_FROM_WEIGHT * rate

const isWord = (token: Token): boolean => token.kind === 'word'

/** Reading time in letters at the rate of the text: a digit is a word of its own, an ideograph about two syllables. */
function weightOf(token: Token): number {
  if (token.kind === 'punctuation') return 1
  let weight = 1
  for (const unit of token.text)
    weight += unit >= '0' && unit <= '9' ? 6 : unit >= '\u3040' ? 4 : /\p{L}/u.test(unit) ? 1 : 3
  return weight / token.rate
}

/** White space between two sentences that is looked at. */
const MAX_GAP_LENGTH = 40

const pauseAfterSentence = (text: string, { start, end }: TextSpan): number => {
  const before = /\s*$/.exec(text.slice(Math.max(start, end - MAX_GAP_LENGTH), end))?.[0] ?? ''
  const after = /^\s*/.exec(text.slice(end, end + MAX_GAP_LENGTH))?.[0] ?? ''
  const isParagraphEnd = /\n[^\S\n]*\n|\u2029/.test(before + after)
  return isParagraphEnd ? PAUSE_MS.paragraph : PAUSE_MS.sentence
}

const kindOfCut = (tokens: readonly Token[]): CutKind => {
  const last = tokens.at(-1)
  return last?.kind === 'punctuation' && ENDS_CLAUSE.has(last.mark) ? 'clause' : 'word'
}

interface UtteranceParts extends Pick<Utterance, 'language'> {
  /** Where a span of the plain text stands in the caller's. */
  readonly spanOf: (span: TextSpan) => TextSpan
}

function utteranceOf(
  tokens: readonly Token[],
  pauseAfterMs: number,
  { language, rate, spanOf }: Pick<PlanOptions, 'rate'> & UtteranceParts,
  cuts: Cuts = { before: null, after: null },
): Utterance {
  const pitches = pitchesAcross(cuts, tokens.filter(isWord).length)
  const segments = tokens.map((token): Segment => {
    if (token.kind === 'punctuation') return { kind: 'punctuation', mark: token.mark }
    return {
      kind: 'word',
      spoken: token.text,
      ...(token.accented !== undefined && { accented: token.accented }),
      phonemes: token.phonemes,
      span: spanOf(token.span),
      rate: rate * token.rate,
      pitch: pitches.shift() ?? 1,
      pauseBeforeMs: token.pauseBeforeMs,
    }
  })
  return { language, segments, pauseAfterMs }
}
