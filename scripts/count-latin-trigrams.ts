import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { FREQUENT_WORDS, LATIN_LANGUAGES, trigramsOf } from '../src/core/latin-language.ts'

// Counts the groups of three letters in what this repository has of each language in Latin script (sentences, cases of the normalizer,
// frequent words), and writes src/core/latin-trigrams.ts. `node --import ./scripts/typescript.js scripts/count-latin-trigrams.ts`

const LANGUAGES_FOLDER = 'src/languages'
/** In other texts a rare group tells of a name rather than of a language. */
const MIN_COUNT = 3
/** Added to each count: what was not seen may yet be. */
const SMOOTHING = 0.3
const MAX_WEIGHT = 35
/** Groups that are as frequent in all languages tell nothing. */
const MIN_SPREAD = 2
const FREQUENT_WORD_COUNT = 3

const read = (file: string): string => readFileSync(`${LANGUAGES_FOLDER}/${file}`, 'utf8').replaceAll(/^#.*$/gm, '')

const textOf = (language: string): string =>
  [
    read(`${language}/sentences.tsv`).replaceAll(/^\S+\t/gm, ''),
    ...readdirSync(`${LANGUAGES_FOLDER}/${language}/cases`)
      .filter((name) => name.endsWith('.tsv'))
      .map((name) => read(`${language}/cases/${name}`)),
    `${FREQUENT_WORDS[language]} `.repeat(FREQUENT_WORD_COUNT),
  ].join('\n')

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const group of trigramsOf(text)) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}

const counts = LATIN_LANGUAGES.map((language) => countsOf(textOf(language)))
const totals = counts.map((each) => [...each.values()].reduce((sum, count) => sum + count, 0))
const groups = [...new Set(counts.flatMap((each) => [...each.keys()]))].sort()
const max = Math.max(...totals)
const rows = groups.flatMap((group) => {
  // As if there were as much of each language.
  const scaled = counts.map((each, i) => ((each.get(group) ?? 0) * max) / (totals[i] as number))
  if (counts.every((each) => (each.get(group) ?? 0) < MIN_COUNT)) return []
  const weights = scaled.map((count, i) => {
    const unit = max / (totals[i] as number)
    return Math.min(MAX_WEIGHT, Math.round(2 * Math.log((count + SMOOTHING * unit) / SMOOTHING)))
  })
  if (Math.max(...weights) - Math.min(...weights) < MIN_SPREAD) return []
  return [group + weights.map((weight) => Math.max(0, weight).toString(36)).join('')]
})
const lines = rows.join('').match(/.{1,120}/gsu) ?? []
writeFileSync(
  'src/core/latin-trigrams.ts',
  `/**
 * Groups of three letters, \`_\` for the ends of words, each with a digit of base 36 for each of \`LATIN_LANGUAGES\`: twice the
 * logarithm of its frequency. Written by scripts/count-latin-trigrams.ts.
 */
export const LATIN_TRIGRAMS =
${lines.map((line) => `  '${line.replaceAll("'", "\\'")}'`).join(' +\n')}
`,
)
console.log(`${rows.length} groups, ${rows.join('').length} characters`)
