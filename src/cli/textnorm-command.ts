import { createInterface } from 'node:readline'
import { Command } from 'commander'
import type { FindGivenReading } from '../core/lexicon.ts'
import { spokenText, spokenTokens } from '../text/spoken-tokens.ts'
import { formatTable } from './table.ts'

interface TextnormOptions {
  readonly explain?: true
  readonly jsonLines?: true
}

/** `openReadings`: readings that take precedence over the rules. */
export const textnormCommand = (openReadings: () => Promise<FindGivenReading>): Command =>
  new Command('textnorm')
    .description('print the normalized form of an English text: numbers, dates, abbreviations and symbols as words')
    .argument('[text...]', 'the text (default: lines of standard input)')
    .option('--explain', 'print a table of each part of the text, its category and its spoken form')
    .option('--json-lines', 'read lines of {"text"} and print lines of {"normalized"}')
    .action(async (words: readonly string[], options: TextnormOptions) => {
      const text = words.join(' ')
      if (words.length > 0 && text.trim() === '') throw new Error('the text is empty')
      const print = printerOf(options, await openReadings())
      if (words.length > 0) return print(text)
      for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
        print(line)
    })

function printerOf({ explain, jsonLines }: TextnormOptions, given: FindGivenReading): (text: string) => void {
  if (explain) return (text) => process.stdout.write(explanationOf(text, given))
  if (!jsonLines) return (text) => process.stdout.write(`${spokenText(text, given)}\n`)
  return (line) => {
    if (line.trim() !== '') process.stdout.write(`${JSON.stringify({ normalized: spokenText(textOf(line), given) })}\n`)
  }
}

const explanationOf = (text: string, given: FindGivenReading): string =>
  formatTable(
    ['TEXT', 'CATEGORY', 'SPOKEN'],
    Array.from(spokenTokens(text, given), ({ span, category, spoken }) => [
      text.slice(span.start, span.end).replaceAll(/\s+/g, ' '),
      category,
      spoken,
    ]),
  )

function textOf(line: string): string {
  const { text } = parse(line)
  if (typeof text !== 'string') throw new Error('each line must be an object with a string "text"')
  return text
}

function parse(line: string): { readonly text?: unknown } {
  try {
    return JSON.parse(line) ?? {}
  } catch (cause) {
    throw new Error('a line is not valid JSON', { cause })
  }
}
