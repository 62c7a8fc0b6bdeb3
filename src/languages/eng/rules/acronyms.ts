import { englishWords } from '../word-lists.ts'

/** How initialisms are said that are said as words: `json` → `jason`. */
export const ACRONYMS_SAID = englishWords.map('acronyms')
