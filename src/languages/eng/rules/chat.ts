import type { Expansion } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { opensWord } from './sentence-context.ts'

/** Spellings of chat that stand for one word. */
const WORDS = englishWords.map('chat')
/** Names, too, with a capital. */
const SMALL = /^(?:abt|ty|ur)$/i
/** `FedEx 2Day`: how many days a parcel takes. */
const SHIPPED_BY = /(?:FedEx|UPS|USPS|DHL|Express|Priority|Expedited|[Ss]hipping|via|by) $/
const SERVICE_NEXT = /^ (?:air|shipping|delivery|service|express|freight|A\.?M\.?(?!\p{L}))/iu
const lettersOf = (word: string): string => /^[a-z]*/.exec(word)?.[0] ?? ''

/** Letters and figures that stand for the word they sound like. */
export const chat: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /[a-z]/i,
    words: new Set([...WORDS.keys()].map(lettersOf).filter((letters) => letters !== '')),
    pattern: /[a-z]{1,7}\d?[a-z]?(?![\p{L}\d'])/iuy,
    read: ([word], { before }) => {
      if (!opensWord(before) || /[#@_.]$/.test(before)) return undefined
      return (SMALL.test(word) || /\d$/.test(word)) && /^\p{Lu}/u.test(word) ? undefined : WORDS.get(word.toLowerCase())
    },
  },
  {
    category: 'abbreviation',
    first: /[24]/,
    pattern: /[24](?:day|moro|morrow|nite|night|ever)(?![\p{L}\d])/iuy,
    read: ([word], { before, after }) => {
      if (!opensWord(before)) return undefined
      const isService = /^2day$/i.test(word) && (SHIPPED_BY.test(before) || SERVICE_NEXT.test(after))
      return isService ? 'two day' : WORDS.get(word.toLowerCase())
    },
  },
  {
    category: 'abbreviation',
    first: /[24]/,
    pattern: /[24]u(?![\p{L}\d'])/uy,
    read: ([word], { before }) => (opensWord(before) ? (word === '2u' ? 'to you' : 'for you') : undefined),
  },
  {
    category: 'abbreviation',
    first: /b/,
    words: new Set(['bc']),
    pattern: /bc(?![\p{L}\d'])/uy,
    read: (_match, { before }) => (/(?:^|[^\d\s])\s{1,2}$/.test(before) ? 'because' : undefined),
  },
  {
    category: 'abbreviation',
    first: /[24]/,
    pattern: /[24](?= (?:me|u|ur|us|ya)(?!\p{L}))/uy,
    read: ([digit], { before }) => (/(?:^|[^\d.] )$/.test(before) ? (digit === '2' ? 'to' : 'for') : undefined),
  },
  {
    category: 'abbreviation',
    first: /u/,
    words: new Set(['u']),
    pattern: /u(?=[\s,;:?!")]|'(?!\p{L})|\.{1,3}(?:\s|$)|'(?:re|ll|ve|d)(?!\p{L})|$)/uy,
    read: (_match, { before, after }) => {
      if (!opensWord(before) || /^\. ?[a-z]\./.test(after)) return undefined
      const isSymbol = /(?:letter|vowel|[=+*/^×-]) ?$/.test(before) || /^ ?[=+*/^<>×]/.test(after)
      return isSymbol ? 'U' : 'you'
    },
  },
  {
    category: 'abbreviation',
    first: /r/,
    words: new Set(['r']),
    pattern: /r(?=[\s?!,.]|$)/y,
    read: (_match, { before, after }) =>
      /(?:^|\s)(?:u|how|kids|they|things|those|we|what|when|where|who|why|you) $/i.test(before) ||
      /^ (?:they|u|ur|we|you|ya)(?!\p{L})/iu.test(after)
        ? 'are'
        : undefined,
  },
  {
    category: 'abbreviation',
    first: /c/,
    words: new Set(['c']),
    pattern: /c(?= (?:u|ya|you)(?!\p{L}))/uy,
    read: (_match, { before }) => (opensWord(before) ? 'see' : undefined),
  },
  {
    // `P!nk`, `Ke$ha`: names whose signs stand for the letters that they look like.
    category: 'abbreviation',
    first: /[A-Z]/,
    next: /[!$]/,
    pattern: /(?<head>[A-Z][a-z]{0,6}|[A-Z]{1,3})(?<sign>[!$])(?<tail>[a-z]{2,6}|[A-Z]{2,4})(?![\p{L}\d$!])/uy,
    read: ([, head = '', mark, tail = ''], { before }) => {
      if (!opensWord(before) || /^(?:US|CA|AU|HK|NZ|SG)$/.test(head)) return undefined
      if (mark === '!' && (head.length > 1 || /[A-Z]/.test(tail))) return undefined
      const isUpper = /[A-Z]{2}/.test(head + tail)
      const name = `${head}${mark === '!' ? 'i' : isUpper ? 'S' : 's'}${tail}`
      return name === name.toUpperCase() ? name.toLowerCase() : name
    },
  },
  {
    // `:-)`, `;P`, `</3`, `^_^`: nobody reads them aloud.
    category: 'symbol',
    first: /[:;=<>^xX¯-]/,
    pattern:
      /(?:>?[:;=]['’]?-?[()DPpOo|/\\\][}{]{1,3}|(?<=^|\s)[:;]-?\*(?!\*)|:-?3|<\/3|\^_{0,2}\^|-_-|[xX]D|¯\\_\([^)\n]{1,3}\)_\/¯)(?=[\s.,!?)"]|$)/uy,
    read: (_match, { before }) => (/(?:^|[\s.,!?)"(])$|\p{L}$/u.test(before) ? '' : undefined),
  },
  {
    // `:thinking_face:`
    category: 'symbol',
    first: /:/,
    pattern: /:[a-z][a-z_+-]{1,30}:(?=[\s.,!?:)]|$)/y,
    read: (_match, { before }) => (/(?:^|[\s:)])$/.test(before) ? '' : undefined),
  },
  {
    category: 'symbol',
    first: /[<❤♥💕💗💖]/u,
    pattern: /(?:<3|[❤♥💕💗💖]){1,5}(?!\d)/uy,
    read: (_match, { before, after }) =>
      /(?:^|[^\p{L}])(?:I|i|we|We|you|You|they|They|who|would|still|really) ?$/u.test(before) && /^ ?\p{L}/u.test(after)
        ? 'love'
        : undefined,
  },
  {
    category: 'symbol',
    first: /</,
    pattern: /<3{1,5}(?=[\s.,!?]|$)/y,
    read: (_match, { before, after }) =>
      !/(?:\d|(?:^|[^\p{L}])\p{L}) ?$/u.test(before) && !/^ \d/.test(after) ? '' : undefined,
  },
]
