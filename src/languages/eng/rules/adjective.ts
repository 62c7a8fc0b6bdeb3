/** Other figures of the same noun may stand between: "a 2 x 4 m room", "a 10-15 kg bag". */
const AFTER_ARTICLE = /(?:^|[^\p{L}])(?:an?|another)\s(?:[\d.,]{1,9} ?(?:x|×|by|to|or|-|–) ?)?$/iu
const BEFORE_NOUN =
  /^[ -](?!(?:per|an?|the|to|or|and|in|for|is|are|was|were|will|of|off|on|at|from|with|by|each|every|long|wide|tall|high|deep|thick|away|ago|apart|later|earlier|more|less|than|as|but|if|when|above|below|over|under|because|while|plus|minus|that|this|these|those|can|could|should|would|may|might|must|has|had|have|does|did|do|it|not|so|into|onto|out|up|down|left|right|north|south|east|west|old|between|during|until|till|within|without|through|across|around|about|near|behind|against|since|it|he|she|they|you|we)(?![\p{L}]))\p{Ll}{2,40}/u

export const isAfterArticle = (before: string): boolean => AFTER_ARTICLE.test(before)

/** Whether what is counted between these stands before a noun, so that it keeps the singular: "a 5 km run". */
export const isBeforeNoun = (before: string, after: string): boolean => AFTER_ARTICLE.test(before) && isNounNext(after)

/** Whether a noun may follow at once, and no preposition, conjunction or adjective of size. */
export const isNounNext = (after: string): boolean => BEFORE_NOUN.test(after)

/** `berries` → `berry`, `watches` → `watch`. */
export const singularOf = (noun: string): string =>
  noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, '')
