import { NO_MARKUP } from '../../../core/request.ts'
import { countCodePoints } from '../../../core/text-length.ts'
import type { TextSpan } from '../../../core/utterance.ts'
import { openPlainText, unspokenPlainText } from '../../../text/markup.ts'

/** Without these, a text has no markup, and need not be read. */
const MAY_HAVE_MARKUP = /[<[\\&\]]/

/** The markup that is not spoken, of a text that comes in pieces. */
export class StrippedMarkup {
  /** What may be markup when more has come, and the character before it. */
  #open = ''
  #characters = 0

  /** Of all markup so far, in code points. */
  get characters(): number {
    return this.#characters
  }

  /** Whether markup ends in the piece. */
  add(piece: string): boolean {
    const text = this.#open + piece
    if (!MAY_HAVE_MARKUP.test(text)) {
      this.#open = text.slice(-1)
      return false
    }
    const { tags, openAt } = openPlainText(text, NO_MARKUP)
    this.#open = text.slice(Math.max(0, Math.min(openAt, text.length) - 1))
    return this.#count(text, tags)
  }

  /** No more comes. Whether markup ends with the text. */
  end(): boolean {
    const text = this.#open
    this.#open = ''
    return MAY_HAVE_MARKUP.test(text) && this.#count(text, unspokenPlainText(text, NO_MARKUP).tags)
  }

  #count(text: string, tags: readonly TextSpan[]): boolean {
    for (const { start, end } of tags) this.#characters += countCodePoints(text.slice(start, end))
    return tags.length > 0
  }
}

/** The two parts of a text that is cut at a place, without its markup. */
export function strippedParts(text: string, place: number): readonly [before: string, after: string] {
  let before = ''
  let after = ''
  let from = 0
  const take = (to: number): void => {
    before += text.slice(from, Math.min(to, Math.max(from, place)))
    after += text.slice(Math.max(from, Math.min(to, place)), to)
  }
  const tags = MAY_HAVE_MARKUP.test(text) ? unspokenPlainText(text, NO_MARKUP).tags : []
  for (const { start, end } of tags) {
    take(start)
    from = Math.max(from, end)
  }
  take(text.length)
  return [before, after]
}
