/** IPA of ARPAbet; of vowels that differ by stress, that of the stressed one. */
const IPA_OF_ARPABET: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AA: 'ɑ',
    AE: 'æ',
    AH: 'ʌ',
    AO: 'ɔ',
    AW: 'aʊ',
    AY: 'aɪ',
    B: 'b',
    CH: 'tʃ',
    D: 'd',
    DH: 'ð',
    EH: 'ɛ',
    ER: 'ɝ',
    EY: 'eɪ',
    F: 'f',
    G: 'ɡ',
    HH: 'h',
    IH: 'ɪ',
    IY: 'i',
    JH: 'dʒ',
    K: 'k',
    L: 'l',
    M: 'm',
    N: 'n',
    NG: 'ŋ',
    OW: 'oʊ',
    OY: 'ɔɪ',
    P: 'p',
    R: 'ɹ',
    S: 's',
    SH: 'ʃ',
    T: 't',
    TH: 'θ',
    UH: 'ʊ',
    UW: 'u',
    V: 'v',
    W: 'w',
    Y: 'j',
    Z: 'z',
    ZH: 'ʒ',
  }),
)

const UNSTRESSED: ReadonlyMap<string, string> = new Map([
  ['AH0', 'ə'],
  ['ER0', 'ɚ'],
])

/** A phoneme of a word in IPA, without stress; what is not ARPAbet is IPA already. */
export const ipaOf = (phoneme: string): string =>
  UNSTRESSED.get(phoneme) ?? IPA_OF_ARPABET.get(phoneme.replace(/[012]$/, '')) ?? phoneme.replace(/^[ˈˌ]/, '')
