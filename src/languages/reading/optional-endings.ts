import type { Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'
import { spellLetters } from './letters.ts'
import { couldBeSaid } from './sayable.ts'

/** `sen(a)`, `log(n)` */
const FUNCTION = /^(?:arg|cos|cot|det|exp|fib|len|lim|log|max|min|mod|print|sen|sin|sqrt|sum|tan)$/i

/** Endings that take the place of one: `directeur(trice)`, `chanteur(euse)`, `heureux(se)`, `cheval(aux)`. */
const REPLACED: readonly (readonly [ending: RegExp, replaced: RegExp])[] = [
  [/^trice$/i, /teur$/i],
  [/^euse$/i, /eu[rx]$/i],
  [/^se$/i, /(?<=eu)[rx]$/i],
  [/^aux$/i, /ai?l$/i],
  [/^ère$/i, /er$/i],
  [/^ive$/i, /if$/i],
]
const UMLAUTS: Readonly<Record<string, string>> = { a: 'ä', A: 'Ä', o: 'ö', O: 'Ö' }

function stemOf(word: string, ending: string): string {
  // `Arzt(in)`
  if (/^in(?:nen)?$/i.test(ending) && /(?:arzt|anwalt|koch)$/i.test(word))
    return word.replace(/[ao](?=[^ao]{1,3}$)/i, (vowel) => UMLAUTS[vowel] ?? vowel)
  const [, replaced = /(?!)/] = REPLACED.find(([form]) => form.test(ending)) ?? []
  return word.replace(replaced, '')
}

/**
 * `archivo(s)`, `professor(a)`: a word whose ending may be missing. It is read in the plural, with the ending of the other
 * gender as two words, unless they sound the same: `professor ou professora`, `ravi`.
 */
export function optionalEndings({ endings }: Grammar): readonly Expansion[] {
  const { plural = 's|es', gender, silent = '(?!)', or = '' } = endings ?? {}
  const all = gender === undefined ? plural : `${plural}|${gender}`
  // `tutti(e)`, but `ami(e)`
  const finalVowel = gender?.split('|').includes('i') ? /[aeio]$/i : /[aeo]$/i
  const isGender = new RegExp(`^(?:${gender ?? '(?!)'})$`, 'i')
  const isSilent = new RegExp(`(?:${silent})$`, 'i')
  return [
    {
      category: 'word',
      first: /\p{L}/u,
      next: /\(/,
      pattern: new RegExp(
        String.raw`((?:\p{L}\p{M}{0,2}){3,40}|u[nm]|[cdl]e|la|su)\(-?(${all})\)(s?)(?![\p{L}\p{M}\d(])`,
        'iuy',
      ),
      read: ([, word = '', ending = '', plural = ''], { before, after }) => {
        if (/[\p{L}\p{M}\d'._/-]$/u.test(before) && !/(?:^|[^\p{L}])\p{L}{1,4}'$/u.test(before)) return undefined
        if (FUNCTION.test(word) || /^ ?[-+*/^=]/.test(after)) return undefined
        const isCapitals = word === word.toUpperCase()
        if (isCapitals && /^[A-Z]{2,5}$/.test(word) && !couldBeSaid(word)) return spellLetters(word)
        // `niño(a)`: the vowel is another one
        const stem = /^[aeio]/i.test(ending) && finalVowel.test(word) ? word.slice(0, -1) : stemOf(word, ending)
        const other = isCapitals ? `${stem}${ending}${plural}`.toUpperCase() : `${stem}${ending}${plural}`
        if (!isGender.test(ending)) return other
        return isSilent.test(`${word}(${ending}`) ? word + plural : `${word}${plural} ${or} ${other}`
      },
    },
  ]
}
