const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Short scale; longer numbers are read digit by digit. */
const SCALES =
  ' thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion'.split(
    ' ',
  )
export const MAX_DIGITS_READ_AS_NUMBER = 3 * SCALES.length

const IRREGULAR_ORDINALS: ReadonlyMap<string, string> = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
])

/** `1045` → `one thousand forty five`. Takes decimal digits, leading zeros allowed; too many are read one by one. */
export function cardinal(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '')
  if (significant.length > MAX_DIGITS_READ_AS_NUMBER) return digitByDigit(significant)
  const words: string[] = []
  for (let end = significant.length, scale = 0; end > 0; end -= 3, scale++) {
    const group = Number(significant.slice(Math.max(0, end - 3), end))
    if (group > 0) words.unshift(`${belowThousand(group)} ${SCALES[scale]}`.trim())
  }
  return words.join(' ') || 'zero'
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const words = hundreds > 0 ? [`${UNITS[hundreds]} hundred`] : []
  if (rest > 0) words.push(belowHundred(rest))
  return words.join(' ')
}

function belowHundred(number: number): string {
  if (number < 20) return UNITS[number] as string
  const unit = number % 10
  return unit === 0 ? (TENS[Math.floor(number / 10)] as string) : `${TENS[Math.floor(number / 10)]} ${UNITS[unit]}`
}

/** `21` → `twenty first`. */
export const ordinal = (digits: string): string => ordinalOfWords(cardinal(digits))

/** `twenty one` → `twenty first`. */
export function ordinalOfWords(words: string): string {
  const [, head = '', last = ''] = /^(.* )?(\w+)$/.exec(words) ?? []
  const irregular = IRREGULAR_ORDINALS.get(last)
  if (irregular !== undefined) return head + irregular
  return head + (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)
}

/** `twenty` → `twenties`, `six` → `sixes`, `one hundred` → `one hundreds`. */
export const pluralOfWords = (words: string): string =>
  words.replace(/(\w+)$/, (last) =>
    last.endsWith('y') ? `${last.slice(0, -1)}ies` : last === 'six' ? 'sixes' : `${last}s`,
  )

/** `405` → `four zero five`. */
export const digitByDigit = (digits: string): string => [...digits].map((digit) => UNITS[Number(digit)]).join(' ')

/**
 * Up to four digits the way years, houses and flights are read: `1905` → `nineteen oh five`, `1900` → `nineteen hundred`,
 * `2000` → `two thousand`, `2024` → `twenty twenty four`, `350` → `three fifty`. Others are read as numbers.
 */
export function inPairs(digits: string): string {
  if (!/^[1-9]\d{2,3}$/.test(digits) || /^\d00\d$|000$/.test(digits)) return cardinal(digits)
  const head = cardinal(digits.slice(0, -2))
  const tail = digits.slice(-2)
  if (tail === '00') return `${head} hundred`
  return tail.startsWith('0') ? `${head} oh ${cardinal(tail)}` : `${head} ${cardinal(tail)}`
}

/** `3.05` → `three point zero five`. */
export const decimal = (whole: string, fraction: string): string =>
  `${whole === '' ? 'zero' : cardinal(whole)} point ${digitByDigit(fraction)}`

/** Two numbers that are said side by side: `50`, `50` → `fifty fifty`. */
export const fixedPair = (left: string, right: string): string => `${cardinal(left)} ${cardinal(right)}`
