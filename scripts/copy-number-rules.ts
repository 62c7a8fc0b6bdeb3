import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// Copies the number rules of Unicode CLDR to `words/numbers.tsv` of each language that reads numbers by them. What differs on
// purpose is in `words/overrides.tsv`, which this leaves alone.

/** The locale of each language in CLDR, and the rule sets that its rules ask for; with these those they use are copied. */
const LANGUAGES: Readonly<Record<string, { readonly locale: string; readonly sets: readonly string[] }>> = {
  spa: {
    locale: 'es',
    sets: [
      'numbering',
      'cardinal-masculine',
      'cardinal-feminine',
      'ordinal-masculine',
      'ordinal-feminine',
      'ordinal-masculine-adjective',
    ],
  },
  ger: {
    locale: 'de',
    sets: [
      'numbering',
      'numbering-year',
      'cardinal-masculine',
      'cardinal-feminine',
      'cardinal-neuter',
      'cardinal-n',
      'cardinal-r',
      'cardinal-m',
      'ordinal',
      'ordinal-n',
      'ordinal-r',
      'ordinal-s',
      'ordinal-m',
    ],
  },
  fra: { locale: 'fr', sets: ['cardinal-masculine', 'cardinal-feminine'] },
  por: { locale: 'pt', sets: ['cardinal-masculine', 'cardinal-feminine', 'ordinal-masculine', 'ordinal-feminine'] },
  hin: { locale: 'hi', sets: ['cardinal', 'ordinal-masculine', 'ordinal-feminine', 'ordinal-masculine-oblique'] },
  jpn: { locale: 'ja', sets: ['numbering'] },
}
/** Numbers from here on are told digit by digit. */
const LIMIT = 1e15

interface Locale {
  readonly rbnf: { readonly rbnf: { readonly SpelloutRules: Readonly<Record<string, readonly Rule[] | string>> } }
}
type Rule = readonly [from: string, text: string]

const require = createRequire(import.meta.url)
const { version } = require('cldr-rbnf/package.json') as { readonly version: string }
for (const [folder, { locale, sets }] of Object.entries(LANGUAGES)) {
  const path = require.resolve(`cldr-rbnf/rbnf/${locale}.json`)
  const { SpelloutRules } = (JSON.parse(readFileSync(path, 'utf8')) as Locale).rbnf.rbnf
  const head = `# Unicode CLDR ${version}, spell-out rules of ${locale}. Corrections go to overrides.tsv: \`npm run numbers:copy\` writes this.\n# rule set and the number from which it holds (after a slash the radix), rule\n`
  const lines = linesOf(
    SpelloutRules,
    sets.map((set) => `%spellout-${set}`),
  )
  writeFileSync(
    new URL(`../src/languages/${folder}/words/numbers.tsv`, import.meta.url),
    `${head}${lines.join('\n')}\n`,
  )
  console.info(`${folder}: ${lines.length} rules`)
}

/** The rules for whole numbers of some sets and of those they use, without the soft hyphens in their words. */
function linesOf(all: Locale['rbnf']['rbnf']['SpelloutRules'], roots: readonly string[]): readonly string[] {
  const lines: string[] = []
  const sets = new Set(roots)
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
