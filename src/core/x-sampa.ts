import { SpeechError } from './errors.ts'
import { VOWELS } from './phonemes.ts'

/**
 * The ARPAbet of each X-SAMPA symbol, vowels without stress. Sounds that English does not have become the nearest ones;
 * glottal and epiglottal stops, which it does not write, become none.
 */
export const ARPABET_OF_X_SAMPA: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // Vowels, from close to open
    i: 'IY',
    y: 'UW',
    1: 'IH',
    '}': 'UW',
    M: 'UW',
    u: 'UW',
    I: 'IH',
    Y: 'UH',
    'I\\': 'IH',
    'U\\': 'UH',
    U: 'UH',
    e: 'EY',
    2: 'ER',
    '@\\': 'AH',
    8: 'UH',
    7: 'AH',
    o: 'OW',
    '@': 'AH',
    E: 'EH',
    9: 'ER',
    3: 'ER',
    '3\\': 'ER',
    V: 'AH',
    O: 'AO',
    '{': 'AE',
    6: 'AH',
    a: 'AA',
    '&': 'AA',
    A: 'AA',
    Q: 'AA',
    // Vowels with r
    '@`': 'ER',
    '3`': 'ER',
    'A`': 'AA R',
    'E`': 'EH R',
    'I`': 'IH R',
    'O`': 'AO R',
    'U`': 'UH R',
    // Diphthongs
    aI: 'AY',
    AI: 'AY',
    ai: 'AY',
    aU: 'AW',
    AU: 'AW',
    '{U': 'AW',
    au: 'AW',
    eI: 'EY',
    EI: 'EY',
    ei: 'EY',
    oU: 'OW',
    '@U': 'OW',
    ou: 'OW',
    OI: 'OY',
    oI: 'OY',
    Oi: 'OY',
    // Plosives and affricates
    p: 'P',
    b: 'B',
    t: 'T',
    d: 'D',
    't`': 'T',
    'd`': 'D',
    c: 'K',
    'J\\': 'G',
    k: 'K',
    g: 'G',
    q: 'K',
    'G\\': 'G',
    '?': '',
    '>\\': '',
    tS: 'CH',
    dZ: 'JH',
    'ts\\': 'CH',
    'dz\\': 'JH',
    // Nasals
    m: 'M',
    F: 'M',
    n: 'N',
    'n`': 'N',
    J: 'N Y',
    N: 'NG',
    'N\\': 'NG',
    // Trills and taps
    'B\\': 'B',
    r: 'R',
    'R\\': 'R',
    4: 'D',
    'r`': 'R',
    'l\\': 'L',
    // Fricatives
    'p\\': 'F',
    B: 'V',
    f: 'F',
    v: 'V',
    T: 'TH',
    D: 'DH',
    s: 'S',
    z: 'Z',
    S: 'SH',
    Z: 'ZH',
    's`': 'SH',
    'z`': 'ZH',
    's\\': 'SH',
    'z\\': 'ZH',
    'x\\': 'SH',
    C: 'SH',
    'j\\': 'Y',
    x: 'HH',
    G: 'G',
    X: 'HH',
    R: 'R',
    'X\\': 'HH',
    '?\\': 'HH',
    'H\\': 'HH',
    '<\\': 'HH',
    h: 'HH',
    'h\\': 'HH',
    K: 'L',
    'K\\': 'L',
    // Approximants
    P: 'V',
    'v\\': 'V',
    'r\\': 'R',
    'r\\`': 'R',
    j: 'Y',
    'M\\': 'W',
    l: 'L',
    'l`': 'L',
    L: 'L Y',
    'L\\': 'L',
    5: 'L',
    w: 'W',
    W: 'W',
    H: 'W',
    // Clicks
    'O\\': 'P',
    '|\\': 'T',
    '!\\': 'K',
    '=\\': 'T',
    '|\\|\\': 'K',
  }),
)

/** Symbols that are syllables with a syllabic mark (`=`): a vowel comes before the consonant. */
const SYLLABIC = new Map([
  ['R', 'ER'],
  ['L', 'AH L'],
  ['M', 'AH M'],
  ['N', 'AH N'],
  ['NG', 'AH NG'],
])

const SYMBOLS = [...ARPABET_OF_X_SAMPA.keys()].sort((a, b) => b.length - a.length)
const STRESSES: ReadonlyMap<string, '1' | '2'> = new Map([
  ['"', '1'],
  ['%', '2'],
])
/** Spaces, and marks between syllables. */
const SEPARATOR = /[\s.-]+/y
/** Length, palatalization, nasalization, syllabicity, and all marks that begin with `_`. */
const DIACRITIC = /:\\?|'|~|=(?!\\)|_(?:B_L|H_T|R_F|\?\\|[-"+/0<=>\\^}`~AaBcdeFGHhjkLlMmNnOoqRrTtvwXx])/y

const LONGEST = 400

interface Sound {
  /** ARPAbet without stress. */
  readonly phonemes: readonly string[]
  readonly stress: '1' | '2' | undefined
  readonly isSchwa: boolean
}

/**
 * Converts a word in X-SAMPA, with or without spaces between its symbols, to ARPAbet with stress digits. A word without a
 * primary stress gets it on its first full vowel. Throws `request.invalid` with the symbol and its position, from 1.
 */
export function parseXSampa(written: string): readonly string[] {
  if (written.length > LONGEST) throw invalid('pronunciation is too long')
  const sounds = [...soundsOf(written)]
  const vowels = sounds.filter(({ phonemes }) => phonemes.some(isVowel))
  if (vowels.length === 0) throw invalid('pronunciation must hold a vowel')
  const hasPrimary = vowels.some(({ stress }) => stress === '1')
  const first = hasPrimary ? undefined : (vowels.find(({ isSchwa }) => !isSchwa) ?? vowels[0])
  return sounds.flatMap((sound) => {
    const stress = sound === first ? '1' : (sound.stress ?? '0')
    return sound.phonemes.map((phoneme) => (isVowel(phoneme) ? `${phoneme}${stress}` : phoneme))
  })
}

function* soundsOf(written: string): Generator<Sound> {
  let stress: '1' | '2' | undefined
  let at = 0
  while (at < written.length) {
    const separator = lengthOf(SEPARATOR, written, at)
    if (separator > 0) {
      at += separator
      continue
    }
    const mark = STRESSES.get(written.charAt(at))
    if (mark !== undefined) {
      if (stress !== undefined) throw misplaced(written, at, 'follows another stress mark')
      stress = mark
      at++
      continue
    }
    const symbol = SYMBOLS.find((each) => written.startsWith(each, at))
    if (symbol === undefined) throw misplaced(written, at, 'is not in X-SAMPA')
    const start = at
    at += symbol.length
    for (let length = lengthOf(DIACRITIC, written, at); length > 0; length = lengthOf(DIACRITIC, written, at))
      at += length
    const phonemes = phonemesOf(symbol, written.slice(start + symbol.length, at))
    const hasVowel = phonemes.some(isVowel)
    yield { phonemes, stress: hasVowel ? stress : undefined, isSchwa: symbol === '@' }
    if (hasVowel) stress = undefined
  }
  if (stress !== undefined) throw invalid('a stress mark has no vowel after it')
}

function phonemesOf(symbol: string, diacritics: string): readonly string[] {
  const arpabet = ARPABET_OF_X_SAMPA.get(symbol) as string
  const phonemes = arpabet === '' ? [] : arpabet.split(' ')
  if (diacritics.includes('=')) return SYLLABIC.get(arpabet)?.split(' ') ?? phonemes
  if (diacritics.includes('~') && phonemes.some(isVowel)) return [...phonemes, 'N']
  return phonemes
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

const isVowel = (phoneme: string): boolean => VOWELS.has(phoneme)

const invalid = (message: string) => new SpeechError('request.invalid', message)

function misplaced(written: string, at: number, problem: string): SpeechError {
  const excerpt = String.fromCodePoint(written.codePointAt(at) as number)
  return invalid(`symbol "${excerpt}" at place ${at + 1} ${problem}`)
}
