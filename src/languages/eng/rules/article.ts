import type { SpokenToken, TokenCategory } from '../../../core/spoken-token.ts'

/** What the writer's article may not fit, for it was written as figures or letters. */
const READ: ReadonlySet<TokenCategory> = new Set<TokenCategory>([
  'cardinal',
  'decimal',
  'fraction',
  'measure',
  'money',
  'ordinal',
  'percent',
  'serial',
  'time',
  'range',
  'date',
  'abbreviation',
  'math',
])
/** Nothing but a space and what opens a phrase between the article and what it belongs to. */
const GAP = /^[ \u00a0][*_"“'‘([~≈]{0,3}$/
const ARTICLE = /^an?$/i
/** Letters whose names begin with a vowel, and words that do; `one` begins with none. */
const VOWEL_SOUND =
  /^(?:[AEFHILMNORSX](?![a-z'])|(?:eight|eleven|oh|hour|approximately)|[AEIOaeio](?!ne(?![a-z]))[a-z])/
const LETTER_OR_NUMBER =
  /^(?:[A-Z](?![a-z])|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|fif|twen|zero|oh|approximately))/

/** `a 8%` → `an eight percent`, `a FBI` → `an F B I`: by what is said, not by what is written. */
export function agreeArticles(tokens: readonly SpokenToken[], source: string): readonly SpokenToken[] {
  return tokens.map((token, i) => {
    const next = tokens[i + 1]
    if (next === undefined || !ARTICLE.test(token.spoken) || token.category !== 'word' || !READ.has(next.category))
      return token
    if (!LETTER_OR_NUMBER.test(next.spoken) || !GAP.test(source.slice(token.span.end, next.span.start))) return token
    if (next.category === 'math' && !next.spoken.startsWith('approximately')) return token
    // A number stands before no article: `between 0 an 1`, mistyped for `and`
    const last = tokens[i - 1]
    if (token.spoken === 'an' && last !== undefined && READ.has(last.category) && last.category !== 'abbreviation')
      return token
    // A capital within a sentence is a letter: "Vitamin A 50 mg".
    if (token.spoken.startsWith('A') && i > 0 && tokens[i - 1]?.category !== 'punctuation') return token
    const article = VOWEL_SOUND.test(next.spoken) ? 'an' : 'a'
    const spoken = token.spoken.startsWith('A') ? `A${article.slice(1)}` : article
    return spoken === token.spoken ? token : { ...token, spoken }
  })
}
