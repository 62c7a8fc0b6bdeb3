import anyAscii from 'any-ascii'
import type { Steps } from '../../../core/steps.ts'

/** A text in the few characters that the rules know, and where each of them came from. */
export interface FoldedText {
  readonly text: string
  /** Where in the source the unit at an index came from; the source's length for the end of the text. */
  readonly sourceStart: (index: number) => number
  /** Where in the source the unit before an index ended. */
  readonly sourceEnd: (index: number) => number
}

/** All but printable ASCII, and what may be more than it seems: an entity's start, a backtick. */
const NEEDS_FOLDING = /[^\t\n\r -%'-_a-~]/g

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/y
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['deg', '°'],
  ['euro', '€'],
  ['pound', '£'],
  ['yen', '¥'],
  ['cent', '¢'],
  ['times', '×'],
  ['divide', '÷'],
  ['plusmn', '±'],
  ['frac12', '½'],
  ['frac14', '¼'],
  ['frac34', '¾'],
  ['bull', '•'],
  ['middot', '·'],
  ['sect', '§'],
  ['para', '¶'],
  ['micro', 'µ'],
  ['shy', '\u00ad'],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['prime', '′'],
  ['Prime', '″'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['rarr', '→'],
  ['larr', '←'],
  ['minus', '−'],
  ['ne', '≠'],
  ['le', '≤'],
  ['ge', '≥'],
  ['asymp', '≈'],
  ['infin', '∞'],
  ['sup2', '²'],
  ['sup3', '³'],
  ['pi', 'π'],
  ['hearts', '♥'],
])

/** Kept as they are, though compatibility decomposition would take their meaning. */
const KEPT =
  /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2122\u2150-\u215f\u2189\u2026\u00b5\u00a8\u00af\u00b8\u02d8-\u02dd]/
const REPLACED: ReadonlyMap<string, string> = new Map([
  ...[...'‘’‚‛ʼ´`ˈ′＇'].map((mark): [string, string] => [mark, "'"]),
  ...[...'“”„‟«»″〝〞＂'].map((mark): [string, string] => [mark, '"']),
  ...[...'‐‑‒﹣－⁃'].map((mark): [string, string] => [mark, '-']),
  ...[...'–―'].map((mark): [string, string] => [mark, '–']),
  ...[...'\u2028\u2029\u0085\u000b\u000c'].map((mark): [string, string] => [mark, '\n']),
  ['⁄', '/'],
  ['∕', '/'],
  ['℃', '°C'],
  ['℉', '°F'],
  ['№', 'No. '],
  ['μ', 'µ'],
  ['º', '°'],
])
/** Invisible: joiners, direction marks, controls, lone surrogates, private characters. */
const DROPPED = /[\p{Cf}\p{Cs}\p{Cc}\p{Co}\u115f\u1160\u3164\uffa0]/u
/** Variation selectors, the grapheme joiner, the frame of keycaps. */
const INVISIBLE_MARKS = /[\ufe00-\ufe0f\u034f\u20e3]/gu
const SPACE = /[\p{Zs}\t\n\r]/u
const COMBINING = /\p{M}/u
const FOREIGN_DIGIT = /\p{Nd}/u
/** Letters that the rules or the readings know themselves. */
const GREEK = /[µ\p{Script=Greek}]/u
const LATIN = /\p{Script=Latin}/u
/** Scripts of a syllable or a word a character. */
const SYLLABIC = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Yi}]/u
const LETTER = /[\p{L}\p{M}]/u
/** No letter of any script bears more. */
const MOST_MARKS = 4
const REPLACEMENTS_A_STEP = 64

/**
 * Makes quotes, dashes, spaces, widths, digits and ligatures plain, composes accents, decodes HTML entities and drops
 * what cannot be seen. Letters become Latin ones without accents, but for Greek ones; symbols stay; space at the end goes. Takes any
 * string.
 */
export function* fold(source: string): Steps<FoldedText> {
  const pieces = new Pieces(source)
  let at = nextToFold(source, 0)
  for (let count = 1; at >= 0; count++) {
    const entity = source.charAt(at) === '&' ? decodeEntity(source, at) : undefined
    if (entity !== undefined) {
      pieces.replace(at, at + entity.length, foldCluster(entity.character, false))
    } else {
      // A mark combines with the character before it, which may have needed no folding.
      const start = COMBINING.test(source.charAt(at)) && at > pieces.copiedTo ? at - 1 : at
      const end = clusterEnd(source, start)
      const opensWord = start === 0 || !LETTER.test(source.charAt(start - 1))
      pieces.replace(start, end, foldCluster(source.slice(start, end), opensWord))
    }
    if (count % REPLACEMENTS_A_STEP === 0) yield
    at = nextToFold(source, pieces.copiedTo)
  }
  return pieces.finish()
}

/** Others may fold between two steps, so the pattern's own place is not relied on. */
function nextToFold(source: string, from: number): number {
  NEEDS_FOLDING.lastIndex = from
  return NEEDS_FOLDING.exec(source)?.index ?? -1
}

/** A text made of stretches of the source and of replacements between them. */
class Pieces {
  copiedTo = 0
  private readonly source: string
  private text = ''
  /** Where replacements stand: in the text and in the source, each as start and end, ascending. */
  private readonly textBounds: number[] = []
  private readonly sourceBounds: number[] = []

  constructor(source: string) {
    this.source = source
  }

  replace(start: number, end: number, replacement: string): void {
    this.text += this.source.slice(this.copiedTo, start)
    this.copiedTo = end
    if (replacement === this.source.slice(start, end)) {
      this.text += replacement
      return
    }
    this.textBounds.push(this.text.length, this.text.length + replacement.length)
    this.sourceBounds.push(start, end)
    this.text += replacement
  }

  finish(): FoldedText {
    const { source, textBounds, sourceBounds } = this
    if (textBounds.length === 0)
      return { text: source.trimEnd(), sourceStart: (index) => index, sourceEnd: (index) => index }
    /** The last bound at or before (`isEnd`: before) an index, and whether the index lies in a replacement. */
    const locate = (index: number, isEnd: boolean): number => {
      let bound = lastAtMost(textBounds, isEnd ? index - 1 : index)
      if (bound < 0) return index
      // Inside a replacement all its units come from all of its source.
      if (bound % 2 === 0) return (isEnd ? sourceBounds[++bound] : sourceBounds[bound]) as number
      return (sourceBounds[bound] as number) + index - (textBounds[bound] as number)
    }
    return {
      text: (this.text + source.slice(this.copiedTo)).trimEnd(),
      sourceStart: (index) => locate(index, false),
      sourceEnd: (index) => locate(index, true),
    }
  }
}

/** Index of the last number that is no more than the limit; -1 where none is. */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] as number) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

function decodeEntity(source: string, at: number): { character: string; length: number } | undefined {
  ENTITY.lastIndex = at
  const match = ENTITY.exec(source)
  if (match === null) return undefined
  const [whole, decimal, hex, name] = match
  if (name !== undefined) {
    const character = NAMED_ENTITIES.get(name)
    return character === undefined ? undefined : { character, length: whole.length }
  }
  const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
  return code > 0x10ffff ? undefined : { character: String.fromCodePoint(code), length: whole.length }
}

/** Where a character ends with the marks that combine with it. */
function clusterEnd(source: string, at: number): number {
  let end = at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
  while (COMBINING.test(source.charAt(end))) end++
  return end
}

function foldCluster(cluster: string, opensWord: boolean): string {
  const first = String.fromCodePoint(cluster.codePointAt(0) ?? 0)
  const replaced = REPLACED.get(first)
  if (replaced !== undefined) return replaced
  if (KEPT.test(first)) return first
  if (SPACE.test(first)) return first === '\n' || first === '\r' || first === '\t' ? first : ' '
  if (DROPPED.test(first)) return ''
  const marks = cluster.slice(first.length).replace(INVISIBLE_MARKS, '').slice(0, MOST_MARKS)
  if (first > '\x7f' && FOREIGN_DIGIT.test(first)) return anyAscii(first.normalize('NFKC')) + marks
  const plain = (first + marks).normalize('NFKC')
  // On figures marks mean something: `0.3̄` repeats.
  if (/^\d/.test(plain)) return plain
  return [...plain].map((character) => REPLACED.get(character) ?? latinOf(character, opensWord)).join('')
}

/** A letter in plain Latin ones; of another script as a name is written, for none of it is an English word. */
function latinOf(character: string, opensWord: boolean): string {
  if (character < '\x80' || !LETTER.test(character) || GREEK.test(character)) return character
  const latin = anyAscii(character).replaceAll(/[^A-Za-z]/g, '')
  if (LATIN.test(character)) return latin
  if (SYLLABIC.test(character)) return ` ${latin} `
  return opensWord ? latin.charAt(0).toUpperCase() + latin.slice(1) : latin
}
