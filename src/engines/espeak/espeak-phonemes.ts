import type { Word } from '../../core/utterance.ts'

/** eSpeak's names for the sounds nearest to those of American English; a consonant is the same in every language. */
const CONSONANTS: Readonly<Record<string, string>> = {
  B: 'b',
  CH: 'tS',
  D: 'd',
  DH: 'D',
  F: 'f',
  G: 'g',
  HH: 'h',
  JH: 'dZ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'N',
  P: 'p',
  R: 'r',
  S: 's',
  SH: 'S',
  T: 't',
  TH: 'T',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'Z',
}

/** In the order of VOWELS; a vowel of two names, parted by a bar, is two sounds. A language has no others. */
const VOWELS = 'AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split(' ')
const VOWELS_OF: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  es: vowels('a a a O aU aI E E|r eI i i oU oI U u'),
  de: vowels('A: a a O aU aI E 3: e: I i: o: OY U u:'),
  fr: vowels('a a V O a|u a|I E W|r e|I I i o O|j u u'),
}
const SCHWA = '@'

// eSpeak's names of sounds in IPA, by language, each a pair of IPA and its name; what a language lacks becomes what
// `NEAREST` says until it has it.
const COMMON =
  namesOf(`p p, b b, t t, d d, k k, ɡ g, f f, v v, s s, z z, ʃ S, ʒ Z, θ T, ð D, x x, ç C, h h, χ X, j j, w w, m m, n n,
  ŋ N, ɲ n^, l l, ʎ l^, ʝ J^, tʃ tS, dʒ dZ, ts t|s, dz d|z, pf p|f, ʔ ?, ɾ *, r R, a a, e e, i i, o o, u u`)
const SOUNDS_OF: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  es: new Map([...COMMON, ...namesOf('ɛ E, ɔ O, ʊ U, ə @, ts ts, β B, ɣ Q, aɪ aI, aʊ aU, eɪ eI')]),
  de: new Map([
    ...COMMON,
    ...namesOf(`ɪ I, ɛ E, ɔ O, ʊ U, ʏ y, y y:, ø Y:, œ W, ə @, ɐ 3, ɜ 3:, ɑ A, e e:, o o:, eː e:, oː o:, iː i:, uː u:, yː y:,
      øː Y:, ɛː E:, aː a:, ɑː A:, aɪ aI, aʊ aU, ɔɪ OY, ts ts, ʁ r, ɹ r, r r, ɑ̃ A~, ɔ̃ O~, œ̃ W~`),
  ]),
  fr: new Map([
    ...COMMON,
    ...namesOf('ɛ E, ɔ O, y y, ø Y, œ W, ə @, ʌ V, ɪ I, ɥ y, ʁ r, r r, ɹ r, ɑ̃ A~, ɛ̃ E~, ɔ̃ O~, œ̃ W~'),
  ]),
  pt: new Map([
    ...COMMON,
    ...namesOf(`ɛ E, ɔ O, ɪ I, ʊ U, ə @, ɐ @, ɑ A, æ &, ɐ̃ &~, ẽ e~, ĩ i~, õ o~, ũ u~, ʁ x, ʀ x, χ x, h x, ɹ r-, aɪ aI, aʊ aU,
      eɪ eI, ts ts`),
  ]),
  it: new Map([...COMMON, ...namesOf('ɛ E, ɔ O, ɪ I, ʊ U, ə @, y y, ø Y, ts ts, dz dz, ɣ Q')]),
  nl: new Map([
    ...COMMON,
    ...namesOf(
      `ɛ E, ɔ O, ɑ A, ɪ I, ə @, ɵ 8, ʏ 8, y y, ø Y:, øː Y:, œy Wy, aː a:, eː e:, oː o:, ɛɪ EI, ɣ Q, ʋ v#, ɦ h`,
    ),
  ]),
}
/** One sound or two, in the order of preference. */
const NEAREST =
  namesOf(`ɡ g, ɱ m, ɳ n, ɴ n, ʈ t, ɖ d, c k, ɟ ɡ, q k, ɢ ɡ, ʙ b, ʀ ʁ, ʁ r, ɹ ɾ, ɽ ɾ, ɺ ɾ, ɻ ɹ, ɸ f, β b, ʂ ʃ, ʐ ʒ, ɕ ʃ, ʑ ʒ,
  ɧ ʃ, ɣ ɡ, ħ h, ʕ ʔ, ʜ h, ʢ ʔ, ɦ h, ɬ l, ɮ l, ʋ v, ɰ w, ɭ l, ʟ l, ɫ l, ʍ w, ɥ w, ʘ p, ǀ t, ǃ k, ǂ t, ǁ k, ʉ u, ɯ u, ɨ ɪ, ɪ i, ʊ u, ʏ y,
  y u, ø œ, œ ɛ, ɘ ə, ɵ ø, ɤ o, ə e, ɛ e, ɔ o, ɜ ɛ, ɞ œ, ʌ ɐ, ɐ a, æ ɛ, ɶ a, ɑ a, ɒ ɔ, ɚ ɜ|ɹ, ɑɹ ɑ|ɹ, ɛɹ ɛ|ɹ, ɪɹ ɪ|ɹ, ɔɹ ɔ|ɹ, ʊɹ ʊ|ɹ, aɪ a|j,
  aʊ a|w, eɪ e|j, oʊ o|w, ɔɪ ɔ|j, õ ɔ̃, ẽ ɛ̃, ɐ̃ ɑ̃, ã ɑ̃, ɑ̃ ɐ̃, ɛ̃ ẽ, ɔ̃ õ, χ x, x h`)

function namesOf(table: string): ReadonlyMap<string, string> {
  return new Map(table.split(',').map((row) => row.trim().normalize('NFD').split(' ') as [string, string]))
}

/** A sound in IPA as eSpeak takes it in a language; undefined for no sound. */
function nameOf(sound: string, names: ReadonlyMap<string, string>): string | undefined {
  const stress = sound.startsWith('ˈ') ? "'" : sound.startsWith('ˌ') ? ',' : ''
  let ipa = sound.replace(/^[ˈˌ]/, '').normalize('NFD')
  const seen = new Set<string>()
  for (;;) {
    const name = names.get(ipa)
    if (name !== undefined) return stress + name
    if (seen.has(ipa)) return nasal(ipa, stress, names)
    seen.add(ipa)
    const nearest = NEAREST.get(ipa)
    if (nearest?.includes('|') === true) {
      const [first = '', second = ''] = nearest.split('|').map((part) => nameOf(part, names))
      return first && second && `${stress}${first}|${second}`
    }
    if (nearest !== undefined) ipa = nearest
    else if (ipa.endsWith('ː')) ipa = ipa.slice(0, -1)
    else return nasal(ipa, stress, names)
  }
}

/** A nasal vowel that a language lacks is the vowel with an n after it. */
function nasal(ipa: string, stress: string, names: ReadonlyMap<string, string>): string | undefined {
  if (!ipa.endsWith('\u0303')) return undefined
  const vowel = nameOf(ipa.slice(0, -1), names)
  return vowel && `${stress}${vowel}|n`
}
const STRESS_MARKS: Readonly<Record<string, string>> = { '0': '', '1': "'", '2': ',' }

/** Longest pronunciation of one word that is taken as given: bounds what it may cost. */
const MAX_PHONEMES = 60

/** ARPAbet is in capitals, IPA has none. */
const isIpa = (phonemes: readonly string[]): boolean => phonemes.some((phoneme) => !/^[A-Z]/.test(phoneme))

/**
 * ARPAbet or IPA as eSpeak takes it within its text, in the sounds of a language such as `es-419`; null where it has none for
 * the language or a symbol is unknown: the word is then read from its spelling.
 */
export function espeakPhonemesOf(phonemes: readonly string[], language: string): string | null {
  const code = /^[a-z]+/.exec(language)?.[0] ?? ''
  const [vowelOf, names] = [VOWELS_OF[code], SOUNDS_OF[code]]
  if (phonemes.length === 0 || phonemes.length > MAX_PHONEMES) return null
  const sounds = isIpa(phonemes)
    ? phonemes.map((sound) => names && nameOf(sound, names))
    : phonemes.map((phoneme) => vowelOf && soundOf(phoneme, vowelOf))
  // Bars keep neighbours apart: T and SH are no CH.
  return sounds.includes(undefined) ? null : `[[${sounds.join('|')}]]`
}

/** The same of a word whose phonemes are given. */
export const givenPhonemesIn =
  (language: string) =>
  ({ phonemes }: Word): string | null =>
    phonemes && espeakPhonemesOf(phonemes, language)

function soundOf(phoneme: string, vowelOf: ReadonlyMap<string, string>): string | undefined {
  if (phoneme === 'AH0') return SCHWA
  const [, base = '', stress = ''] = /^([A-Z]+)([012])$/.exec(phoneme) ?? []
  const vowel = vowelOf.get(base)
  return vowel === undefined ? CONSONANTS[phoneme] : `${STRESS_MARKS[stress]}${vowel}`
}

function vowels(names: string): ReadonlyMap<string, string> {
  return new Map(names.split(' ').map((name, i): [string, string] => [VOWELS[i] as string, name]))
}
