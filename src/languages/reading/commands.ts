import type { Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'
import { spellLetters } from './letters.ts'
import { anyOf } from './quantity.ts'
import { sharedWords } from './shared-words.ts'

/** The name of a program as the source of a pattern. */
export const CALLED = anyOf(sharedWords.list('programs'))
/** Those whose names are words of other languages are told by more than an option: `il cargo --lo dicono--` */
const PROGRAM = `(?:(?!(?:cargo|helm)(?![\\w-]))(?:${CALLED})|azd?|bash|grep|python3?|sed|ssh)`
/** `npm install `: a program and what it was given, in quotes of code perhaps. */
const AFTER_PROGRAM = new RegExp(String.raw`(?:^|[\s'"(])${PROGRAM}(?: [\w@./:='"-]{1,40}){0,5} ['"(]?$`)
/** The start of code: a backtick, which is folded. */
const QUOTED = /(?:^|[\s(])'$/
/** `--dicho así--`: a second dash closes what the first one opened. */
const CLOSING_DASH = /^[^-\n]{1,46}\p{L}--(?![\p{L}-])/u
/** What is spelled in code, though it is a word of some languages */
const SPELLED_IN_CODE = ['ai', 'ui', 'io']
const CODE_BEFORE = new RegExp(String.raw`'${PROGRAM}(?: [\w-]{1,20}){0,2} $`)

/** Options, as programs are called by; the name of one is read on its own. */
export const commands = ({ net }: Grammar): readonly Expansion[] => [
  {
    // `npm i -g`, `rm -rf`
    category: 'serial',
    first: /-/,
    pattern: /-([A-Za-z]{1,3})(?![\p{L}\p{M}\d_-])/uy,
    read: ([, flag = ''], { before, after }) =>
      AFTER_PROGRAM.test(before) || (QUOTED.test(before) && after.startsWith("'"))
        ? `${net.dash} ${spellLetters(flag)}`
        : undefined,
  },
  {
    // `git commit --amend`
    category: 'symbol',
    first: /-/,
    pattern: /--(?=[A-Za-z][A-Za-z\d]{1,30}(?:-[A-Za-z\d]{1,30}){0,6}(?![\p{Script=Latin}\p{M}\d-]))/uy,
    read: (_match, { before, after }) =>
      (AFTER_PROGRAM.test(before) || QUOTED.test(before)) && !CLOSING_DASH.test(after)
        ? `${net.dash} ${net.dash}`
        : undefined,
  },
  {
    category: 'abbreviation',
    first: /[a-z]/,
    words: new Set(SPELLED_IN_CODE),
    written: ['lower'],
    pattern: /[a-z]{2}(?![\p{L}\p{M}\d.-])/uy,
    read: ([letters], { before }) => (CODE_BEFORE.test(before) ? spellLetters(letters) : undefined),
  },
]
