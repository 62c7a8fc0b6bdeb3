/** A text made from another one, and where each of its units came from. */
export interface MappedText {
  readonly text: string
  readonly source: string
  /** Where in the source the unit at an index came from; the source's length for the end of the text. */
  readonly sourceStart: (index: number) => number
  /** Where in the source the unit before an index ended. */
  readonly sourceEnd: (index: number) => number
}

const same = (index: number): number => index

/** A text that is its source. */
export const unchanged = (source: string): MappedText => ({ text: source, source, sourceStart: same, sourceEnd: same })

const MAX_TAIL_LENGTH = 64

/** A text made of stretches of the source and of replacements between them. */
export class Pieces {
  copiedTo = 0
  private source: string
  private text = ''
  /** The end of the text up to the last replacement: reading it there would flatten the string each time. */
  private tail = ''
  /** Where replacements stand: in the text and in the source, each as start and end, ascending. */
  private readonly textBounds: number[] = []
  private readonly sourceBounds: number[] = []

  constructor(source: string) {
    this.source = source
  }

  /** The source is a longer one, which begins with it. */
  extend(source: string): void {
    this.source = source
  }

  replace(start: number, end: number, replacement: string): void {
    this.tail = (this.textBefore(start, MAX_TAIL_LENGTH) + replacement).slice(-MAX_TAIL_LENGTH)
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

  /** The last units of the text up to a place in the source, at or after the last replacement; at most 64. */
  textBefore(sourceIndex: number, length: number): string {
    const copied = this.source.slice(Math.max(this.copiedTo, sourceIndex - length), sourceIndex)
    return copied.length === length ? copied : (this.tail + copied).slice(-length)
  }

  /** The length of the text up to a place in the source, at or after the last replacement. */
  lengthAt(sourceIndex: number): number {
    return this.text.length + sourceIndex - this.copiedTo
  }

  finish(sourceEnd = this.source.length): MappedText {
    const { source, textBounds, sourceBounds } = this
    if (textBounds.length === 0 && sourceEnd === source.length) return unchanged(source)
    /** The last bound at or before (`isEnd`: before) an index, and whether the index lies in a replacement. */
    const locate = (index: number, isEnd: boolean): number => {
      let bound = lastAtMost(textBounds, isEnd ? index - 1 : index)
      if (bound < 0) return index
      // Inside a replacement all its units come from all of its source.
      if (bound % 2 === 0) return (isEnd ? sourceBounds[++bound] : sourceBounds[bound]) as number
      return (sourceBounds[bound] as number) + index - (textBounds[bound] as number)
    }
    return {
      text: this.text + source.slice(this.copiedTo, sourceEnd),
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
