import { englishWords } from '../word-lists.ts'

/** Abbreviations that are no words, with a full stop or without. */
export const ALWAYS = englishWords.map('abbreviations')
/** Abbreviations only with their full stop. */
export const DOTTED = englishWords.map('abbreviations-with-stop')
/** Words, too: abbreviations with a full stop after which the sentence plainly goes on. */
export const DOTTED_BEFORE_REST = englishWords.map('abbreviations-before-rest')

/** Before a name. */
export const TITLES = englishWords.map('titles')
/** Titles that need no full stop before a name, for they are no words. */
export const TITLES_WITHOUT_STOP = englishWords.list('titles-without-stop')

/** Before a number, a Roman numeral or a single letter. */
export const BEFORE_NUMBER = englishWords.map('before-number')
/** Of those, the ones that need no full stop before a figure, for they are no words. */
export const NUMBER_WITHOUT_STOP = englishWords.list('before-number-without-stop')
/** Of those, the ones that are words: only with a capital. */
export const NUMBER_WITH_CAPITAL = englishWords.list('before-number-with-capital')
/** Of those that need no full stop, the ones that must have one or a capital: words of slang, and of addresses on the net. */
export const STOP_OR_CAPITAL = englishWords.list('stop-or-capital')
/** Full stops after these end no sentence, for something must follow. */
export const NEVER_LAST = englishWords.list('never-last')

/** After a name, with a full stop or without. */
export const AFTER_NAME = englishWords.map('after-name')
/** Of those, the ones that are read so only with their full stop. */
export const AFTER_NAME_WITH_STOP: ReadonlySet<string> = new Set(['pl', 'ter'])

/** States that are words or too short, so abbreviated only after a city and a comma. */
export const STATES_AFTER_CITY = englishWords.map('states-after-city')

/** Names that go with `St.` before them rather than after. */
export const SAINTS = englishWords.list('saints')
