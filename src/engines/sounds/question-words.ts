import type { SpokenLanguage } from '../../core/language.ts'
import type { Segment } from '../../core/utterance.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

interface QuestionWords {
  readonly words: ReadonlySet<string>
  /** How many words of a question are searched for one. */
  readonly within: number
  /** Words that do not count if a question begins with them. */
  readonly leadIns?: ReadonlySet<string>
}

const ANYWHERE = Number.POSITIVE_INFINITY

const QUESTION_WORDS: Partial<Record<SpokenLanguage, QuestionWords>> = {
  eng: {
    words: words('what who whose whom where when why how which'),
    within: 1,
    leadIns: words('and but or so well then'),
  },
  // Accents distinguish them from conjunctions.
  spa: {
    words: words('qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas cómo dónde adónde'),
    within: ANYWHERE,
  },
  fra: {
    words: words("qui que qu'est-ce quoi quel quelle quels quelles quand comment où pourquoi combien qu'est-ce que"),
    within: 3,
  },
  por: {
    words: words('que quem qual quais quando quanto quanta quantos quantas como onde aonde cadê'),
    within: 3,
  },
  ger: {
    words: words(
      'wer was wo wann warum wie welche welcher welches welchen welchem woher wohin wem wen wessen weshalb wieso womit worüber',
    ),
    within: 2,
  },
  hin: {
    words: words('कौन कब कहाँ कैसे कैसा कैसी क्यों कितना कितने कितनी किस किसने किसका किसकी किसके किसको किसे'),
    within: ANYWHERE,
  },
}

/** Whether a question asks for a word, and so falls in pitch; one that asks for yes or no rises. */
export function asksForWord(segments: readonly Segment[], language: SpokenLanguage): boolean {
  const known = QUESTION_WORDS[language]
  if (known === undefined) return false
  const spoken = segments.flatMap((segment) =>
    segment.kind === 'word' ? segment.spoken.toLowerCase().replaceAll('’', "'") : [],
  )
  const from = known.leadIns === undefined ? 0 : spoken.findIndex((word) => !known.leadIns?.has(word))
  const searched = spoken.slice(Math.max(from, 0), Math.max(from, 0) + known.within)
  // `est-ce que` asks for yes or no, `qu'est-ce que` for a word.
  if (language === 'fra' && searched[0] === 'est-ce') return false
  return searched.some((word) => known.words.has(word))
}
