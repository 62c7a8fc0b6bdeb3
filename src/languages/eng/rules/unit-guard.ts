import { isTimeSpan } from './number-sense.ts'
import { hasOtherSense } from './sense.ts'

/** A number and the symbol of a unit after it. */
export interface PossibleUnit {
  readonly symbol: string
  readonly numeral: string
  /** What parts them: nothing, a space, a hyphen. */
  readonly joint: string
  readonly before: string
  readonly after: string
}

/** Nouns that give things a number with a letter: "seat 12C". */
export const LABEL =
  /(?:^|[^\p{L}])(?:apt|apartment|suite|ste|unit|room|rm|seats?|gates?|exit|row|aisle|terminal|platform|track|bus|line|route|rte|rt|highway|hwy|interstate|section|sec|chapter|ch|figure|fig|table|grade|class|flight|item|question|no|number|building|bldg|block|lot|model|type|group|zone|level|floor|version|part|step|appendix|exhibit|form|title|article|rule|hall|bay|dock|pier|door|locker|box|form|iphone|galaxy|size|shoe)s?[.:]? ?#?$|#$/iu

/** Nouns after which a lone letter is where a road or a street leads, or a part of it: `County Road 725 N`. */
const ROAD =
  /(?:^|[^\p{L}])(?:Ave|Avenue|Lane|Ln|Rd|Road|St|Street|(?:[Cc]ounty|[Ff]arm|[Ff]orest|[Rr]anch|[Ss]tate|[Tt]ownship) (?:[Rr]d|[Rr]oad)|[CFS]R|FM|RR)[.:]? ?#?$/u

const TEMPERATURE =
  /(?:temperature|temp|heat|oven|bake|cool|warm|cold|hot|weather|degrees|highs?|lows?|freez|boil|melt|fever|roast|simmer|°|[-−]$)/i
const KELVIN = /(?:temperature|kelvin|cryo|absolute)/i
const FUSE =
  /^ ?(?:fuse|circuit|breaker|current|charger|max|supply|adapter|service|outlet|panel|relay|switch|at \d|, ?\d)/
const INCHES_AFTER =
  /^\.?(?:$|[,;)\n]|[.?!](?:$|\s)| ?(?:x|×|by) ?\d|[ -]?(?:long|wide|tall|high|deep|thick|diameter|in (?:diameter|length|width|height)|of (?:rain|snow|water)|screens?|monitors?|tvs?|display|pipes?|tires?|wheels?|heels?|square)(?!\p{L}))|^\. (?:[a-z])/iu
const CROWD =
  /^ (?:people|inhabitants|passengers|tourists|viewers|listeners|citizens|migrants|refugees|workers|students|doses|shares|units|acres|hectares|trees|items|books|euro|users|views|followers|subscribers|downloads|dollars|euros|pounds|copies|customers|jobs|votes|barrels|members|streams|households|residents|visitors|in (?:funding|sales|revenue|debt|cash))/
/** Of money and trade, in which `MM` is a million. */
const TRADE =
  /(?:^|[^\p{L}])(?:barrels?|bbl|btu|capital|collateral|credit|debt|deal|equity|exposure|funds?|funding|investment|limit|loan|notional|profit|revenue|sales|shares?|threshold|valuation|volume)(?!\p{L})/iu
const endsName = (after: string): boolean => !/^\.? [\p{Lu}\d]|^[.'&]\p{L}/u.test(after)

/** Parts of words before a number with a unit: `a sub-400m race` */
const NO_NAME = /(?:^|[^\p{L}])(?:half|mid|multi|non|over|post|pre|semi|sub|under)-$|['’]s-$/iu

/** What must hold where a symbol has other meanings. */
const GUARDS: ReadonlyMap<string, (here: PossibleUnit) => boolean> = new Map([
  ['in', ({ joint, after }) => (joint === ' ' ? INCHES_AFTER.test(after) : !after.startsWith('-'))],
  ['IN', ({ joint, after }) => joint !== '-' && INCHES_AFTER.test(after)],
  ['s', (here) => here.joint === ' ' || here.numeral.includes('.') || isTimeSpan(here.numeral, 's', here)],
  ['d', (here) => here.joint === ' ' || isTimeSpan(here.numeral, 'd', here)],
  [
    'A',
    ({ joint, after, numeral }) => FUSE.test(after) || (joint === ' ' ? !/^ \p{L}/u.test(after) : /\./.test(numeral)),
  ],
  ['N', ({ joint }) => joint === ' '],
  ['C', ({ before, after }) => TEMPERATURE.test(before) || TEMPERATURE.test(after)],
  ['F', ({ before, after }) => TEMPERATURE.test(before) || TEMPERATURE.test(after)],
  ['K', ({ before, after }) => KELVIN.test(before) || KELVIN.test(after)],
  [
    'pt',
    ({ joint, numeral, after }) =>
      joint === ' ' && /^\d?(?:\d|[ -]\d\/\d)?[½¼¾]?$/.test(numeral) && !/^ (?:font|type|text|bold|size)/i.test(after),
  ],
  // `opt-125m`, a model of that many parameters
  [
    'm',
    ({ joint, before, after }) =>
      joint !== '' || !(CROWD.test(after) || (/\p{L}-$/u.test(before) && !NO_NAME.test(before))),
  ],
  [
    'MM',
    ({ before, after }) =>
      !TRADE.test(/[^,;]{0,24}$/.exec(before)?.[0] ?? '') && !TRADE.test(/^[^,;]{0,24}/.exec(after)?.[0] ?? ''),
  ],
  ['ac', ({ joint, before }) => joint === ' ' || !/[-−+=(^*√] ?$/.test(before)],
  // Computers
  ['PC', () => false],
  ['PCs', () => false],
  ['B', () => false],
  ['b', () => false],
  ['cd', () => false],
  ['ha', ({ after }) => !/^ ?ha/i.test(after)],
  ['t', ({ joint }) => joint !== '-'],
  [
    'us',
    ({ joint, after }) =>
      joint !== ' ' || !/^ (?!(?:delays?|latency|pulses?)(?!\p{L}))\p{Ll}{3,14}(?<!s)s(?!\p{L})/u.test(after),
  ],
])

/** A capital after a number is as often a street, a seat, a part of a code. */
function isLoneCapital({ joint, before, after }: PossibleUnit): boolean {
  const isRated = /^ \d[\d.]{0,5} ?(?:m?Ah?|k?W|Hz|V)(?!\p{L})/u.test(after)
  return (
    !LABEL.test(before) &&
    !ROAD.test(before) &&
    (endsName(after) || isRated) &&
    (joint !== '-' || /^ \p{Ll}/u.test(after))
  )
}

/** `oven to 350 F. Bake`. */
const endsWithDegrees = ({ symbol, before, after }: PossibleUnit): boolean =>
  /[CF]/.test(symbol) && TEMPERATURE.test(before) && !LABEL.test(before) && /^\. \p{Lu}/u.test(after)

/** `3.0L V6`. */
const isEngine = ({ symbol, numeral, joint, after }: PossibleUnit): boolean =>
  symbol === 'L' && joint === '' && /^\d\.\d$/.test(numeral) && /^ (?:[VI]\d|[A-Z][a-z]|TDI|TSI|DOHC)/.test(after)

/** Whether a symbol that could be a unit is one. */
export function isUnitHere(here: PossibleUnit): boolean {
  if (/[\p{L}\d_]$/u.test(here.before.replace(/(?:\d[\d.]{0,8}|(?<![\p{L}\d]))[xX×]$/u, ''))) return false
  if (hasOtherSense(here.symbol, { before: `${here.before}${here.numeral}${here.joint}`, after: here.after }))
    return false
  if (isEngine(here)) return true
  if (/^[A-Z]$/.test(here.symbol) && !isLoneCapital(here) && !endsWithDegrees(here)) return false
  return GUARDS.get(here.symbol)?.(here) ?? true
}

/** Whether `m` after a number counts millions: "5m users". */
export const isCrowd = (after: string): boolean => CROWD.test(after)
