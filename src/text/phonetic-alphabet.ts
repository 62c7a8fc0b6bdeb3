import { SpeechError } from '../core/errors.ts'
import { isVowel } from '../core/phonemes.ts'

// The alphabet of `{…}`: one character a phoneme, the stress digit before the vowel. CONTRACT.md, "Phonetic alphabet".

const VOWEL_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@': 'AE',
    a: 'AA',
    A: 'AH',
    W: 'AW',
    x: 'AH',
    Y: 'AY',
    E: 'EH',
    R: 'ER',
    e: 'EY',
    I: 'IH',
    i: 'IY',
    o: 'OW',
    O: 'OY',
    U: 'UH',
    u: 'UW',
  }),
)
const CONSONANT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: 'B',
    C: 'CH',
    d: 'D',
    D: 'DH',
    f: 'F',
    g: 'G',
    h: 'HH',
    J: 'JH',
    k: 'K',
    l: 'L',
    m: 'M',
    n: 'N',
    G: 'NG',
    p: 'P',
    r: 'R',
    s: 'S',
    S: 'SH',
    t: 'T',
    T: 'TH',
    v: 'V',
    w: 'W',
    y: 'Y',
    z: 'Z',
    Z: 'ZH',
  }),
)
/** Syllabic n: one symbol here, two phonemes in ARPAbet. */
const SYLLABIC_N = 'N'

const SYMBOL_OF: ReadonlyMap<string, string> = new Map(
  [...CONSONANT_OF, ...VOWEL_OF].map(([symbol, phoneme]): [string, string] => [phoneme, symbol]),
)

interface Sound {
  readonly symbol: string
  readonly phoneme: string
  /** Null for consonants and for vowels without a mark. */
  readonly stress: string | null
}

/**
 * Converts a word in the phonetic alphabet, without braces, to ARPAbet with stress digits. Throws `request.invalid`
 * with the symbol and its position, from 1.
 */
export function parsePhonetic(written: string): readonly string[] {
  const sounds = [...soundsOf(written)]
  if (sounds.length === 0) throw new SpeechError('request.invalid', 'phonemes in {} must not be empty')
  const vowels = sounds.filter(({ phoneme }) => isVowel(phoneme))
  const onlyVowel = vowels.length === 1 ? vowels[0] : undefined
  return sounds.flatMap((sound, i) => {
    const { symbol, phoneme } = sound
    if (!isVowel(phoneme)) return phoneme
    const stress = sound.stress ?? (sound === onlyVowel && symbol !== SYLLABIC_N ? '1' : '0')
    if (symbol === SYLLABIC_N) return [`AH${stress}`, 'N']
    return `${beforeR(sound, sounds, i)}${stress}`
  })
}

/** `or` and, where no vowel follows, `ir` stand for AO R and IH R, which have no symbols of their own. */
function beforeR({ symbol, phoneme }: Sound, sounds: readonly Sound[], at: number): string {
  if (sounds[at + 1]?.symbol !== 'r') return phoneme
  if (symbol === 'o') return 'AO'
  const afterR = sounds[at + 2]
  const isCoda = afterR === undefined || !isVowel(afterR.phoneme)
  return symbol === 'i' && isCoda ? 'IH' : phoneme
}

function* soundsOf(written: string): Generator<Sound> {
  let stress: string | null = null
  let place = 0
  const misplaced = (symbol: string, at: number, problem: string): SpeechError =>
    new SpeechError('request.invalid', `phoneme "${symbol}" at place ${at} of {${excerpt(written)}} ${problem}`)
  for (const symbol of written) {
    place++
    if (/[012]/.test(symbol)) {
      if (stress !== null) throw misplaced(symbol, place, 'follows another stress digit')
      stress = symbol
      continue
    }
    const vowel = symbol === SYLLABIC_N ? 'AH' : VOWEL_OF.get(symbol)
    const consonant = CONSONANT_OF.get(symbol)
    if (vowel === undefined && consonant === undefined)
      throw misplaced(symbol, place, 'is not in the phonetic alphabet')
    if (consonant !== undefined && stress !== null) {
      throw misplaced(stress, place - 1, 'stands before a consonant; stress digits stand before vowels')
    }
    yield { symbol, phoneme: (vowel ?? consonant) as string, stress }
    stress = null
  }
  if (stress !== null) throw misplaced(stress, place, 'has no vowel after it')
}

const MAX_EXCERPT_LENGTH = 40
const excerpt = (written: string): string =>
  written.length > MAX_EXCERPT_LENGTH ? `${written.slice(0, MAX_EXCERPT_LENGTH)}…` : written

/**
 * The inverse of `parsePhonetic`. AO is written `o` before R and `a` elsewhere, the one distinction that the alphabet
 * cannot make.
 */
export function formatPhonetic(phonemes: readonly string[]): string {
  return phonemes
    .map((phoneme, i) => {
      const stress = /[012]$/.exec(phoneme)?.[0] ?? ''
      const base = phoneme.slice(0, phoneme.length - stress.length)
      return `${stress}${symbolOf(base, stress, phonemes, i)}`
    })
    .join('')
}

function symbolOf(base: string, stress: string, phonemes: readonly string[], at: number): string {
  if (base === 'AH') return stress === '0' ? 'x' : 'A'
  const isBeforeR = phonemes[at + 1] === 'R'
  if (base === 'AO') return isBeforeR ? 'o' : 'a'
  const afterR = phonemes[at + 2]
  if (base === 'IH' && isBeforeR && (afterR === undefined || !isVowel(afterR))) return 'i'
  return SYMBOL_OF.get(base) ?? base
}
