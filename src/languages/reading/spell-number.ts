import type { WordFiles } from '../word-files.ts'

/** Writes a whole number below 10^15 as words, by a rule set such as `spellout-cardinal-feminine`. */
export type SpellNumber = (value: number, set: string) => string

interface Rule {
  readonly base: number
  /** The power of the radix that parts the number: its quotient and remainder are said on their own. */
  readonly divisor: number
  readonly parts: readonly Part[]
  /** Says the remainder, so multiples of the divisor are left to the rule before. */
  readonly saysRest: boolean
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quotient' | 'rest' | 'same'; readonly set: string }
  /** By the plural category of the quotient. */
  | { readonly kind: 'plural'; readonly forms: ReadonlyMap<string, string> }
  /** Nothing for a multiple of the divisor. */
  | { readonly kind: 'optional'; readonly parts: readonly Part[] }

/**
 * Reads Unicode's rule-based number format (UTS #35, part 3), the rules for whole numbers: `words/numbers.tsv` as CLDR has them,
 * and `words/overrides.tsv` for what differs on purpose. A row has the rule set, the number from which it holds and the rule:
 * `spellout-cardinal:200`, `←← cent[ →→]`.
 */
export function createSpeller(locale: string, words: WordFiles): SpellNumber {
  let spell: SpellNumber | undefined
  return (value, set) => {
    spell ??= spellerOf(new Intl.PluralRules(locale), words.correctedRows('numbers'))
    return spell(value, set)
  }
}

function spellerOf(plurals: Intl.PluralRules, rows: readonly (readonly string[])[]): SpellNumber {
  const sets = new Map<string, Rule[]>()
  for (const [key, text] of new Map(rows.map(([written = '', rule = '']) => [written, rule]))) {
    const [set = '', from = ''] = key.split(':')
    const rules = sets.get(set) ?? []
    sets.set(set, rules)
    rules.push(parseRule(from, text, set))
  }
  for (const rules of sets.values()) rules.sort((one, other) => one.base - other.base)

  const ruleOf = (value: number, set: string): Rule => {
    const rules = sets.get(set)
    const at = rules?.findLastIndex(({ base }) => base <= value) ?? -1
    const rule = rules?.[at]
    if (rule === undefined) throw new RangeError(`no rule for ${value} in ${set}`)
    const isRolledBack = rule.saysRest && value % rule.divisor === 0 && rule.base % rule.divisor !== 0
    return isRolledBack ? (rules?.[at - 1] ?? rule) : rule
  }
  const spell: SpellNumber = (value, set) => {
    const rule = ruleOf(value, set)
    const say = (part: Part): string => {
      switch (part.kind) {
        case 'text':
          return part.text
        case 'same':
          return spell(value, part.set)
        case 'quotient':
          return spell(Math.floor(value / rule.divisor), part.set)
        case 'rest':
          return spell(value % rule.divisor, part.set)
        case 'plural': {
          const category = plurals.select(Math.floor(value / rule.divisor))
          return part.forms.get(category) ?? part.forms.get('other') ?? ''
        }
        case 'optional':
          return value % rule.divisor === 0 ? '' : part.parts.map(say).join('')
      }
    }
    return rule.parts.map(say).join('')
  }
  return spell
}

/** `from`: a number, and after a slash the radix where it isn't 10. */
function parseRule(from: string, text: string, set: string): Rule {
  const [base = 0, radix = 10] = from.split('/').map(Number)
  let divisor = 1
  while (divisor * radix <= base) divisor *= radix
  // An apostrophe keeps the space after it.
  const parts = parseParts(text.replace(/^'/, ''), set)
  const saysRest = (part: Part): boolean =>
    part.kind === 'rest' || (part.kind === 'optional' && part.parts.some(saysRest))
  // Text that may be left out is left out of multiples by itself.
  return { base, divisor, parts, saysRest: parts.some(saysRest) && !parts.some(({ kind }) => kind === 'optional') }
}

const PART =
  /\[(?<optional>[^\]]*)\]|←%{0,2}(?<quotient>[a-z0-9-]*)←|→%{0,2}(?<rest>[a-z0-9-]*)→|=%{1,2}(?<same>[a-z0-9-]+)=|\$\(cardinal,(?<plural>[^)]+)\)\$|(?<text>[^[←→=$]+)/g

const parseParts = (text: string, set: string): readonly Part[] =>
  Array.from(text.matchAll(PART), ({ groups = {} }): Part => {
    const { optional, quotient, rest, same, plural, text: plain = '' } = groups
    if (optional !== undefined) return { kind: 'optional', parts: parseParts(optional, set) }
    if (quotient !== undefined) return { kind: 'quotient', set: quotient || set }
    if (rest !== undefined) return { kind: 'rest', set: rest || set }
    if (same !== undefined) return { kind: 'same', set: same }
    if (plural === undefined) return { kind: 'text', text: plain }
    const forms = Array.from(plural.matchAll(/(\w+)\{([^}]*)\}/g), ([, category = '', form = '']) => [category, form])
    return { kind: 'plural', forms: new Map(forms as [string, string][]) }
  })
