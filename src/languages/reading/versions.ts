import type { Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'
import { digitByDigit } from './numeral.ts'

/** Words for a version, and what has versions. */
const NAMES =
  'vers[iãõo]\\p{L}{1,5}|v|release|rev|build|tag|node(?:\\.js)?|python|java|php|ruby|rust|npm|pip|azd|azure cli|docker|kubernetes|ubuntu|debian|fedora|android|ios|macos|windows|chrome|firefox|postgres(?:ql)?|mysql|redis|django|react|angular|vue|typescript|(?:sub)?emendament[oi]'
const NAMES_BEYOND_LATIN = 'वर्ज़?न|संस्करण|(?:ال)?إصدار|(?:ال)?نسخة|バージョン'
const BEFORE = new RegExp(String.raw`(?:(?:^|[^\p{L}\p{M}\d])(?:${NAMES})|${NAMES_BEYOND_LATIN})[ :]{0,2}'?$`, 'iu')

/** `versión 3.10`, `Python 3.1.12`, `3.1.x`: numbers parted by points, which are said. */
export function versions(grammar: Grammar): Expansion {
  const point = grammar.symbols.get('1.1') ?? grammar.net.dot
  return {
    category: 'serial',
    first: /\d/,
    pattern: /\d{1,4}(?:\.\d{1,6}){0,3}(?:\.x(?![\p{L}\d])|(?<=\.\d{1,6})(?![\d%]|[.,:/-]\d| ?[%€$£]))/uy,
    read: ([written], { before }) => {
      if (/[\p{L}\p{M}\d][.,:/-]?$/u.test(before) && !/(?:^|[^\p{L}\p{M}\d])v$/iu.test(before)) return undefined
      if (!written.endsWith('.x') && !BEFORE.test(before)) return undefined
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
