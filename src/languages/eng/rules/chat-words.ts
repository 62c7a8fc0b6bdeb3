import { englishWords } from '../word-lists.ts'

const ROWS = englishWords.rows('chat')
const marked = (mark: string): readonly string[] =>
  ROWS.flatMap(([written = '', , marks = '']) => (marks.split(' ').includes(mark) ? [written] : []))

/** Spellings of chat that stand for one word, in lower case. */
export const CHAT_WORDS: ReadonlyMap<string, string> = new Map(ROWS.map(([written = '', word = '']) => [written, word]))
/** Of those, the ones that chat alone has: in other texts they are something else. */
export const DOUBTFUL: ReadonlySet<string> = new Set(marked('doubtful'))
/** Of those, the ones that must be sure to be of chat. */
export const NEED_CHAT: ReadonlySet<string> = new Set(marked('sure'))
/** Of those, the ones that are names or initialisms, too, with a capital. */
export const SMALL: ReadonlySet<string> = new Set([...marked('small'), ...DOUBTFUL])

const PLAIN: ReadonlySet<string> = new Set(marked('plain'))
/** Spellings that only hurried messages have. */
export const CHAT_SIGNS: ReadonlySet<string> = new Set([
  ...[...CHAT_WORDS.keys()].filter((word) => !PLAIN.has(word) && !DOUBTFUL.has(word)),
  ...englishWords.list('chat-signs'),
])
/** Spellings of those that nothing else has. */
export const SHORTENED: ReadonlySet<string> = new Set(
  [...CHAT_WORDS.keys()].filter((word) => !PLAIN.has(word) && !DOUBTFUL.has(word) && word.length > 2),
)
