import { ACRONYMS_SAID } from './acronyms.ts'
import { SHORT_WORDS, SPELLED } from './capital-words.ts'
import { isCommonWord, partWords } from './common-words.ts'
import { spellLetters } from './initialism.ts'
import { SAID_ENDINGS, SPELLED_NAMES } from './net-names.ts'
import { cardinal, digitByDigit, inPairs } from './number-words.ts'
import { PROGRAM_NAMES } from './program-name.ts'
import { isPronounceable } from './pronounceable.ts'

/** Names of what stands between the parts of addresses and paths; characters not listed are silent. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['.', 'dot'],
  ['/', 'slash'],
  ['\\', 'backslash'],
  [':', 'colon'],
  ['-', 'dash'],
  ['_', 'underscore'],
  ['@', 'at'],
  ['?', 'question mark'],
  ['=', 'equals'],
  ['&', 'and'],
  ['#', 'hash'],
  ['%', 'percent'],
  ['+', 'plus'],
  ['~', 'tilde'],
  ['!', 'exclamation point'],
  ['*', 'star'],
  [',', 'comma'],
  [';', 'semicolon'],
  ['$', 'dollar'],
])
const RUNS = /[A-Z]?[\p{Ll}\p{M}]{1,60}|\p{Lu}{1,60}(?![\p{Ll}])|\p{L}|\d{1,60}|[^\p{L}\d]/gu

interface Manner {
  /** Short figures as numbers and years as years; else digit by digit, as one dictates. */
  readonly hasNumbers: boolean
}

/** Letters, figures and marks of an address, a path, a handle or the like, one after the other. */
export const readNet = (text: string, manner: Manner = { hasNumbers: false }): string =>
  [...text.matchAll(RUNS)]
    .map((match) => {
      const [run] = match
      if (/^\d/.test(run)) return manner.hasNumbers ? sayFigures(run) : digitByDigit(run)
      // `#8:25AM`
      if (/^[ap]m$/i.test(run) && /\d$/.test(text.slice(0, match.index))) return spellLetters(run)
      return MARKS.get(run) ?? (/\p{L}/u.test(run) ? sayLetters(run) : '')
    })
    .filter((word) => word !== '')
    .join(' ')

const OF_INITIALS = /\.(?:edu|gov|mil|ac\.[a-z]{2})$/i

/** A host name: its last label is spelled if it has two letters, as in `.io`. */
export const readHost = (host: string): string =>
  host
    .split('.')
    .map((label, i, labels) => {
      if (i > 0 && i === labels.length - 1) return sayEnding(label)
      // `isi.edu`: schools and offices by their initials
      return OF_INITIALS.test(host) && /^[a-z]{3}$/.test(label) && !isCommonWord(label) && !SHORT_WORDS.has(label)
        ? spellLetters(label)
        : readNet(label)
    })
    .join(' dot ')

/** What stands after the last full stop of a host or a file. */
export function sayEnding(ending: string): string {
  const letters = ending.toLowerCase()
  if (letters === 'co' || letters === 'me') return letters
  if (!/^[a-z]+$/.test(letters)) return readNet(ending)
  if (letters.length < 4 && !SAID_ENDINGS.has(letters))
    return /^(?:app|art|bar|bet|bid|bio|biz|bot|box|cat|dad|day|dog|eco|fan|fit|fly|fun|hot|inc|ink|key|kid|law|map|men|mom|new|now|old|one|pet|pro|pub|red|run|ski|tax|top|toy|win|yes)$/.test(
      letters,
    )
      ? letters
      : spellLetters(letters)
  return sayLetters(ending)
}

function sayFigures(digits: string): string {
  if (/^(?:19|20)\d\d$/.test(digits)) return inPairs(digits)
  return digits.length <= 2 && !digits.startsWith('0') ? cardinal(digits) : digitByDigit(digits)
}

/** Parts of addresses that are always spelled. */
const SPELLED_PARTS = /^(?:https?|s?ftps?|ssh|wss?|www)$/

/** A run of letters: the words that it is made of, or the letters' names if it is nothing one could say. */
export function sayLetters(letters: string): string {
  if (letters.length === 1) return letters.toUpperCase()
  const word = letters.toLowerCase()
  // In lower case, so that no part is taken for an abbreviation or a name.
  const said = /^[A-Za-z]+$/.test(letters) ? word : letters
  if (isCommonWord(word) || SAID_ENDINGS.has(word)) return said
  const program = PROGRAM_NAMES.get(word)
  if (program !== undefined) return program
  const acronym = word.length > 3 ? ACRONYMS_SAID.get(word) : undefined
  if (acronym !== undefined && acronym !== word) return acronym
  if (word === 'mailto') return 'mail to'
  if (SPELLED_PARTS.test(word) || SPELLED.has(word) || SPELLED_NAMES.has(word)) return spellLetters(word)
  if (word.length < 3) return SHORT_WORDS.has(word) ? said : spellOrKeep(said)
  const parts = partWords(word)
  if (parts !== undefined) return parts.join(' ')
  if (/^[ie]/.test(word) && word.length > 4 && isCommonWord(word.slice(1)))
    return `${word.charAt(0).toUpperCase()} ${word.slice(1)}`
  const channel = /^(?:(?<after>[a-z]{3,})tv|tv(?<before>[a-z]{3,}))$/.exec(word)?.groups
  const name = channel && partWords(channel.after ?? channel.before ?? '')
  if (name !== undefined) return channel?.after === undefined ? `T V ${name.join(' ')}` : `${name.join(' ')} T V`
  if (word.endsWith('ai') && word.length > 4 && isCommonWord(word.slice(0, -2))) return `${word.slice(0, -2)} A I`
  if (word.length === 3 && !/[aeiou]/.test(word) && !SHORT_WORDS.has(word)) return spellOrKeep(said)
  return SHORT_WORDS.has(word) || isPronounceable(word) || (word.length > 5 && /[aeiouy]/.test(word))
    ? said
    : spellOrKeep(said)
}

/** Only Latin letters have names that are known here. */
const spellOrKeep = (letters: string): string => (/^[A-Za-z]+$/.test(letters) ? spellLetters(letters) : letters)
