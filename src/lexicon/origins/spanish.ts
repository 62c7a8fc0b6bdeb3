import { parseRules, reduceLast, soundsOf, stressed } from './letter-rules.ts'

const RULES = parseRules(`
  ch CH
  ll Y
  ñ N Y
  rr R
  qu K
  gu(?=[eiéí]) G
  gü G W
  g(?=[eiéí]) HH
  c(?=[eiéí]) S
  cc(?=[eiéí]) K S
  ph F
  j HH
  h
  x K S
  z Z
  w W
  b B
  c K
  d D
  f F
  g G
  k K
  l L
  m M
  n N
  p P
  r R
  s S
  t T
  v V
  ay(?![aeiou]) AY
  ey(?![aeiou]) EY
  oy(?![aeiou]) OY
  y(?=[aeiouáéíóú]) Y
  y IY
  a[ií] AY
  au AW
  ei EY
  eu EY UW
  oi OY
  (?<=[^aeiou])i(?=[aeo]s?$) IY
  (?<=[^aeiou])i(?=[aeoáéó]) Y
  ü W
  u(?=[aeioáéíó]) W
  [aá] AA
  [eé](?=[^aeiouáéíóú]{2}|[^aeiouáéíóú]$|rr?) EH
  [eé] EY
  [ií] IY
  [oó](?=r[^aeiou]) AO
  [oó] OW
  [uú] UW
`)

/** Rises before a vowel, or falls after one, without a syllable of its own. */
const GLIDES = /(?<=[^aeiouáéíóú])[iu](?=[aeoáéó])|(?<=[aeoáéó])[iuy](?![aeiou])/g

/** A Spanish name as English speakers say it: `hernández`, `villanueva`. Accents decide the stress. */
export function readSpanish(word: string): readonly string[] | undefined {
  const sounds = soundsOf(word, RULES)
  if (sounds === undefined) return undefined
  const endsInHiatus = /[^aeiouáéíóú]i[aeo]s?$/.test(word) ? 1 : 0
  const accent = /[áéíóú]/.exec(word)
  if (accent !== null) {
    const after = word.slice(accent.index + 1).replaceAll(/qu|gu(?=[ei])/g, 'g')
    const syllables = (after.replace(GLIDES, '').match(/[aeiouáéíóú]+/g) ?? []).length
    return reduce(stressed(sounds, syllables))
  }
  const isPenultimate = /[aeiouns]$|[ei]z$/.test(word)
  return reduce(stressed(sounds, isPenultimate ? 1 + endsInHiatus : 0))
}

const reduce = (phonemes: readonly string[] | undefined) => phonemes && reduceLast(phonemes)
