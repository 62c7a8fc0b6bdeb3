import { arpabetParser, misplaced, type PhoneticNotation, soundReader } from './phonetic-notation.ts'

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

/** The IPA of each symbol; a diphthong is one sound, a vowel with r two letters. */
export const IPA_OF_X_SAMPA: ReadonlyMap<string, string> = new Map(
  pairs(`i i, y y, 1 ɨ, } ʉ, M ɯ, u u, I ɪ, Y ʏ, I\\ ɪ, U\\ ʊ, U ʊ, e e, 2 ø, @\\ ɘ, 8 ɵ, 7 ɤ, o o, @ ə, E ɛ, 9 œ, 3 ɜ, 3\\ ɞ,
    V ʌ, O ɔ, { æ, 6 ɐ, a a, & ɶ, A ɑ, Q ɒ, @\` ɚ, 3\` ɚ, A\` ɑɹ, E\` ɛɹ, I\` ɪɹ, O\` ɔɹ, U\` ʊɹ, aI aɪ, AI aɪ, ai aɪ, aU aʊ,
    AU aʊ, {U aʊ, au aʊ, eI eɪ, EI eɪ, ei eɪ, oU oʊ, @U oʊ, ou oʊ, OI ɔɪ, oI ɔɪ, Oi ɔɪ, OY ɔɪ, p p, b b, t t, d d, t\` ʈ, d\` ɖ, c c,
    J\\ ɟ, k k, g ɡ, q q, G\\ ɢ, ? ʔ, >\\ ʔ, tS tʃ, dZ dʒ, ts\\ tʃ, dz\\ dʒ, ts ts, dz dz, pf pf, m m, F ɱ, n n, n\` ɳ, J ɲ, N ŋ, N\\ ɴ,
    B\\ ʙ, r r, R\\ ʀ, 4 ɾ, r\` ɽ, l\\ ɺ, p\\ ɸ, B β, f f, v v, T θ, D ð, s s, z z, S ʃ, Z ʒ, s\` ʂ, z\` ʐ, s\\ ɕ, z\\ ʑ, x\\ ɧ,
    C ç, j\\ ʝ, x x, G ɣ, X χ, R ʁ, X\\ ħ, ?\\ ʕ, H\\ ʜ, <\\ ʢ, h h, h\\ ɦ, K ɬ, K\\ ɮ, P ʋ, v\\ ʋ, r\\ ɹ, r\\\` ɻ, j j,
    M\\ ɰ, l l, l\` ɭ, L ʎ, L\\ ʟ, 5 ɫ, w w, W ʍ, H ɥ, O\\ ʘ, |\\ ǀ, !\\ ǃ, =\\ ǂ, |\\|\\ ǁ`),
)

function pairs(table: string): [string, string][] {
  return table.split(',').map((row) => row.trim().split(' ') as [string, string])
}

const IPA_VOWEL = /^[iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚ]/

const X_SAMPA: PhoneticNotation = {
  name: 'X-SAMPA',
  stresses: new Map([
    ['"', '1'],
    ['%', '2'],
  ]),
  separator: /[\s.-]+/y,
  // Length, palatalization, nasalization, syllabicity, and all marks that begin with `_`.
  diacritic: /:\\?|'|~|=(?!\\)|_(?:B_L|H_T|R_F|\?\\|[-"+/0<=>\\^}`~AaBcdeFGHhjkLlMmNnOoqRrTtvwXx])/y,
  hasOnePrimary: true,
}

/** Converts a word in X-SAMPA to ARPAbet, as `arpabetParser` tells. */
export const parseXSampa = arpabetParser(X_SAMPA, {
  arpabetOf: ARPABET_OF_X_SAMPA,
  syllabic: /=/,
  nasal: /~/,
  schwa: '@',
})

export interface IpaSounds {
  /** IPA, one sound an entry, with the stress mark before the vowel. */
  readonly sounds: readonly string[]
  /** Whether one of them has the primary stress. */
  readonly hasStress: boolean
}

const IPA_STRESS = { '1': 'ˈ', '2': 'ˌ' } as const

/** Whether a sound in IPA, with or without a stress mark, is a vowel. */
export const isIpaVowel = (sound: string): boolean => IPA_VOWEL.test(sound.replace(/^[ˈˌ]/, ''))

/** A notation as IPA: what its symbols are there, and which of its diacritics lengthen and nasalize. */
interface AsIpa {
  readonly ipaOf: ReadonlyMap<string, string>
  readonly long: RegExp
  readonly nasal: RegExp
}

/**
 * Returns the parser of a notation for any language, to IPA. `takesStress` is false where marks of stress are faults. Throws as
 * `soundReader` tells.
 */
export function ipaParser(
  notation: PhoneticNotation,
  { ipaOf, long, nasal }: AsIpa,
): (written: string, takesStress?: boolean) => IpaSounds {
  const read = soundReader(notation, ipaOf.keys(), ({ symbol, diacritics }) => {
    const ipa = ipaOf.get(symbol) as string
    return {
      parts: [`${ipa}${long.test(diacritics) ? 'ː' : ''}${nasal.test(diacritics) ? '\u0303' : ''}`],
      hasVowel: isIpaVowel(ipa),
    }
  })
  return (written, takesStress = true) => {
    const mark = takesStress ? -1 : [...written].findIndex((sign) => notation.stresses.has(sign))
    if (mark >= 0) {
      throw misplaced(written, mark, 'is a stress mark, which the language does not use', 'unexpected-stress')
    }
    const sounds = read(written)
    return {
      sounds: sounds.flatMap(({ parts, stress }) => parts.map((ipa) => (stress ? IPA_STRESS[stress] : '') + ipa)),
      hasStress: sounds.some(({ stress }) => stress === '1'),
    }
  }
}

/** As `parseXSampa`, to the IPA of any language. */
export const parseXSampaAsIpa = ipaParser(X_SAMPA, { ipaOf: IPA_OF_X_SAMPA, long: /:/, nasal: /~/ })
