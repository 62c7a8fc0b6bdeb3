import type { Markup } from '../../../core/request.ts'
import { GrowingPlainText, type PlainText } from '../../../text/markup.ts'

/** In UTF-16 units of plain text: no cut depends on more. */
const MAX_PLAIN_LENGTH = 5000
/** In UTF-16 units of pending text: of tags alone no more is read at a time. */
const MAX_SOURCE_LENGTH = 2 ** 16
const PIECE_LENGTH = 2 ** 12

/** The start of pending text without its markup, read on while the text grows. */
export class PassageView {
  readonly #growing: GrowingPlainText
  #readLength = 0
  #isWhole = false

  constructor(markup: Markup) {
    this.#growing = new GrowingPlainText(markup)
  }

  /** Reads on in the pending text, of which `isClosed` says that none will be added. */
  read(text: string, isClosed: boolean): void {
    while (
      this.#readLength < Math.min(text.length, MAX_SOURCE_LENGTH) &&
      this.#growing.plain.text.length < MAX_PLAIN_LENGTH
    ) {
      const piece = text.slice(this.#readLength, this.#readLength + PIECE_LENGTH)
      this.#readLength += piece.length
      this.#growing.add(piece, false)
    }
    if (!isClosed || this.#isWhole || this.#readLength < text.length) return
    this.#isWhole = true
    this.#growing.add('', true)
  }

  /** All of the pending text is in view, and none will be added. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** As far as what follows cannot change it. */
  get plain(): PlainText {
    return this.#growing.plain
  }

  /** What is in view, if nothing followed. */
  get textIfWhole(): string {
    return this.#growing.whole
  }

  /** UTF-16 units of the pending text that as many of the plain text stand for. */
  sourceLength(length: number): number {
    const { text, sourceEnd, openAt } = this.plain
    return length < text.length ? sourceEnd(length) : openAt
  }
}
