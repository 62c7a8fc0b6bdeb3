import { Command, Option } from 'commander'
import {
  countryOfCode,
  DEFAULT_LANGUAGE,
  isAutoLanguage,
  type Language,
  languageOfCode,
  unsupportedLanguage,
} from '../core/language.ts'
import type { FindGivenIn } from '../core/lexicon.ts'
import { NORMALIZED_LANGUAGES } from '../languages/languages.ts'
import { spokenLanguageOf } from '../languages/scripts.ts'
import { detectedFrom } from '../languages/text-language.ts'
import { spokenText, spokenTokens } from '../text/spoken-tokens.ts'
import { textLanguageCode } from './option-values.ts'
import { textsGiven } from './read-text.ts'
import { formatTable } from './table.ts'

interface TextnormOptions {
  readonly explain?: true
  readonly json?: true
  readonly jsonLines?: true
  readonly lang: string
  readonly file?: string
}

/** `openReadings`: readings that take precedence over the rules. */
export const textnormCommand = (openReadings: () => Promise<FindGivenIn>, signal: AbortSignal): Command =>
  new Command('textnorm')
    .description('print the normalized form of a text: numbers, dates, abbreviations and symbols as words')
    .argument('[text...]', 'text to normalize (default or -: lines of standard input)')
    .option('-f, --file <file>', 'read lines of a file; - is standard input')
    .option(
      '-l, --lang <code>',
      `language of the text, such as es or es-MX: ${NORMALIZED_LANGUAGES.join(', ')}; auto detects it for each sentence`,
      textLanguageCode(NORMALIZED_LANGUAGES),
      'eng',
    )
    .option('--explain', 'print a table of each part of the text, its category and its spoken form')
    .addOption(
      new Option('--json', 'print JSON: the normalized form and its parts').conflicts(['explain', 'jsonLines']),
    )
    .addOption(
      new Option('--json-lines', 'read lines of {"text"} and print lines of {"normalized"}').conflicts('explain'),
    )
    .action(async (words: readonly string[], options: TextnormOptions, command: Command) => {
      const texts = textsGiven({ words, file: options.file }, signal) ?? command.help({ error: true })
      const print = printerOf(options, await languageOf(options.lang, openReadings))
      for await (const text of texts) print(text)
    })

/** How texts of a language are read. */
interface Reader {
  readonly language: Language
  readonly country: string | undefined
  readonly givenIn: FindGivenIn
  /** Each sentence has its own language, in the first one this if it does not tell. */
  readonly isDetected: boolean
}

async function languageOf(code: string, openReadings: () => Promise<FindGivenIn>): Promise<Reader> {
  const isDetected = isAutoLanguage(code)
  const language = isDetected ? DEFAULT_LANGUAGE : languageOfCode(code)
  if (language === undefined) throw unsupportedLanguage(code, NORMALIZED_LANGUAGES)
  return { language, country: countryOfCode(code), givenIn: await openReadings(), isDetected }
}

function printerOf({ explain, json, jsonLines }: TextnormOptions, reader: Reader): (text: string) => void {
  const { givenIn, language, country } = reader
  const read = (text: string): string => spokenText(text, givenIn, language, country, detectedOf(reader))
  if (explain) return (text) => process.stdout.write(explanationOf(text, reader))
  if (json) {
    return (text) => {
      const parts = partsOf(text, reader).map(([written, category, spoken]) => ({ text: written, category, spoken }))
      process.stdout.write(`${JSON.stringify({ normalized: read(text), parts })}\n`)
    }
  }
  if (!jsonLines) return (text) => process.stdout.write(`${read(text)}\n`)
  let number = 0
  return (line) => {
    number++
    if (line.trim() !== '') process.stdout.write(`${JSON.stringify({ normalized: read(textOf(line, number)) })}\n`)
  }
}

const explanationOf = (text: string, reader: Reader): string =>
  formatTable(['TEXT', 'CATEGORY', 'SPOKEN'], partsOf(text, reader))

const detectedOf = ({ language, isDetected }: Reader) => (isDetected ? detectedFrom(language) : undefined)

function partsOf(text: string, reader: Reader): [string, string, string][] {
  const { givenIn, language, country } = reader
  const detected = detectedOf(reader)
  return Array.from(spokenTokens(text, givenIn, language, country, detected), ({ span, category, spoken }) => [
    text.slice(span.start, span.end).replaceAll(/\s+/g, ' '),
    categoryOf(category, spoken, detected?.language ?? language),
    spoken,
  ])
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** Of a word in another script, with the language that reads it. */
function categoryOf(category: string, spoken: string, language: Language): string {
  const own = category === 'word' ? spokenLanguageOf(spoken, language) : language
  return own === language ? category : `${category} (${LANGUAGE_NAMES.of(own)})`
}

function textOf(line: string, number: number): string {
  const { text } = parse(line, number)
  if (typeof text !== 'string') throw new Error(`line ${number} must be an object with a string "text"`)
  return text
}

function parse(line: string, number: number): { readonly text?: unknown } {
  try {
    return JSON.parse(line) ?? {}
  } catch (cause) {
    throw new Error(`line ${number} is not valid JSON`, { cause })
  }
}
