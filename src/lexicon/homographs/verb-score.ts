import type { Sentence } from './sentence.ts'
import type { WordKind } from './word-kinds.ts'

type Weights = Readonly<Record<WordKind, number>>

/** How much the word before speaks for a bare verb (`to record`) and against a noun or adjective (`the record`). */
// biome-ignore format: a table
const BEFORE_BARE: Weights = {
  adjective: -4, adverb: 0, auxiliary: 6, be: -5, conjunction: 0, degree: -5, demonstrative: -4, determiner: -6,
  gerund: -3, have: -3, mark: 0, noun: -1.5, number: -3, object: -1, past: -2, plural: 2, possessive: -6,
  preposition: -5, relative: 3, singular: -1, subject: 5, subordinator: 0, that: -2, third: -3, to: 6, verb: -2,
}

/** The same for a verb in -s against a plural. */
// biome-ignore format: a table
const BEFORE_S: Weights = {
  adjective: -3.5, adverb: 0, auxiliary: -4, be: -4, conjunction: 0, degree: -2, demonstrative: -6, determiner: -6,
  gerund: -3, have: -4, mark: -2, noun: 1.5, number: -4, object: -3, past: -3, plural: -2, possessive: -6,
  preposition: -5, relative: 5, singular: 6, subject: -1, subordinator: -1, that: -2, third: -3, to: -4, verb: -3,
}

/** What the word after adds, for both forms. */
// biome-ignore format: a table
const AFTER: Weights = {
  adjective: 0.7, adverb: 1, auxiliary: -3, be: -3, conjunction: -0.3, degree: 0.5, demonstrative: 3, determiner: 3,
  gerund: 0, have: -3, mark: -0.5, noun: 0, number: 1, object: 3, past: -1.5, plural: 1, possessive: 3,
  preposition: 0, relative: -0.5, singular: 1.5, subject: -1, subordinator: 0.5, that: 2, third: -2, to: 0, verb: -2,
}

const CAUSATIVES = new Set(
  'let make makes made making help helps helped helping see saw watch watched hear heard have had'.split(' '),
)
const GOVERNS_BARE_VERB = new Set('help helps helped helping go come'.split(' '))
/** What leaves its object with a quality: `keep them separate`. */
const LEAVING = new Set(
  'keep keeps kept keeping find found leave left hold held consider considered make makes made'.split(' '),
)
const OPENS_CLAUSE_OR_OBJECT = new Set('you it her this that'.split(' '))
const PREDICATES = new Set<WordKind>(['auxiliary', 'be', 'have', 'past', 'third'])
const GIVING = new Set('give gives gave giving get got show offer offers send sent bring cause brings'.split(' '))
const NOUN_AFTER_TO = new Set(
  'due according thanks access related prior contrary response addition exposure return attention answer devoted'.split(
    ' ',
  ),
)

const OPENS_OBJECT = new Set<WordKind>(['determiner', 'possessive', 'object', 'demonstrative'])

const ENDS_CLAUSE = new Set<WordKind>(['mark', 'subordinator', 'relative', 'that', 'conjunction'])
/** How far a clause is followed, in words. */
const REACH = 30

export interface VerbQuestion {
  /** Whether the word ends in the -s of plurals and third persons. */
  readonly inS: boolean
  /** Whether its other sense is an adjective. */
  readonly orAdjective: boolean
}

/** Above zero where the word at that place is more likely a verb than a noun or adjective, by a few points if clear. */
export function verbScore(sentence: Sentence, at: number, question: VerbQuestion): number {
  return scoreBefore(sentence, at, question) + scoreAfter(sentence, at)
}

function scoreAfter(sentence: Sentence, at: number): number {
  const next = sentence.word(at + 1)
  if (next === 'of') return -3
  // `this` and `you` may open a clause of their own: `from the console this will fail`.
  if (OPENS_CLAUSE_OR_OBJECT.has(next)) return PREDICATES.has(sentence.kind(at + 2)) ? -1.5 : 2.5
  return AFTER[sentence.kind(at + 1)]
}

function scoreBefore(sentence: Sentence, at: number, question: VerbQuestion): number {
  const place = sentence.before(at)
  const kind = sentence.kind(place)
  const word = sentence.word(place)
  if (kind === 'conjunction') return scoreJoined(sentence, at, place, question)
  if (kind === 'relative' && /^(?:preposition|to)$/.test(sentence.kind(place - 1))) return -2
  if (isPartitive(sentence, place)) return 4
  if (question.orAdjective && isInverted(sentence, place)) return -6
  if (kind === 'that') return scoreAfterThat(sentence, place, question)
  if (question.inS) return scoreBeforeS(sentence, at, place)
  if (kind === 'demonstrative' && place < at - 1) return 3
  // `How does this impact my fee?`
  if (
    /^(?:this|these|those)$/.test(word) &&
    sentence.kind(place - 1) === 'auxiliary' &&
    OPENS_OBJECT.has(sentence.kind(at + 1))
  )
    return 6
  if (question.orAdjective && (sentence.kind(at - 1) === 'degree' || leavesSo(sentence, at, place))) return -6
  if (kind === 'to') return NOUN_AFTER_TO.has(sentence.word(place - 1)) ? -3 : 6
  if (GOVERNS_BARE_VERB.has(word)) return 4
  if (word === 'better' && at - 1 === place) return 5
  if (word === 'you' && isNoSubject(sentence, place - 1)) return -1
  if (isFloating(word) && /^(?:subject|plural)$/.test(sentence.kind(place - 1))) return 4
  if (kind === 'mark' && place < at - 1) return 1.5
  // `Suspect packages must be reported.`
  if (kind === 'mark' && question.orAdjective && isNounPhraseAt(sentence, at)) return -3
  if (question.orAdjective && sentence.word(place) === ',' && sentence.kind(place - 1) === 'adjective') return -4
  if (isPartOfSubject(kind) || word === 'her') return scoreAfterSubject(sentence, at, place)
  return BEFORE_BARE[kind]
}

/** `Are you close?`, `Is the door close to it?`: after the subject of such a question no verb follows. */
function isInverted(sentence: Sentence, place: number): boolean {
  if (!/^(?:subject|singular|noun|plural|that)$/.test(sentence.kind(place))) return false
  const { start } = sentence.kind(place) === 'subject' ? { start: place } : subjectEndingAt(sentence, place)
  const be = sentence.word(start - 1)
  return (
    /^(?:are|is|am|was|were|isn't|aren't|wasn't|weren't)$/.test(be) &&
    /^(?:mark|subordinator|conjunction)$/.test(sentence.kind(start - 2))
  )
}

/** Whether a `you` after that word is its object: `comes to you live`, `gives you use`. */
const isNoSubject = (sentence: Sentence, place: number): boolean =>
  (/^(?:to|preposition)$/.test(sentence.kind(place)) && sentence.word(place) !== 'as') ||
  GIVING.has(sentence.word(place))

/** `most of them`, `one of us` */
const isPartitive = (sentence: Sentence, place: number): boolean =>
  sentence.kind(place) === 'object' &&
  sentence.word(place - 1) === 'of' &&
  /^(?:one|two|three|most|some|all|many|both|few|half|each|none|several|either|any)$/.test(sentence.word(place - 2))

const isFloating = (word: string): boolean => word === 'all' || word === 'both' || word === 'each'
const isPartOfSubject = (kind: WordKind): boolean => /^(?:noun|plural|singular|object|adjective)$/.test(kind)

/** `did the phone record`, `let it record`; else `farmers in Spain produce`, unless the clause has its verb. */
function scoreAfterSubject(sentence: Sentence, at: number, place: number): number {
  const kind = sentence.kind(place)
  const own = BEFORE_BARE[kind]
  if (kind === 'adjective') return own
  const subject = subjectEndingAt(sentence, place)
  if (opensForBareVerb(sentence, subject.start - 1)) return 6
  if (!subject.isPlural)
    return kind === 'noun' && /^(?:determiner|possessive)$/.test(sentence.kind(subject.start)) ? -3 : own
  if (kind !== 'plural' && sentence.kind(at + 1) === 'mark') return own
  return hasFiniteVerb(sentence, subject.start, at) ? -2 : 2
}

function opensForBareVerb(sentence: Sentence, place: number): boolean {
  const word = sentence.word(place)
  // `make a log record` makes a record.
  if (CAUSATIVES.has(word) && /^an?$/.test(sentence.word(place + 1))) return false
  if (CAUSATIVES.has(word)) return sentence.kind(place) !== 'have' || sentence.kind(place - 1) === 'mark'
  return sentence.kind(place) === 'auxiliary' && !word.startsWith('please')
}

/** Walks back over `the farmers and the shops in old Spain`. */
function subjectEndingAt(sentence: Sentence, end: number): { readonly start: number; readonly isPlural: boolean } {
  let start = end
  let isPlural = sentence.kind(end) === 'plural'
  for (let place = end; place >= 0 && place > end - REACH; place--) {
    const kind = sentence.kind(place)
    if (kind === 'preposition' && place < end) isPlural = sentence.kind(place - 1) === 'plural'
    else if (sentence.word(place) === 'and' && place < end) isPlural = true
    else if (!/^(?:noun|plural|singular|object|adjective|determiner|possessive|demonstrative|number)$/.test(kind)) break
    start = place
  }
  return { start, isPlural }
}

/** Whether the word opens the subject of a clause: `duplicate entries were removed`. */
const isNounPhraseAt = (sentence: Sentence, at: number): boolean =>
  /^(?:noun|plural)$/.test(sentence.kind(at + 1)) && /^(?:be|auxiliary|have)$/.test(sentence.kind(at + 2))

function leavesSo(sentence: Sentence, at: number, place: number): boolean {
  if (!/^(?:object|singular|noun|plural)$/.test(sentence.kind(place))) return false
  if (!/^(?:mark|preposition|conjunction|adverb)$/.test(sentence.kind(at + 1))) return false
  return LEAVING.has(sentence.word(subjectEndingAt(sentence, place).start - 1))
}

function scoreBeforeS(sentence: Sentence, at: number, place: number): number {
  const kind = sentence.kind(place)
  const word = sentence.word(place)
  const isParted = place < at - 1
  if (word === 'this' || (isParted && (kind === 'demonstrative' || kind === 'noun'))) return 4
  if (word === 'each' && sentence.kind(place - 1) === 'mark') return 3
  // `What conflicts with it?` against `What conflicts are there?`
  if (word === 'what' && (OPENS_OBJECT.has(sentence.kind(at + 1)) || sentence.kind(at + 1) === 'preposition')) return 4
  if (word === 'which' && /^(?:be|auxiliary|have)$/.test(sentence.kind(at + 1))) return -4
  if (kind !== 'noun') return BEFORE_S[kind] + (isParted && kind === 'singular' ? 1 : 0)
  const { start } = subjectEndingAt(sentence, place)
  if (isObjectOrListed(sentence, start) || hasFiniteVerb(sentence, start, at)) return -3.5
  return BEFORE_S.noun + (sentence.isNamed(place) ? 1 : 0)
}

/** `perform database upgrades`, `text files and sales records` */
function isObjectOrListed(sentence: Sentence, start: number): boolean {
  const before = sentence.kind(start - 1)
  if (before === 'verb' || before === 'third' || before === 'past' || before === 'gerund') return true
  if (before !== 'conjunction' && sentence.word(start - 1) !== ',') return false
  return sentence.word(start - 2) === ',' || sentence.kind(start - 2) === 'plural'
}

/** `tools that record calls` against `said that record sales …`. */
function scoreAfterThat(sentence: Sentence, place: number, question: VerbQuestion): number {
  const kind = sentence.kind(place - 1)
  // `That conflicts with mine.`: a plural would need `those`.
  if (question.inS) return /^(?:noun|singular|mark|conjunction)$/.test(kind) ? 4 : -3
  if (kind === 'past') return 0
  return kind === 'plural' ? 3 : -2
}

/** What is joined by `and` or `or` is of one kind: `to plan and produce`, `imports and exports`. */
function scoreJoined(sentence: Sentence, at: number, place: number, question: VerbQuestion): number {
  if (place < at - 1) return 2.5
  const partner = place - 1
  const kind = sentence.kind(partner)
  if (kind === 'verb' || kind === 'third') return (kind === 'third') === question.inS ? 3 : 0
  if (question.orAdjective && kind === 'adjective') return -4
  if (kind === 'noun' || kind === 'plural' || kind === 'gerund') {
    const beforePartner = BEFORE_BARE[sentence.kind(sentence.before(partner))]
    if (beforePartner >= 5) return 3
    if (beforePartner <= -4 && sentence.kind(at + 1) !== 'determiner') return -2
  }
  return hasGoverningTo(sentence, partner) ? 2.5 : -0.5
}

/** Whether a `to` or `will` stands earlier in the clause, so that a verb may follow `and`: `to open it and record`. */
function hasGoverningTo(sentence: Sentence, from: number): boolean {
  for (let place = from; place >= 0 && place > from - 6; place--) {
    const kind = sentence.kind(place)
    if (kind === 'mark' || kind === 'relative') return false
    if (kind === 'to' || kind === 'auxiliary') return true
  }
  return false
}

/** Whether the clause around a subject and the word in question has a verb already, that word left out. */
function hasFiniteVerb(sentence: Sentence, start: number, at: number): boolean {
  for (let i = start - 1; i > start - REACH && !ENDS_CLAUSE.has(sentence.kind(i)); i--) {
    if (isFiniteVerb(sentence, i)) return true
  }
  for (let i = at + 1; i < at + REACH && !ENDS_CLAUSE.has(sentence.kind(i)) && sentence.word(i) !== 'than'; i++) {
    if (isFiniteVerb(sentence, i) && !(i > at + 1 && isParticiple(sentence, i))) return true
    // A pronoun opens a clause of its own: `every change they make`.
    if (/^(?:subject|singular)$/.test(sentence.kind(i + 1))) return false
  }
  return false
}

/** `symbols limited to one`, `formatted lines` */
const isParticiple = (sentence: Sentence, at: number): boolean =>
  sentence.word(at).endsWith('ed') && /^(?:preposition|to|noun|plural)$/.test(sentence.kind(at + 1))

function isFiniteVerb(sentence: Sentence, at: number): boolean {
  const kind = sentence.kind(at)
  if (kind === 'be') return !/^(?:be|been|being)$/.test(sentence.word(at))
  if (kind === 'past') return !/^(?:determiner|possessive|preposition|adjective)$/.test(sentence.kind(at - 1))
  if (kind === 'verb') return /^(?:plural|subject)$/.test(sentence.kind(at - 1))
  return kind === 'have' || kind === 'auxiliary' || kind === 'third'
}
