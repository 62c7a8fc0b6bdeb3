import type { Expansion, Reading } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { isAfterArticle, isBeforeNoun, isNounNext, singularOf } from './adjective.ts'
import { isTimeSpan } from './number-sense.ts'
import { cardinal } from './number-words.ts'
import { counted, DECIMAL_NUMERAL, isSingular, NUMERAL, readNumeral } from './numeral.ts'
import { angle, coordinate, millibars } from './place-and-pressure.ts'
import { SCALE_WORDS } from './scale.ts'
import { endsSentence } from './sentence-context.ts'
import type { Unit } from './unit.ts'
import { areOfOneKind, isPart, rateAt, unitAt } from './unit.ts'
import { isUnitHere, LABEL, type PossibleUnit } from './unit-guard.ts'

const DOTTED =
  /(?:in|ft|yd|yds|mi|lb|lbs|oz|gal|qt|pt|pts|tsp|tbsp|min|mins|sec|secs|hr|hrs|wk|wks|mo|mos|yr|yrs|doz|dz|pc|pcs)$/i
/** A full stop that cannot end the sentence. */
const INNER_STOP = /^\.(?=,|;|\)|[ -][a-z\d(]| [NSEW]{1,2} (?:of|on|from|to|along) )/

/** A number with the noun it counts, or a plural unit in full. */
const COUNTED_BEFORE =
  /(?:\d|hundred|thousand|illion|half) ?\p{L}{2,20}$|(?:^|[^\p{L}])(?:miles?|(?:kilo|centi|milli)?(?:meters?|grams|liters)|feet|inches|yards|gallons|pounds|dollars|euros|cents|seconds|minutes|hours|days|bits|bytes|words|beats|calories|frames|requests|tokens|(?:mega|giga)(?:bits|bytes))$/iu

/** Units that tell a kind rather than an amount when a noun follows: "a pack of 12V batteries". */
const KIND_SYMBOL = /^(?:[kmM]?W|V|A|MP|mAh)$/

const EVENT =
  /^ (?:dash|sprint|race|run|walk|relay|hurdles|freestyle|backstroke|butterfly|medley|breaststroke|hike|swim|ride)(?!\p{L})/u

/** What a quotation may open after. */
const OPENER = String.raw`(?:^|[\s([{<:,;=>/\\–—])`
/**
 * After a mark, where it closes a quotation and tells no inches: `"Ocean 8" is`, but not `"It is 8" wide," he said`, which
 * another mark closes.
 */
const CLOSES_QUOTATION = String.raw`(?<=${OPENER}"(?=\S)[^"\n]{1,200}")(?!(?:[^"\n]|(?<=\d)"){1,200}(?<=[^\s\d([{<:;=>/\\–—])"(?![\p{L}\d]))|(?<=${OPENER}''(?=\S)[^"\n]{1,200}'')`
const IN_SINGLE = String.raw`(?:[^'\n]|(?<=\p{L})'(?=\p{L}))`
/** As above, of single marks, which stand in words and before years, too. */
const CLOSES_SINGLE = String.raw`(?<=${OPENER}'(?=[^\s'])(?!\d\d(?:s|[^'\d]))${IN_SINGLE}{1,200}')(?!(?:${IN_SINGLE}|(?<=\d)'){1,200}(?<=[^\s\d([{<:;=>/\\–—])'(?![\p{L}\d]))`

/** More figures of a size: `x 4'`, `by 10"`. */
const MORE_SIDES = /^(?: ?(?:x|×|by) ?[\d.]{1,6}(?: ?[¼½¾]|[ -]\d\/\d{1,2})?(?:'|"|''| ?(?:in|ft)\.?(?!\p{L}))?){1,2}/iu
/** Things that are sold by the inch and written in capitals. */
const DEVICE_NEXT =
  /^ (?:(?:4K|8K|Smart|Flat|Curved) )?(?:TVs?|HDTVs?|LCDs?|LEDs?|OLED|QLED|UHD|iPads?|iMac|MacBook|PVC|USB|HD)(?!\p{L})/u

/** Whether a noun of that size follows: `2' x 4' board`, `65" TV`. */
function isSizeOfNoun(after: string): boolean {
  const rest = after.replace(MORE_SIDES, '')
  return isNounNext(rest) || DEVICE_NEXT.test(rest)
}

/** `5'11"`, `6' 2`, `6'`. */
const feet: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern: new RegExp(
    String.raw`((?:\d{1,2},\d{3}|\d{1,4})(?:[ -]?[¼½¾]|[ -]\d{1,2}\/\d{1,2}|\.\d{1,2})?)'(?!'|${CLOSES_SINGLE})(?: ?-?(\d{1,2}(?:\.\d{1,3}|[ -]?[¼½¾⅛⅜⅝⅞]|[ -]\d{1,2}\/\d{1,2})?)("|''|(?![\d'\p{L}/:])))?(?![\d'\p{L}])`,
    'uy',
  ),
  read: ([whole, foot = '', inches], { before, after }) => {
    if (before.endsWith("'")) return undefined
    const isOne = isSingular(foot) || (inches === undefined && isSizeOfNoun(after))
    const isArticle = isAfterArticle(before)
    const spokenFeet = counted(foot, 'foot', 'feet', isOne || (inches !== undefined && isArticle))
    if (inches === undefined) return spokenFeet
    // "5' 11 people" is five feet; only marked inches may stand alone.
    if (Number.parseInt(inches, 10) > 11 && !/["']$/.test(whole)) return undefined
    if (isArticle && !isNounNext(after)) return `${spokenFeet} ${readNumeral(inches)}`
    return `${spokenFeet} ${counted(inches, 'inch', 'inches', isBeforeNoun(before, after))}`
  },
}

/** `12"`. */
const inches: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾⅛⅜⅝⅞]/,
  pattern: new RegExp(String.raw`(${NUMERAL})(-?)(?:"|'')(?![\p{L}\d])(?!${CLOSES_QUOTATION})`, 'uy'),
  read: ([, numeral = '', hyphen], { after }) =>
    /\d{4}/.test(numeral) ? undefined : counted(numeral, 'inch', 'inches', hyphen !== '' || isSizeOfNoun(after)),
}

/** A thing on a bill: a name, or a noun that no comparison opens with. */
const ORDERED_NEXT =
  /^ (?:\p{Lu}\p{Ll}|(?!(?:an?|the|as|per|daily|weekly|monthly|yearly|each|every|in|on|faster|slower|more|less|better|worse|bigger|larger|smaller|higher|lower|cheaper|longer|shorter|stronger|earnings|revenue|sales|zoom|speed|return|leverage|points|the|to|for|and|or|if|when|with|by|over|that|this|what|your|my|our|their|his|her|its|is|was|are|were)(?!\p{L}))\p{Ll}{3,})/u

/** `4.4x`, `3x/week`. */
const multiple: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾]/,
  pattern: new RegExp(String.raw`(${NUMERAL})[xX×](?![\p{L}\d])(?! ?\d)(/[^\n]{0,40})?`, 'uy'),
  read: ([whole, numeral = '', slashed = ''], { before, after }) => {
    // "2x Coke": so many of them.
    if (
      /^[xX×]$/.test(whole.slice(numeral.length)) &&
      ORDERED_NEXT.test(after) &&
      /(?:^|[\n,;:•*+-]|\b(?:and|with|plus|of|order(?:ed)?|get|have)) ?$/i.test(before)
    )
      return { spoken: readNumeral(numeral), length: numeral.length + 1 }
    // `Bus 44X`
    if (LABEL.test(before)) return undefined
    // An unknown of a formula: "y = 2x + 1".
    if (/[=+−*(] ?$/.test(before) || /^ ?(?:[+=^*²³)−]|- ?\d)/.test(whole.slice(numeral.length + 1) + after))
      return undefined
    const rate = rateAt(slashed, true)
    const spoken = `${readNumeral(numeral)} ${numeral === '1' ? 'time' : 'times'}${rate === undefined ? '' : ` ${rate.spoken}`}`
    return { spoken, length: numeral.length + 1 + (rate?.length ?? 0) }
  },
}

/** Whether the quantity is said of a noun that follows. */
const isKind = (symbol: string, before: string, after: string): boolean =>
  isBeforeNoun(before, after) ||
  EVENT.test(after) ||
  (KIND_SYMBOL.test(symbol) && isNounNext(after)) ||
  PACKED.test(after) ||
  (DESCRIBED_BEFORE.test(before) && isNounNext(after)) ||
  (symbol === '°' && TURNED.test(after)) ||
  isOfThing(after) ||
  (STORAGE_SYMBOL.test(symbol) && STORAGE.test(after))
/** `12 oz. can`, `30 min massage`: what is told by its size or its length, even without an article. */
function isOfThing(after: string): boolean {
  const [, noun = ''] =
    /^\.? (?:(?:black|chai|cold|decaf|free|hot|iced|large|oat|small|vanilla) ){0,2}(\p{Ll}{3,12})(?!\p{L})/u.exec(
      after,
    ) ?? []
  return MEASURED_THINGS.has(noun) || MEASURED_THINGS.has(singularOf(noun))
}
const MEASURED_THINGS = englishWords.list('measured-things')
/** `1 (15 oz.) can`. */
const PACKED =
  /^\.?\) (?:cans?|jars?|bags?|box(?:es)?|packages?|pkgs?|bottles?|containers?|cartons?|tubs?|packets?|envelopes?|sticks?|bars?|blocks?|loaf|loaves)(?!\p{L})/u
/** `a great looking 300MB download` */
const DESCRIBED_BEFORE =
  /(?:^|[^\p{L}])an? (?:(?!(?:already|and|at|by|for|from|has|have|in|is|of|last|next|on|or|overall|than|to|today|tomorrow|tonight|was|with|yesterday)(?!\p{L}))\p{Ll}[\p{Ll}-]{2,14} ){1,2}$/u
/** What angles are of. */
const TURNED =
  /^ (?:angles?|turns?|rotations?|views?|cameras?|corners?|arcs?|bends?|inclines?|slopes?|fields?|videos?|feedback|reviews?|triangles?|swivel|pivot|weather|heat|water|oven|days?|temperatures?)(?!\p{L})/u
const STORAGE_SYMBOL = /^[KMGTP]i?B$/i
const STORAGE =
  /^ (?:(?:DDR\d|NVMe|SATA|M\.2|PCIe|USB|microSD|flash|internal|external) ?)?(?:RAM|SSDs?|HDDs?|ROM|VRAM|eMMC|USB|SD|storage|memory|hard drives?|drives?|cards?|disks?|models?|plans?|version|variant)(?!\p{L})/u

/** Of bottles: `750ML` in capitals are no millions of liters. */
const BOTTLED = /^(?:50|75|1[05]0|[2-9][05]0|1000|1500)$/
const MILLILITER: Unit = { symbol: 'ML', one: 'milliliter', many: 'milliliters' }
const MINUTE: Unit = { symbol: 'm', one: 'minute', many: 'minutes' }

/** The unit that a symbol stands for here; undefined where it is none. */
function unitOf(here: PossibleUnit): Unit | undefined {
  if (!isUnitHere(here)) return undefined
  const isMinute = here.symbol === 'm' && here.joint === '' && isTimeSpan(here.numeral, 'm', here)
  if (here.symbol === 'ML' && here.joint === '' && BOTTLED.test(here.numeral)) return MILLILITER
  return isMinute ? MINUTE : unitAt(here.symbol)
}

const STROKE = /^ ?\/ ?/

/** Whether another quantity of the kind follows, to choose from: `23 kg/50 lb`, but not `500 mg/5 mL`. */
function isSameKindNext(name: string, rest: string): boolean {
  const [, tail] = ANOTHER.exec(rest) ?? []
  return tail !== undefined && areOfOneKind(name, unitAt(tail)?.one)
}
const ANOTHER = new RegExp(String.raw`^ ?/ ?${DECIMAL_NUMERAL}[ -]?([\p{L}°µΩ].{0,30})`, 'u')

/** `7 m/s`, `a 5-km run`, `5 million km`, `5 (kg/m²)`. */
const quantity: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]/,
  pattern: new RegExp(
    String.raw`(${NUMERAL})((?: ${SCALE_WORDS}|\+(?=[ -]?\p{L})|[kK](?= (?:mi|km|miles)(?!\p{L})))?)( ?\(|[ -]?)([\p{L}°µΩ][^\n]{0,47})`,
    'uy',
  ),
  read: ([, numeral = '', scale = '', joint = '', tail = ''], { before }): Reading | undefined => {
    const symbol = unitAt(tail)?.symbol
    if (symbol === undefined) return undefined
    const bracket = joint.endsWith('(') ? 1 : 0
    const rest = tail.slice(symbol.length)
    if (bracket === 1 && !(rest.startsWith(')') && symbol.length > 1)) return undefined
    const unit = unitOf({ symbol, numeral: numeral + scale, joint, before, after: rest })
    if (unit === undefined) return undefined
    const stop = DOTTED.test(unit.symbol) && INNER_STOP.test(rest) ? 1 : 0
    const isOne =
      joint === '-' || (scale === '' && isSingular(numeral)) || isKind(unit.symbol, before, rest.slice(stop))
    const spoken = `${readNumeral(numeral)}${scale.replace('+', ' plus').replace(/^k$/i, ' thousand')} ${isOne ? unit.one : unit.many}`
    const length = numeral.length + scale.length + joint.length + unit.symbol.length + bracket + stop
    const stroke = isSameKindNext(unit.one, rest) ? STROKE.exec(rest)?.[0] : undefined
    return stroke === undefined ? { spoken, length } : { spoken: `${spoken} or`, length: length + stroke.length }
  },
}

/** `2-3x per week`. */
const multipleRange: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾]/,
  pattern: new RegExp(String.raw`(${NUMERAL}) ?[-–] ?(${NUMERAL})[xX×](?![\p{L}\d])(?! ?\d)(/[^\n]{0,40})?`, 'uy'),
  read: ([whole, from = '', to = '', slashed = ''], { before }) => {
    if (/[\p{L}\d$€£#.,:/=+*-]$/u.test(before) || !isRising(from, to)) return undefined
    const rate = rateAt(slashed, true)
    return {
      spoken: `${readNumeral(from)} to ${readNumeral(to)} times${rate === undefined ? '' : ` ${rate.spoken}`}`,
      length: whole.length - slashed.length + (rate?.length ?? 0),
    }
  },
}

/** `2-5lb`, `25–30 min`, `a 10-15 kg bag`. */
const quantityRange: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾]/,
  pattern: new RegExp(
    String.raw`(${NUMERAL})( ?[-–] ?| to | or )(${NUMERAL})(\+?)([ -]?)((?:[\p{L}°µΩ]|"(?!${CLOSES_QUOTATION})|''(?!${CLOSES_QUOTATION})|'(?!'|${CLOSES_SINGLE}))[^\n]{0,47})`,
    'uy',
  ),
  read: ([, from = '', dash = '', to = '', plus = '', joint = '', tail = ''], { before }): Reading | undefined => {
    if (/[\p{L}\d$€£][-–./:]?$|[#/:.][-–]?$/u.test(before) || !isRising(from, to) || LABEL.test(before))
      return undefined
    const mark = /^(?:''|["'])(?![\p{L}\d'"])/u.exec(tail)?.[0]
    const symbol = mark ?? unitAt(tail)?.symbol
    if (symbol === undefined) return undefined
    const rest = tail.slice(symbol.length)
    const unit =
      mark === undefined ? unitOf({ symbol, numeral: to, joint, before, after: rest }) : UNITS_OF_MARKS.get(mark)
    if (unit === undefined) return undefined
    const stop = DOTTED.test(unit.symbol) && INNER_STOP.test(rest) ? 1 : 0
    const isOne =
      joint === '-' || isKind(unit.symbol, before, rest.slice(stop)) || (mark !== undefined && isSizeOfNoun(rest))
    const word = dash === ' or ' ? 'or' : 'to'
    return {
      spoken: `${readNumeral(from)} ${word} ${readNumeral(to)}${plus === '' ? '' : ' plus'} ${isOne ? unit.one : unit.many}`,
      length: from.length + dash.length + to.length + plus.length + joint.length + unit.symbol.length + stop,
    }
  },
}
const UNITS_OF_MARKS: ReadonlyMap<string, Unit> = new Map([
  ["'", { symbol: "'", one: 'foot', many: 'feet' }],
  ['"', { symbol: '"', one: 'inch', many: 'inches' }],
  ["''", { symbol: "''", one: 'inch', many: 'inches' }],
])
const isRising = (from: string, to: string): boolean => sizeOf(from) < sizeOf(to)
const sizeOf = (numeral: string): number => {
  const [, whole = '0', top = '0', bottom = '1'] = /^(?:(\d+)(?:[ -]|$))?(?:(\d+)\/(\d+))?$/.exec(numeral) ?? []
  return /[/]/.test(numeral)
    ? Number(whole) + Number(top) / Number(bottom)
    : Number.parseFloat(numeral.replaceAll(',', ''))
}

const SPOONS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['c', ['cup', 'cups']],
  ['C', ['cup', 'cups']],
  ['t', ['teaspoon', 'teaspoons']],
  ['T', ['tablespoon', 'tablespoons']],
])

/** `2 1/2 c. flour`, `1 T. butter`, as recipes have them. */
const recipe: Expansion = {
  category: 'measure',
  first: /[\d.¼½¾⅓⅔⅛]/,
  pattern: new RegExp(
    String.raw`(${NUMERAL})(?:( ?(?:[-–]|to|or) ?)(${NUMERAL}))? ?([cCtT])\.(?= (?:of )?\p{Ll}| \(\d)`,
    'uy',
  ),
  read: ([, numeral = '', joint = '', second, spoon = ''], { before }) => {
    if (/[\p{L}\d.,/$-]$/u.test(before)) return undefined
    const [one, many] = SPOONS.get(spoon) ?? ['', '']
    const last = second ?? numeral
    const first = second === undefined ? '' : `${readNumeral(numeral)} ${joint.includes('or') ? 'or' : 'to'} `
    return `${first}${readNumeral(last)} ${isSingular(last) ? one : many}`
  },
}

/** `size 10.5 W`. */
const shoeWidth: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern: /(\d{1,2}(?:\.5| ?½)?) ?(N|W|XW|WW|EE)(?![\p{L}\d'])/uy,
  read: ([, size = '', width = ''], { before }) =>
    /\b(?:size|shoe|shoes)s?:? (?:is |of )?$/i.test(before)
      ? `${readNumeral(size)} ${width === 'N' ? 'narrow' : width === 'W' ? 'wide' : 'extra wide'}`
      : undefined,
}

/** `50/60 Hz`, `110/220V`: one or the other. */
const eitherOf: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern: /(\d{1,4}(?:\.\d)?)\/(\d{1,4}) ?(Hz|VAC|V|W|kHz|MHz|[KMGT]B|mpg|MPG)(?![\p{L}\d])/uy,
  read: ([, one = '', other = '', symbol = ''], { before, after }) => {
    if (/[\p{L}\d][.,:/-]?$/u.test(before)) return undefined
    const named = unitAt(symbol)
    const unit = symbol === 'VAC' ? 'volts A C' : isKind(symbol, before, after) ? named?.one : named?.many
    return unit === undefined
      ? undefined
      : `${readNumeral(one)} ${/B$/.test(symbol) ? 'of' : /mpg/i.test(symbol) ? '' : 'or'} ${cardinal(other)} ${unit}`.replace(
          '  ',
          ' ',
        )
  },
}

/** How often a medicine is taken. */
const DOSED = /(?:^|[^\p{L}])(?:[BTQ]ID|QD|QHS|PRN|PO|IV|IM|daily|[btq]id|qd|qhs|prn|\d{1,2} ?h(?:rs?)?|hours) $/u
/** `x 7 days` in a prescription. */
const duration: Expansion = {
  category: 'measure',
  first: /[x×]/,
  words: new Set(['x']),
  pattern:
    /[x×] ?(?=\d{1,3}(?: ?[-–] ?\d{1,3})? ?(?:d|days?|weeks?|wks?|months?|hrs?|hours?|doses?|nights?)(?!\p{L}))/uy,
  read: (_match, { before, after }) =>
    /\p{L}[.,)]? $/u.test(before) && (!/^\d{1,3}(?: ?[-–] ?\d{1,3})? ?d(?!\p{L})/u.test(after) || DOSED.test(before))
      ? 'for'
      : undefined,
}

/** `12/kg`, `3/day`: a price or a dose without its sign. */
const bareRate: Expansion = {
  category: 'measure',
  first: /\//,
  pattern: /\/[\p{L}µ][^\n]{0,40}/uy,
  read: ([slashed], { before }) => {
    if (!/(?:^|[^\p{L}\d/.,-])\d{1,3}(?:,\d{3}){0,3}(?:\.\d{1,3})?$/u.test(before)) return undefined
    const rate = rateAt(slashed, false)
    return rate === undefined || rate.length < 3 ? undefined : { spoken: rate.spoken, length: rate.length }
  },
}

/** `12-pt font`. */
const typeSize: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern: /(\d{1,3}(?:\.5)?)[ -]?pt\.?(?= (?:font|type|text|bold|italic|serif|lettering|size))/y,
  read: ([, numeral = '']) => `${readNumeral(numeral)} point`,
}

/** `per lb`, `per sq ft`. */
const perUnit: Expansion = {
  category: 'measure',
  first: /[pP]/,
  words: new Set(['per']),
  pattern: /per ([\p{L}µ°][^\n]{0,47})/iuy,
  read: ([, tail = ''], { before }) => {
    const unit = unitAt(tail)
    if (unit === undefined || /[\p{L}\d]$/u.test(before)) return undefined
    const stop = DOTTED.test(unit.symbol) && INNER_STOP.test(tail.slice(unit.symbol.length)) ? 1 : 0
    return { spoken: `per ${unit.one}`, length: 'per '.length + unit.symbol.length + stop }
  },
}

/** `4.5% p.a.`, `€600 p.a.` */
const perAnnum: Expansion = {
  category: 'measure',
  first: /p/,
  words: new Set(['p']),
  pattern: /p\.(?:a\.?| a\.)(?![\p{L}\d])/uy,
  read: (match, { before, after }) =>
    /(?:[\d%]|\d[km]|(?:percent|thousand|million|billion|euros?|dollars?|pounds?|EUR|USD|GBP|interest|rate)) $/i.test(
      before,
    )
      ? beforeStop('per annum', match[0], after)
      : undefined,
}
/** A stop that ends the sentence is not of the abbreviation alone. */
const beforeStop = (spoken: string, written: string, after: string): Reading => ({
  spoken,
  length: written.length - (written.endsWith('.') && endsSentence(after) ? 1 : 0),
})

/** Symbols that are nothing but units wherever they stand. */
const bareUnit: Expansion = {
  category: 'measure',
  first: /[a-zA-Z°]/,
  words: new Set(
    'mmol meq km kg cm mm mg ml kwh kw mwh gwh mph kph kmh m ft in hz khz mhz ghz kbps mbps gbps mmhg mah psi lbs fl sq'.split(
      ' ',
    ),
  ),
  pattern:
    /(?:(?:mmol|mEq)\/L|km|kg|cm|mm|mg|m[Ll]|kWh|kW|MWh|GWh|mph|kph|kmh|m\/s|ft\/s|[kMG]Hz|[KkMG]bps|mmHg|mAh|psi|lbs|fl\.? oz|sq\.? ?(?:ft|mi|km|m)|(?:m|ft|in)[²³]|°[CF])[^\n]{0,40}/y,
  read: ([tail], { before }) => {
    const unit = unitAt(tail)
    if (unit === undefined || /[\p{L}\d'@#/_-]$/u.test(before)) return undefined
    const isOne = /(?:^|[^\p{L}])(?:per|an?|one|each|every)\s$/iu.test(before)
    const stop = DOTTED.test(unit.symbol) && INNER_STOP.test(tail.slice(unit.symbol.length)) ? 1 : 0
    return { spoken: isOne ? unit.one : unit.many, length: unit.symbol.length + stop }
  },
}

/** Any symbol after a power of ten: `3×10⁸ m/s`. */
const unitOfPower: Expansion = {
  category: 'measure',
  first: /[a-zA-Z°µΩ]/,
  words: new Set(
    'm km cm mm nm kg g mg s ms j kj w kw mw v a n pa k hz ev mol c f l ml t b m cd h yr yrs years kcal cal'.split(' '),
  ),
  pattern: /[\p{L}µΩ°][^\n]{0,40}/uy,
  read: ([tail], { before }) => {
    if (!/(?:[⁰¹²³⁴-⁹]|\^[-−+]?\d{1,3}|\^\{[-−+]?\d{1,3}\}|\d[eE][-−+]?\d{1,2}) ?$/.test(before)) return undefined
    const unit = unitAt(tail)
    return unit === undefined ? undefined : { spoken: unit.many, length: unit.symbol.length }
  },
}

/** `5 miles/hour`, `20 beats/min`, `dollars/month`. */
const slashedUnit: Expansion = {
  category: 'measure',
  first: /\//,
  pattern: /\/[^\n]{0,40}/y,
  read: ([slashed], { before }) => {
    const rate = COUNTED_BEFORE.test(before) ? rateAt(slashed, false) : undefined
    return rate === undefined ? undefined : { spoken: rate.spoken, length: rate.length }
  },
}

/** `in/ft`, `lb/hr`, `kg/lb`: names of units with no number before, which are divided, or one of which is chosen. */
const unitsAlone: Expansion = {
  category: 'measure',
  first: /[A-Za-z]/,
  next: /\//,
  words: new Set(
    'in ft yd mi oz lb lbs gal qt hr hrs min mins sec secs km kg cm mm mg ml kb mb gb tb kbps mbps gbps hz khz mhz ghz mph kph kmh kw mw kwh mwh'.split(
      ' ',
    ),
  ),
  pattern: /([A-Za-z]{2,4}(?:\/[A-Za-zµ]{1,4}){1,3})(?![\p{L}\p{M}\d/@_]|[.-][\p{L}\d])/uy,
  read: ([, written = ''], { before }) => {
    if (/[\p{L}\d'@#/_.-]$|\d $/u.test(before)) return undefined
    const symbols = written.split('/')
    // `ML/DL`, `FT/PT`: initialisms
    if (symbols.some((symbol) => /^(?![KMGT]B$)[A-Z]{2,}$|^pt$/.test(symbol))) return undefined
    const units = symbols.map((symbol) => (unitAt(symbol)?.symbol === symbol ? unitAt(symbol) : undefined))
    const [first, second, ...others] = units
    if (first === undefined || second === undefined || units.includes(undefined)) return undefined
    const isOneKind = units.every((unit) => areOfOneKind(first.one, unit?.one))
    if (isOneKind && others.length > 0) return units.map((unit) => unit?.many).join(', ')
    if (isOneKind && !isPart(first.one, second.one)) return `${first.many} or ${second.many}`
    return [first.many, ...units.slice(1).map((unit) => `per ${unit?.one}`)].join(' ')
  },
}

export const measures: readonly Expansion[] = [
  unitsAlone,
  multipleRange,
  quantityRange,
  eitherOf,
  duration,
  recipe,
  shoeWidth,
  slashedUnit,
  bareRate,
  feet,
  inches,
  angle,
  coordinate,
  millibars,
  multiple,
  typeSize,
  quantity,
  perUnit,
  perAnnum,
  bareUnit,
  unitOfPower,
]
