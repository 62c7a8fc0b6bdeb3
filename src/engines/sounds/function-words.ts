/** The reading before a consonant or silence and, if different, those before a vowel and at the end of a phrase. */
interface Readings {
  readonly usual: string
  readonly beforeVowel?: string
  readonly final?: string
}

/** Function words, which the voice was trained to reduce inside a sentence. */
const READINGS: Readonly<Record<string, Readings>> = {
  a: { usual: 'AH0', final: 'EY1' },
  an: { usual: 'AE1 N' },
  the: { usual: 'DH AH0', beforeVowel: 'DH IY0' },
  of: { usual: 'AH1 V' },
  to: { usual: 'T AH0', beforeVowel: 'T UW1', final: 'T UW1' },
  in: { usual: 'IH0 N', final: 'IH1 N' },
  on: { usual: 'AA1 N' },
  at: { usual: 'AE1 T' },
  by: { usual: 'B AY1' },
  for: { usual: 'F AO1 R' },
  from: { usual: 'F R AH1 M' },
  with: { usual: 'W IH1 DH' },
  as: { usual: 'AE1 Z' },
  into: { usual: 'IH1 N T UW0' },
  upon: { usual: 'AH0 P AA1 N' },
  than: { usual: 'DH AE1 N' },
  that: { usual: 'DH AE1 T' },
  this: { usual: 'DH IH1 S' },
  these: { usual: 'DH IY1 Z' },
  those: { usual: 'DH OW1 Z' },
  it: { usual: 'IH1 T' },
  its: { usual: 'IH1 T S' },
  he: { usual: 'HH IY1' },
  him: { usual: 'HH IH1 M' },
  his: { usual: 'HH IH1 Z' },
  she: { usual: 'SH IY1' },
  her: { usual: 'HH ER1' },
  hers: { usual: 'HH ER1 Z' },
  they: { usual: 'DH EY1' },
  them: { usual: 'DH EH1 M' },
  their: { usual: 'DH EH1 R' },
  we: { usual: 'W IY1' },
  us: { usual: 'AH1 S' },
  our: { usual: 'AW1 ER0' },
  you: { usual: 'Y UW1' },
  your: { usual: 'Y AO1 R' },
  i: { usual: 'AY1' },
  me: { usual: 'M IY1' },
  my: { usual: 'M AY1' },
  and: { usual: 'AE1 N D' },
  or: { usual: 'AO1 R' },
  but: { usual: 'B AH1 T' },
  nor: { usual: 'N AO1 R' },
  if: { usual: 'IH1 F' },
  so: { usual: 'S OW1' },
  is: { usual: 'IH1 Z' },
  am: { usual: 'AE1 M' },
  are: { usual: 'AA1 R' },
  was: { usual: 'W AA1 Z' },
  were: { usual: 'W ER1' },
  be: { usual: 'B IY1' },
  been: { usual: 'B IH1 N' },
  being: { usual: 'B IY1 IH0 NG' },
  do: { usual: 'D UW1' },
  does: { usual: 'D AH1 Z' },
  did: { usual: 'D IH1 D' },
  has: { usual: 'HH AE1 Z' },
  have: { usual: 'HH AE1 V' },
  had: { usual: 'HH AE1 D' },
  will: { usual: 'W IH1 L' },
  would: { usual: 'W UH1 D' },
  shall: { usual: 'SH AE1 L' },
  should: { usual: 'SH UH1 D' },
  can: { usual: 'K AE1 N' },
  could: { usual: 'K UH1 D' },
  may: { usual: 'M EY1' },
  might: { usual: 'M AY1 T' },
  must: { usual: 'M AH1 S T' },
  there: { usual: 'DH EH1 R' },
  which: { usual: 'W IH1 CH' },
  while: { usual: 'W AY1 L' },
}

const phonemesByReading = new Map(
  Object.values(READINGS)
    .flatMap(({ usual, beforeVowel = usual, final = usual }) => [usual, beforeVowel, final])
    .map((reading): [string, readonly string[]] => [reading, reading.split(' ')]),
)

export const isFunctionWord = (word: string): boolean => Object.hasOwn(READINGS, word)

/**
 * The stress of lower-case function words that are not light. Without it, aria's are not heard: `on` is taken for `and` or `in`,
 * and `I` after a silence is lost (docs/aria.md, lost words).
 */
export function stressOfFunctionWord(word: string, beginsPhrase: boolean): 'ˈ' | 'ˌ' | undefined {
  if (word === 'on') return 'ˌ'
  return word === 'i' && beginsPhrase ? 'ˈ' : undefined
}

/** What follows a word. */
export type WordFollower = 'vowel' | 'consonant' | 'end'

/** The reading of a lower-case word inside a sentence; undefined if it is not a function word. */
export function readFunctionWord(word: string, follower: WordFollower): readonly string[] | undefined {
  if (!isFunctionWord(word)) return undefined
  const { usual, beforeVowel = usual, final = usual } = READINGS[word] as Readings
  return phonemesByReading.get(follower === 'end' ? final : follower === 'vowel' ? beforeVowel : usual)
}
