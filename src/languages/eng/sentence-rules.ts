import type { SentenceRules } from '../language.ts'
import { AFTER_NAME, ALWAYS, BEFORE_NUMBER, DOTTED, DOTTED_BEFORE_REST, TITLES } from './rules/abbreviation-words.ts'
import { BIBLE_BOOKS } from './rules/bible-books.ts'
import { englishWords } from './word-lists.ts'

export const sentenceRules: SentenceRules = {
  neverLast: englishWords.list('sentence-never-last'),
  beforeNumber: new Set([
    ...BEFORE_NUMBER.keys(),
    ...BIBLE_BOOKS.keys(),
    ...englishWords.list('sentence-before-number'),
  ]),
  titleOrStreet: new Set(['dr', 'st']),
  sometimesLast: new Set([
    ...[ALWAYS, DOTTED, TITLES, AFTER_NAME].flatMap((table) => [...table.keys()]),
    ...englishWords.list('sentence-sometimes-last'),
  ]),
  timesOfDay: {
    words: new Set(['a.m', 'p.m']),
    goesOn: englishWords.list('sentence-after-time'),
    goesOnInCapitals: new Set(['and', 'at', 'but', 'on', 'or', 'thru', 'through', 'til', 'till', 'to', 'until']),
  },
  openers: englishWords.list('sentence-openers'),
  beforeLowerCase: new Set([...DOTTED_BEFORE_REST.keys(), ...englishWords.list('sentence-before-lower-case')]),
  unfinished: englishWords.list('sentence-unfinished'),
  hasDottedOrdinals: false,
}
