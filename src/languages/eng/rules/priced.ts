import { englishWords } from '../word-lists.ts'
import { isBeforeNoun, singularOf } from './adjective.ts'
import { SIGNS } from './currency.ts'

const THINGS = englishWords.list('priced-things')
/** Nouns by their endings. */
const IS_NOUN = /.{2}(?:ment|ship|[st]ion)s?$/
const isThing = (noun: string): boolean => THINGS.has(noun) || THINGS.has(singularOf(noun)) || IS_NOUN.test(noun)

/** Words that may stand before the thing: names and qualities. */
const NO_QUALITY =
  /^(?:a|about|above|across|after|again|ago|all|also|always|am|an|and|any|apart|are|around|as|at|away|back|be|because|been|before|behind|below|between|bill?ed|but|by|came|can|cash|charged|come|cost|costs|could|did|do|does|down|due|during|each|either|every|extra|for|from|gave|get|go|goes|going|got|had|has|have|he|her|here|him|his|how|i|if|in|including|instead|into|is|it|its|just|last|later|left|less|like|may|me|might|more|my|never|next|no|not|now|of|off|on|once|one|only|onto|or|our|out|over|owed|owing|paid|pay|per|please|plus|right|said|she|should|since|so|still|than|that|the|their|them|then|there|these|they|this|those|though|through|till|to|today|together|tomorrow|tonight|too|under|until|up|us|used|via|was|we|were|what|when|where|which|while|who|will|with|within|without|worth|would|yesterday|yet|you|your)$/i
const WORD = /^[ -]?([\p{L}&][\p{L}'&-]{0,20})(?![\p{L}\d])/u
/** `won $50 playing cards`: what one did for the amount or with it. */
const DOING =
  /^(?:betting|buying|doing|driving|fixing|getting|giving|helping|investing|losing|making|paying|playing|repairing|selling|spending|taking|trying|using|winning|writing)$/i
/** How many words may stand between. */
const MAX_QUALITIES = 2

/** Other amounts of the same thing: `$10 and $8 payments`. */
const OTHER_AMOUNT = new RegExp(
  String.raw`^(?:,? (?:and|or) |, | to | ?[-–/] ?)(?:[A-Z]{1,3})?[${SIGNS}] ?\d[\d.,]{0,12}(?: ?(?:[kmb]|bn|million|billion|thousand))?(?![\p{L}\d])`,
  'iu',
)
const ARTICLE_AND_QUALITY =
  /(?:^|[^\p{L}])(?:an?|another) (?:[a-z]{2,12}-[a-z]{2,12},? |(?:additional|annual|big|estimated|extra|fixed|flat|free|further|huge|initial|large|massive|minimum|maximum|modest|monthly|nearly|new|one-time|planned|possible|potential|proposed|recent|record|reported|second|separate|single|small|special|standard|total|typical|weekly|whopping|yearly),? ){1,2}$/iu

/** Whether an amount of money is said of a noun that follows, so that it keeps the singular: `a $5 fee`, `$8 payments`. */
export function isPriceOfNoun(before: string, after: string): boolean {
  if (/^-\p{Ll}/u.test(after)) return true
  let rest = after
  for (let i = 0; i < 3 && OTHER_AMOUNT.test(rest); i++) rest = rest.replace(OTHER_AMOUNT, '')
  if (isBeforeNoun(before, rest) || (ARTICLE_AND_QUALITY.test(before) && isBeforeNoun('a ', rest))) return true
  for (let i = 0; i <= MAX_QUALITIES; i++) {
    const [whole, word = ''] = WORD.exec(rest) ?? []
    if (whole === undefined || NO_QUALITY.test(word) || DOING.test(word)) return false
    if (isThing(word.toLowerCase())) return true
    rest = rest.slice(whole.length)
  }
  return false
}
