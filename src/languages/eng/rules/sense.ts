import type { Context, Expansion, Reading } from '../../reading/expansion.ts'
import { englishWords } from '../word-lists.ts'
import { endsSentence, opensWord } from './sentence-context.ts'

/** One reading of an abbreviation of several senses, and what must stand near it. */
interface Sense {
  readonly one: string
  readonly many: string
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly near: ReadonlySet<string>
}

const wordsOf = (column = ''): readonly string[] => column.split(' ').filter((word) => word !== '')

/** By what is written. */
const SENSES: ReadonlyMap<string, readonly Sense[]> = (() => {
  const senses = new Map<string, Sense[]>()
  for (const [written = '', reading = '', before, after, near] of englishWords.rows('abbreviation-senses')) {
    const [one = '', many = one] = reading.split('|')
    const sense = { one, many, before: wordsOf(before), after: wordsOf(after), near: new Set(wordsOf(near)) }
    senses.set(written, [...(senses.get(written) ?? []), sense])
  }
  return senses
})()

/** What a word of a column stands for, besides itself. */
const KINDS: ReadonlyMap<string, RegExp> = new Map([
  ['#', /^[~<>≈$€£-]{0,2}[\d.½¼¾⅓⅔][\d.,:/½¼¾⅓⅔]{0,12}[KMB%]?$/],
  ['##', /^\d{2,3}$/],
  ['###', /^(?:\d{1,3},\d{3}|\d{4,6})$/],
  ['year', /^(?:1\d|20)\d\d$/],
  ['#no', /^#/],
  ['Name', /^\p{Lu}[\p{Ll}'’.-]/u],
  ['CAPS', /^\p{Lu}{2,4}$/u],
  ['word', /^\p{Ll}/u],
  ['end', /^$/],
])
const LAST_WORD = /(\S{1,40})[ \n]{1,2}$/
const FIRST_WORD = /^[:=]?[ \n]{0,2}(\S{0,40})/
const ABBREVIATED = /^[a-z]{1,5}\.$/i

const fits = (word: string, alternatives: readonly string[]): boolean => {
  if (alternatives.length === 0) return true
  const bare = word.replace(/^["'(]+/, '').replace(/[,;:!?)"']+$/, '')
  const plain = ABBREVIATED.test(bare) ? bare.slice(0, -1) : bare
  return alternatives.some(
    (one) => KINDS.get(one)?.test(plain) ?? (one === plain.toLowerCase() || one === bare.toLowerCase()),
  )
}

const isNear = ({ before, after }: Context, words: ReadonlySet<string>): boolean =>
  words.size === 0 || (`${before} ${after}`.toLowerCase().match(/[a-z]{1,20}/g) ?? []).some((word) => words.has(word))

const ONE_BEFORE = /(?:^|[^\d.,/])(?:1|one|an?|half|[½¼¾⅓⅔]|(?<!\d )\d\/\d{1,2}) ?$/i

/** The sense of what is written, by its neighbours; undefined where other rules decide. */
function senseOf(written: string, context: Context): string | undefined {
  const own = SENSES.get(written)
  const small = /^\p{Lu}[\p{Ll}.]/u.test(written) ? SENSES.get(written.toLowerCase()) : undefined
  if (own === undefined && small === undefined) return undefined
  const before = LAST_WORD.exec(context.before)?.[1] ?? ''
  const after = FIRST_WORD.exec(context.after)?.[1] ?? ''
  const sense = [...(own ?? []), ...(small ?? [])].find(
    (one) => fits(before, one.before) && fits(after, one.after) && isNear(context, one.near),
  )
  return sense && (ONE_BEFORE.test(context.before) ? sense.one : sense.many)
}

/** Whether a symbol after a number has another sense here than that of a unit. */
export const hasOtherSense = (symbol: string, context: Context): boolean => senseOf(symbol, context) !== undefined

const escaped = (written: string): string => written.replaceAll('.', '\\.').replaceAll(' ', ' ?')
const firstLetters = (written: string): string => /^[A-Za-z]+/.exec(written)?.[0] ?? ''
const inBothCases = (written: string): string =>
  /^\p{Ll}/u.test(written) && written.length > 2
    ? `[${written.charAt(0).toUpperCase()}${written.charAt(0)}]${escaped(written.slice(1))}`
    : escaped(written)
const LONGEST_FIRST = [...SENSES.keys()].sort((one, other) => other.length - one.length)

function readSense([written]: RegExpExecArray, context: Context): Reading | undefined {
  const { before, after } = context
  if (!opensWord(before) || /[@\\_/#.'-]$/.test(before)) return undefined
  // Letters that are spelled, one by one
  if (/^[A-Z]$/.test(written) && /^ [A-Z](?![\p{L}'.-])/u.test(after)) return undefined
  const spoken = senseOf(written.replaceAll(/\.(?=\S)/g, '. '), context)
  if (spoken === undefined) return undefined
  return { spoken, length: written.endsWith('.') && endsSentence(after) ? written.length - 1 : written.length }
}

/** Abbreviations that the words around them tell apart. */
export const senses: readonly Expansion[] = [
  {
    category: 'abbreviation',
    first: /[A-Za-z]/,
    words: new Set(LONGEST_FIRST.map((written) => firstLetters(written).toLowerCase())),
    pattern: new RegExp(`(?:${LONGEST_FIRST.map(inBothCases).join('|')})(?![\\p{L}\\d&/'-])`, 'uy'),
    read: readSense,
  },
]
