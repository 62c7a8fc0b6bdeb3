import type { Sentence } from './sentence.ts'
import { verbScore } from './verb-score.ts'

const PAST_CUES = new Set('yesterday ago last once earlier previously was were had did then'.split(' '))
const PRESENT_CUES = new Set(
  'every always often usually sometimes today now daily never rarely tomorrow weekly nightly will are is'.split(' '),
)
const HAVE = /^(?:have|has|had|having|haven't|hasn't|hadn't|\w+'ve)$/
const PASSIVE = /^(?:am|is|are|was|were|be|been|being|get|gets|got|isn't|aren't|wasn't|weren't|\w+'re|\w+'s|i'm)$/
const CAUSATIVE = /^(?:let|make|makes|made|help|helps|helped|see|saw|watch|watched|hear|heard)$/

/** `read`: as `red` in the past and after `have` and `be`, as `reed` else. */
export function senseOfRead(sentence: Sentence, at: number): 'past' | 'present' {
  const place = sentence.before(at)
  const word = sentence.word(place)
  const kind = sentence.kind(place)
  if (kind === 'mark')
    return place === at - 1 && isFirst(sentence, place) && !isPassive(sentence, at)
      ? 'present'
      : byCues(sentence, at, 'past')
  if (/^\w+'d$/.test(word)) return /^(?:already|never|just|once)$/.test(sentence.word(at - 1)) ? 'past' : 'present'
  if (kind === 'to' || kind === 'auxiliary') return 'present'
  if (HAVE.test(word) || PASSIVE.test(word)) return 'past'
  if (sentence.word(at - 1) === 'well' || /^(?:widely|little)$/.test(sentence.word(at - 1))) return 'past'
  if (/^(?:determiner|possessive|adjective|demonstrative)$/.test(kind) && word !== 'all' && word !== 'both')
    return 'present'
  if (kind === 'conjunction') return afterConjunction(sentence, at, place)
  const opener = openerOf(sentence, place)
  if (opener !== null) return opener
  return afterSubject(sentence, at, place)
}

const isFirst = (sentence: Sentence, place: number): boolean => place < 0 || /[.?!:;,…]/.test(sentence.word(place))
const isPassive = (sentence: Sentence, at: number): boolean => sentence.word(at + 1) === 'by'

/** What `have you`, `did she` and `let him` demand of the verb after the subject. */
function openerOf(sentence: Sentence, end: number): 'past' | 'present' | null {
  for (let place = end - 1; place >= 0 && place >= end - 5; place--) {
    const word = sentence.word(place)
    if (HAVE.test(word)) return 'past'
    if (CAUSATIVE.test(word)) return 'present'
    const kind = sentence.kind(place)
    if (kind === 'auxiliary') return 'present'
    if (!/^(?:determiner|possessive|adjective|demonstrative|noun|number|adverb|preposition)$/.test(kind)) return null
  }
  return null
}

function afterConjunction(sentence: Sentence, at: number, place: number): 'past' | 'present' {
  for (let i = place - 1; i >= 0; i--) {
    const kind = sentence.kind(i)
    if (kind === 'past' || HAVE.test(sentence.word(i)) || /^(?:was|were)$/.test(sentence.word(i))) return 'past'
    if (kind === 'to' || kind === 'auxiliary' || kind === 'verb') return 'present'
  }
  return byCues(sentence, at, 'present')
}

function afterSubject(sentence: Sentence, at: number, place: number): 'past' | 'present' {
  const word = sentence.word(place)
  const kind = sentence.kind(place)
  if (kind === 'subordinator' || kind === 'preposition') return 'present'
  if (word === 'you' || kind === 'relative') return byCues(sentence, at, 'present')
  if (kind === 'singular' || kind === 'noun' || kind === 'that') return 'past'
  if (kind === 'plural') return byCues(sentence, at, 'present')
  if (sentence.kind(at + 1) === 'plural' || sentence.kind(place - 1) === 'subordinator')
    return byCues(sentence, at, 'present')
  return byCues(sentence, at, kind === 'subject' && sentence.kind(at + 1) !== 'mark' ? 'past' : 'present')
}

function byCues(sentence: Sentence, at: number, otherwise: 'past' | 'present'): 'past' | 'present' {
  if (sentence.isNear(at, PRESENT_CUES)) return sentence.isNear(at, PAST_CUES) ? 'past' : 'present'
  if (sentence.isNear(at, PAST_CUES)) return 'past'
  for (let i = 0; i < sentence.length; i++)
    if (sentence.kind(i) === 'past' && sentence.kind(i - 1) !== 'be') return 'past'
  return otherwise
}

const AFTER_PAST_VERB = new Set(
  'into in up down off out over under around round through about the a his her its their my it them right straight past for head deep toward towards across between all from to behind beneath below onto after'.split(
    ' ',
  ),
)

/** Past forms that look like nouns: `she dove in`, `he moped about`, `they wound the clock`. */
export function isPastVerb(sentence: Sentence, at: number): boolean {
  const kind = sentence.kind(sentence.before(at))
  if (kind === 'auxiliary' || kind === 'to') return false
  if (kind === 'singular' || kind === 'subject' || kind === 'relative') return true
  if (kind === 'have') return AFTER_PAST_VERB.has(sentence.word(at + 1)) && sentence.word(at + 1) !== 'in'
  const score = verbScore(sentence, at, { inS: true, orAdjective: false })
  if (/^(?:determiner|possessive|adjective|number|preposition|demonstrative)$/.test(kind)) return false
  return AFTER_PAST_VERB.has(sentence.word(at + 1)) || sentence.kind(at + 1) === 'adverb' || score > 3
}
