import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSpeechError } from './errors.ts'
import { isPhoneme, VOWELS } from './phonemes.ts'
import { ARPABET_OF_X_SAMPA, parseXSampa } from './x-sampa.ts'

/** A word of English or another language for each symbol, with its primary stress, and what is spoken. */
const WORDS: readonly (readonly [symbol: string, word: string, arpabet: string])[] = [
  ['i', 'bit', 'B IY1 T'],
  ['y', 'ty', 'T UW1'],
  ['1', 'm1S', 'M IH1 SH'],
  ['}', 'h}s', 'HH UW1 S'],
  ['M', 'sM', 'S UW1'],
  ['u', 'but', 'B UW1 T'],
  ['I', 'bIt', 'B IH1 T'],
  ['Y', 'hYt@', 'HH UH1 T AH0'],
  ['I\\', '"r\\oUzI\\z', 'R OW1 Z IH0 Z'],
  ['U\\', 'bU\\k', 'B UH1 K'],
  ['U', 'bUk', 'B UH1 K'],
  ['e', 'te', 'T EY1'],
  ['2', 'd2', 'D ER1'],
  ['@\\', 'b@\\d', 'B AH1 D'],
  ['8', 'h8nd', 'HH UH1 N D'],
  ['7', 'k7', 'K AH1'],
  ['o', 'So', 'SH OW1'],
  ['@', '@"baUt', 'AH0 B AW1 T'],
  ['E', 'bEt', 'B EH1 T'],
  ['9', 'n9f', 'N ER1 F'],
  ['3', 'b3d', 'B ER1 D'],
  ['3\\', 'b3\\d', 'B ER1 D'],
  ['V', 'kVp', 'K AH1 P'],
  ['O', 'TOt', 'TH AO1 T'],
  ['{', 'b{t', 'B AE1 T'],
  ['6', '"bes6', 'B EY1 S AH0'],
  ['a', 'pa', 'P AA1'],
  ['&', 's&', 'S AA1'],
  ['A', 'fAD@', 'F AA1 DH AH0'],
  ['Q', 'lQt', 'L AA1 T'],
  ['@`', '"bEt@`', 'B EH1 T ER0'],
  ['3`', 'b3`d', 'B ER1 D'],
  ['A`', 'stA`', 'S T AA1 R'],
  ['E`', 'skwE`', 'S K W EH1 R'],
  ['I`', 'nI`', 'N IH1 R'],
  ['O`', 'stO`', 'S T AO1 R'],
  ['U`', 'tU`', 'T UH1 R'],
  ['aI', 'baIt', 'B AY1 T'],
  ['AI', 'bAIt', 'B AY1 T'],
  ['ai', 'bait', 'B AY1 T'],
  ['aU', 'haUs', 'HH AW1 S'],
  ['AU', 'hAUs', 'HH AW1 S'],
  ['{U', 'h{Us', 'HH AW1 S'],
  ['au', 'haus', 'HH AW1 S'],
  ['eI', 'beIt', 'B EY1 T'],
  ['EI', 'bEIt', 'B EY1 T'],
  ['ei', 'beit', 'B EY1 T'],
  ['oU', 'boUt', 'B OW1 T'],
  ['@U', 'b@Ut', 'B OW1 T'],
  ['ou', 'bout', 'B OW1 T'],
  ['OI', 'bOI', 'B OY1'],
  ['oI', 'boI', 'B OY1'],
  ['Oi', 'bOi', 'B OY1'],
  ['p', 'pIn', 'P IH1 N'],
  ['b', 'bIn', 'B IH1 N'],
  ['t', 'tIn', 'T IH1 N'],
  ['d', 'dIn', 'D IH1 N'],
  ['t`', 'kat`', 'K AA1 T'],
  ['d`', 'gad`', 'G AA1 D'],
  ['c', 'caj', 'K AA1 Y'],
  ['J\\', 'J\\6', 'G AH1'],
  ['k', 'kIn', 'K IH1 N'],
  ['g', 'gEt', 'G EH1 T'],
  ['q', 'qaf', 'K AA1 F'],
  ['G\\', 'G\\a', 'G AA1'],
  ['?', '"V?%oU', 'AH1 OW2'],
  ['>\\', 'a>\\a', 'AA1 AA0'],
  ['tS', 'tSIn', 'CH IH1 N'],
  ['dZ', 'dZIn', 'JH IH1 N'],
  ['ts\\', 'ts\\i', 'CH IY1'],
  ['dz\\', 'dz\\i', 'JH IY1'],
  ['m', 'mIn', 'M IH1 N'],
  ['F', 'EFf@', 'EH1 M F AH0'],
  ['n', 'nIn', 'N IH1 N'],
  ['n`', 'an`a', 'AA1 N AA0'],
  ['J', '"EspaJa', 'EH1 S P AA0 N Y AA0'],
  ['N', 'sIN', 'S IH1 NG'],
  ['N\\', 'saN\\', 'S AA1 NG'],
  ['B\\', 'B\\u', 'B UW1'],
  ['r', 'rim', 'R IY1 M'],
  ['R\\', 'R\\i', 'R IY1'],
  ['4', '"pe4o', 'P EY1 D OW0'],
  ['r`', 'gor`a', 'G OW1 R AA0'],
  ['l\\', 'l\\a', 'L AA1'],
  ['p\\', 'p\\u', 'F UW1'],
  ['B', 'laBa', 'L AA1 V AA0'],
  ['f', 'fIn', 'F IH1 N'],
  ['v', 'vIm', 'V IH1 M'],
  ['T', 'TIn', 'TH IH1 N'],
  ['D', 'DIs', 'DH IH1 S'],
  ['s', 'sIn', 'S IH1 N'],
  ['z', 'zIp', 'Z IH1 P'],
  ['S', 'SIn', 'SH IH1 N'],
  ['Z', 'bEIZ', 'B EY1 ZH'],
  ['s`', 's`o', 'SH OW1'],
  ['z`', 'z`o', 'ZH OW1'],
  ['s\\', 's\\i', 'SH IY1'],
  ['z\\', 'z\\i', 'ZH IY1'],
  ['x\\', 'x\\u', 'SH UW1'],
  ['C', 'IC', 'IH1 SH'],
  ['j\\', 'j\\o', 'Y OW1'],
  ['x', 'lQx', 'L AA1 HH'],
  ['G', 'aGwa', 'AA1 G W AA0'],
  ['X', 'baX', 'B AA1 HH'],
  ['R', 'Ru', 'R UW1'],
  ['X\\', 'X\\al', 'HH AA1 L'],
  ['?\\', '?\\ajn', 'HH AA1 Y N'],
  ['H\\', 'H\\a', 'HH AA1'],
  ['<\\', '<\\a', 'HH AA1'],
  ['h', 'hEd', 'HH EH1 D'],
  ['h\\', '@h\\Ed', 'AH0 HH EH1 D'],
  ['K', 'KAn', 'L AA1 N'],
  ['K\\', 'K\\a', 'L AA1'],
  ['P', 'PaP', 'V AA1 V'],
  ['v\\', 'v\\at', 'V AA1 T'],
  ['r\\', 'r\\Ed', 'R EH1 D'],
  ['r\\`', 'r\\`an', 'R AA1 N'],
  ['j', 'jEs', 'Y EH1 S'],
  ['M\\', 'M\\a', 'W AA1'],
  ['l', 'lEd', 'L EH1 D'],
  ['l`', 'al`', 'AA1 L'],
  ['L', 'kaLe', 'K AA1 L Y EY0'],
  ['L\\', 'maL\\', 'M AA1 L'],
  ['5', 'fi5', 'F IY1 L'],
  ['w', 'wEt', 'W EH1 T'],
  ['W', 'WIn', 'W IH1 N'],
  ['H', 'Hit', 'W IY1 T'],
  ['O\\', 'O\\a', 'P AA1'],
  ['|\\', '|\\a', 'T AA1'],
  ['!\\', '!\\a', 'K AA1'],
  ['=\\', '=\\a', 'T AA1'],
  ['|\\|\\', '|\\|\\a', 'K AA1'],
]

describe('X-SAMPA', () => {
  test.each(WORDS)('%s: %s is spoken %s', (symbol, word, arpabet) => {
    expect(word).toContain(symbol)
    expect(parseXSampa(word).join(' ')).toBe(arpabet)
  })

  test('every symbol has a word above, and all become phonemes of ours', () => {
    expect(WORDS.map(([symbol]) => symbol).sort()).toEqual([...ARPABET_OF_X_SAMPA.keys()].sort())
    for (const arpabet of ARPABET_OF_X_SAMPA.values()) {
      for (const phoneme of arpabet.split(' ').filter(Boolean)) {
        expect(isPhoneme(VOWELS.has(phoneme) ? `${phoneme}0` : phoneme)).toBe(true)
      }
    }
  })

  test.each([
    ['" k { S', 'K AE1 SH', 'spaces between symbols'],
    ['"k{S', 'K AE1 SH', 'none'],
    ['n V t - S E l', 'N AH1 T SH EH0 L', 'symbols that are apart are no affricate'],
    ['nVtSEl', 'N AH1 CH EH0 L', 'symbols together are'],
    ['%Its"Elf', 'IH2 T S EH1 L F', 'secondary stress'],
    ['kju.b@"nE.tIs', 'K Y UW0 B AH0 N EH1 T IH0 S', 'syllables'],
    ['b@nAn@', 'B AH0 N AA1 N AH0', 'without stress, the first full vowel has it'],
    ['D@', 'DH AH1', 'or the schwa if there is no other'],
    ['bi:d', 'B IY1 D', 'length'],
    ['bi:\\d', 'B IY1 D', 'half length'],
    ['"bVt=n=', 'B AH1 T AH0 N', 'syllabic n'],
    ['"bA_}t_hl_=', 'B AA1 T AH0 L', 'syllabic l, with other marks'],
    ['"ri_"Dm=', 'R IY1 DH AH0 M', 'syllabic m'],
    ['"b3r\\=', 'B ER1 ER0', 'syllabic r'],
    ['bO~', 'B AO1 N', 'a nasal vowel is followed by n'],
    ['bO_~', 'B AO1 N', 'also with the other mark'],
    ["n'et", 'N EY1 T', 'palatalization'],
    ['a_B_La_H_Ta_R_F', 'AA1 AA0 AA0', 'tones'],
  ])('%s is spoken %s: %s', (word, arpabet) => {
    expect(parseXSampa(word).join(' ')).toBe(arpabet)
  })

  test.each([
    ['k ß', 'symbol "ß" at place 3 is not in X-SAMPA'],
    ['k 🙂', 'symbol "🙂" at place 3 is not in X-SAMPA'],
    ['k_a_', 'symbol "_" at place 4 is not in X-SAMPA'],
    ['"%ka', 'symbol "%" at place 2 follows another stress mark'],
    ['ka"', 'a stress mark has no vowel after it'],
    ['kt', 'pronunciation must contain a vowel'],
    ['', 'pronunciation must not be empty (empty-pronunciation)'],
    ['"ka"ta', 'symbol """ at place 4 is a second primary stress (two-primary-stresses)'],
    ['"k%a', 'follows another stress mark (misplaced-stress)'],
    ['a'.repeat(401), 'pronunciation is too long'],
  ])('%s is refused: %s', (word, message) => {
    expect(() => parseXSampa(word)).toThrow(message)
  })

  test('any text is either phonemes with one stress digit a vowel, or refused in words', () => {
    const symbols = fc.constantFrom(
      ...ARPABET_OF_X_SAMPA.keys(),
      '"',
      '%',
      ' ',
      '.',
      ':',
      '_',
      '~',
      '=',
      '\\',
      '`',
      'ß',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(symbols).map((all) => all.join('')),
          fc.string(),
        ),
        (word) => {
          try {
            const phonemes = parseXSampa(word)
            expect(phonemes.every(isPhoneme)).toBe(true)
            expect(phonemes.some((phoneme) => phoneme.endsWith('1'))).toBe(true)
          } catch (error) {
            expect(isSpeechError(error) && error.code).toBe('request.invalid')
          }
        },
      ),
    )
  })
})
