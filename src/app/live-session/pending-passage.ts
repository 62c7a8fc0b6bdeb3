import type { Markup } from '../../core/request.ts'
import { openPlainText, type PlainText, unspokenPlainText } from '../../text/markup.ts'

/** In UTF-16 units: as much of a passage is read at a time. */
const LONGEST_VIEW = 2 ** 16

/** The start of pending text without its markup; read when it is first asked for. */
export class PlainView {
  readonly #text: string
  readonly #markup: Markup
  /** No text will be added, and all of it is in view. */
  readonly isWhole: boolean
  #plain: PlainText | undefined

  constructor(text: string, markup: Markup, isWhole: boolean) {
    this.#text = text
    this.#markup = markup
    this.isWhole = isWhole && text.length <= LONGEST_VIEW
  }

  /** As far as what follows cannot change it. */
  get text(): string {
    return this.#read().text
  }

  /** Whether the text ends in the middle of a tag or the like. */
  get waitsForEnd(): boolean {
    return this.#read().waitsForEnd
  }

  /** UTF-16 units of the pending text that as many of the plain text stand for. */
  sourceLength(length: number): number {
    const { text, sourceEnd, openAt } = this.#read()
    return length < text.length ? sourceEnd(length) : openAt
  }

  #read(): PlainText {
    if (this.#plain === undefined) {
      const text = this.#text.slice(0, LONGEST_VIEW)
      this.#plain = this.isWhole ? unspokenPlainText(text, this.#markup) : openPlainText(text, this.#markup)
    }
    return this.#plain
  }
}
