/** How a mark that no expansion took is read: the pause it makes, if any, and the units it takes up. */
export interface Mark {
  readonly spoken: string
  readonly length: number
}

const PAUSES = /[,;:.?!…‥]{1,64}/y
const DASHES = /[-–—]{1,64}/y
const REPEATED = /([^\p{L}\p{N}\s])\1{1,64}/uy
const LINE_ENDS = /[\n\r\t ]{1,64}/y
const LIST_ITEM = /(?:[-*+•>|‣◦▪●–—]|#{1,6}|\(?(?:\d{1,3}|[A-Za-z])[.)])[ \t]/y
/** Lines that break before this are broken on purpose, as in a list or an address. */
const SHORT_LINE_LENGTH = 50

/** Pauses for punctuation, dashes between words and the ends of lines; other characters are silent. */
export function readMark(text: string, at: number): Mark {
  const character = text.charAt(at)
  const pauses = matchAt(PAUSES, text, at)
  if (pauses !== undefined) return { spoken: pauseOf(pauses, text, at), length: pauses.length }
  const dashes = matchAt(DASHES, text, at)
  if (dashes !== undefined) return { spoken: isDash(dashes, text, at) ? ',' : '', length: dashes.length }
  if (character === '\n') {
    const ends = matchAt(LINE_ENDS, text, at) ?? character
    return { spoken: pauseOfLineEnd(ends, text, at), length: ends.length }
  }
  if ((character === '(' || character === '[') && opensAside(text, at)) return { spoken: ',', length: 1 }
  if ((character === ')' || character === ']') && closesAside(text, at)) return { spoken: ',', length: 1 }
  const length = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  // What follows the last of many may belong to it: `((555) 0100)`.
  return { spoken: '', length: Math.max((matchAt(REPEATED, text, at)?.length ?? 0) - length, length) }
}

/** How far apart the brackets of an aside are looked for. */
const MAX_ASIDE_LENGTH = 200
/** `Scream (R) at 7`: of a film, or a party, after a word. */
const RATED = /[\p{L}\d!?] \((?:R|G|D)\)/u
/** `(a)`, `(2)`, `(iv)`: the sign of a list's item; `(s)he`. */
const ENUMERATOR = /^\((?:\d{1,2}|[A-Za-z]|[ivx]{1,5})\)/

/** `Ana (34), from`, `on Tuesday (12) the`: after a word that is longer than a conjunction. */
const NUMBER_ASIDE = /^\(\d{1,2}\)/
const AFTER_NAME = /(?:[\p{L}\p{M}]{4}|(?:^| )\p{Lu}[\p{L}\p{M}]{1,2}) $/u

/** `(n + 1)²`, `(x - 2) / 3`: what is calculated with */
const FORMULA =
  /^\((?=[^)]{0,30}[A-Za-z])(?:[A-Za-z]|\d{1,4})(?: ?[-+*/^×÷−=] ?(?:[A-Za-z]|\d{1,4})){1,6}\)(?:[\d²³^]| ?[-+*=×/÷] ?[\w(])/

/** Whether the words in a bracket are said between pauses: `the fee (about $5) is`, not `f(x)`, `(a)` or `[Name]`. */
function opensAside(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  // `المستهلك(CEA)`
  const isJoined = text.charAt(at) === '(' && /[\u0600-\u097f]/.test(before) && /[A-Z\d]/.test(text.charAt(at + 1))
  if (before !== ' ' && before !== '\n' && before !== '' && !isJoined) return false
  // A part of a formula
  if (/ [=+*/^×÷−±] $/.test(text.slice(Math.max(0, at - 3), at))) return false
  if (text.charAt(at) === '[') return isAsideInSquareBrackets(text, at)
  const next = text.charAt(at + 1)
  if (next === '' || next === '(') return false
  if (FORMULA.test(text.slice(at, at + 40))) return false
  const inside = text.slice(at, at + 8)
  return (
    !ENUMERATOR.test(inside) ||
    RATED.test(text.slice(Math.max(0, at - 2), at + 3)) ||
    (NUMBER_ASIDE.test(inside) && AFTER_NAME.test(text.slice(Math.max(0, at - 5), at)))
  )
}

/** `(1) one, (2) two`, `a) one`: what is listed within a sentence. */
const LISTED = /(?:(?:^|[\n,;:]|(?:^|\s)(?:or|and|to|that)) {0,2}\(?|(?:^|\s))(?:\d{1,2}|[A-Za-z]|[ivx]{1,4})$/
/** `for (a) one, (b) two`: the first of a list, whose second follows */
const LISTED_FIRST = /(?:^|\s)\((?:(a)|(1)|(i))$/
const SECOND = ['b', '2', 'ii'].map((sign) => new RegExp(`(?:[,;.]|[,;]? (?:and|or)) \\(${sign}\\) `))
function opensList(text: string, at: number): boolean {
  const [, ...firsts] = LISTED_FIRST.exec(text.slice(Math.max(0, at - 3), at)) ?? []
  const second = SECOND[firsts.findIndex((first) => first !== undefined)]
  return second?.test(text.slice(at, at + MAX_ASIDE_LENGTH)) === true
}
/** `: 1. one, 2. two` */
const NUMBERED = /(?:[:;,]|(?:^|\s)(?:or|and)) {1,2}\(?\d{1,2}$/

function closesAside(text: string, at: number): boolean {
  const after = text.charAt(at + 1)
  if (
    after === ' ' &&
    text.charAt(at) === ')' &&
    (LISTED.test(text.slice(Math.max(0, at - 10), at)) || opensList(text, at))
  )
    return true
  // The end of a table's row
  if (/^ \|[ \t]{0,3}(?:\n|$)/.test(text.slice(at + 1, at + 7))) return false
  if (after === '' || after === text.charAt(at) || /[\p{L}\p{N}(]/u.test(after)) return false
  const start = Math.max(0, at - MAX_ASIDE_LENGTH)
  const opening = text.slice(start, at).lastIndexOf(text.charAt(at) === ')' ? '(' : '[')
  return opening >= 0 && opensAside(text, start + opening)
}

/** Several words; one is a blank to be filled in, and what an address follows is a link. */
function isAsideInSquareBrackets(text: string, at: number): boolean {
  const [inside, link] = /^\[[^[\]\n]{1,200}\]([([])?/.exec(text.slice(at, at + MAX_ASIDE_LENGTH + 3)) ?? []
  return inside !== undefined && link === undefined && /\S \S/.test(inside)
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function pauseOf(marks: string, text: string, at: number): string {
  // An abbreviation's at the end of an aside
  if (marks === '.' && /^\)(?:[,;:]| [a-z\d])/.test(text.slice(at + 1, at + 4))) return ','
  if (marks === '.' && / /.test(text.charAt(at + 1)) && NUMBERED.test(text.slice(Math.max(0, at - 10), at))) return ','
  // The full stop of an abbreviation before another mark
  if (/^\.[,;:]/.test(marks)) return marks.charAt(1)
  // `acct. ...4821`: figures left out
  const isMasking = /^(?:\.{2,4}|…)$/.test(marks) && /^\d/.test(text.slice(at + marks.length, at + marks.length + 1))
  if (isMasking && /^\s?$/.test(text.slice(Math.max(0, at - 1), at))) return ''
  for (const strong of '?!') if (marks.includes(strong)) return strong
  // `for... Story County`, `for […] the`: the sentence goes on
  if (/^(?:\.{2,}|[…‥])/.test(marks))
    return /^[)\]]?['"(]?[ \t]{0,4}['"(]?[\p{L}\p{Sc}\d]/u.test(text.slice(at + marks.length, at + marks.length + 8))
      ? ','
      : '.'
  for (const mark of '.:;') if (marks.includes(mark)) return mark
  return ','
}

/** A dash parts phrases; a hyphen only joins or opens. */
function isDash(dashes: string, text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  const after = text.charAt(at + dashes.length)
  if (before === '' || before === '\n' || after === '' || after === '\n') return false
  return dashes.includes('—') || dashes.length > 1 || (before === ' ' && after === ' ')
}

function pauseOfLineEnd(ends: string, text: string, at: number): string {
  const next = at + ends.length
  if (ends.indexOf('\n') !== ends.lastIndexOf('\n') || matchAt(LIST_ITEM, text, next) !== undefined) return '.'
  const lineStart = text.slice(Math.max(0, at - SHORT_LINE_LENGTH), at).lastIndexOf('\n')
  const isShort = lineStart >= 0 || at < SHORT_LINE_LENGTH
  return isShort && /[\p{Lu}\d]/u.test(text.charAt(next)) ? ',' : ''
}
