import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '../src/core/language.ts'
import { LANGUAGE_MODULES } from '../src/languages/languages.ts'
import { spokenText } from '../src/text/spoken-tokens.ts'

// Writes the table of docs/text.md: the kinds of text that each language's rules read, one a file of
// src/languages/*/cases/, each with its first short case as an example, read by the rules themselves.

const DOCUMENT = fileURLToPath(new URL('../docs/text.md', import.meta.url))
const START = '<!-- Written by `npm run docs:kinds` from src/languages/*/cases/; a test holds the two together. -->'
const END = '<!-- end of kinds -->'
const MAX_EXAMPLE_LENGTH = 36
const MAX_READING_LENGTH = 72

const folderOf = (language: Language): string =>
  fileURLToPath(new URL(`../src/languages/${language}/cases/`, import.meta.url))

const kindsOf = (language: Language): readonly string[] =>
  readdirSync(folderOf(language))
    .filter((file) => file.endsWith('.tsv'))
    .map((file) => file.replace('.tsv', ''))

/** A language has rows once its folder has cases and its module a normalizer. */
const isTabled = (language: Language): boolean =>
  existsSync(folderOf(language)) && LANGUAGE_MODULES[language].normalizer !== undefined

const escaped = (text: string): string => text.replaceAll('|', '\\|')

function exampleOf(language: Language, kind: string): string {
  const lines = readFileSync(`${folderOf(language)}${kind}.tsv`, 'utf8').split('\n')
  for (const line of lines.filter((entry) => entry !== '' && !entry.startsWith('# '))) {
    const [text = ''] = line.split('\t')
    if (text.length > MAX_EXAMPLE_LENGTH || /[`\\<>]|^\s|\s$/.test(text)) continue
    const reading = spokenText(text, undefined, language)
    if (reading.length <= MAX_READING_LENGTH) return `\`${escaped(text)}\` → ${escaped(reading)}`
  }
  return 'yes'
}

/** The table in Markdown: a row a kind, a column a language. */
function kindsTable(): string {
  const languages = LANGUAGES.filter(isTabled)
  const kinds = [...new Set(languages.flatMap(kindsOf))].sort()
  const rows = kinds.map((kind) => [
    kind.replaceAll('-', ' '),
    ...languages.map((language) => (kindsOf(language).includes(kind) ? exampleOf(language, kind) : '')),
  ])
  const head = ['Kind', ...languages.map((language) => LANGUAGE_MODULES[language].name)]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** docs/text.md with its table as it would be written now. Throws if its marks are missing. */
export function withKindsTable(document: string): string {
  const start = document.indexOf(START)
  const end = document.indexOf(END)
  if (start < 0 || end < start) throw new Error('docs/text.md has no place for the table of kinds')
  return `${document.slice(0, start + START.length)}\n\n${kindsTable()}\n\n${document.slice(end)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(DOCUMENT, withKindsTable(readFileSync(DOCUMENT, 'utf8')))
