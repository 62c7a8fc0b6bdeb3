import type { Sentence } from './sentence.ts'
import { verbScore } from './verb-score.ts'
import type { WordKind } from './word-kinds.ts'

const PAST_CUES = new Set('yesterday ago last once earlier previously was were had did then'.split(' '))
const PRESENT_CUES = new Set(
  'every always often usually sometimes today now daily never rarely tomorrow weekly nightly will are is'.split(' '),
)
/** How far tense is looked for, in words. */
const REACH = 30
const HAVE = /^(?:have|has|had|having|haven't|hasn't|hadn't|\w+'ve)$/
const PASSIVE = /^(?:am|is|are|was|were|be|been|being|get|gets|got|isn't|aren't|wasn't|weren't|\w+'re|\w+'s|i'm)$/
const CAUSATIVE = /^(?:let|make|makes|made|help|helps|helped|see|saw|watch|watched|hear|heard)$/

/** `read`: as `red` in the past and after `have` and `be`, as `reed` else. */
export function senseOfRead(sentence: Sentence, at: number): 'past' | 'present' {
  const place = sentence.before(at)
  const word = sentence.word(place)
  const next = sentence.word(at + 1)
  if (/^receipts?$/.test(next) || (word === 'as' && sentence.kind(at + 1) === 'mark')) return 'past'
  if (
    word === 'as' &&
    /^(?:mark|marks|marked|marking|flag|flagged|show|shows|shown|set)$/.test(sentence.word(place - 1))
  )
    return 'past'
  if (next === 'only' && /^(?:be|determiner|preposition)$/.test(sentence.kind(at - 1))) return 'present'
  if (word === 'who' && sentence.kind(place - 1) === 'mark') return 'past'
  // The name of a button or a link
  if (sentence.isNamed(at) && (TITLE_GOES_ON.test(next) || /^(?:click|tap|press|select|choose|hit)$/.test(word)))
    return 'present'
  if (sentence.word(place - 1) === 'if' && sentence.isNear(at, UNREAL)) return 'past'
  const kind = sentence.kind(place)
  if (kind === 'mark') return isImperative(sentence, at) ? 'present' : byCues(sentence, at, 'past')
  if (/^\w+'d$/.test(word)) return /^(?:already|never|just|once)$/.test(sentence.word(at - 1)) ? 'past' : 'present'
  if (kind === 'to' || kind === 'auxiliary') return 'present'
  if (HAVE.test(word) || PASSIVE.test(word)) return 'past'
  if (/^(?:well|widely|little)$/.test(sentence.word(at - 1))) return 'past'
  if (OPENS_NOUN.has(kind) && word !== 'all' && word !== 'both') return 'present'
  if (kind === 'conjunction') return afterConjunction(sentence, at, place)
  return openerOf(sentence, place) ?? afterSubject(sentence, at, place)
}

const TITLE_GOES_ON = /^(?:more|aloud|me|now|next|later|the|our|about|less|full|online|on|and)$/
/** `If you read it, you'd know.` */
const UNREAL = new Set("would i'd you'd he'd she'd it'd we'd they'd wouldn't could've might".split(' '))

const OPENS_NOUN = new Set<WordKind>(['determiner', 'possessive', 'adjective', 'demonstrative'])

/** `Read the note.`, not `Read by millions, …`. */
const isImperative = (sentence: Sentence, at: number): boolean =>
  sentence.kind(at - 1) === 'mark' && sentence.word(at + 1) !== 'by'

/** What `have you`, `did she` and `let him` demand of the verb after the subject. */
function openerOf(sentence: Sentence, end: number): 'past' | 'present' | null {
  for (let place = end - 1; place >= 0 && place >= end - 5; place--) {
    const word = sentence.word(place)
    if (HAVE.test(word)) return 'past'
    if (CAUSATIVE.test(word)) return 'present'
    const kind = sentence.kind(place)
    if (kind === 'auxiliary') return 'present'
    if (!OPENS_NOUN.has(kind) && !/^(?:noun|number|adverb|preposition)$/.test(kind)) return null
  }
  return null
}

/** What is joined is of one tense: `she sat down and read`, `to sit and read`. */
function afterConjunction(sentence: Sentence, at: number, place: number): 'past' | 'present' {
  for (let i = place - 1; i >= 0 && i > place - REACH; i--) {
    const kind = sentence.kind(i)
    if (kind === 'past' || HAVE.test(sentence.word(i)) || /^(?:was|were)$/.test(sentence.word(i))) return 'past'
    if (kind === 'to' || kind === 'auxiliary' || kind === 'verb') return 'present'
  }
  return byCues(sentence, at, 'present')
}

function afterSubject(sentence: Sentence, at: number, place: number): 'past' | 'present' {
  const kind = sentence.kind(place)
  if (kind === 'subordinator' || kind === 'preposition') return 'present'
  // The present of these would be `reads`.
  if (kind === 'singular' || kind === 'noun' || kind === 'that') return 'past'
  if (kind === 'subject' && sentence.word(place) === 'you' && tellsOfOnce(sentence, at, place)) return 'past'
  if (kind !== 'subject' || sentence.word(place) === 'you') return byCues(sentence, at, 'present')
  // `I read the book` tells of once; `I read books`, `when I read` and `I read.` of any time.
  const isOfAnyTime = /^(?:plural|mark)$/.test(sentence.kind(at + 1)) || sentence.kind(place - 1) === 'subordinator'
  return byCues(sentence, at, isOfAnyTime ? 'present' : 'past')
}

/** `You read that wrong.`, `You read it, didn't you?`: what was done, not what is to be done. */
function tellsOfOnce(sentence: Sentence, at: number, place: number): boolean {
  if (sentence.isNear(at, DONE, 12)) return true
  const opens =
    /^(?:mark|conjunction)$/.test(sentence.kind(place - 1)) ||
    /^(?:think|thinks|guess|believe|bet|see|said)$/.test(sentence.word(place - 1))
  return opens && /^(?:that|it|this|those|my|me)$/.test(sentence.word(at + 1)) && !sentence.isNear(at, PRESENT_CUES, 12)
}

const DONE = new Set("wrong wrongly incorrectly correctly backwards right already didn't too".split(' '))

function byCues(sentence: Sentence, at: number, otherwise: 'past' | 'present'): 'past' | 'present' {
  if (sentence.isNear(at, PAST_CUES)) return 'past'
  if (sentence.isNear(at, PRESENT_CUES)) return 'present'
  const end = Math.min(sentence.length, at + REACH)
  for (let i = Math.max(0, at - REACH); i < end; i++) {
    if (sentence.kind(i) === 'past' && sentence.kind(i - 1) !== 'be') return 'past'
  }
  return otherwise
}

const AFTER_PAST_VERB = new Set(
  `into in up down off out over under around round through about the a his her its their my it them right straight past
  for head deep toward towards across between all from to behind beneath below onto after`.split(/\s+/),
)

/** Past forms that look like nouns: `she dove in`, `he moped about`, `they wound the clock`. */
export function isPastVerb(sentence: Sentence, at: number): boolean {
  const kind = sentence.kind(sentence.before(at))
  const next = sentence.word(at + 1)
  if (kind === 'singular' || kind === 'subject' || kind === 'relative') return true
  if (kind === 'auxiliary' || kind === 'to' || kind === 'number' || kind === 'preposition') return false
  if (OPENS_NOUN.has(kind)) return false
  if (kind === 'have') return AFTER_PAST_VERB.has(next) && next !== 'in'
  if (AFTER_PAST_VERB.has(next) || sentence.kind(at + 1) === 'adverb') return true
  return verbScore(sentence, at, { inS: true, orAdjective: false }) > 3
}
