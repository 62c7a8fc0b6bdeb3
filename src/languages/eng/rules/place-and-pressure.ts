import type { Expansion } from '../../reading/expansion.ts'
import { counted, readNumeral } from './numeral.ts'

const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ['N', 'north'],
  ['S', 'south'],
  ['E', 'east'],
  ['W', 'west'],
])

/** `40°26'46"N`, `45° N`. */
export const angle: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern:
    /(\d{1,3}(?:\.\d{1,10})?)°(?: ?(\d{1,2}(?:\.\d{1,10})?)'(?: ?(\d{1,2}(?:\.\d{1,10})?)(?:"|''))?)?(?: ?([NSEW])(?![\p{L}\d]))?/uy,
  read: ([, degrees = '', minutes, seconds, direction]) => {
    if (minutes === undefined && direction === undefined) return undefined
    return [
      counted(degrees, 'degree', 'degrees'),
      minutes && counted(minutes, 'minute', 'minutes'),
      seconds && counted(seconds, 'second', 'seconds'),
      direction && DIRECTIONS.get(direction),
    ]
      .filter(Boolean)
      .join(' ')
  },
}

/** `25.1N 78.3W`, as forecasts have it. */
export const coordinate: Expansion = {
  category: 'measure',
  first: /\d/,
  pattern:
    /(\d{1,3}\.\d{1,4}) ?([NS])(?=,? \d{1,3}\.\d{1,4} ?[EW](?![\p{L}\d]))|(?<=\d ?[NS],? )(\d{1,3}\.\d{1,4}) ?([EW])(?![\p{L}\d])/uy,
  read: ([, latitude, north, longitude, east], { before }) =>
    /[\p{L}\d.,-]$/u.test(before)
      ? undefined
      : `${counted(latitude ?? longitude ?? '', 'degree', 'degrees')} ${DIRECTIONS.get(north ?? east ?? '')}${north === undefined ? '' : ','}`,
}

const WEATHER =
  /(?:^|[^\p{L}])(?:baro\w{0,8}|cyclone|depression|high|hurricane|kts?|knots|low|mph|pressures?|storm|winds?)(?!\p{L})/iu
/** `985 mb` of pressure, not of a file. */
export const millibars: Expansion = {
  category: 'measure',
  first: /[89]|1/,
  pattern: /(8[5-9]\d|9\d\d|10[0-8]\d)(?:\.\d)? ?(?:mb|hPa)(?![\p{L}\d])/uy,
  read: ([whole, numeral = ''], { before, after }) =>
    !/[\p{L}\d.,-]$/u.test(before) && (whole.endsWith('hPa') || WEATHER.test(before) || WEATHER.test(after))
      ? `${readNumeral(/^[\d.]{1,6}/.exec(whole)?.[0] ?? numeral)} ${whole.endsWith('hPa') ? 'hectopascals' : 'millibars'}`
      : undefined,
}
