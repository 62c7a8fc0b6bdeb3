import type { Model } from '../api/types.ts'

/** One text to speak, as the API calls its fields. */
export interface SpeechRequest {
  readonly text: string
  readonly model: Model
  readonly speaker: string
  readonly language: string
  /** Further fields of the model, such as `speedAlpha`. */
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

/** Samples per second of everything that is played. */
export const SAMPLE_RATE_HZ = 24_000

/** The most characters of a text on the page. The API has limits of its own, in code points. */
export const PAGE_LIMIT = { coda: 3000, arcana: 3000, mistv3: 1000, mistv2: 1000 } as const satisfies Record<
  Model,
  number
>

/** The most characters of one message or HTTP request. */
const MESSAGE_LIMIT: Partial<Record<Model, number>> = { mistv3: 500, mistv2: 1000 }

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** The time for a text grows with the square of its length. */
const SEGMENTED = 500

/** The characters of a text as people count them: an emoji, a flag, or a letter with its accents is one. */
export function charactersOf(text: string): number {
  if (/^\p{ASCII}*$/u.test(text)) return text.length
  let count = 0
  for (let from = 0; from < text.length; ) {
    const part = text.slice(from, from + SEGMENTED)
    let last = 0
    for (const { index } of CHARACTERS.segment(part)) {
      count++
      last = index
    }
    // The last character may go on in the next part.
    const isCut = from + part.length < text.length && last > 0
    if (isCut) count--
    from += isCut ? last : part.length
  }
  return count
}

/** Explains why the server finds a text too long that the page does not. */
export const withLength = (message: string, text: string): string =>
  message.includes('text is too long')
    ? `The text is too long for the server. It counts ${[...text].length.toLocaleString('en')} code points; an emoji may have several.`
    : message

/** Whether there is anything but emoji. */
export const hasWords = (text: string): boolean =>
  /[^\s\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{M}\p{Cf}]/u.test(text)

/** The text in parts that one message may hold. Speech does not depend on where a text is divided. */
export function messagesOf({ text, model }: SpeechRequest): readonly string[] {
  const max = MESSAGE_LIMIT[model]
  return max === undefined ? [text] : partsOf(text, /\S+\s*|\s+/g, max)
}

const SENTENCE_GROUP = 300

/** The text in groups of sentences, for HTTP, where every request is spoken by itself. */
export function sentenceGroupsOf({ text, language }: SpeechRequest): readonly string[] {
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)]
  const groups: string[] = []
  for (const { segment } of sentences.flatMap((each) =>
    partsOf(each.segment, /\S+\s*|\s+/g, SENTENCE_GROUP).map((segment) => ({ segment })),
  )) {
    const last = groups.at(-1)
    if (last !== undefined && groups.length > 1 && last.length + segment.length <= SENTENCE_GROUP)
      groups[groups.length - 1] = last + segment
    else groups.push(segment)
  }
  return groups.filter((group) => group.trim() !== '')
}

/** Joins units of the text to parts of at most `most` code units. A longer unit is cut between characters. */
function partsOf(text: string, unit: RegExp, max: number): string[] {
  const parts: string[] = []
  let part = ''
  const add = (piece: string) => {
    if (part.length + piece.length > max && part !== '') {
      parts.push(part)
      part = ''
    }
    part += piece
  }
  for (const [piece] of text.matchAll(unit)) {
    if (piece.length <= max) add(piece)
    else for (const { segment } of CHARACTERS.segment(piece)) add(segment)
  }
  return part === '' ? parts : [...parts, part]
}
