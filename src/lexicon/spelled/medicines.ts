import { MEDICINE_STEMS } from './medicine-stems.ts'

/** Shorter words with such an ending are likelier something else. */
const MIN_LETTERS = 7

/** Two consonants, of which the first ends the syllable. */
const CLOSES = '(?=x|(?![bcdfgkptv][lr]|[cprst]h|qu)[^aeiouy]{2})'

/** What stands before a stem is spelled as it sounds; the first that fits is taken. Vowels in small letters: `VOWELS`. */
const LETTERS: readonly (readonly [RegExp, string])[] = (
  [
    ['ch', 'K'],
    ['ph', 'F'],
    ['th', 'TH'],
    ['rh', 'R'],
    ['qu', 'K W'],
    ['sc(?=[eiy])', 'S'],
    ['c(?=[eiy])', 'S'],
    ['^g(?=i)', 'G'],
    ['g(?=[eiy])', 'JH'],
    ['^x', 'Z'],
    ['xy(?=[^aeiou])', 'K S IY'],
    ['x', 'K S'],
    ['^y', 'Y'],
    ['^levo', 'L IY V o'],
    ['^nitr', 'N AY T R'],
    ['^peg', 'P e- G'],
    ['^pyr(?=[aeio])', 'P i R'],
    ['hydr', 'HH AY D R'],
    ['n(?=g[^eiy]|k)', 'NG'],
    ['au', 'AO'],
    ['eu', 'UW'],
    ['[ao]e', 'IY'],
    ['ou', 'UW'],
    ['a(?=r[^aeiouyr])', 'AA'],
    ['a(?=r)', 'ar'],
    ['o(?=r)', 'AO'],
    ['[eiuy]r(?=[^aeiouyr])', 'ER'],
    ['(?<=^[^aeiouy]*)i(?=[aou])', 'AY'],
    ['i(?=[aeou])', 'i+'],
    ['e(?=[ao])', 'e+'],
    [`([aeiouy])${CLOSES}`, '$1-'],
    ['^i(?=[bcdgkpstv][aeiou])|(?<=^(?:d|tr))i', 'AY'],
    ['(?<=^[^aeiouy]+)y', 'AY'],
    ['(?<=^|[bcfmpv])u', 'Y u'],
    ['([bcdfgklmnprstz])\\1', '$1'],
    ['c', 'K'],
    ['h', 'HH'],
    ['j', 'JH'],
    ['[bdfgklmnprstvwz]', '$0'],
  ] as const
).map(([letters, sounds]) => [new RegExp(letters, 'y'), sounds])

/** A vowel with the stress, before it in the first syllable, and else; `-` in a closed syllable, `+` before a vowel. */
const VOWELS: Readonly<Record<string, readonly [string, string, string]>> = {
  a: ['AE1', 'AE2', 'AH0'],
  e: ['EH1', 'EH2', 'AH0'],
  i: ['IH1', 'IH2', 'IH0'],
  o: ['OW1', 'OW2', 'OW0'],
  u: ['UW1', 'UW2', 'UW0'],
  y: ['IH1', 'IH2', 'IH0'],
  'a-': ['AE1', 'AE2', 'AE0'],
  'e-': ['EH1', 'EH2', 'EH0'],
  'i-': ['IH1', 'IH2', 'IH0'],
  'o-': ['AA1', 'AA2', 'AA0'],
  'u-': ['AH1', 'AH2', 'AH0'],
  'y-': ['IH1', 'IH2', 'IH0'],
  'e+': ['IY1', 'IY2', 'IY0'],
  'i+': ['AY1', 'AY2', 'IY0'],
  ar: ['EH1', 'EH2', 'AH0'],
}

const VOWEL = /^(?:[a-z][-+r]?|A[AOY]|ER|IY|UW)$/

/** Consonants in ARPAbet, and vowels without stress or as they are in `VOWELS`, of the letters before `end`. */
function soundsOf(word: string, end: number): readonly string[] {
  const sounds: string[] = []
  for (let at = 0; at < end; ) {
    const found = LETTERS.find(([pattern]) => {
      pattern.lastIndex = at
      return pattern.test(word)
    })
    const length = found === undefined ? 1 : found[0].lastIndex - at
    const letter = word.charAt(at)
    sounds.push(
      ...(found?.[1] ?? letter)
        .split(' ')
        .map((sound) =>
          sound.replace(/^\$\d/, /[aeiouy]/.test(letter) ? letter : letter === 'c' ? 'K' : letter.toUpperCase()),
        ),
    )
    at += length
  }
  return sounds
}

/** A medicine by its stem; undefined for other words. */
export function readMedicine(word: string): readonly string[] | undefined {
  const stem = word.length < MIN_LETTERS ? undefined : MEDICINE_STEMS.find(({ letters }) => word.endsWith(letters))
  const end = word.length - (stem?.letters.length ?? 0)
  if (stem === undefined || !/^[a-z]*[aeiouy][a-z]*$/.test(word.slice(0, end))) return undefined
  const sounds = soundsOf(word, end)
  const places = sounds.flatMap((sound, at) => (VOWEL.test(sound) ? [at] : []))
  const stressed = stem.stressedBefore === 0 ? undefined : (places.at(-stem.stressedBefore) ?? places[0])
  const first = places.length > 1 && places[0] !== stressed ? places[0] : undefined
  const isPretonic = stressed !== undefined && places.indexOf(stressed) === 1
  const said = sounds.map((sound, at) => {
    if (!places.includes(at)) return sound
    const stress = at === stressed ? 0 : at === first && !isPretonic ? 1 : 2
    return VOWELS[sound]?.[stress] ?? `${sound}${[1, 2, 0][stress]}`
  })
  return [...said, ...stem.phonemes]
}
