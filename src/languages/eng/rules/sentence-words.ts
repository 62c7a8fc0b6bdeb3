/** Words of sentences, which nothing in a program is called. */
const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  "a an and any are as but can could did do does dont don't have he her here his how however i i'm if ill im it its it's just let lets many may maybe my no not now of ok okay on only our please pls she should so some sorry thank thanks that the their there these they this those today u ur was we were what when where which while who why will with would yes you your".split(
    ' ',
  ),
)
export const isSentenceWord = (word: string): boolean => SENTENCE_WORDS.has(word)
