import anyAscii from 'any-ascii'
import { decodeEntity } from '../../core/html-entities.ts'
import { Pieces } from '../../core/mapped-text.ts'
import type { Steps } from '../../core/steps.ts'
import { clusterEnd, type FoldedText, trimmed } from './folded-text.ts'

/** What the script of a language keeps. */
export interface Script {
  /** What stands between brackets of a character class: the letters that are read as they are, besides ASCII ones. */
  readonly letters: string
  /** Single characters and what they are folded to, before the common ones. */
  readonly replaced?: Readonly<Record<string, string>>
  /** Where words of the script and others meet without a space: empty matches that get one. */
  readonly gaps?: RegExp
  /** What other letters and marks become, by the character before; Latin letters where absent. */
  readonly letter?: (letter: string, before: string) => string
  /** The names of letters in lower case, of which those of Greek letters are taken: `λ` alone is a quantity. */
  readonly names?: ReadonlyMap<string, string>
}

/** Letters of Latin with their accents. */
export const LATIN = '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u1e00-\\u1eff'

const REPLACED: ReadonlyMap<string, string> = new Map([
  ...[...'‘’‚‛ʼ´`ˈ′＇'].map((mark): [string, string] => [mark, "'"]),
  ...[...'“”„‟«»″〝〞＂‹›「」『』'].map((mark): [string, string] => [mark, '"']),
  ...[...'‐‑‒﹣－⁃−'].map((mark): [string, string] => [mark, '-']),
  ...[...'–―'].map((mark): [string, string] => [mark, '–']),
  ...[...'\u2028\u2029\u0085\u000b\u000c'].map((mark): [string, string] => [mark, '\n']),
  ...[...'،、，٬'].map((mark): [string, string] => [mark, ',']),
  ...[...'。।॥．٫'].map((mark): [string, string] => [mark, '.']),
  ...[...'¿¡'].map((mark): [string, string] => [mark, ' ']),
  ['؟', '?'],
  ['؛', ';'],
  ['٪', '%'],
  ['⁄', '/'],
  ['∕', '÷'],
  ['℃', '°C'],
  ['℉', '°F'],
  ['μ', 'µ'],
  ['〜', '〜'],
  ['～', '〜'],
  ['￥', '¥'],
])
/** Kept as they are, though compatibility decomposition would take their meaning. */
const KEPT =
  /[\u00aa\u00ba\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2122\u2150-\u215f\u2189\u2026\u00b5\u00a8\u00af\u00b8\u02d8-\u02dd]/
const DROPPED = /[\p{Cf}\p{Cs}\p{Cc}\p{Co}\u0640\u115f\u1160\u3164\uffa0]/u
const INVISIBLE_MARKS = /[\ufe00-\ufe0f\u034f\u20e3]/gu
const SPACE = /[\p{Zs}\t\n\r]/u
const FOREIGN_DIGIT = /[^\d\P{Nd}]/u
const LETTER = /[\p{L}\p{M}]/u
/** Scripts of a syllable or a word a character. */
const SYLLABIC = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Yi}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** No letter of any script bears more. */
const MAX_MARKS = 4
const REPLACEMENTS_A_STEP = 64
const GREEK = /[µ\u2126\p{Script=Greek}]/u
const ENDS_IN_GREEK = /[\p{Script=Greek}\p{M}]$/u
const BEGINS_IN_GREEK = /^[\p{Script=Greek}\p{M}]/u
const BEGINS_IN_LATIN = /^[A-Za-z]/
const ENDS_IN_WORD = /[\p{L}\d]$/u
const BEGINS_IN_WORD = /^[\p{L}\d]/u
/** Of a face, `(´・ω・｀)`. */
const FACE_BEFORE = /[・･´｀`'>^°˘*]$/u
const FACE_AFTER = /^[・･´｀`'‹^°˘*]/u
const BEFORE_OHM = /(?:^|[^\p{L}\d.,])\d[\d.,]{0,8} ?[kM]?$/u
const CONTEXT_LENGTH = 12
const contextBefore = (source: string, at: number): string => source.slice(Math.max(0, at - CONTEXT_LENGTH), at)

/**
 * Makes quotes, dashes, spaces, widths, digits and marks plain, composes accents, decodes HTML entities and drops what
 * cannot be seen. Letters of the script stay; others become Latin ones. Takes any string.
 */
export function createFold({
  letters,
  replaced = {},
  gaps,
  letter = toLatin,
  names = new Map(),
}: Script): (source: string) => Steps<FoldedText> {
  const needsFolding = new RegExp(`[^\\t\\n\\r -%'-_a-~${letters}]`, 'g')
  const own = new RegExp(`^[A-Za-z${letters}]+$`)
  const combining = letters === '' ? /\p{M}/u : new RegExp(`(?![${letters}])\\p{M}`, 'u')

  const foldCharacter = (character: string, before: string): string => {
    const replacement = replaced[character] ?? REPLACED.get(character)
    if (replacement !== undefined) return replacement
    return character < '\x80' || own.test(character) || !LETTER.test(character) ? character : letter(character, before)
  }
  /** `10 kΩ` as it is; a Greek letter beside no other by its name. */
  const foldGreek = (character: string, before: string, after: string): string | undefined => {
    const plain = character.normalize('NFKC')
    if (plain === 'Ω' && BEFORE_OHM.test(before)) return plain
    const name = names.get(plain.toLowerCase())
    if (plain === 'ω' && FACE_BEFORE.test(before) && FACE_AFTER.test(after)) return ''
    if (name === undefined || ENDS_IN_GREEK.test(before) || BEGINS_IN_GREEK.test(after)) return undefined
    // `5 µm`, `3µ`
    if (plain === 'μ' && (BEGINS_IN_LATIN.test(after) || /\d ?$/.test(before))) return undefined
    return `${ENDS_IN_WORD.test(before) ? ' ' : ''}${name}${BEGINS_IN_WORD.test(after) ? ' ' : ''}`
  }
  const foldCluster = (cluster: string, before: string, after: string): string => {
    const first = String.fromCodePoint(cluster.codePointAt(0) ?? 0)
    const greek = cluster === first && GREEK.test(first) ? foldGreek(first, before, after) : undefined
    if (greek !== undefined) return greek
    const replacement = replaced[first] ?? REPLACED.get(first)
    if (replacement !== undefined) return replacement
    if (KEPT.test(first)) return first
    if (SPACE.test(first)) return first === '\n' || first === '\r' || first === '\t' ? first : ' '
    if (DROPPED.test(first)) return ''
    if (FOREIGN_DIGIT.test(first)) return anyAscii(first.normalize('NFKC'))
    const marks = cluster.slice(first.length).replace(INVISIBLE_MARKS, '').slice(0, MAX_MARKS)
    let folded = ''
    let last = before.slice(-1)
    for (const character of (first + marks).normalize('NFKC')) {
      folded += foldCharacter(character, last)
      last = character
    }
    return folded
  }

  return function* fold(source) {
    const pieces = new Pieces(source)
    const next = (from: number): number => {
      needsFolding.lastIndex = from // others may fold between two steps
      return needsFolding.exec(source)?.index ?? -1
    }
    let at = next(0)
    for (let count = 1; at >= 0; count++) {
      const entity = source.charAt(at) === '&' ? decodeEntity(source, at) : undefined
      if (entity !== undefined) {
        const end = at + entity.length
        pieces.replace(at, end, foldCluster(entity.character, contextBefore(source, at), source.charAt(end)))
      } else {
        // A mark combines with the character before it, which may have needed no folding.
        const start = combining.test(source.charAt(at)) && at > pieces.copiedTo ? at - 1 : at
        const end = clusterEnd(source, start)
        pieces.replace(
          start,
          end,
          foldCluster(source.slice(start, end), contextBefore(source, start), source.charAt(end)),
        )
      }
      if (count % REPLACEMENTS_A_STEP === 0) yield
      at = next(pieces.copiedTo)
    }
    const folded = trimmed(pieces.finish())
    return gaps === undefined ? folded : withGaps(folded, gaps)
  }
}

function toLatin(letter: string): string {
  const latin = anyAscii(letter).replaceAll(/[^A-Za-z]/g, '')
  return SYLLABIC.test(letter) ? ` ${latin} ` : latin
}

function withGaps(folded: FoldedText, gaps: RegExp): FoldedText {
  const places = Array.from(folded.text.matchAll(gaps), ({ index }, i) => index + i)
  if (places.length === 0) return folded
  const text = folded.text.replace(gaps, ' ')
  /** How many gaps lie before an index. */
  const gapsBefore = (index: number): number => {
    let low = 0
    let high = places.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((places[middle] as number) < index) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    text,
    source: folded.source,
    sourceStart: (index) => folded.sourceStart(index - gapsBefore(index)),
    sourceEnd: (index) => folded.sourceEnd(index - gapsBefore(index)),
  }
}
