import type { Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'
import { digitByDigit } from './numeral.ts'

/** Words for a version, and amendments, whose parts have points */
const VERSION = 'versi[oó]n(?:e[sn]?|i|s)?|vers(?:ão|ões)|versies?|v|release|rev|build|(?:sub)?emendament[oi]'
/** What has versions. */
const NAMES =
  'node(?:\\.js)?|python|java|php|ruby|rust|npm|pip|azd|azure cli|docker|kubernetes|ubuntu|debian|fedora|android|ios|macos|windows|chrome|firefox|postgres(?:ql)?|mysql|redis|django|react|angular|vue|typescript'
const NAMES_BEYOND_LATIN = 'वर्ज़?न|संस्करण|(?:ال)?إصدار|(?:ال)?نسخة|バージョン'
const BEFORE = new RegExp(
  String.raw`(?:(?:^|[^\p{L}\p{M}\d])(?:${VERSION}|(?<name>${NAMES}))|${NAMES_BEYOND_LATIN})[ :]{0,2}'?$`,
  'iu',
)

/** `versión 3.10`, `Python 3.1.12`, `3.1.x`: numbers parted by points, which are said. */
export function versions(grammar: Grammar): Expansion {
  const point = grammar.symbols.get('1.1') ?? grammar.net.dot
  return {
    category: 'serial',
    first: /\d/,
    pattern: /\d{1,4}(?:\.\d{1,6}){0,3}(?:\.x(?![\p{L}\d])|(?<=\.\d{1,6})(?![\d%]|[.,:/-]\d| ?[%€$£]))/uy,
    read: ([written], { before, after, country }) => {
      if (/[\p{L}\p{M}\d][.,:/-]?$/u.test(before) && !/(?:^|[^\p{L}\p{M}\d])v$/iu.test(before)) return undefined
      const version = BEFORE.exec(before)
      if (!written.endsWith('.x') && version === null) return undefined
      // `Windows 3.000 Nutzer`
      const isThousands = /^\d{1,3}\.\d{3}$/.test(written) && grammar.decimalMark(country) === ','
      if (version?.groups?.name !== undefined && isThousands && /^ \p{L}/u.test(after)) return undefined
      return written
        .split('.')
        .map((part) => {
          if (part === 'x') return 'X'
          return part.startsWith('0') || part.length > 4
            ? digitByDigit(part, grammar)
            : grammar.cardinal(Number(part), ALONE)
        })
        .join(` ${point} `)
    },
  }
}
