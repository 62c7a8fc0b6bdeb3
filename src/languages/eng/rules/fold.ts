import anyAscii from 'any-ascii'
import { decodeEntity } from '../../../core/html-entities.ts'
import { Pieces } from '../../../core/mapped-text.ts'
import type { Steps } from '../../../core/steps.ts'
import { clusterEnd, type FoldedText, trimmed } from '../../reading/folded-text.ts'

/** All but printable ASCII, and what may be more than it seems: an entity's start, a backtick. */
const NEEDS_FOLDING = /[^\t\n\r -%'-_a-~]/g

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
  return trimmed(pieces.finish())
}

/** Others may fold between two steps, so the pattern's own place is not relied on. */
function nextToFold(source: string, from: number): number {
  NEEDS_FOLDING.lastIndex = from
  return NEEDS_FOLDING.exec(source)?.index ?? -1
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
