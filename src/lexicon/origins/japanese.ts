import { parseRules, reduceLast, soundsOf, stressed } from './letter-rules.ts'

/** Syllables of Japanese in Hepburn's letters; `n` closes one. */
const SYLLABLE =
  /(?:(?:tch|[kst]?(?:sh|ch|ts|[kgnhbpmr]y)|[kgsztdnhfbpmyrwj]{1,2})?[aiueoāīūēō]|n(?![aiueoy])|m(?=[bp]))/
const WORD = new RegExp(`^(?:${SYLLABLE.source}){2,10}$`)
/** Pairs of consonants that no word has. */
const FOREIGN =
  /[^aiueoāīūēō]{4}|(?!tt|kk|pp|ss|sh|ts|ky|gy|ny|hy|by|py|my|ry|ch|tc|n[^n]|nn|m[bpm])[^aiueoāīūēō]{2}|wu|wi|we|ti|tu|si(?!$)|(?<![sc])hu|yi|ye|di|du|zi(?!$)|f[aieo]/

const RULES = parseRules(`
  tch CH
  cch CH
  ssh SH
  tts T S
  ch CH
  sh SH
  ts T S
  kk K
  pp P
  ss S
  tt T
  nn N
  mm M
  n(?=[kg]) NG
  b B
  d D
  f F
  g G
  h HH
  j JH
  k K
  m M
  n N
  p P
  r R
  s S
  t T
  w W
  y Y
  z Z
  ai AY
  ei EY
  o[uo](?!$) OW
  ou OW
  uu UW
  ii IY
  [aā] AA
  [eē](?=n[^aiueoy]) EH
  [eē] EY
  [iī] IY
  [oō] OW
  [uū] UW
`)

export const isJapanese = (word: string): boolean => WORD.test(word) && !FOREIGN.test(word)

/** A Japanese name as English speakers say it: `nakagawa`, `ryunosuke`. Undefined for words of other syllables. */
export function readJapanese(word: string): readonly string[] | undefined {
  if (!isJapanese(word)) return undefined
  const sounds = soundsOf(word, RULES)
  const phonemes = sounds && stressed(sounds, /n$|[ou]u$|[aeo]i$/.test(word) ? 0 : 1)
  return phonemes && reduceLast(phonemes)
}
