const table = (entries: string): ReadonlyMap<string, string> =>
  new Map(entries.split(', ').map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]))

/** What streets are called, short and in full. */
export const STREETS = table(
  'aly alley, av avenue, ave avenue, blvd boulevard, br bridge, brg bridge, bvd boulevard, byp bypass, cir circle, cres crescent, crk creek, ct court, cts courts, ctr center, cv cove, dr drive, est estate, expwy expressway, expy expressway, ext extension, frwy freeway, fwy freeway, gdns gardens, gln glen, grn green, grv grove, hbr harbor, hl hill, hls hills, hts heights, hwy highway, jct junction, knl knoll, la lane, ldg landing, ln lane, lndg landing, mdws meadows, mnr manor, mtn mountain, pk park, pkwy parkway, pky parkway, pl place, plz plaza, pt point, rd road, rdg ridge, rte route, shr shore, spg spring, spgs springs, sq square, st street, sta station, ter terrace, terr terrace, tpk turnpike, tpke turnpike, trl trail, vly valley, vw view, xing crossing',
)
export const STREETS_IN_FULL: ReadonlySet<string> = new Set([
  ...STREETS.values(),
  ...'way loop row walk path pike mews broadway run pass close quay mall trace'.split(' '),
])

export const DIRECTIONS = table(
  'n north, s south, e east, w west, ne northeast, nw northwest, se southeast, sw southwest',
)

/** Names that a direction opens: `N. Korea`. */
export const DIRECTED_PLACES: ReadonlySet<string> = new Set(
  'Africa America Korea Carolina Dakota Virginia Yorkshire Vietnam Asia Europe London Hollywood Philadelphia Hampton Ireland Macedonia'.split(
    ' ',
  ),
)

export const UNITS = table(
  'apt apartment, apts apartments, ste suite, rm room, bldg building, fl floor, flr floor, bsmt basement, lot lot, spc space, trlr trailer, dept department, unit unit, suite suite, apartment apartment, room room, floor floor, building building, rt route, rte route',
)

export const STATES = table(
  'AL alabama, AK alaska, AZ arizona, AR arkansas, CA california, CO colorado, CT connecticut, DE delaware, FL florida, GA georgia, HI hawaii, ID idaho, IL illinois, IN indiana, IA iowa, KS kansas, KY kentucky, LA louisiana, ME maine, MD maryland, MA massachusetts, MI michigan, MN minnesota, MS mississippi, MO missouri, MT montana, NE nebraska, NV nevada, NH new hampshire, NJ new jersey, NM new mexico, NY new york, NC north carolina, ND north dakota, OH ohio, OK oklahoma, OR oregon, PA pennsylvania, RI rhode island, SC south carolina, SD south dakota, TN tennessee, TX texas, UT utah, VT vermont, VA virginia, WA washington, WV west virginia, WI wisconsin, WY wyoming, PR puerto rico, GU guam, DC D C, AB alberta, BC british columbia, MB manitoba, NB new brunswick, NL newfoundland, NS nova scotia, ON ontario, QC quebec, SK saskatchewan',
)
