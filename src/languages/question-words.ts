import { existsSync } from 'node:fs'
import type { SpokenLanguage } from '../core/language.ts'
import { wordFiles } from './word-files.ts'

/** By which a question asks for a word and not for yes or no. In lower case. */
export interface QuestionWords {
  readonly words: ReadonlySet<string>
  /** How many words of a question are searched for one. */
  readonly within: number
  /** Words that do not count if a question begins with them. */
  readonly leadIns: ReadonlySet<string>
  /** First words of questions for yes or no that have one of `words`. */
  readonly yesOrNo: ReadonlySet<string>
  /** Conjunctions between the alternatives of a question. */
  readonly or: ReadonlySet<string>
  /** Words after `or` that are no alternative: `or so`. */
  readonly vague: ReadonlySet<string>
}

const known = new Map<SpokenLanguage, QuestionWords | undefined>()

/** Reads `words/questions.tsv` at the first use; undefined for a language without, all of whose questions rise. */
export function questionWordsOf(language: SpokenLanguage): QuestionWords | undefined {
  if (!known.has(language)) known.set(language, readQuestionWords(language))
  return known.get(language)
}

function readQuestionWords(language: SpokenLanguage): QuestionWords | undefined {
  const folder = new URL(`./${language}/words/`, import.meta.url)
  if (!existsSync(new URL('questions.tsv', folder))) return undefined
  const rows = wordFiles(folder).map('questions')
  const words = (key: string): ReadonlySet<string> => new Set(rows.get(key)?.split(' '))
  return {
    words: words('words'),
    within: Number(rows.get('within') ?? Number.POSITIVE_INFINITY),
    leadIns: words('lead-ins'),
    yesOrNo: words('yes-or-no'),
    or: words('or'),
    vague: words('vague'),
  }
}
