/** What a stretch of letters sounds like: ARPAbet, vowels without a stress digit. */
export interface LetterRule {
  /** Sticky; may look around. */
  readonly letters: RegExp
  readonly sounds: readonly string[]
}

/** Rules from lines of a pattern and its sounds: `ch CH`, `c(?=[ei]) S`, `h`. */
export const parseRules = (lines: string): readonly LetterRule[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [letters = '', ...sounds] = line.trim().split(' ')
      return { letters: new RegExp(letters, 'y'), sounds }
    })

/** The sounds of a word by the first rule that fits at each place; undefined if none fits somewhere. */
export function soundsOf(word: string, rules: readonly LetterRule[]): readonly string[] | undefined {
  const sounds: string[] = []
  for (let at = 0; at < word.length; ) {
    const end = rules.reduce((found, { letters, sounds: said }) => {
      if (found > at) return found
      letters.lastIndex = at
      if (!letters.test(word) || letters.lastIndex === at) return found
      sounds.push(...said)
      return letters.lastIndex
    }, at)
    if (end === at) return undefined
    at = end
  }
  return sounds
}

const VOWEL = /^(?:[AEIOU][A-Z])$/

/** Puts primary stress on the vowel that is `fromEnd` vowels before the last, or the first; undefined without a vowel. */
export function stressed(sounds: readonly string[], fromEnd: number): readonly string[] | undefined {
  const vowels = sounds.flatMap((sound, i) => (VOWEL.test(sound) ? [i] : []))
  const primary = vowels.at(-1 - fromEnd) ?? vowels[0]
  if (primary === undefined) return undefined
  return sounds.map((sound, i) => (VOWEL.test(sound) ? `${sound}${i === primary ? 1 : 0}` : sound))
}

/** An unstressed `AA` at the end of a word is a schwa. */
export const reduceLast = (phonemes: readonly string[]): readonly string[] =>
  phonemes.at(-1) === 'AA0' ? [...phonemes.slice(0, -1), 'AH0'] : phonemes
