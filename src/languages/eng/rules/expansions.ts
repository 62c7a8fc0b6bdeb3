import type { Expansion } from '../../reading/expansion.ts'
import { type KeyNames, telephoneKeys } from '../../reading/keys.ts'
import { markdown } from '../../reading/markdown.ts'
import { abbreviations } from './abbreviation.ts'
import { addresses } from './address.ts'
import { airports } from './airport.ts'
import { bareClocks } from './bare-clock.ts'
import { cardinals, endlessDigits, lists, memberNumbers, scaledNumbers, scaledRanges } from './cardinal.ts'
import { chat } from './chat.ts'
import { chatFigures } from './chat-figures.ts'
import { chatGlued } from './chat-glued.ts'
import { chatLetters } from './chat-letters.ts'
import { chatShort } from './chat-short.ts'
import { chemicals } from './chemical.ts'
import { givenCodes } from './code.ts'
import { commandLines } from './command-line.ts'
import { monthDays, numericDates, wordDates } from './date.ts'
import { decimals, dottedNumbers } from './decimal.ts'
import { digitGroups } from './digit-groups.ts'
import { emoticons } from './emoticon.ts'
import { fashionSeasons } from './fashion-season.ts'
import { filmRatings } from './film-rating.ts'
import { formulas } from './formula.ts'
import { fractions } from './fraction.ts'
import { hexColors } from './hex-color.ts'
import { identifiers } from './identifier.ts'
import { initialisms } from './initialism.ts'
import { initialismEndings } from './initialism-endings.ts'
import { blanks, keySigns } from './key-sign.ts'
import { mailHeads } from './mail-head.ts'
import { maskedNumbers } from './masked.ts'
import { absolutes, exponentials, maths } from './math.ts'
import { measures } from './measure.ts'
import { currencySigns, moneys } from './money.ts'
import { netAddresses } from './net-address.ts'
import { digitByDigit } from './number-words.ts'
import { ordinals } from './ordinal.ts'
import { percents } from './percent.ts'
import { postcodes } from './postcode.ts'
import { functionNames } from './power.ts'
import { programNames } from './program-name.ts'
import { crossings, ranges, yearRanges } from './range.ts'
import { romans } from './roman.ts'
import { senses } from './sense.ts'
import { mixedCodes, serials } from './serial.ts'
import { spells } from './spell.ts'
import { stormReports } from './storm-report.ts'
import { symbols } from './symbol.ts'
import { telephones } from './telephone.ts'
import { times } from './time.ts'
import { weekdays } from './weekday.ts'
import { optionalPlurals } from './word.ts'
import { bareYears, years } from './year.ts'

const KEYS: KeyNames = {
  star: 'star',
  hash: 'pound',
  otherNames: 'asterisk|hash|hashtag|number sign',
  asking: 'press|dial|hit|hitting|enter|push|keys?|keypad|use|using|type|typing|punch|tap|select|choos|button|input',
  digitByDigit,
}

/** Every expansion, the particular before the general: the first that takes a token reads it. */
export const EXPANSIONS: readonly Expansion[] = [
  ...endlessDigits,
  ...spells,
  ...maskedNumbers,
  ...telephoneKeys(KEYS, true),
  ...absolutes,
  ...formulas,
  ...commandLines,
  ...hexColors,
  ...functionNames,
  ...blanks,
  ...mailHeads,
  ...markdown,
  ...keySigns,
  ...senses,
  ...netAddresses,
  ...stormReports,
  ...postcodes,
  ...fashionSeasons,
  ...filmRatings,
  ...givenCodes,
  ...airports,
  ...chatGlued,
  ...chatLetters,
  ...chatShort,
  ...chat,
  ...chatFigures,
  ...emoticons,
  ...years,
  ...times,
  ...bareClocks,
  ...lists,
  ...moneys,
  ...percents,
  ...telephones,
  ...digitGroups,
  ...numericDates,
  ...wordDates,
  ...weekdays,
  ...crossings,
  ...scaledRanges,
  ...dottedNumbers,
  ...measures,
  ...exponentials,
  ...serials,
  ...addresses,
  ...chemicals,
  ...romans,
  ...abbreviations,
  ...yearRanges,
  ...fractions,
  ...monthDays,
  ...ordinals,
  ...ranges,
  ...bareYears,
  ...memberNumbers,
  ...mixedCodes,
  ...scaledNumbers,
  ...decimals,
  ...cardinals,
  ...programNames,
  ...initialismEndings,
  ...identifiers,
  ...initialisms,
  ...maths,
  ...currencySigns,
  ...symbols,
  ...optionalPlurals,
]
