import { SHORT_WORDS } from './capital-words.ts'
import { isCommonWord } from './common-words.ts'

const SOUNDS: ReadonlySet<string> = new Set(
  'ah aah aw aww brr eek eww gee grr hee hell hello hmm huh mm oh ooh oof phew psst pfft shh ugh uh um whee whoa woo yay yeah yep yippee yoohoo zoom zz please thanks really sorry wow nice loving sleep'.split(
    ' ',
  ),
)
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
  // What is neither: "oo" and "ee" are longer than one, and so are consonants of a sound.
  return /^[^aeiouy]+$/i.test(letters) ? twice : once
}
