import type { Context, Expansion } from '../../reading/expansion.ts'
import { yearWords } from './calendar.ts'
import { cardinal, ordinal } from './number-words.ts'
import { NUMBERED_NAMES, NUMBERED_THINGS, RULERS, SINGLE_AFTER } from './roman-names.ts'
import type { Parts } from './until-next.ts'
import { parts } from './until-next.ts'

const UNITS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
const TENS = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc']
const HUNDREDS = ['', 'c', 'cc', 'ccc', 'cd', 'd', 'dc', 'dcc', 'dccc', 'cm']
const MAX = 2100

const numeralOf = (value: number): string =>
  'm'.repeat(Math.floor(value / 1000)) +
  HUNDREDS[Math.floor(value / 100) % 10] +
  TENS[Math.floor(value / 10) % 10] +
  UNITS[value % 10]
const VALUES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: MAX }, (_, i) => [numeralOf(i + 1), i + 1] as const),
)

const WORD_BEFORE = /(?:^|[^\p{L}])(\p{L}[\p{L}']{0,20})\.?[ -]$/u
const TWO_WORDS_BEFORE = /(?:^|[^\p{L}'])(\p{L}[\p{L}'.]{0,20}) (\p{L}[\p{L}'.]{0,20})[ ]$/u
/** A numeral of the same list before this one: `Parts II and III`. */
const LISTED_BEFORE = /(?:^|[^\p{L}])(\p{L}{2,12})\.? [ivxlcIVXLC]{1,7}(?:,? (?:and|&|or|to|through) |, | ?[-–] ?)$/u
/** A pronoun, if the word after can follow one. */
const PRONOUN_GOES_ON =
  /^(?:'\p{L}| (?:am|was|have|had|will|would|can|could|may|might|must|shall|should|do|did|don't|didn't|can't|never|always|also|just|really|still|think|thought|know|knew|believe|guess|mean|want|wanted|need|needed|like|liked|love|loved|hate|see|saw|say|said|go|went|get|got|take|took|make|made|feel|felt|hope|play|played|read|wrote|describe|described|describes|discuss|discussed|use|used|work|worked|find|found|tell|told|attended|teach|taught|enjoyed|missed)(?!\p{L}))/u

/** A name, and nothing of the sentence before it. */
const OPENS_SENTENCE = /(?:^|[.?!] )\p{Lu}\p{L}{1,20} $/u

interface Numeral {
  readonly text: string
  readonly value: number
  readonly before: string
  readonly after: string
}

/** `Henry VIII`, `King James I`, `Robert Smith III`. */
function isOfPerson({ text, before, after }: Numeral): boolean {
  const [, first = '', name = ''] = TWO_WORDS_BEFORE.exec(before) ?? ['', '', WORD_BEFORE.exec(before)?.[1] ?? '']
  const lowerName = name.toLowerCase()
  const isRuler = RULERS.has(first.toLowerCase()) && /^\p{Lu}/u.test(name)
  // Malcolm X, and middle initials.
  if (text.length === 1 && !isRuler) {
    if (/^ \p{Lu}\p{Ll}/u.test(after)) return false
    if (!/^[IV]$/.test(text) || !NUMBERED_NAMES.has(lowerName) || lowerName === 'malcolm') return false
    const isPronoun = PRONOUN_GOES_ON.test(after) && !(OPENS_SENTENCE.test(before) && /^ (?:was|had) /.test(after))
    return /^\p{Lu}/u.test(name) && !isPronoun && !/^\./.test(after.replace(/^\.\s{0,3}$/, ''))
  }
  if (isRuler) return true
  if (NUMBERED_NAMES.has(lowerName))
    return !/^(?:mark|love)$/.test(lowerName) || NUMBERED_NAMES.has(first.toLowerCase())
  // A family name after a given one.
  return text.length > 1 && /^(?:I{2,3}|IV)$/.test(text) && /^\p{Lu}/u.test(name) && hasGivenName(before, first)
}

const hasGivenName = (before: string, first: string): boolean =>
  NUMBERED_NAMES.has(first.toLowerCase()) ||
  (/^\p{Lu}\.$/u.test(first) &&
    NUMBERED_NAMES.has((/(\p{Lu}\p{Ll}{1,20}) \p{Lu}\. \p{L}{1,20} $/u.exec(before)?.[1] ?? '').toLowerCase()))

/** `Chapter XII`, `World War II`, `Acts I and II`. */
function isOfThing({ text, before, after }: Numeral): boolean {
  const label = LISTED_BEFORE.exec(before)?.[1] ?? WORD_BEFORE.exec(before)?.[1]
  if (label === undefined) return false
  const lower = label.toLowerCase()
  if (!NUMBERED_THINGS.has(lower)) return false
  if (text.length > 1) return true
  // After a letter's name it is one, too: `A P I`.
  if (label.length === 1 && before.endsWith(`${label} `)) return false
  if (/^[cdlm]$/i.test(text)) return false
  // `Xbox Series X`
  if (text === 'X' && lower === 'series') return false
  if (/^[ivx]$/.test(text)) return lower === 'war'
  // "The part I played".
  if (label === lower && !SINGLE_AFTER.has(lower)) return false
  // `the type I List`, of which the letter opens the name
  if (text === 'I' && lower === 'type' && label === lower && /^ \p{Lu}\p{Ll}/u.test(after)) return false
  // `No. I agree.`
  return text !== 'I' || !(lower === 'no' ? /^(?:[ .]\p{Ll}|'\p{L})/u : PRONOUN_GOES_ON).test(after)
}

/** Numerals of two and more letters that are nothing else, after a name: `Rocky IV`, `Final Fantasy VII`. */
const isOfTitle = ({ text, before, after }: Numeral): boolean =>
  (text === 'V' && /\p{Lu}\p{Ll}{1,15} \p{Lu}\p{Ll}{2,15} $/u.test(before) && !/^\.? \p{Lu}/u.test(after)) ||
  (/^[IVX]{2,7}$/.test(text) &&
    !/^(?:XX|XXX)$/.test(text) &&
    /(?:^|[^\p{L}])\p{Lu}[\p{L}']{2,20},? $/u.test(before) &&
    !/(?:^|[.?!]\s)(?:The|An?|This|That|His|Her|My|No|In|On|By|For|With|Her|Start|Stop|Give|Use) $/.test(before))

/** Long enough to be no word and no initialism, wherever it stands. */
const isUnmistakable = (text: string): boolean =>
  (/^[IVX]{3,7}$/.test(text) && text !== 'XXX') ||
  text === 'II' ||
  /^[IVXL]{4,8}$/.test(text) ||
  /^M[CDXLVIM]{3,12}$/.test(text)

/** `(ii)`, `ii)` in a list, `iv.` at the head of a line. */
function isEnumerator({ text, before, after }: Numeral): boolean {
  // `IV. Results`
  if (/^[IVX]{2,5}$/.test(text)) return /(?:^|\n) {0,8}$/.test(before) && /^\.(?: \p{Lu}\p{Ll}|\s{0,3}$)/u.test(after)
  if (!/^[ivx]{1,5}$/.test(text)) return false
  const isBracketed = (before.endsWith('(') || /(?:^|\s)$/.test(before)) && after.startsWith(')')
  // A letter alone is one where others follow or went before.
  if (text.length === 1)
    return (
      isBracketed &&
      (text === 'i' ? /(?:^|[\s(])ii\)/.test(after) : /(?:^|[\s(])(?:ii|iv|vi|ix)\)/.test(before + after))
    )
  return isBracketed || (/(?:^|\n) {0,8}$/.test(before) && /^[.)] /.test(after))
}

function readRoman({ groups }: RegExpExecArray, { before, after }: Context): string | undefined {
  const { text = '', possessive } = (groups ?? {}) as Parts
  const value = VALUES.get(text.toLowerCase())
  if (value === undefined || /[\p{L}\p{M}\d'.@_/]$/u.test(before)) return undefined
  // Letters that are spelled, one by one.
  if (text.length === 1 && /^ [A-Z](?![\p{L}'])/u.test(after)) return undefined
  // All in capitals or all in lower case.
  if (text !== text.toUpperCase() && text !== text.toLowerCase()) return undefined
  const spoken = wordsOf({ text, value, before, after })
  return spoken === undefined || possessive === undefined ? spoken : `${spoken}'s`
}

function wordsOf(numeral: Numeral): string | undefined {
  const { text, value, before, after } = numeral
  const isUpper = text === text.toUpperCase()
  if (text.length > 1 && /^(?:th)?[ -](?:century|centuries|c\.)/i.test(after) && isUpper) return ordinal(`${value}`)
  if (isOfThing(numeral)) {
    return /[ivxlcIVXLC] ?[-–] ?$/.test(before) ? `to ${cardinal(`${value}`)}` : cardinal(`${value}`)
  }
  if ((isUpper || text.length > 1) && isOfPerson(numeral)) return `the ${ordinal(`${value}`)}`
  if (text === 'X' && /\b(?:iPhone|OS|Mac OS) $/.test(before)) return 'ten'
  if (isOfTitle(numeral) || isEnumerator(numeral)) return cardinal(`${value}`)
  if (!isUnmistakable(text)) return undefined
  return text.startsWith('M') ? yearWords(`${value}`) : cardinal(`${value}`)
}

/** Roman numerals where the words around make them numbers. */
export const romans: readonly Expansion[] = [
  {
    // `Stage IIIB`
    category: 'roman',
    first: /[IV]/,
    written: ['mixed'],
    pattern: /(?<text>I{1,3}|IV|V|VI{0,3})(?<letter>[A-C])(?![\p{L}\p{M}\d@_])/uy,
    read: ({ groups }, { before }) => {
      const { text = '', letter = '' } = (groups ?? {}) as Parts
      return /\b(?:stage|type|class|phase|grade|group|part|category|level|title|schedule|annex|section|tier)s? $/i.test(
        before,
      )
        ? `${cardinal(`${VALUES.get(text.toLowerCase())}`)} ${letter}`
        : undefined
    },
  },
  {
    category: 'roman',
    first: /[ivxlcdm]/i,
    words: new Set(VALUES.keys()),
    pattern: /(?<text>[ivxlcdm]{1,13})(?![\p{L}\p{M}\d@_])(?<possessive>'s(?!\p{L}))?/iuy,
    read: readRoman,
  },
  {
    category: 'roman',
    first: /W/,
    words: new Set(['ww', 'wwi', 'wwii', 'wwiii']),
    pattern: /WW ?(?<war>I{1,3}|[123])(?![\p{L}\d])/uy,
    read: (match) => {
      const { war = '' } = parts(match)
      return `world war ${cardinal(/^\d/.test(war) ? war : `${war.length}`)}`
    },
  },
]
