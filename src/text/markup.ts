import { isSpeechError } from '../core/errors.ts'
import { type Markup, NO_MARKUP, type SynthesisRequest } from '../core/request.ts'
import { finish, type Steps } from '../core/steps.ts'
import type { TextSpan } from '../core/utterance.ts'
import { MarkupReader } from './markup/markup-reader.ts'
import type { PlainText } from './markup/plain-text.ts'

export type { MarkupPart, PlainText } from './markup/plain-text.ts'

/** A text without its markup. Throws `request.invalid` for phonemes in it that are none. */
export function* plainTextInSteps(text: string, markup: Markup): Steps<PlainText> {
  const reader = new MarkupReader(markup)
  reader.add(text, true)
  while (reader.readStep()) yield
  return reader.plain
}

export const plainText = (text: string, markup: Markup = NO_MARKUP): PlainText => finish(plainTextInSteps(text, markup))

/** A text without its markup, before it is spoken; phonemes that are none are text. Never fails. */
export const unspokenPlainText = (text: string, markup: Markup): PlainText => readAtOnce(text, markup, true)

/** The start of a text that may go on, as far as what follows cannot change how it is read. Never fails. */
export const openPlainText = (text: string, markup: Markup): PlainText => readAtOnce(text, markup, false)

function readAtOnce(text: string, markup: Markup, isWhole: boolean): PlainText {
  const growing = new GrowingPlainText(markup)
  growing.add(text, isWhole)
  return growing.plain
}

/** The plain text of a text that comes in pieces; phonemes that are none are text. Never fails. */
export class GrowingPlainText {
  #reader: MarkupReader

  constructor(markup: Markup) {
    this.#reader = new MarkupReader(markup)
  }

  /** Adds to the end of the text; `isWhole` if it is the end. */
  add(text: string, isWhole: boolean): void {
    this.#reader.add(text, isWhole)
    try {
      while (this.#reader.readStep());
    } catch (error) {
      if (!isSpeechError(error)) throw error
      const whole = this.#reader.text
      this.#reader = new MarkupReader({ ...this.#reader.markup, phonemes: false })
      this.add(whole, isWhole)
    }
  }

  /** As far as what follows cannot change it. */
  get plain(): PlainText {
    return this.#reader.plain
  }

  /** All of it, if nothing followed. */
  get whole(): string {
    const { text, source, openAt } = this.#reader.plain
    return openAt === source.length ? text : text + unspokenPlainText(source.slice(openAt), this.#reader.markup).text
  }
}

/** Whether there is nothing to hear: white space and tags without a pause. */
export function isSilent(text: string, markup: Markup): boolean {
  if (!/\S/.test(text)) return true
  if (!text.trimStart().startsWith('<')) return false
  const plain = unspokenPlainText(text, markup)
  return plain.text.trim() === '' && plain.parts.every(({ kind }) => kind === 'text')
}

/** Where a span of the plain text stands in the caller's. */
export const sourceSpan = ({ sourceStart, sourceEnd }: PlainText, { start, end }: TextSpan): TextSpan => ({
  start: sourceStart(start),
  end: sourceEnd(end),
})

/** How many groups in `[]` a text has, whether or not there are rates for them. */
export const countInlineGroups = (text: string): number => (text.includes('[') ? plainText(text).groups : 0)

/** The plain text without the words in the phonetic alphabet. */
export const spelledText = ({ text, markup }: Pick<SynthesisRequest, 'text' | 'markup'>): string => {
  const plain = plainText(text, markup)
  return plain.parts.map(({ kind, span }) => (kind === 'text' ? plain.text.slice(span.start, span.end) : ' ')).join('')
}

export interface WrittenWord {
  /** As it is written, without tags. */
  readonly word: string
  readonly span: TextSpan
}

/** Takes the place of tags within a word; no text has it. */
const NOTHING = '\uffff'

/** What stands between spaces and tags; tags within a word are left out of it, or part it if `tagsPart`. */
export function writtenWords(text: string, markup: Markup, tagsPart = false): readonly WrittenWord[] {
  const { tags } = plainText(text, markup)
  let masked = ''
  let end = 0
  for (const tag of tags) {
    masked += text.slice(end, tag.start) + (tagsPart || tag.isParting ? ' ' : NOTHING).repeat(tag.end - tag.start)
    end = tag.end
  }
  masked += text.slice(end)
  return [...masked.matchAll(/\S+/g)].flatMap(({ 0: found, index }): WrittenWord[] => {
    if (tags.length === 0) return [{ word: found, span: { start: index, end: index + found.length } }]
    const word = found.replaceAll(NOTHING, '')
    if (word === '') return []
    const first = found.indexOf(word.charAt(0))
    const last = found.lastIndexOf(word.charAt(word.length - 1))
    return [{ word, span: { start: index + first, end: index + last + 1 } }]
  })
}
