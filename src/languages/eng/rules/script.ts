import anyAscii from 'any-ascii'
import type { Script } from '../../reading/fold.ts'

/** Letters that the rules or the readings know themselves. */
const GREEK = /[µ\p{Script=Greek}]/u
const LATIN = /\p{Script=Latin}/u
/** Scripts of a syllable or a word a character. */
const SYLLABIC = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Yi}]/u
const LETTER = /[\p{L}\p{M}]/u
const MARK = /\p{M}/u

export const englishScript: Script = {
  letters: '',
  replaced: { '−': '−', '∕': '∕', '№': 'No. ', ª: 'a', º: '°' },
  letter(letter, before) {
    // On figures marks mean something: `0.3̄` repeats.
    if (GREEK.test(letter) || (MARK.test(letter) && /\d/.test(before))) return letter
    const latin = anyAscii(letter).replaceAll(/[^A-Za-z]/g, '')
    if (SYLLABIC.test(letter)) return ` ${latin} `
    // No word of another script is English: it is written as a name.
    return LATIN.test(letter) || LETTER.test(before) ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
  },
}
