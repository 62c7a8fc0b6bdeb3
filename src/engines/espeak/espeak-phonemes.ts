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
const STRESS_MARKS: Readonly<Record<string, string>> = { '0': '', '1': "'", '2': ',' }

/** Longest pronunciation of one word that is taken as given: bounds what it may cost. */
const MOST_PHONEMES = 60

/**
 * ARPAbet as eSpeak takes it within its text, in the sounds of a language such as `es-419`; null where it has none for
 * the language or a symbol is unknown: the word is then read from its spelling.
 */
export function espeakPhonemesOf(phonemes: readonly string[], language: string): string | null {
  const vowelOf = VOWELS_OF[/^[a-z]+/.exec(language)?.[0] ?? '']
  if (vowelOf === undefined || phonemes.length === 0 || phonemes.length > MOST_PHONEMES) return null
  const sounds = phonemes.map((phoneme) => soundOf(phoneme, vowelOf))
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
