import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LANGUAGES } from '../src/core/language.ts'
import { LANGUAGE_MODULES } from '../src/languages/languages.ts'

// Copies what Unicode CLDR has of each language: the number rules that its sources name, such as `spellout-cardinal-masculine`,
// with those that these use, to `words/numbers.tsv`, and months and weekdays, if its sources ask for them, to `words/calendar.tsv`.
// What differs on purpose is in `words/overrides.tsv`, which this leaves alone, as it does a `numbers.tsv` of our own.

/** Numbers from here on are told digit by digit. */
const LIMIT = 1e15

interface Locale {
  readonly rbnf: { readonly rbnf: { readonly SpelloutRules: Rules } }
}
type Rules = Readonly<Record<string, readonly Rule[] | string>>
type Rule = readonly [from: string, text: string]

const require = createRequire(import.meta.url)
const { version } = require('cldr-rbnf/package.json') as { readonly version: string }

for (const language of LANGUAGES) {
  const folder = new URL(`../src/languages/${language}/`, import.meta.url)
  if (!existsSync(new URL('words/', folder))) continue
  const { locale } = LANGUAGE_MODULES[language]
  const sources = sourcesIn(folder)
  const sets = [...new Set(sources.match(/(?<=')spellout-[a-z\d-]+(?=')/g))]
  const numbers = new URL('words/numbers.tsv', folder)
  if (sets.length > 0 && (!existsSync(numbers) || readFileSync(numbers, 'utf8').startsWith('# Unicode CLDR'))) {
    const lines = linesOf(rulesOf(locale), sets)
    write(
      numbers,
      `${version}, spell-out rules of ${locale}`,
      'rule set and the number from which it holds (after a slash the radix), rule',
      lines,
    )
  }
  if (sources.includes('calendarNamesOf(')) {
    const source = `${process.versions.cldr}, months and weekdays of ${locale} as Node has them`
    write(new URL('words/calendar.tsv', folder), source, 'month or weekday, name, short form', calendarLines(locale))
  }
}

function write(file: URL, source: string, columns: string, lines: readonly string[]): void {
  const head = `# Unicode CLDR ${source}. Corrections go to overrides.tsv: \`npm run cldr:copy\` writes this.\n# ${columns}\n`
  writeFileSync(file, `${head}${lines.join('\n')}\n`)
}

function sourcesIn(folder: URL): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
}

function rulesOf(locale: string): Rules {
  const path = require.resolve(`cldr-rbnf/rbnf/${locale}.json`)
  return (JSON.parse(readFileSync(path, 'utf8')) as Locale).rbnf.rbnf.SpelloutRules
}

/** The rules for whole numbers of some sets and of those they use, without the soft hyphens in their words. */
function linesOf(all: Rules, roots: readonly string[]): readonly string[] {
  const lines: string[] = []
  // A set that CLDR has not is one of the corrections.
  const sets = new Set(roots.map((root) => `%${root}`).filter((set) => all[set] !== undefined))
  for (const set of sets) {
    const rules = all[set]
    if (typeof rules !== 'object') throw new Error(`CLDR has no ${set}`)
    for (const [from, text] of rules) {
      if (!/^\d+(?:\/\d+)?$/.test(from) || Number.parseInt(from, 10) >= LIMIT) continue
      lines.push(`${set.replace(/^%+/, '')}:${from}\t${text.replace(/;$/, '').replaceAll('\u00ad', '')}`)
      for (const [used] of text.matchAll(/%%?[a-z\d-]+/g)) sets.add(used)
    }
  }
  return lines
}

function calendarLines(locale: string): readonly string[] {
  const part = (date: Date, kind: 'month' | 'weekday', length: 'long' | 'short'): string => {
    const format = new Intl.DateTimeFormat(locale, { [kind]: length, day: 'numeric', timeZone: 'UTC' })
    return format.formatToParts(date).find(({ type }) => type === kind)?.value ?? ''
  }
  const line = (kind: 'month' | 'weekday', number: number, date: Date): string =>
    `${kind}:${number}\t${part(date, kind, 'long')}\t${part(date, kind, 'short')}`
  const months = Array.from({ length: 12 }, (_, i) => line('month', i + 1, new Date(Date.UTC(2024, i, 1))))
  // 1 January 2024 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, i) => line('weekday', i + 1, new Date(Date.UTC(2024, 0, i + 1))))
  return [...months, ...weekdays]
}
