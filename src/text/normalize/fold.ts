/** A text in the few characters that the rules know, and where each of them came from. */
export interface FoldedText {
  readonly text: string
  /** Offset in the source of every UTF-16 unit of the text, and of its end. */
  readonly sourceOffset: (index: number) => number
}

/** Printable ASCII that is not the start of an entity: the same folded. */
const NEEDS_NO_FOLDING = /^[\t\n\r -%'-~]*$/

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
])

/** Kept as they are, though compatibility decomposition would take their meaning. */
const KEPT = /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2122\u2150-\u215f\u2189\u2026\u00b5\u2116\u2103\u2109]/
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
])
/** Invisible: joiners, direction marks, controls, lone surrogates. */
const DROPPED = /[\p{Cf}\p{Cs}\p{Cc}\u115f\u1160\u3164\uffa0]/u
/** Variation selectors and the grapheme joiner. */
const INVISIBLE_MARKS = /\ufe0e|\ufe0f|\u034f/gu
const SPACE = /[\p{Zs}\t\n\r]/u
const COMBINING = /\p{M}/u

/**
 * Makes quotes, dashes, spaces, widths and ligatures plain, composes accents, decodes HTML entities and drops what
 * cannot be seen. Letters of all scripts and symbols stay. Takes any string.
 */
export function fold(source: string): FoldedText {
  if (NEEDS_NO_FOLDING.test(source)) return { text: source, sourceOffset: (index) => index }
  let text = ''
  const offsets: number[] = []
  const add = (folded: string, at: number): void => {
    text += folded
    for (let i = 0; i < folded.length; i++) offsets.push(at)
  }
  for (let at = 0; at < source.length; ) {
    const entity = source[at] === '&' ? decodeEntity(source, at) : undefined
    if (entity !== undefined) {
      add(foldCluster(entity.character), at)
      at += entity.length
      continue
    }
    const length = clusterLength(source, at)
    add(foldCluster(source.slice(at, at + length)), at)
    at += length
  }
  offsets.push(source.length)
  return { text, sourceOffset: (index) => offsets[index] ?? source.length }
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

/** A character with the marks that combine with it, of which no more than a few make sense. */
function clusterLength(source: string, at: number): number {
  let length = (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  while (length < 8 && COMBINING.test(source.charAt(at + length))) length++
  return length
}

function foldCluster(cluster: string): string {
  const [first = ''] = cluster
  const replaced = REPLACED.get(first)
  if (replaced !== undefined) return replaced
  if (KEPT.test(first)) return first
  if (SPACE.test(first)) return first === '\n' || first === '\r' || first === '\t' ? first : ' '
  if (DROPPED.test(first)) return ''
  return cluster.normalize('NFKC').replace(INVISIBLE_MARKS, '')
}
