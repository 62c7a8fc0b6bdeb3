import { englishWords } from '../word-lists.ts'
import { SHORT_WORDS } from './capital-words.ts'
import { isCommonWord } from './common-words.ts'

const SOUNDS = englishWords.list('stretched-sounds')
const isKnown = (word: string): boolean => SOUNDS.has(word) || SHORT_WORDS.has(word) || isCommonWord(word)

/** Whether a letter of ASCII letters stands three times in a row, as in no word. */
export function isStretched(letters: string): boolean {
  for (let i = 2; i < letters.length; i++) {
    const code = letters.charCodeAt(i)
    if (code === letters.charCodeAt(i - 1) && code === letters.charCodeAt(i - 2)) return true
  }
  return false
}

/** `sooo` → `so`, `coooool` → `cool`, `hmmmm` → `hmm`: once or twice, as a word has it that is known. */
export function unstretched(letters: string): string {
  const twice = letters.replaceAll(/(\p{L})\1{2,200}/giu, '$1$1')
  const once = letters.replaceAll(/(\p{L})\1{2,200}/giu, '$1')
  if (isKnown(twice.toLowerCase())) return twice
  if (isKnown(once.toLowerCase())) return once
  // Kisses: `loadsxxx`
  if (/\p{Ll}{2}x{3,9}$/u.test(letters)) return letters.replace(/x{3,9}$/, '')
  // What is neither: "oo" and "ee" are longer than one, and so are consonants of a sound.
  return /^[^aeiouy]+$/i.test(letters) ? twice : once
}
