import type { Context, Expansion } from './expansion.ts'
import type { KeyWords } from './grammar.ts'

export interface KeyNames extends KeyWords {
  /** The name of `*`. */
  readonly star: string
  /** The name of `#`. */
  readonly hash: string
  readonly digitByDigit: (digits: string) => string
}

const OPENING = String.raw`["'(\[{]{0,3}`
const CLOSING = String.raw`["')\]}]{0,3}`
const SENTENCE_END = /[.?!…] |\n/g
/** What may stand between a word that asks and a key besides other keys: `or`, `the`, `und die`. */
const LINK = /(?:[,;:/+*#\d-]|(?<![\p{L}\p{M}])[\p{L}\p{M}]{1,4})$/u
const LINE_START = /(?:^|\n)[ \t]{0,8}$/

/** A number in brackets after one of these is said: `is [2]`, `option [1]`. */
const COUNTS =
  /(?<![\p{L}\p{M}])(?:(?!(?:it|me|us|so|up|do|go) )[\p{L}\p{M}]{1,2}|and|the|for|was|are|has|than|from|with|about|answer|button|case|channel|chapter|choice|choose|figure|gate|item|level|line|note|number|option|opción|opção|page|part|pick|question|reply|room|row|section|say|select|send|step|table|text|version|nummer|número|numéro|punkt) $/iu
const CITATIONS_BEFORE = /(?:\[\d{1,3}(?:[,–-] ?\d{1,3})?\](?:, ?| and )?){1,6}$/
/** And after these, if the sentence goes on. */
const LINKS = /(?<![\p{L}\p{M}])[\p{L}\p{M}]{1,3} $/u
const GOES_ON = /^ ?[\p{L}\p{M}\d$€£]/u

/** `[0]smith writes`, `see the [2]manual`: the number of a note or a link right before its word, but `[3]int` */
const NOTE_BEFORE = /(?:^|[\s(>"'])$/
const NOTED = /^(?!(?:bool|byte|complex|float|rune|string|u?int)(?!\p{Ll}))\p{L}{2}/u

/** What an encyclopedia asks for in brackets. */
const CITATION_NOTES =
  'citation needed|cita requerida|cita necesaria|carece de fontes|sem fontes|référence nécessaire|réf. nécessaire|senza fonte|citazione necessaria|Literaturangabe benötigt|Beleg fehlt|Einzelnachweis fehlt|bron gewenst|bron|उद्धरण वांछित|بحاجة لمصدر|بحاجة إلى مصدر|مصدر|要出典'
const NEEDS_CITATION = new RegExp(String.raw`\[? ?(?:${CITATION_NOTES.replaceAll('.', '\\.')}) ?\??\]`, 'iuy')

/** What a citation is set after: a word, a percentage, another citation. */
const CITED = /(?:[\p{L}\p{M}%][.,;:!?"')]{0,2} ?|\])$/u

/** The only thing in a text, but for punctuation. */
const isAlone = ({ before, after }: Context): boolean => !/[\p{L}\p{N}]/u.test(before + after)
/** In quotes or brackets of its own. */
const isSetApart = ({ before, after }: Context): boolean => /["'([]$/.test(before) && /^["')\]]/.test(after)

/**
 * Keys of a telephone and codes of them: `*`, `#`, `*67`, `*#06#`. Goes before the signs of Markdown. A sign is a key where a
 * word asks for one, in quotes or brackets, or alone; elsewhere it is left to other rules.
 */
export function telephoneKeys(words: KeyNames, hasSpaces: boolean): readonly Expansion[] {
  const { star, hash, asking, following, otherNames, digitByDigit } = words
  const nameOf = (sign: string): string => (sign === '*' ? star : hash)
  const isNamed = new RegExp(String.raw`(?:${star}|${hash}|${otherNames})(?:[ -]\p{L}{1,8})? ?$`, 'iu')
  const word = hasSpaces
    ? String.raw`(?<![\p{L}\p{M}])(?:${asking})[\p{L}\p{M}]{0,3}(?![\p{L}\p{M}])`
    : String.raw`(?:${asking})\p{L}{0,3}`
  const asks = new RegExp(word, 'iu')
  const asksLast = new RegExp(`${word}$`, 'iu')
  const opening = new RegExp(`${OPENING}$`)
  const another = String.raw` ?(?:,|[\p{L}\p{M}]{1,6}) ?${OPENING}[*#\d]{1,6}${CLOSING}`
  const follows =
    following === undefined
      ? undefined
      : new RegExp(String.raw`^${CLOSING}(?:${another}){0,2}(?: [\p{L}\p{M}]{1,3})?[ -]?(?:${following})`, 'iu')

  const isFollowed = ({ after }: Context): boolean => follows?.test(after) === true
  const isAsked = ({ before }: Context): boolean => {
    const stem = before.replace(opening, '').trimEnd()
    const start = [...stem.matchAll(SENTENCE_END)].at(-1)
    const said = start === undefined ? stem : stem.slice(start.index + start[0].length)
    return asks.test(said) && (asksLast.test(said) || LINK.test(said))
  }

  return [
    {
      // `as shown [1][2].`: citations are for the eye
      category: 'symbol',
      first: /\[/,
      pattern:
        /\[(?:\d{1,3}|\^[\w-]{1,20})(?: ?[,;–-] ?\d{1,3}){0,8}\](?:(?:, ?| and )\[\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,8}\]){0,8}/y,
      read: ([written], context) => {
        const { before, after } = context
        if (hasSpaces && NOTE_BEFORE.test(before) && NOTED.test(after)) return ''
        const stem = before.replace(CITATIONS_BEFORE, '')
        if (!CITED.test(stem) || (hasSpaces ? /^[\p{L}\p{M}\d(:]/u : /^[\d(:A-Za-z]/).test(after)) return undefined
        const isInRow = before.endsWith(']') || after.startsWith('[')
        const isNumber = !isInRow && (COUNTS.test(stem) || (GOES_ON.test(after) && LINKS.test(stem)))
        const stemmed = { before: stem, after }
        return written === '[0]' || isNumber || isAsked(stemmed) || isFollowed(stemmed) ? undefined : ''
      },
    },
    {
      // `[citation needed]`
      category: 'symbol',
      first: /[[\p{L}]/u,
      words: new Set(CITATION_NOTES.split('|').map((note) => /^[\p{L}\p{M}]+/u.exec(note)?.[0].toLowerCase() ?? '')),
      pattern: NEEDS_CITATION,
      // The sentence before may have taken the bracket.
      read: ([note], { before }) => (note.startsWith('[') || before.trim() === '' ? '' : undefined),
    },
    {
      // "star (*)": said once
      category: 'symbol',
      first: /[([]/,
      pattern: /\( ?[*#] ?\)|\[[*#]\]/y,
      read: (_match, { before }) => (isNamed.test(before) ? '' : undefined),
    },
    {
      category: 'telephone',
      first: /[*#]/,
      pattern: /[*#](?:[*#]?\d{1,15}){1,4}[*#]{0,2}(?![\p{L}\p{M}\d*#])/uy,
      read: ([keys], context) => {
        if (/[\p{L}\p{M}\d*#]$/u.test(context.before) && hasSpaces) return undefined
        if (/^(?:\*\*|##)/.test(keys) && !keys.endsWith('#')) return undefined
        const isCode = keys.endsWith('#') || (keys.startsWith('*') && (isAlone(context) || isSetApart(context)))
        if (!isCode && !isAsked(context) && !isFollowed(context)) return undefined
        return keys.replaceAll(/[*#]|\d{1,15}/g, (key) => ` ${/\d/.test(key) ? digitByDigit(key) : nameOf(key)}`).trim()
      },
    },
    {
      category: 'telephone',
      first: /[*#]/,
      pattern: /[*#](?![*#\d])/y,
      read: ([sign], context) => {
        const { before, after } = context
        // `het hekje #`: said once
        if (before.trimEnd().toLowerCase().endsWith(nameOf(sign).toLowerCase())) return ''
        if (isFollowed(context)) return nameOf(sign)
        if (/[\p{L}*#]$/u.test(before) || /^\p{L}/u.test(after)) return undefined
        if (LINE_START.test(before) && /^[ \t]/.test(after)) return undefined
        return isSetApart(context) || isAsked(context) ? nameOf(sign) : undefined
      },
    },
  ]
}
