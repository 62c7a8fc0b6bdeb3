import type { Context, Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'
import { finderIn } from './quantity.ts'

type Kind = 'mass' | 'gram' | 'kilogram' | 'volume' | 'energy' | 'distance' | 'hour' | 'money'

const SIGNS: Readonly<Record<Exclude<Kind, 'money'>, readonly string[]>> = {
  mass: ['µg', 'mcg', 'mg', 'UI', 'U.I.', 'IU', 'IE'],
  gram: ['g'],
  kilogram: ['kg'],
  volume: ['ml', 'cl', 'dl', 'l'],
  energy: ['kcal', 'kJ', 'cal', 'kWh'],
  distance: ['km'],
  hour: ['h'],
}

/** What is told of so much of something else; grams of grams, too, but not as sizes are: `50 g / 100 g`. */
const MEASURED_IN: ReadonlyMap<Kind | undefined, readonly Kind[]> = new Map([
  ['mass', ['volume', 'gram']],
  ['gram', ['volume']],
  ['volume', ['distance', 'hour']],
  ['energy', ['volume', 'gram', 'distance']],
  ['money', ['volume', 'gram', 'kilogram']],
])

const PRICE_BEFORE = /\d ?\p{Sc} ?$|\p{Sc} ?\d[\d.,]{0,8} ?$/u
const AMOUNT_BEFORE = /(?:^|[^\p{L}\p{M}\d.,])(\d[\d.,]{0,8}) ?([\p{L}µ][\p{L}\p{M}.]{0,13}) ?$/u
const AMOUNT_AFTER = /^(\d{1,4}(?:[.,]\d{1,2})?) ?([\p{L}µ][\p{L}\p{M}]{0,13})(?![\p{L}\p{M}\d²³])/u

/** `250 mg/5 ml`, `300 kcal / 100 g`: how much is in so much, unlike `23 kg/50 lb`, which says the same twice; `600 mg/8 h`, `2,49 €/100 g`. */
export function concentrations(grammar: Grammar): Expansion {
  const { units, interval, perHundred } = grammar
  const unitOf = finderIn(units)
  const kinds = new Map<string, Kind>()
  for (const [kind, signs] of Object.entries(SIGNS) as [Kind, readonly string[]][])
    for (const sign of signs) {
      const noun = unitOf(sign)
      kinds.set(sign, kind)
      for (const name of noun === undefined ? [] : [noun.one, noun.many]) kinds.set(name, kind)
    }
  const kindOf = (written: string): Kind | undefined => kinds.get(unitOf(written)?.one ?? written) ?? kinds.get(written)
  const per = grammar.perNoun === undefined ? grammar.per : grammar.by
  const [every = '', ...rest] = interval.split('{}')
  return {
    category: 'symbol',
    first: /\//,
    pattern: /\/ ?(?=\d)/y,
    read: (_match, { before, after }: Context) => {
      const [, amount = '', unit = ''] = AMOUNT_BEFORE.exec(before) ?? []
      const [, base = '', baseUnit = ''] = AMOUNT_AFTER.exec(after) ?? []
      const kind = PRICE_BEFORE.test(before) ? 'money' : kindOf(unit)
      const baseKind = kindOf(baseUnit)
      if (kind === undefined || baseKind === undefined) return undefined
      if (baseKind === 'hour' && kind === 'mass') return rest.length === 1 ? every.trim() : undefined
      const isShare = kind === 'gram' && baseKind === 'gram' && base === '100' && /[.,]\d{1,2}$|^[12]?\d$/.test(amount)
      if (!isShare && MEASURED_IN.get(kind)?.includes(baseKind) !== true) return undefined
      return /^10{2,3}$/.test(base) ? (perHundred ?? per) : per
    },
  }
}
