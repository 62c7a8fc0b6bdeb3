import type { Scanned } from './scan-tag.ts'

// Stars, underscores and `~~` as in CommonMark, and `==`, within a sentence: what a sentence end or a line end parts is none, so that it is
// known while a text is written.

/** In UTF-16 units. */
const MAX_EMPHASIS_LENGTH = 200
const MAX_RUN_LENGTH = 3
/** Signs that set text apart in pairs alone: struck and marked text. */
const PAIRED = '~='
const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`
/** What emphasis may follow, and what may follow it. */
const OUTSIDE_BEFORE = new RegExp(String.raw`[\s"'“”‘’«»„(\[{（「『【—–\->~=|*_:,;、。，${CJK}]`, 'u')
const OUTSIDE_AFTER = new RegExp(String.raw`[\s"'“”‘’«»)\]}）」』】.,;:!?…*_~=|<—–\-/、。，！？।؟،${CJK}]`, 'u')
const SPACE = /\s/
/** Where a sentence may end. */
const SENTENCE_END = /[.?!…]["'”’)\]]{0,3}\s|[。！？।؟\n\r\u2028\u2029]/g
const ESCAPABLE = /[*_#~`]/
/** Letters and figures mixed: what sets it apart tells that it is a code. */
const CODE = /^(?=[\p{L}-]{0,30}\d)(?=[\d-]{0,30}\p{L})[\p{L}\d-]{3,40}$/u

export interface Emphasis {
  /** Of the run that closes it. */
  readonly length: number
  /** Where the closing run starts. */
  readonly closesAt: number
  /** What the runs are read as: a pause parts what somebody does, `*kiss*`, from what they say. */
  readonly opening: '' | "'" | ','
  readonly closing: '' | "'" | ','
}

/** Number of equal signs, at most `most`. */
export function runLengthAt(text: string, at: number, max = Number.POSITIVE_INFINITY): number {
  const sign = text.charAt(at)
  let length = 1
  while (length < max && text.charAt(at + length) === sign) length++
  return length
}

/**
 * The emphasis that a run of stars or underscores opens; in a text that may go on, `open` until that is known. Of a run that a
 * shorter one closes, the signs before as many are text: `***67**`.
 */
export function emphasisAt(text: string, at: number, runLength: number, isWhole: boolean): Scanned<Emphasis> {
  const undecided = isWhole ? undefined : 'open'
  const inside = at + runLength
  const sign = text.charAt(at)
  if (PAIRED.includes(sign) ? runLength !== 2 && inside < text.length : runLength > MAX_RUN_LENGTH) return undefined
  if (at > 0 && !OUTSIDE_BEFORE.test(text.charAt(at - 1))) return undefined
  if (/spell\($/i.test(text.slice(Math.max(0, at - 6), at))) return undefined
  if (inside === text.length) return undecided
  if (SPACE.test(text.charAt(inside)) || isSetApart(text, at, inside)) return undefined
  const window = text.slice(inside, inside + MAX_EMPHASIS_LENGTH)
  SENTENCE_END.lastIndex = 0
  const limit = SENTENCE_END.exec(window)?.index ?? window.length
  let shorter: Emphasis | undefined
  for (let i = 0; i <= limit && i < window.length; i++) {
    const character = window.charAt(i)
    if (character === '\\' && ESCAPABLE.test(window.charAt(i + 1))) i++
    if (window.charAt(i) !== sign || character === '\\') continue
    const length = runLengthAt(text, inside + i, MAX_EMPHASIS_LENGTH)
    const end = inside + i + length
    if (end === text.length && length <= MAX_RUN_LENGTH && !isWhole) return 'open'
    if (length <= runLength && i > 0 && closes(text, inside + i, end)) {
      const found = { length, closesAt: inside + i, ...replacements(text, at, inside, inside + i, end) }
      if (length === runLength) return found
      shorter ??= found
    }
    i += length - 1
  }
  const mayClose = limit === window.length && inside + window.length === text.length
  return mayClose ? (undecided ?? shorter) : shorter
}

/** What people write that they do: `*hugs*`, `*rolls eyes*`. */
const ACTION =
  /^(?:blows? (?:an? )?kiss(?:es)?|blush(?:es)?|bows?|cheers?|chuckles?|claps?|cough(?:s|ing)?|cr(?:y|ies|ying)|dances?|drools?|faints?|face ?palms?|frowns?|gasps?|giggles?|grins?|groans?|gulps?|hugs?|kiss(?:es)?|laughs?|nods?|pats? (?:\p{L}{2,8} ){0,2}(?:back|head|shoulder)|pouts?|rolls? (?:(?:her|his|my) )?eyes|shakes? (?:(?:her|his|my) )?head|shrugs?|sighs?|smil(?:es?|ing)|smirks?|sniff(?:s|les?)?|sobs?|waves?|wink(?:s|ing)?|yawns?)(?: (?:loudly|softly|nervously|quietly|sadly|sheepishly|you|u|back))?$/u
/** Where a phrase starts or ends: `*hugs* bye`, `well *sighs* I know`, but `we sell *cheers* glasses`. */
const PHRASE_STARTS = /(?:^|[.,;:!?…)"\n\p{Extended_Pictographic}]\s{0,3})$/u
const PHRASE_ENDS =
  /^(?:\s{0,3}$|\s{0,3}[.,;:!?…)"\n\p{Extended_Pictographic}]| (?:and|but|bye|good|he|hey|hi|i|I|i'm|I'm|love|miss|no|ok|see|she|so|take|talk|thanks?|they|we|well|yes|you)(?![\p{L}]))/u
const GOVERNED =
  /(?:^|[^\p{L}])(?:an?|and|can|click|command|press|say|type|word|could|did|do|don't|he|her|his|i|just|more|my|no|not|of|or|she|the|they|this|to|we|will|would|your) $/iu

function replacements(
  text: string,
  at: number,
  inside: number,
  closesAt: number,
  end: number,
): Pick<Emphasis, 'opening' | 'closing'> {
  const set = text.slice(inside, closesAt)
  if (CODE.test(set)) return { opening: "'", closing: "'" }
  const isAction =
    text.charAt(at) === '*' &&
    inside - at === 1 &&
    ACTION.test(set) &&
    !GOVERNED.test(text.slice(Math.max(0, at - 12), at)) &&
    (PHRASE_STARTS.test(text.slice(Math.max(0, at - 4), at)) || PHRASE_ENDS.test(text.slice(end, end + 8)))
  if (!isAction) return { opening: '', closing: '' }
  const hasText = /[\p{L}\p{N}]/u
  return { opening: hasText.test(text.charAt(at - 2)) ? ',' : '', closing: text.charAt(end) === ' ' ? ',' : '' }
}

/** A sign in quotes or brackets of its own, such as a key's name. */
const isSetApart = (text: string, at: number, end: number): boolean =>
  /["'`“‘„«([「]/.test(text.charAt(at - 1)) && /["'`”’“»)\]」]/.test(text.charAt(end))

const closes = (text: string, at: number, end: number): boolean =>
  !SPACE.test(text.charAt(at - 1)) &&
  !isSetApart(text, at, end) &&
  (end === text.length || OUTSIDE_AFTER.test(text.charAt(end)))

const MAX_STARS = 5
/** Stars alone within a line: the key, perhaps emphasized. */
export function isStarAlone(text: string, at: number, runLength: number, lineBefore: () => string): boolean {
  if (text.charAt(at) !== '*' || runLength < 2 || runLength > MAX_STARS) return false
  if (at + runLength < text.length && !/[\s"'”’」).,;:!?]/.test(text.charAt(at + runLength))) return false
  const before = lineBefore()
  return /\S[ "'“‘「(]{0,3}$/.test(before) && /[\s("'“‘「]$/.test(before) && !/\d ?$/.test(before)
}

/** `\*` is a star, but not in a path. */
export const isEscape = (text: string, at: number): boolean =>
  ESCAPABLE.test(text.charAt(at + 1)) && !/[:/\\]/.test(text.charAt(at - 1))
