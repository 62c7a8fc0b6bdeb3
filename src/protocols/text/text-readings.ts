import { z } from 'zod'
import { READING_SOURCES } from '../../app/texts/text-readings.ts'
import type { TokenCategory } from '../../core/spoken-token.ts'

const KINDS = ['word', 'number', 'abbreviation', 'symbol', 'address', 'markup', 'punctuation'] as const
type Kind = (typeof KINDS)[number]

const KIND_OF_CATEGORY: Readonly<Record<TokenCategory, Kind>> = {
  word: 'word',
  given: 'word',
  punctuation: 'punctuation',
  abbreviation: 'abbreviation',
  address: 'address',
  url: 'address',
  spell: 'markup',
  symbol: 'symbol',
  cardinal: 'number',
  date: 'number',
  decimal: 'number',
  fraction: 'number',
  math: 'number',
  measure: 'number',
  money: 'number',
  ordinal: 'number',
  percent: 'number',
  range: 'number',
  roman: 'number',
  serial: 'number',
  telephone: 'number',
  time: 'number',
}

export const kindOf = (category: TokenCategory): Kind => KIND_OF_CATEGORY[category]

const CATEGORIES = Object.keys(KIND_OF_CATEGORY) as TokenCategory[]

/** The answer to `POST /v1/text/readings`. */
export const textReadingsSchema = z.object({
  tokens: z.array(
    z.object({
      start: z.int().describe('Offset in the text, in UTF-16 units'),
      end: z.int(),
      text: z.string(),
      kind: z.enum(KINDS),
      category: z.enum(CATEGORIES).describe('The kind in detail'),
      spoken: z
        .array(
          z.object({
            word: z.string(),
            phonemes: z
              .array(z.string())
              .readonly()
              .nullable()
              .describe('ARPAbet; null where the engine pronounces the word: in languages without a lexicon'),
            source: z.enum(READING_SOURCES).nullable(),
            sense: z
              .string()
              .nullable()
              .describe('Which meaning of a homograph the words around it suggest, such as `vrb` or `nou`'),
          }),
        )
        .readonly()
        .describe('The words that are spoken; none for punctuation'),
    }),
  ),
})
export type TextReadings = z.infer<typeof textReadingsSchema>
