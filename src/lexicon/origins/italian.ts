import { parseRules, reduceLast, soundsOf, stressed } from './letter-rules.ts'

const RULES = parseRules(`
  sch S K
  sci(?=[aeou]) SH
  sc(?=[ei]) SH
  ch K
  cci(?=[aou]) CH
  cc(?=[ei]) CH
  ci(?=[aou]) CH
  c(?=[ei]) CH
  ggi(?=[aou]) JH
  gg(?=[ei]) JH
  gi(?=[aou]) JH
  g(?=[ei]) JH
  gh G
  gli(?=[aeou]) L Y
  gn N Y
  cqu K W
  qu K W
  zz T S
  z T S
  (?<=[aeiou])s(?=[aeiou]) Z
  bb B
  cc K
  dd D
  ff F
  gg G
  ll L
  mm M
  nn N
  pp P
  rr R
  ss S
  tt T
  vv V
  b B
  c K
  d D
  f F
  g G
  h
  j Y
  k K
  l L
  m M
  n N
  p P
  r R
  s S
  t T
  v V
  [aà]i AY
  au AW
  uo W OW
  [iu](?=[aeo]$) IY
  i(?=[aeou]) Y
  u(?=[aeio]) W
  [aà] AA
  [eèé](?=[^aeiou]{2}|r) EH
  [eèé] EY
  [iìy] IY
  [oò](?=r[^aeiour]) AO
  [oò] OW
  [uù] UW
`)

/** An Italian name as English speakers say it: `bevilacqua`, `guglielmo`. */
export function readItalian(word: string): readonly string[] | undefined {
  const sounds = soundsOf(word, RULES)
  if (sounds === undefined) return undefined
  const endsInHiatus = /[^aeiou][iu][aeo]$/.test(word) && !/(?:[cg]|gl|sc)i[aou]$/.test(word)
  const phonemes = stressed(sounds, /[àèìòù]$/.test(word) ? 0 : endsInHiatus ? 2 : 1)
  return phonemes && reduceLast(phonemes)
}
