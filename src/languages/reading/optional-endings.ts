import type { Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'
import { spellLetters } from './letters.ts'
import { couldBeSaid } from './sayable.ts'

/** `sen(a)`, `log(n)` */
const FUNCTION = /^(?:arg|cos|cot|det|exp|fib|len|lim|log|max|min|mod|print|sen|sin|sqrt|sum|tan)$/i

/**
 * `archivo(s)`, `professor(a)`: a word whose ending may be missing. It is read in the plural, with the ending of the other
 * gender as two words: `professor ou professora`.
 */
export function optionalEndings({ endings }: Grammar): readonly Expansion[] {
  const { plural = 's|es', gender, or = '' } = endings ?? {}
  const all = gender === undefined ? plural : `${plural}|${gender}`
  const isGender = new RegExp(`^(?:${gender ?? '(?!)'})$`, 'i')
  return [
    {
      category: 'word',
      first: /\p{L}/u,
      next: /\(/,
      pattern: new RegExp(String.raw`((?:\p{L}\p{M}{0,2}){3,40})\(-?(${all})\)(s?)(?![\p{L}\p{M}\d(])`, 'iuy'),
      read: ([, word = '', ending = '', plural = ''], { before, after }) => {
        if (/[\p{L}\p{M}\d'._/-]$/u.test(before) && !/(?:^|[^\p{L}])\p{L}{1,4}'$/u.test(before)) return undefined
        if (FUNCTION.test(word) || /^ ?[-+*/^=]/.test(after)) return undefined
        const isCapitals = word === word.toUpperCase()
        if (isCapitals && /^[A-Z]{2,5}$/.test(word) && !couldBeSaid(word)) return spellLetters(word)
        // `niño(a)`: the vowel is another one
        const stem = /^[aeio]/i.test(ending) && /[aeo]$/i.test(word) ? word.slice(0, -1) : word
        const other = isCapitals ? `${stem}${ending}${plural}`.toUpperCase() : `${stem}${ending}${plural}`
        return isGender.test(ending) ? `${word}${plural} ${or} ${other}` : other
      },
    },
  ]
}
