export interface UnitName {
  readonly one: string
  readonly many: string
  /** A length, so that its powers are called square and cubic. */
  readonly isLength: boolean
}

/** Symbols that stand in this case only, then `:`, the name, and after `/` a plural that is not the name with an s. */
const EXACT = `
m:meter
mi:mile
in:inch/inches
ha:hectare
ac:acre
pt:pint
ct:carat
t:ton
kt kts kn:knot
g:gram
L l:liter
W:watt
V:volt
A:amp
J:joule
N:newton
Nm:newton meter
C:degree Celsius/degrees Celsius
F:degree Fahrenheit/degrees Fahrenheit
Pa:pascal
Hz:hertz/hertz
Ω:ohm
Wh:watt hour
Ah:amp hour
eV:electron volt
kb:kilobyte
kΩ KΩ:kilohm
MΩ:megohm
s:second
h:hour
d:day
mo mos:month
ea:each/each
nt nts:night
cd:candela
lm:lumen
lx:lux/lux
Bq:becquerel
Sv:sievert
Gy:gray
Gs:gauss/gauss
mol:mole
b:bit
B:byte
Da:dalton
VA:volt ampere
Cal:calorie
cal:calorie
px:pixel
MP:megapixel
ly:light year
AU:astronomical unit
nmi NM:nautical mile
K:kelvin/kelvin
`

/** Symbols written in any case. */
const ANY_CASE = `
ft:foot/feet
yd yds:yard
mph:mile per hour/miles per hour
kmh kph kmph:kilometer per hour/kilometers per hour
mpg:mile per gallon/miles per gallon
fps:frame per second/frames per second
rpm:revolution per minute/revolutions per minute
bpm:beat per minute/beats per minute
wpm:word per minute/words per minute
cfm:cubic foot per minute/cubic feet per minute
gpm:gallon per minute/gallons per minute
dpi:dot per inch/dots per inch
ppi:pixel per inch/pixels per inch
ppm:part per million/parts per million
ppb:part per billion/parts per billion
psi:pound per square inch/pounds per square inch
mmhg:millimeter of mercury/millimeters of mercury
inhg:inch of mercury/inches of mercury
atm:atmosphere
sqft:square foot/square feet
sqm:square meter
sqmi:square mile
sqkm:square kilometer
cuft:cubic foot/cubic feet
cc:cubic centimeter
lb lbs:pound
oz ozs:ounce
floz:fluid ounce
gal gals:gallon
qt qts:quart
pts:point
tsp tsps:teaspoon
tbsp tbsps tbs:tablespoon
ftlb ftlbs:foot pound
lbft:pound foot/pound feet
hp bhp:horsepower/horsepower
btu btus:B T U/B T U
pcs pc:piece
bbl bbls:barrel
kcal kcals:kilocalorie
deg degs:degree
db dba:decibel
mcg ug:microgram
iu:international unit
mins:minute
min:minute
hr hrs:hour
sec secs:second
msec:millisecond
wk wks:week
yr yrs:year
doz:dozen/dozen
ohm ohms:ohm
rad:radian
mwh:megawatt hour
gwh:gigawatt hour
kwhr:kilowatt hour
`

/** A base, the prefixes it is used with and its name. */
const PREFIXED = `
m|k c m d µ u n|meter
g|k m µ u n|gram
L|m c d µ u k h M|liter
l|m c d µ u k h|liter
W|k M G T m µ|watt
Wh|k M G T|watt hour
V|k m µ M|volt
A|m µ k|amp
Ah|m k|amp hour
J|k M G|joule
Hz|k M G T|hertz/hertz
Pa|k M h G|pascal
eV|k M G T|electron volt
N|k M|newton
s|m µ u n p|second
Ω|m µ|ohm
F|µ u n p m|farad
H|m µ|henry
b|k K M G T|bit
bit|k K M G T|bit
B|k K M G T P E Z|byte
bps|k K M G T|bit per second/bits per second
Bps|k K M G|byte per second/bytes per second
iB|K M G T|byte
mol|m µ n k|mole
bar|m k|bar
Sv|m µ|sievert
Bq|k M|becquerel
VA|k M|volt ampere
cal|k|calorie
px|k M|pixel
Pc|k M|parsec
pc|k M|parsec
Nm|k|newton meter
T|m|tesla
`

const PREFIX_NAMES: ReadonlyMap<string, string> = new Map([
  ['k', 'kilo'],
  ['K', 'kilo'],
  ['M', 'mega'],
  ['G', 'giga'],
  ['T', 'tera'],
  ['P', 'peta'],
  ['E', 'exa'],
  ['Z', 'zetta'],
  ['h', 'hecto'],
  ['d', 'deci'],
  ['c', 'centi'],
  ['m', 'milli'],
  ['µ', 'micro'],
  ['u', 'micro'],
  ['n', 'nano'],
  ['p', 'pico'],
])
const BINARY_PREFIX_NAMES: ReadonlyMap<string, string> = new Map([
  ['K', 'kibi'],
  ['M', 'mebi'],
  ['G', 'gibi'],
  ['T', 'tebi'],
])

/** Prefixed symbols that mean something else, or nothing, in other cases than their own. */
const FOLDABLE =
  /^(?:[kcmd]m|[km]?g|k[LJNWVA]|kPa|[dcm]l|[kMG]Hz|[KMGTP]B|kWh|mAh|[kMG]bps|[KMGT]iB|mbar|mmol|kbit|Mbit)$/
const LENGTHS = /^(?:.{0,5}meter|foot|inch|mile|yard|nautical mile)$/

const unit = (name: string): UnitName => {
  const [one = '', many = `${one}s`] = name.split('/')
  return { one, many, isLength: LENGTHS.test(one) }
}

const entries = (table: string): readonly string[] => table.split('\n').filter((line) => line !== '')

const symbolsOf = (table: string): readonly (readonly [string, UnitName])[] =>
  entries(table).flatMap((line) => {
    const [symbols = '', name = ''] = line.split(':')
    return symbols.split(' ').map((symbol) => [symbol, unit(name)] as const)
  })

const prefixedSymbols = (): readonly (readonly [string, UnitName])[] =>
  entries(PREFIXED).flatMap((line) => {
    const [base = '', prefixes = '', name = ''] = line.split('|')
    const names = base === 'iB' ? BINARY_PREFIX_NAMES : PREFIX_NAMES
    return prefixes.split(' ').map((prefix) => {
      const prefixName = names.get(prefix) ?? ''
      return [
        prefix + base,
        unit(
          name
            .split('/')
            .map((form) => prefixName + form)
            .join('/'),
        ),
      ] as const
    })
  })

const PREFIXED_SYMBOLS = prefixedSymbols()
const BY_SYMBOL: ReadonlyMap<string, UnitName> = new Map([...PREFIXED_SYMBOLS, ...symbolsOf(EXACT)])
const BY_LOWER_CASE: ReadonlyMap<string, UnitName> = new Map([
  ...PREFIXED_SYMBOLS.filter(([symbol]) => FOLDABLE.test(symbol)).map(
    ([symbol, name]) => [symbol.toLowerCase(), name] as const,
  ),
  ...symbolsOf(ANY_CASE),
])

/** The unit that a symbol stands for: `kWh` → kilowatt hour. */
export const unitNamed = (symbol: string): UnitName | undefined =>
  BY_SYMBOL.get(symbol) ?? BY_LOWER_CASE.get(symbol.toLowerCase())
