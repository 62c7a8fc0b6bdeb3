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

/** The most code points of a text on the page. The API has limits of its own. */
export const PAGE_LIMIT = { coda: 3000, arcana: 3000, mistv3: 1000, mistv2: 1000 } as const satisfies Record<
  Model,
  number
>

/** The most characters of one message or HTTP request. */
const MESSAGE_LIMIT: Partial<Record<Model, number>> = { mistv3: 500, mistv2: 1000 }

/** A text as people count it: code points, not UTF-16 code units. */
export const codePointsOf = (text: string): number => [...text].length

/** The text in parts that one message may hold. Speech does not depend on where a text is divided. */
export function messagesOf({ text, model }: SpeechRequest): readonly string[] {
  const most = MESSAGE_LIMIT[model]
  return most === undefined ? [text] : partsOf(text, /\S+\s*|\s+/g, most)
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

/** Joins units of the text to parts of at most `most` code units. A longer unit is cut between code points. */
function partsOf(text: string, unit: RegExp, most: number): string[] {
  const parts: string[] = []
  let part = ''
  const add = (piece: string) => {
    if (part.length + piece.length > most && part !== '') {
      parts.push(part)
      part = ''
    }
    part += piece
  }
  for (const [piece] of text.matchAll(unit)) {
    if (piece.length <= most) add(piece)
    else for (const character of piece) add(character)
  }
  return part === '' ? parts : [...parts, part]
}
