import type { Expansion } from '../../reading/expansion.ts'
import { SHORT_WORDS } from './capital-words.ts'
import { isCommonWord } from './common-words.ts'
import { sayCapitals } from './initialism.ts'
import { opensWord } from './sentence-context.ts'

/** After two letters, too: `IDing`, `DMed` */
const AFTER_TWO = 'ed|ers?(?<=[A-Z]{3,6}ers?)|ing|ish|esque'
const AFTER_THREE =
  '(?:i?fi(?:cation|ed|es)|i?fy(?:ing)?)|i[sz](?:ation|e[drs]?|es|ing)|able|based|free|ful|less|like|only|proof|style|wide'

/** Mistyped or stressed: `LIKed`, `USed`, `BEing`, but `USish` */
const isWord = (letters: string, ending: string): boolean =>
  (letters.length > 2 || /^(?:ed|ing)$/.test(ending)) &&
  (SHORT_WORDS.has(letters) ||
    isCommonWord(letters) ||
    isCommonWord(letters + ending) ||
    (/^[ei]/.test(ending) && isCommonWord(`${letters}e`)))

/** Verbs and adjectives that are made of initialisms. */
export const initialismEndings: readonly Expansion[] = [
  {
    // `SQLish`, `PDFed`, `IDing`, `APIfied`
    category: 'abbreviation',
    first: /[A-Z]/,
    written: ['mixed'],
    pattern: new RegExp(
      String.raw`(?<letters>[A-Z]{2,6})(?<ending>${AFTER_TWO}|(?<=[A-Z]{3,6})(?:${AFTER_THREE}))(?![\p{L}\p{M}\d])`,
      'uy',
    ),
    read: ({ groups }, { before }) => {
      const { letters = '', ending = '' } = groups ?? {}
      const word = letters.toLowerCase()
      if (!opensWord(before) || /[@#_]$/.test(before)) return undefined
      if (word === 'ok') return `okay${ending === 'ed' ? "'d" : ending}`
      if (isWord(word, ending)) return word + ending
      const said = sayCapitals(letters)
      if (ending === 'ed') return `${said}'d`
      return `${said} ${ending}`
    },
  },
]
