/** A text in the few characters that the rules know, and where each of them came from. */
export interface FoldedText {
  readonly text: string
  /** What was folded. */
  readonly source: string
  /** Where in the source the unit at an index came from; the source's length for the end of the text. */
  readonly sourceStart: (index: number) => number
  /** Where in the source the unit before an index ended. */
  readonly sourceEnd: (index: number) => number
}

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

const COMBINING = /\p{M}/u

const same = (index: number): number => index

/** A text that needs no folding. */
export const unfolded = (source: string): FoldedText => ({
  text: source.trimEnd(),
  source,
  sourceStart: same,
  sourceEnd: same,
})

/** A text made of stretches of the source and of replacements between them. */
export class Pieces {
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
    if (textBounds.length === 0) return unfolded(source)
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
      source,
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

/** The character that an HTML entity at a place stands for. */
export function decodeEntity(source: string, at: number): { character: string; length: number } | undefined {
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
export function clusterEnd(source: string, at: number): number {
  let end = at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
  while (COMBINING.test(source.charAt(end))) end++
  return end
}
