import type { Context, Expansion } from '../../reading/expansion.ts'
import { CHAT_WORDS } from './chat-words.ts'
import { isCommand } from './command-line.ts'
import { isCommonWord } from './common-words.ts'
import { readUnderscore } from './identifier.ts'
import { readDot } from './member-dot.ts'
import { cardinal } from './number-words.ts'
import { isSentenceWord } from './sentence-words.ts'
import { ratesOfTime, readSlash } from './slash.ts'

const isWholeText = ({ before, after }: Context): boolean => before.trim() === '' && after.trim() === ''

/** Signs with one reading wherever they stand. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['%', 'percent'],
  ['€', 'euro'],
  ['£', 'pound'],
  ['¥', 'yen'],
  ['¢', 'cent'],
  ['₹', 'rupee'],
  ['₽', 'ruble'],
  ['₩', 'won'],
  ['₿', 'bitcoin'],
  ['₪', 'shekel'],
  ['₺', 'lira'],
  ['₴', 'hryvnia'],
  ['₫', 'dong'],
  ['₱', 'peso'],
  ['฿', 'baht'],
  ['°', 'degrees'],
  ['±', 'plus or minus'],
  ['×', 'times'],
  ['÷', 'divided by'],
  ['−', 'minus'],
  ['≈', 'approximately'],
  ['≠', 'is not equal to'],
  ['≤', 'less than or equal to'],
  ['≥', 'greater than or equal to'],
  ['∞', 'infinity'],
  ['√', 'square root of'],
  ['∑', 'sum'],
  ['∈', 'in'],
  ['∩', 'intersection'],
  ['∪', 'union'],
  ['‰', 'per mille'],
  ['§', 'section'],
  ['¶', 'paragraph'],
  ['♯', 'sharp'],
  ['♭', 'flat'],
  ['↑', 'up'],
  ['↓', 'down'],
  ['²', 'squared'],
  ['³', 'cubed'],
])

/** What a line of a program ends with before a remark: `x = 5  # the size`. */
const COMMENT_BEFORE = /[)\]};"'] {1,4}$|= ?[\w.]{1,20} {1,4}$|[^\s#] {2,8}$/
/** `npm test # all of them` */
const COMMAND_BEFORE = /(?:^|\n)[ \t]{0,8}(?:\$ )?(?<line>[a-z][^\n#]{1,46}) $/
function readHash([run]: RegExpExecArray, context: Context): string | undefined {
  const { before, after } = context
  if (isWholeText(context)) return run.length === 1 ? 'hash' : undefined
  if (run.length > 1) return ''
  if (
    (COMMENT_BEFORE.test(before) && /^ ?(?!of )\p{L}/u.test(after)) ||
    (/^ \p{L}/u.test(after) && isCommand(COMMAND_BEFORE.exec(before)?.groups?.line ?? ''))
  )
    return ','
  if (/(?:^|[^\p{L}\d])[A-GJ]$/u.test(before)) return 'sharp'
  // A number that is keyed in ends with it.
  if (/\d$/.test(before)) return /^[\p{L}\d]/u.test(after) ? 'number' : 'pound'
  return 'number'
}

function readStar([run]: RegExpExecArray, context: Context): string | undefined {
  const { before, after } = context
  if (isWholeText(context)) return run.length === 1 ? 'star' : undefined
  if (run.length > 1) return ''
  return /(?:\d|(?:^|[^\p{L}])\p{Lu})$/u.test(before) && /^(?:[ .,;:!?)]|$)/.test(after) ? 'star' : ''
}

function readTilde(_match: RegExpExecArray, context: Context): string {
  if (isWholeText(context)) return 'tilde'
  return /(?:^|[\s(])$/.test(context.before) && /^ ?[$€£]?\d/.test(context.after) ? 'approximately' : ''
}

/** Set after a name it is a remark to the eye; elsewhere it is read. */
const markOfName = (name: string, { before }: Context): string => (/[\p{L}\d")'] ?$/u.test(before) ? '' : name)

/** `is it correct> Yes`, `<John can come`: belongs to the word on one side, and compares nothing. */
const isStrayBracket = (sign: string, before: string, after: string): boolean =>
  (sign === '>' && /\p{L}{3}$/u.test(before) && /^(?:[ \n]|[?!.](?: |$)|$)/.test(after)) ||
  (sign === '<' && /\p{L}{3}$/u.test(before) && after === '') ||
  (sign === '<' && /(?:^|[ \n])$/.test(before) && /^\p{L}{3}/u.test(after))

/** What a clause has, and no place, state or key */
const OF_CLAUSE =
  /(?:^|[^\p{L}'])(?:am|are|aren't|be|can|can't|could|did|didn't|do|does|doesn't|don't|had|has|have|he|i|if|is|isn't|it|it's|must|otherwise|she|should|so|then|they|was|we|were|when|will|won't|would|you|you're)(?![\p{L}'])/iu
/** Whether an arrow stands beside a clause rather than between two names: `It rains → stay in`, but `Paris → Rome`. */
function isClause(before: string, after: string): boolean {
  const last = /[^.!?:;()\n→⇒➔➜⟶➡>|]{0,48}$/u.exec(before)?.[0] ?? ''
  const next = /^[^.!?:;()\n→⇒➔➜⟶➡>|]{0,48}/u.exec(after)?.[0] ?? ''
  if (/(?:^|[^\p{L}])from (?:\S{1,20} ){1,3}$/iu.test(last)) return false
  return /\p{L}{2}/u.test(last) && /\p{L}{2}/u.test(next) && (OF_CLAUSE.test(last) || OF_CLAUSE.test(next))
}

/** After these `!play` is a command, whose mark is typed, too. */
const COMMANDED =
  /(?:^|[^\p{L}])(?:command|commands|does|enter|post|reply|run|say|send|the|type|typed|types|typing|use|using|with|write) ["'(]?$/iu

/** Marks of programs. */
const PROGRAM = /[;{}]|&&|\|\||==|\(\)|(?:^|[^\p{L}])(?:if|return|while) ?\(?$/u

export const symbols: readonly Expansion[] = [
  {
    // `call?.first()`
    category: 'symbol',
    first: /\?/,
    pattern: /\?\.(?=(?<name>[a-z_]\w{0,40}))/y,
    read: ({ groups }, { before, after }) => {
      const { name = '' } = groups ?? {}
      const next = after.slice(name.length)
      const isMemberHere =
        /[)\]]$/.test(before) ||
        /^(?:[([=;)]|[?.]\S| ?(?:=|&&|\|\||\?\?))/.test(next) ||
        (/^\s{0,3}$/.test(next) && !isSentenceWord(name) && !CHAT_WORDS.has(name) && !isCommonWord(name))
      return /[\p{L}\d)\]]$/u.test(before) && isMemberHere ? 'dot' : undefined
    },
  },
  {
    // `$ npm test`: what a shell shows before a command
    category: 'symbol',
    first: /\$/,
    pattern: /\$ (?!(?:and|or|sign|symbol)(?!\p{L}))(?=(?:\.{0,2}\/|~\/)?[a-z][\w.-]{0,20}(?: |\s{0,3}$))/uy,
    read: (_match, { before, after }) =>
      /(?:^|\n)[ \t]{0,8}$/.test(before) && (isCommand(after) || /^[^\n]{1,60} --?[a-z]|^\.{0,2}\/|^~\//.test(after))
        ? ''
        : undefined,
  },
  {
    category: 'symbol',
    first: /!/,
    pattern: /!={1,2}(?!=)/y,
    read: (_match, { before, after }) =>
      /[\p{L}\d)\]'"] ?$/u.test(before) && /^ ?["'\p{L}\d(]/u.test(after) ? 'is not equal to' : undefined,
  },
  {
    // `Type !JOIN`
    category: 'symbol',
    first: /!/,
    pattern: /!(?=\p{L}{2})/uy,
    read: (_match, { before }) => (COMMANDED.test(before) ? 'exclamation mark' : undefined),
  },
  {
    // `return !done`
    category: 'symbol',
    first: /!/,
    pattern: /!(?=\(?\p{Ll})/uy,
    read: (_match, { before, after }) =>
      /(?:^|[\s(])$/.test(before) && PROGRAM.test(before + after) ? 'not' : undefined,
  },
  {
    // "ten (10) days", "10 (ten) days": said once
    category: 'symbol',
    first: /\(/,
    pattern: /\((?:(?<figures>\d{1,4})|(?<name>[A-Za-z]{3,9}(?:[- ][A-Za-z]{3,9}){0,3}))\)/y,
    read: ({ groups }, { before }) => {
      const { figures, name = '' } = groups ?? {}
      const words = (text: string): string => text.toLowerCase().replaceAll('-', ' ')
      if (figures !== undefined) return words(before).endsWith(`${cardinal(figures)} `) ? '' : undefined
      const number = /(?:^|[^\d.,/:-])(\d{1,4}) $/.exec(before)?.[1]
      return number !== undefined && cardinal(number) === words(name) ? '' : undefined
    },
  },
  { category: 'symbol', first: /\(/, pattern: /\(s\)he(?!\p{L})/uy, read: () => 'he or she' },
  { category: 'symbol', first: /&/, pattern: /&c\.?(?!\p{L})/uy, read: () => 'et cetera' },
  { category: 'symbol', first: /&/, pattern: /&{1,64}/y, read: ([run]) => (run.length > 2 ? '' : 'and') },
  { category: 'symbol', first: /@/, pattern: /@{1,64}/y, read: ([run]) => (run.length > 1 ? '' : 'at') },
  {
    // `#!/bin/sh`
    category: 'symbol',
    first: /#/,
    pattern: /#!(?=\/)/y,
    read: (_match, { before }) => (/(?:^|\n)[ \t]{0,8}$/.test(before) ? 'hash bang' : undefined),
  },
  { category: 'symbol', first: /#/, pattern: /#{1,64}/y, read: readHash },
  { category: 'symbol', first: /\*/, pattern: /\*{1,64}/y, read: readStar },
  ...ratesOfTime,
  { category: 'symbol', first: /\//, pattern: /\/{1,64}/y, read: readSlash },
  // `${image.width}`, `${newName}`, but `${file}` of a shell
  { category: 'symbol', first: /\$/, pattern: /\$(?=\{[a-z][a-z\d_]{0,30}(?:[A-Z(]|\??\.[a-zA-Z]))/y, read: () => '' },
  { category: 'symbol', first: /\$/, pattern: /\${1,64}/y, read: ([run]) => (run.length > 1 ? 'dollars' : 'dollar') },
  { category: 'symbol', first: /~/, pattern: /~/y, read: readTilde },
  { category: 'symbol', first: /\./, pattern: /\.(?=[\p{L}_])/uy, read: readDot },
  {
    // `It is cold → Switch it on`: what follows of it
    category: 'punctuation',
    first: /[-→⇒➔➜⟶➡]/u,
    pattern: /-{1,2}>|[→⇒➔➜⟶➡]/uy,
    read: (_match, { before, after }) => (isClause(before, after) ? ',' : undefined),
  },
  {
    // `std::vector`, `Foo::bar()`: parts of one name
    category: 'symbol',
    first: /:/,
    pattern: /::(?=[A-Za-z_~])/y,
    read: (_match, { before }) =>
      /[A-Za-z\d_>\])]$/.test(before) && !/(?:^|[\s'":])[\da-f]{0,3}\d[\da-f]{0,3}$/.test(before) ? '' : undefined,
  },
  {
    // `$this->name`, `ptr->next`
    category: 'symbol',
    first: /-/,
    pattern: /->(?=[A-Za-z_])/y,
    read: (_match, { before }) =>
      /(?:\$[A-Za-z_]\w{0,30}|(?:^|[^\p{L}\d_])(?:self|this|\w{0,20}ptr)|\))$/u.test(before) ? 'arrow' : undefined,
  },
  {
    category: 'symbol',
    first: /[-=]/,
    pattern: /[-=]{1,2}>/y,
    read: (_match, { before }) => (/\S/.test(before) ? 'to' : ''),
  },
  {
    // `date >= '2024-01-01'`, `total <= "max"`: with a value in quotes
    category: 'symbol',
    first: /[<>]/,
    pattern: /(?:>=|<=)(?= ?["'(\p{L}])/uy,
    read: ([sign], { before }) =>
      /[\p{L}\d)\]"'] ?$/u.test(before) ? `${sign === '>=' ? 'greater' : 'less'} than or equal to` : undefined,
  },
  { category: 'symbol', first: /</, pattern: /<[-=]{1,2}>?/y, read: () => '' },
  {
    // `Map<String, List<Order>>`: what a type is made of
    category: 'symbol',
    first: /</,
    pattern: /<(?=[A-Za-z]\w{0,20}(?:\[\]|<\w{1,20}>)?, ?[A-Z?a-z]\w{0,20}[\w<>[\]]{0,24}>)/y,
    read: (_match, { before }) => (/(?:^|[^\p{L}\d])[A-Z]\w{0,30}$/u.test(before) ? '' : undefined),
  },
  {
    category: 'symbol',
    first: /[→⇒➔➜⟶➡]/u,
    pattern: /[→⇒➔➜⟶➡]/uy,
    read: (_match, context) =>
      isWholeText(context) ? 'right arrow' : /\S/.test(context.before) && /\S/.test(context.after) ? 'to' : '',
  },
  {
    // `Settings > Privacy`: a way through menus
    category: 'punctuation',
    first: />/,
    pattern: />/y,
    read: (_match, { before, after }) =>
      /\p{L}{2}["']? $/u.test(before) && /^ ["']?\p{Lu}\p{L}/u.test(after) ? ',' : undefined,
  },
  {
    // `Settings>Privacy`, `FREE>Ringtones`: words of a name or a message, of which none compares
    category: 'punctuation',
    first: />/,
    pattern: />(?=\p{L}{2})/uy,
    read: (_match, { before, after }) =>
      /(?:^|[\s>])\p{Lu}[\p{L}&]{2,20}$/u.test(before) && /^\p{Lu}\p{L}{2}/u.test(after) ? ',' : undefined,
  },
  {
    // `<Sent from 40404>Your code`
    category: 'punctuation',
    first: />/,
    pattern: />(?!>)/y,
    read: (_match, { before }) => (/(?:^|[\s.,!?])<\p{L}{3}[^<>\n]{1,43}$/u.test(before) ? ',' : undefined),
  },
  {
    category: 'symbol',
    first: /[+=<>]/,
    pattern: /\+{1,64}|={1,64}|<{1,64}|>{1,64}/y,
    read: ([run], { before, after }) => {
      if (run.length > 2 || isStrayBracket(run, before, after)) return ''
      if (run.startsWith('+')) return run.length === 2 ? 'plus plus' : 'plus'
      if (run.startsWith('=')) return 'equals'
      return run.length > 1 ? '' : run === '<' ? 'less than' : 'greater than'
    },
  },
  {
    // A grade
    category: 'symbol',
    first: /-/,
    pattern: /-(?=$|[ .,;!?])/y,
    read: (_match, { before }) => (/(?:^|[^\p{L}\d])[A-F]$/u.test(before) ? 'minus' : undefined),
  },
  { category: 'symbol', first: /_/, pattern: /_/y, read: readUnderscore },
  { category: 'symbol', first: /\^/, pattern: /\^/y, read: (_match, context) => (isWholeText(context) ? 'caret' : '') },
  {
    category: 'symbol',
    first: /\\/,
    pattern: /\\/y,
    read: (_match, context) => (isWholeText(context) || /[\p{L}\d]$/u.test(context.before) ? 'backslash' : ''),
  },
  {
    category: 'symbol',
    first: /\|/,
    pattern: /\|{1,64}/y,
    read: ([run], context) => {
      // With space around it closes the row of a table.
      if (isWholeText(context) && run.length === 1) return context.before + context.after === '' ? 'vertical bar' : ''
      // After a sentence it only parts messages.
      return run.length === 2 && !/(?:^|[.!?…] ?)$/.test(context.before) ? 'or' : ''
    },
  },
  {
    category: 'symbol',
    first: /©/u,
    pattern: /©/uy,
    read: (_match, { before }) => (/copyright $/i.test(before) ? '' : 'copyright'),
  },
  { category: 'symbol', first: /[(]/, pattern: /\(c\)(?= ?(?:19|20)\d\d)/iy, read: () => 'copyright' },
  { category: 'symbol', first: /[®]/u, pattern: /®/uy, read: (_match, context) => markOfName('registered', context) },
  {
    category: 'symbol',
    first: /[™℠]/u,
    pattern: /[™℠]/uy,
    read: (_match, context) => markOfName('trademark', context),
  },
  {
    category: 'symbol',
    first: /[†‡]/u,
    pattern: /[†‡]/uy,
    read: (_match, context) => (isWholeText(context) ? 'dagger' : ''),
  },
  { category: 'symbol', first: /[§]/u, pattern: /§§/uy, read: () => 'sections' },
  {
    category: 'symbol',
    first: /[★⭐]/u,
    pattern: /[★⭐](?![★⭐☆])/uy,
    read: (_match, { before }) =>
      /\d ?$/.test(before) ? (/(?:^|[^\d.])1 ?$/.test(before) ? 'star' : 'stars') : undefined,
  },
  {
    category: 'symbol',
    first: /[★⭐]/u,
    pattern: /[★⭐]{2,10}(?:☆{0,10})/uy,
    read: ([stars]) => `${cardinal(String([...stars].filter((star) => star !== '☆').length))} stars`,
  },
  {
    category: 'punctuation',
    first: /[•·‣◦▪●■]/u,
    pattern: /[•·‣◦▪●■]/uy,
    read: (_match, context) =>
      /\S/.test(context.before) && /\S/.test(context.after) ? ',' : isWholeText(context) ? 'bullet' : '',
  },
  {
    category: 'symbol',
    first: new RegExp(`[${[...NAMES.keys()].join('')}]`, 'u'),
    pattern: new RegExp(`[${[...NAMES.keys()].join('')}]`, 'uy'),
    read: ([sign], context) => (sign === '°' && isWholeText(context) ? 'degree' : NAMES.get(sign)),
  },
]
