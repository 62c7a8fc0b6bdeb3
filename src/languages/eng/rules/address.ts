import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { DIRECTED_PLACES, DIRECTIONS, STATES, STREETS, STREETS_IN_FULL, UNITS } from './address-words.ts'
import { isAfterArticle } from './adjective.ts'
import { countsThings, MONTH, WEEKDAY } from './calendar.ts'
import { isPlace, senseOfDigits } from './number-sense.ts'
import { cardinal, digitByDigit, inPairs } from './number-words.ts'
import { opensWord } from './sentence-context.ts'
import { isNameOfUnit, unitNamed } from './unit-names.ts'
import { parts } from './until-next.ts'

const words = (names: Iterable<string>): string => [...names].sort((a, b) => b.length - a.length).join('|')

const DIRECTION = '(?:[NS][EW]|[NSEW])'
const SHORT_STREET = `(?:${words(STREETS.keys())})`
const STREET_FORMS = [...new Set([...STREETS.keys(), ...STREETS_IN_FULL])]
const STREET = `(?:${words(STREET_FORMS)})`
const STREET_IN_ANY_CASE = `(?:${words(STREET_FORMS.flatMap((form) => [form, form.charAt(0).toUpperCase() + form.slice(1), form.toUpperCase()]))})`
const NAME = String.raw`(?:\p{Lu}[\p{L}'.]{0,20}|\d{1,3}(?:st|nd|rd|th))`
/** Names in lower case only where the street is cut short, too: `12 main st`, not `2 people walk`. */
const LOWER_NAME = String.raw`(?:[a-z][a-z']{2,20}|\d{1,3}(?:st|nd|rd|th))`
const HEAD = String.raw`(?:(?:${DIRECTION}|[nsew](?=\.? \p{Lu}))\.? )?`

const LONG_STREETS = '(?:avenue|boulevard|court|lane|road|street)'
const LONG_STREETS_CAPITALIZED =
  '(?:Avenue|Boulevard|Circle|Court|Drive|Lane|Parkway|Place|Road|Street|Terrace|Trail|Way)'
/** What is counted or measured before a street, or tells which one. */
const NO_STREET_NAME =
  '(?:and|block|busy|by|city|dirt|down|for|from|local|long|main road|mile|miles|more|narrow|near|new|off|old|on|open|other|per|private|public|small|the|toll|total|wide)(?!\\p{L})'
const STREET_ENDS = String.raw`\s{0,3}$|[.,;:!?)\n]| (?:and|apt|at|because|but|costs?|for|has|if|in|is|near|or|suite|that|to|unit|was|which|with)(?!\p{L})`

const HOUSE_BEFORE = new RegExp(
  String.raw`(?:^|[^\p{L}\d.,$-])\d{1,5}[A-Z]?(?:-\d{1,4})? ${HEAD}(?:${NAME} ){1,4}$`,
  'u',
)
const HOUSE_BEFORE_LOWER = new RegExp(String.raw`(?:^|[^\p{L}\d.,$-])\d{1,5} ${HEAD}(?:${LOWER_NAME} ){1,3}$`, 'iu')
const CLOSED = /^(?:\s{0,3}$|[,;\n)]|\. ?(?:\p{Lu}|$)|\. [a-z]| (?:\p{Lu}|\d|#|and\b|in\b|apt\b|unit\b|suite\b|ste\b))/u

/** "K St. NW". */
const QUARTER_AFTER = /^ (?:NW|NE|SW|SE)(?!\p{L})/u
const NUMBERED_STREET_BEFORE = /(?:^|[^\p{L}\d])\d{1,3}(?:st|nd|rd|th) $/u
const STREETS_NUMBERED = /^(?:St|Ave?|Pl|Ct|Ter|Terr|Rd|Blvd|Ln)$/

/** House numbers: `529` → `five twenty nine`, `12345` digit by digit. */
function houseWords(digits: string): string {
  if (digits.startsWith('0') || digits.length > 4) return digitByDigit(digits)
  return digits.length < 3 ? cardinal(digits) : inPairs(digits)
}

const withLetter = (digits: string, letter: string | undefined): string =>
  letter === undefined ? houseWords(digits) : `${houseWords(digits)} ${letter.toUpperCase()}`

function readHouse(match: RegExpExecArray, { before, after }: Context): string | undefined {
  const { house = '', letter, last } = parts(match)
  if (/[\p{L}\d][.,:/-]?$|[$€£#.]$/u.test(before) || !leadsToStreet(before, after)) return undefined
  const until = last === undefined ? '' : ` ${houseWords(last)}`
  // "50 8th Street" is not fifty-eighth.
  const isBeforeNumber = /^ \d/.test(after)
  return `${withLetter(house, letter)}${until}${isBeforeNumber ? ',' : ''}`
}

const STREET_LINE = new RegExp(
  [
    String.raw`^ ${HEAD}(?:${NAME} ){1,4}${STREET_IN_ANY_CASE}(?![\p{L}\d])`,
    String.raw`^ ${HEAD}(?:Broadway|Avenue of)(?!\p{L})`,
    String.raw`^ ${HEAD}(?:${LOWER_NAME} ){1,3}${SHORT_STREET}(?=[.,]|\s{0,3}$| [A-Z])`,
    // "8 St. Mark's Pl.", "123 N Main".
    String.raw`^ St\.? ${NAME} ${STREET_IN_ANY_CASE}(?!\p{L})`,
    String.raw`^ ${DIRECTION}\.? \p{Lu}\p{Ll}{2,20}(?:\s{0,3}$|[,.;])`,
  ].join('|'),
  'u',
)
/** `1076 carol Lane`, `410 oak street`: in small letters, but `150 people walk`, `300 city street lights` */
const SMALL_STREET_LINE = new RegExp(
  String.raw`^ ${HEAD}(?<names>(?:(?!${NO_STREET_NAME})[a-z]{3,20}(?<!s) ){1,2})(?:${LONG_STREETS_CAPITALIZED}|${LONG_STREETS})(?=${STREET_ENDS})`,
  'u',
)
const TIMES = new Set(['second', 'minute', 'hour', 'day', 'night', 'week', 'month', 'year'])
/** `a 350 meter street`, `a 2 day road`, `120 kilometer gravel road` */
const isMeasured = (names: string): boolean =>
  names.split(' ').some((name) => TIMES.has(name) || unitNamed(name) !== undefined || isNameOfUnit(name))

function leadsToStreet(before: string, after: string): boolean {
  if (!/^ (?:[A-Za-z]|\d{1,3}(?:st|nd|rd|th))/.test(after)) return false
  if (STREET_LINE.test(after)) return true
  const { names } = SMALL_STREET_LINE.exec(after)?.groups ?? {}
  return names !== undefined && !isMeasured(names) && !isAfterArticle(before)
}

function readStreet(match: RegExpExecArray, { before, after }: Context): Reading | string | undefined {
  const { street = '', stop } = parts(match)
  const isLower = /^[a-z]/.test(street)
  const isAddress = isLower
    ? (HOUSE_BEFORE_LOWER.test(before) || HOUSE_BEFORE.test(before)) && CLOSED.test(after)
    : (HOUSE_BEFORE.test(before) ||
        (STREETS_NUMBERED.test(street) && (NUMBERED_STREET_BEFORE.test(before) || QUARTER_AFTER.test(after)))) &&
      !/^ ?'/.test(after)
  const spoken = STREETS.get(street.toLowerCase())
  if (spoken === undefined || !isAddress) return undefined
  const ends = stop !== undefined && ENDS_LINE.test(after)
  return ends ? { spoken, length: match[0].length - 1 } : spoken
}

/** The full stop of an abbreviation ends the sentence, too. */
const ENDS_LINE = /^(?:\s{0,3}$|\n)/
const HIGHWAY = String.raw`(?:[Hh]wys?\.?|HWY|[Hh]ighways?|[Rr]outes?|[Rr]te\.?|Rt\.?|RT|[Ii]nterstate|I|US|SR|CR|(?:(?:[Cc]ounty|[Ff]arm|[Ff]orest|[Rr]anch|[Ss]tate|[Tt]ownship) (?:[Rr]oad|[Rr]d\.?)|Road|Rd\.?)|(?:${[...STATES.keys()].join('|')})(?=-))`
const ROAD_BEFORE = new RegExp(String.raw`(?:^|[^\p{L}])${HIGHWAY}[ -]\d{1,4}[A-Z]? $`, 'u')
const STREET_BEFORE = new RegExp(String.raw`(?:^|[ .])(?:${NAME} )${STREET}\.?,? $`, 'iu')
const STREET_AFTER = new RegExp(
  String.raw`^\.? (?:${NAME} ){0,3}(?:${NAME} ${STREET}(?![\p{L}\d])|Broadway|\d{1,3}(?:st|nd|rd|th)(?![\p{L}\d]))`,
  'iu',
)

/** After a direction in lower case, which may be a unit: `60 w Oak St`, but `a 60 w Bulb`. */
const STREET_AFTER_SMALL = new RegExp(
  String.raw`^\.? (?:(?:${NAME} ){1,4}${STREET_IN_ANY_CASE}(?![\p{L}\d])|Broadway(?!\p{L}))`,
  'u',
)

const GOES_ON_AS_SENTENCE =
  /^,? (?:is|was|are|were|has|had|have|will|can|and|or|but|to|in|on|at|of|for|the|an?|by|from|with|as|if|it|you|we)(?!\p{L})/u

function readDirection(match: RegExpExecArray, { before, after }: Context): Reading | string | undefined {
  const { direction = '', stop } = parts(match)
  // Letters that are spelled, one by one.
  if (/[\p{L}\d.'&-]$/u.test(before) || /^ [A-Z](?![\p{L}'.])/u.test(after)) return undefined
  if (/^[nsew]/.test(direction) && !STREET_AFTER_SMALL.test(after)) return undefined
  const spoken = DIRECTIONS.get(direction.replace('.', '').toLowerCase())
  const place = /^ (\p{L}{1,20})/u.exec(after)?.[1] ?? ''
  const opensStreet =
    STREET_AFTER.test(after) &&
    !GOES_ON_AS_SENTENCE.test(after) &&
    /(?:\d[A-Z]?|\b(?:on|at|to|of|and|onto|down|up|along|near|corner|via|from)|^|[,(]) ?$/.test(before)
  // "123 N Main".
  const opensName = /(?:^|\D)\d{1,5} $/.test(before) && /^ \p{Lu}\p{Ll}{2,20}(?:\s{0,3}$|[,.;])/u.test(after)
  const opensPlace = stop !== undefined && /^[NSEW]$/.test(direction) && DIRECTED_PLACES.has(place)
  const closesStreet =
    (ROAD_BEFORE.test(before) || (STREET_BEFORE.test(before) && direction !== 'S')) && !/^ \p{Lu}\. /u.test(after)
  if (!opensStreet && !opensName && !opensPlace && !closesStreet) return undefined
  const ends = stop !== undefined && (ENDS_LINE.test(after) || (closesStreet && /^ \p{Lu}\p{Ll}/u.test(after)))
  return ends ? { spoken: spoken ?? '', length: match[0].length - 1 } : spoken
}

const CITY_BEFORE = /(?:^|[^\p{L}])\p{Lu}[\p{L}'.-]{1,30}, ?$/u
const CITY_IN_CAPITALS = /(?:^|[^\p{L}])\p{Lu}[\p{Lu}'.-]{1,30}, ?$/u
const STATES_LIKE_WORDS = /^(?:OR|IN|ME|OK|HI|OH|LA|PA|MA|ID|AL|DE|CO|MO)$/
const NO_CITY =
  /(?:^|[^\p{L}])(?:Yes|No|Well|Oh|Okay|So|Hey|Hi|Hello|Sure|Right|Fine|And|But|Or|Now|Then|Thanks|Please|Look),? ?$/u
const LINE_OF_STATE = /(?:^|[^\p{L}])\p{Lu}[\p{L}'.-]{1,30},? ?$/u

/** States that are told by their capitals alone after a city: `Orlando FL`. The others are words, degrees, devices. */
const CLEAR_STATES: ReadonlySet<string> = new Set(
  'AK AZ CA CO FL GA IA IL KS KY MA MI MN MT NC ND NE NH NJ NM NV NY OH RI TN TX UT VA VT WA WI WV WY'.split(' '),
)
const CITY_ALONE_BEFORE = /(?:^|[^\p{L}\d])\p{Lu}\p{Ll}{2,20} $/u
/** Of those, the ones that are words or other terms, too: alone only at the end of a phrase. */
const DOUBTFUL_STATES: ReadonlySet<string> = new Set('CA CO GA IA MA MI MT NE OH UT VA WA'.split(' '))
const PHRASE_ENDS =
  /^(?:\s{0,3}$|[.,;:!?)\n]| (?:and|area|at|by|for|from|is|in|location|office|on|or|store|to)(?!\p{L}))/u
const KNOWN_CITY_ENDS = /^ (?:had|has|last|next|this|was|weather|will|with)(?!\p{L})/u
/** A clock, a day or a dash: what follows the name of a place, and no model as in `Honda NC 750`. */
const STATE_ENDS = new RegExp(
  String.raw`^(?:\s{0,3}$|[.,;:!?)\n]| (?:[-–—|(]|\d{1,2}:\d\d|\d{3,4} [AP]M(?!\p{L})|(?:${MONTH}|${WEEKDAY})(?!\p{L})))`,
  'iu',
)
/** Cities that are believed in before a state whose code is a word or something else, too. */
const CITIES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...englishWords.map('cities')].map(([state, names]) => [state, new Set(names.split(' '))]),
)
const CITY_WORDS = /(?:^|[^\p{L}])(?:(\p{Lu}\p{Ll}{2,20}) )?(\p{Lu}\p{Ll}{2,20}) $/u

/** Whether a city of this state stands here, without a comma: `Boise ID`, `Twin Falls ID`. */
function isAfterKnownCity(state: string, before: string): boolean {
  const [, first = '', last = ''] = CITY_WORDS.exec(before) ?? []
  const cities = CITIES.get(state)
  return cities?.has(last.toLowerCase()) === true || cities?.has(`${first}-${last}`.toLowerCase()) === true
}
/** `TX Panhandle`, `AZ Interstate 10`. */
const PART_OF_STATE =
  /^ (?:border(?!\p{L})|Interstate \d|Highway \d|Hwy\.? \d|Panhandle|Route \d|Rte\.? \d|State (?:Highway|Police|Road|Route|Trooper)|Turnpike|I-\d|US-?\d)/u

function readState(match: RegExpExecArray, { before, after }: Context): string | undefined {
  const { state = '' } = parts(match)
  const name = STATES.get(state)
  if (
    name === undefined ||
    (CITY_IN_CAPITALS.test(before) &&
      (STATES_LIKE_WORDS.test(state) || /(?:^|[^\p{L}])\p{Lu}{1,4}, ?$/u.test(before)) &&
      !/^,? \d{5}/.test(after) &&
      !(/(?:^| )(?:AT|FROM|IN|NEAR|OF|TO) \p{Lu}{4,20}, $/u.test(before) && PHRASE_ENDS.test(after)))
  )
    return undefined
  const hasZip = /^,? \d{5}(?!\d)/.test(after)
  const isKnown = isAfterKnownCity(state, before)
  const isDoubtful = STATES_LIKE_WORDS.test(state) || (DOUBTFUL_STATES.has(state) && !isKnown)
  const isAlone =
    (isKnown || (CLEAR_STATES.has(state) && CITY_ALONE_BEFORE.test(before))) &&
    (PHRASE_ENDS.test(after) ||
      (isKnown && KNOWN_CITY_ENDS.test(after)) ||
      (!isDoubtful && (STATE_ENDS.test(after) || /^ \p{Ll}/u.test(after))))
  if (
    PART_OF_STATE.test(after) &&
    opensWord(before) &&
    (!STATES_LIKE_WORDS.test(state) || after.startsWith(' Panhandle'))
  )
    return name
  if (
    REGION_BEFORE.test(before) &&
    opensWord(before) &&
    CLEAR_STATES.has(state) &&
    !/\p{Lu}{3}/u.test(before.slice(-24))
  )
    return name
  if (state === 'ID' && /(?:^|[^\p{L}])(?:an?|her|his|my|our|the|their|your) \p{Lu}[\p{L} ]{1,20} $/u.test(before))
    return undefined
  // `in Portland, OR Seattle`
  if (/^(?:HI|ID|IN|LA|MA|ME|OK|OR|PA)$/.test(state) && /^ \p{Lu}\p{Ll}/u.test(after)) return undefined
  const isAfterCity = (CITY_BEFORE.test(before) || isAlone) && !NO_CITY.test(before)
  const isCanadian = /^,? [A-Z]\d[A-Z] ?\d[A-Z]\d/.test(after)
  if (!isAfterCity && !((hasZip || isCanadian) && LINE_OF_STATE.test(before))) return undefined
  // Degrees and offices stand after names, too.
  if (!hasZip && /^(?:MD|MA|PA|DC)$/.test(state) && /\b(?:Dr\.|Jr\.|Ph\.?D\.?)[ ,]/.test(before)) return undefined
  // A list of words in capitals.
  if (!hasZip && /^\p{L}|^ ?, \p{Lu}{2}(?!\p{L})/u.test(after) && /\p{Lu}{2,}, ?$/u.test(before)) return undefined
  return hasZip && !after.startsWith(',') ? `${name},` : name
}

/** `portions of ND and MN`, `northern CA` */
const REGION_BEFORE =
  /(?:^|[^\p{L}])(?:across|parts of|portions of|upstate|rural|(?:far )?(?:north|south|east|west|central|northeast|northwest|southeast|southwest)(?:ern)?(?: and (?:north|south|east|west|central)(?:ern)?)?|most of|all of|over) (?:[A-Z]{2}(?:, | and |, and |\/| or )){0,4}$/iu

const STATE_NAMES = words([...STATES.values()].map((name) => name.toLowerCase()))
const STATE_BEFORE = new RegExp(
  String.raw`(?:, ?(?:[A-Z]\.[A-Z]\.|[A-Z][a-z]{1,4}\.)|\b(?:${[...STATES.keys()].join('|')}),?) $`,
)
const ZIP_FOLLOWS = new RegExp(
  String.raw`(?:, (?:${STATE_NAMES}),? |\bzip(?:[ -]?codes?)?(?: is| of|:)? |\bpostal code(?: is|:)? )$`,
  'i',
)

/** Those that are no words in lower case. */
const SMALL_STATES: ReadonlySet<string> = new Set(
  [...STATES.keys()].filter((state) => !STATES_LIKE_WORDS.test(state)).map((state) => state.toLowerCase()),
)

function readZip(match: RegExpExecArray, { before, after }: Context): string | undefined {
  const { zip = '', rest } = parts(match)
  if (/[\p{L}\d][.,:/-]?$|[$€£#]$/u.test(before)) return undefined
  const follows = ZIP_FOLLOWS.test(before) || STATE_BEFORE.test(before)
  if (rest === undefined && (!follows || countsThings(after))) return undefined
  return rest === undefined ? digitByDigit(zip) : `${digitByDigit(zip)}, ${digitByDigit(rest)}`
}

/** `Apt. 12C`, `Ste 5`: the label. */
const SHORT_UNITS: ReadonlySet<string> = new Set('apt apts ste rm bldg fl flr trlr spc rt rte'.split(' '))

function readUnit(match: RegExpExecArray, { before }: Context): string | undefined {
  const { label = '' } = parts(match)
  if (/[\p{L}\d'-]$/u.test(before) || !SHORT_UNITS.has(label.toLowerCase())) return undefined
  return UNITS.get(label.toLowerCase())
}

function readLabelled(match: RegExpExecArray, context: Context): string | undefined {
  const { digits = '', letter } = parts(match)
  const { before } = context
  if (digits.length < 3 && letter === undefined) return undefined
  if (/[\p{L}\d][./]$|\p{L}-$|[$€£]$/u.test(before)) return undefined
  if (letter === undefined ? senseOfDigits(digits, context) !== 'room' : !isPlace(context)) return undefined
  if (/\bUS $/.test(before) && letter === undefined && digits.length > 3) return undefined
  return withLetter(digits, letter)
}

const ROAD_WORD_BEFORE = /\b(?:on|take|via|to|from|along|off|and|exit)\s$/i
const STATE_ROAD_BEFORE = /\b(?:along|between|closed|exit|off|on|onto|over|reopened|take|via)\s$/i
/** What a state's or a county's road follows where another road, or what happens on one, is near: `SR 71` is a plane, too. */
const NEAR_STATE_ROAD = /\b(?:and|at|by|from|near|of|to)\s$/i
const ROAD_BESIDE =
  /\b(?:avenue|ave|bridge|closed|closure|corner|crash|detour|east|exit|freeway|highway|hwy|interchange|interstate|intersection|junction|lanes?|miles?|north|[ns][ew]|ramp|roads?|rd|route|rte|south|street|traffic|west|(?:I|US|SR|CR|FM)[- ]\d{1,3})\b/iu
/** `CR 400S bridge`: what is of a road */
const ROAD_STRUCTURE =
  /^ (?:(?:north|south|east|west)(?:bound)? )?(?:bridges?|closed|closure|corridor|crossing|culverts?|exits?|floods?|flooded|interchange|intersection|is closed|junction|overpass|underpass|under water|washed out)(?!\p{L})/u
const ROAD_NEXT = new RegExp(
  String.raw`^ (?:and|at|between|from|in|just|near|north|south|east|west|over|to|was|were|is|has|will)(?!\p{L})|${ROAD_STRUCTURE.source}`,
  'u',
)
const HIGHWAY_NAMES: ReadonlyMap<string, string> = new Map([
  ['I', 'I'],
  ['US', 'U S'],
  ['SR', 'state route'],
  ['CR', 'county road'],
  ['FM', 'farm to market'],
])

const isStateRoad = (before: string, after: string): boolean =>
  STATE_ROAD_BEFORE.test(before) ||
  (NEAR_STATE_ROAD.test(before) && (ROAD_BESIDE.test(before) || ROAD_BESIDE.test(after)))

/** Addresses in the American way. */
export const addresses: readonly Expansion[] = [
  {
    category: 'address',
    first: /\d/,
    pattern: /(?<house>\d{1,5})(?<letter>[A-Za-z])?(?:-(?<last>\d{1,4}))?(?= )/y,
    read: readHouse,
  },
  {
    category: 'address',
    first: /[a-z]/i,
    words: new Set(STREETS.keys()),
    pattern: /(?<street>[A-Za-z]{2,6})(?![\p{L}\d'])(?<stop>\.)?/uy,
    read: readStreet,
  },
  {
    category: 'address',
    first: /[NSEWnsew]/,
    words: new Set(DIRECTIONS.keys()),
    pattern: /(?<direction>[NS]\.?[EW]|[NSEW]|(?<=\d )[nsew](?=\.? \p{Lu}))(?![\p{L}\d'&/-])(?<stop>\.)?/uy,
    read: readDirection,
  },
  {
    category: 'address',
    first: /[A-Z]/,
    words: new Set([...STATES.keys()].map((state) => state.toLowerCase())),
    pattern: /(?<state>[A-Z]{2})(?![\p{L}\d'&/-])/uy,
    read: readState,
  },
  {
    // `woodhaven ny 11421`, as it is typed
    category: 'address',
    first: /[a-z]/,
    words: SMALL_STATES,
    pattern: /(?<state>[a-z]{2}),? (?<zip>\d{5})(?![\p{L}\d%]|[-.,:/]\d)/uy,
    read: (match, { before, after }) => {
      const { state = '', zip = '' } = parts(match)
      if (!SMALL_STATES.has(state) || !/\p{Ll}{3},? $/u.test(before) || countsThings(after)) return undefined
      return `${STATES.get(state.toUpperCase())}, ${digitByDigit(zip)}`
    },
  },
  {
    category: 'address',
    first: /[NSWRD]/,
    words: new Set(['n', 's', 'w', 'r', 'd']),
    pattern: /(?<state>[NSWRD]\. ?[A-Z])\.(?!\p{L})/uy,
    read: (match, { before, after }) => {
      const name = STATES.get((parts(match).state ?? '').replace(/\. ?/, ''))
      if (name === undefined || !CITY_BEFORE.test(before) || NO_CITY.test(before)) return undefined
      return ENDS_LINE.test(after) ? { spoken: name, length: match[0].length - 1 } : name
    },
  },
  {
    category: 'address',
    first: /\d/,
    pattern: /(?<zip>\d{5})(?:-(?<rest>\d{4}))?(?![\p{L}\d%]|[-.,:/]\d)/uy,
    read: readZip,
  },
  {
    category: 'address',
    first: /[a-z]/i,
    words: SHORT_UNITS,
    pattern:
      /(?<label>[A-Za-z]{2,4})(?![A-Za-z])\.?(?= ?#? ?(?:\d{1,4}[A-Z]?|[A-Z])(?![\p{L}\d.']))|(?<=\d(?:st|nd|rd|th) )(?:Fl|fl|FL|Flr)\b\.?/uy,
    read: (match, context) => (match.groups?.label === undefined ? 'floor' : readUnit(match, context)),
  },
  {
    category: 'address',
    first: /I|U|S|C|F/,
    words: new Set(['i', 'us', 'sr', 'cr', 'fm']),
    pattern: /(?<name>I|US|SR|CR|FM)[- ](?<road>\d{1,4})(?<letter>[NSEW])?(?![\p{L}\d]|[.,:/]\d| ?%)/uy,
    read: (match, { before, after }) => {
      const { name = '', road = '', letter } = parts(match)
      const isSpaced = match[0].includes(' ')
      if (
        isSpaced &&
        (name === 'I' ||
          (/^ [a-z]/.test(after) && !ROAD_NEXT.test(after)) ||
          !(
            (/^[SC]R$/.test(name)
              ? isStateRoad(before, after) || (letter !== undefined && NEAR_STATE_ROAD.test(before))
              : ROAD_WORD_BEFORE.test(before)) ||
            (name !== 'US' && ROAD_STRUCTURE.test(after)) ||
            (letter !== undefined && /^[SC]R$/.test(name) && /(?:^|[.!?:;,] ?)$/.test(before))
          ))
      )
        return undefined
      const direction = letter === undefined ? '' : ` ${DIRECTIONS.get(letter.toLowerCase())}`
      return `${HIGHWAY_NAMES.get(name)} ${houseWords(road)}${direction}`
    },
  },
  {
    category: 'serial',
    first: /\d/,
    pattern: /(?<digits>\d{1,4})(?<letter>[A-Z])?(?![\p{L}\d%°]|[.,:/]\d)/uy,
    read: readLabelled,
  },
  {
    category: 'address',
    first: /\d/,
    pattern: /(?<box>\d{3,6})(?![\p{L}\d%]|[-.,:/]\d)/uy,
    read: (match, { before }) => {
      const { box = '' } = parts(match)
      return /\b(?:p\.? ?o\.?|post office) ?box:? (?:#|no\.? )?$/i.test(before) ? digitByDigit(box) : undefined
    },
  },
]
