import { createOwnNormalizer } from '../reading/normalizer.ts'
import { agreeArticles } from './rules/article.ts'
import { EXPANSIONS } from './rules/expansions.ts'
import { englishScript } from './rules/script.ts'
import { settle } from './rules/settle.ts'
import { speakable } from './rules/speakable.ts'
import { isAfterDot, readWord } from './rules/word.ts'

/** Writes English numbers, dates, abbreviations and symbols as words. */
export const normalizeEnglish = createOwnNormalizer(() => ({
  script: englishScript,
  expansions: EXPANSIONS,
  isPlain: isAfterDot,
  word: readWord,
  speakable,
  /** Latin letters with accents, and accents on their own. */
  accents: /[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/,
  revise: (tokens, { source, text }, readAgain) => settle(agreeArticles(tokens, source), text, readAgain),
}))
