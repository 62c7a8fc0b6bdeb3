import type { Expansion } from '../../reading/expansion.ts'
import { DIRECTIONS } from './address-words.ts'
import { counted, readNumeral } from './numeral.ts'
import { opensWord } from './sentence-context.ts'

const TERMS: ReadonlyMap<string, string> = new Map([
  ['tstm', 'thunderstorm'],
  ['wnd', 'wind'],
  ['gst', 'gust'],
  ['dmg', 'damage'],
])
const TERM = '(?:Tstm|TSTM|Wnd|WND|Gst|GST|Dmg|DMG)'
const TERM_NEXT = new RegExp(`^ ${TERM}(?!\\p{L})`, 'u')
const TERM_BEFORE = /(?:^|[^\p{L}])(?:Tstm|TSTM|Wnd|WND)(?:-| )$/u
/** What is reported of a place that is told by its distance from another */
const EVENT_BEFORE =
  /(?:^|[^\p{L}])(?:Blizzard|Dense Fog|Dmg|DMG|Dust Storm|Flash Flood|Flood|Freezing Rain|Funnel Cloud|Gst|GST|Hail|Heavy (?:Rain|Snow)|Heavy Sleet|High Surf|Ice Storm|Lightning|Snow|Tornado|Waterspout|Wildfire) $/u
const MEASURED: ReadonlyMap<string, string> = new Map([
  ['M', 'measured'],
  ['E', 'estimated'],
])

/** Reports of storms, as weather services send them: `Non-Tstm Wnd Gst 2 WSW Elk Creek … M52 MPH`. */
export const stormReports: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /[TWGD]/,
    words: new Set(TERMS.keys()),
    pattern: new RegExp(`${TERM}(?![\\p{L}\\d.])`, 'uy'),
    read: ([term], { before, after }) =>
      opensWord(before) && (TERM_NEXT.test(after) || TERM_BEFORE.test(before))
        ? TERMS.get(term.toLowerCase())
        : undefined,
  },
  {
    category: 'measure',
    first: /[1-9]/,
    pattern: /(?<miles>[1-9]\d?) (?<direction>[NS][NS]?[EW]|[EW][NS][EW]|[NSEW])(?= \p{Lu}\p{Ll})/uy,
    read: ({ groups }, { before }) => {
      if (!EVENT_BEFORE.test(before)) return undefined
      const direction = groups?.direction ?? ''
      const parts = direction.length > 2 ? [direction.charAt(0), direction.slice(1)] : [direction]
      const name = parts.map((part) => DIRECTIONS.get(part.toLowerCase())).join(' ')
      return `${counted(groups?.miles ?? '', 'mile', 'miles')} ${name} of`
    },
  },
  {
    category: 'measure',
    first: /[ME]/,
    next: /\d/,
    pattern:
      /(?<how>[ME])(?<value>\d{1,3}(?:\.\d{1,2})?) (?<unit>MPH|mph|[Kk]nots|KTS?|kts?|Inch(?:es)?|INCH|inch(?:es)?)(?!\p{L})/uy,
    read: ({ groups }, { before }) => {
      if (!/(?:^|[\s(,])$/.test(before)) return undefined
      const unit = (groups?.unit ?? '').toLowerCase()
      const name = unit === 'mph' ? 'miles per hour' : unit.startsWith('k') ? 'knots' : 'inches'
      return `${MEASURED.get(groups?.how ?? '')} ${readNumeral(groups?.value ?? '')} ${name}`
    },
  },
]
