import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSpeechError } from './errors.ts'
import { ARPABET_OF_IPA, parseIpa } from './ipa.ts'
import { isPhoneme, VOWELS } from './phonemes.ts'

describe('IPA', () => {
  test.each([
    ['wɪn', 'W IH1 N', 'a name'],
    ['ŋwiən', 'NG W IY1 AH0 N', 'sounds at places where English has none'],
    ['ˌkjuːbəˈnɛtɪs', 'K Y UW2 B AH0 N EH1 T IH0 S', 'stress and length'],
    ["'ɛndʒɪn,ɛks", 'EH1 N JH IH0 N EH2 K S', 'stress marks of typewriters'],
    ['tʃɛk', 'CH EH1 K', 'an affricate'],
    ['t͡ʃɛk', 'CH EH1 K', 'a tied one'],
    ['ʧɛk', 'CH EH1 K', 'a ligature'],
    ['nʌt.ʃɛl', 'N AH1 T SH EH0 L', 'two sounds in two syllables'],
    ['bɜːrd', 'B ER1 D', 'a vowel with r, as dictionaries write it'],
    ['bɝd', 'B ER1 D', 'as one letter'],
    ['bɜ˞d', 'B ER1 D', 'with a hook'],
    ['ˈlɛtər', 'L EH1 T ER0', 'the unstressed one'],
    ['ˈkæmərə', 'K AE1 M ER0 AH0', 'before a vowel'],
    ['əˈraʊnd', 'AH0 R AW1 N D', 'an r that begins the next syllable'],
    ['bʌtn̩', 'B AH1 T AH0 N', 'a syllabic consonant'],
    ['bʌtᵊn', 'B AH1 T AH0 N', 'a small schwa'],
    ['bɔ̃', 'B AO1 N', 'a nasal vowel'],
    ['sãw', 'S AA1 N W', 'composed with its mark'],
    ['naçt', 'N AA1 SH T', 'a letter that looks composed'],
    ['ˈwɔːtə(r)', 'W AO1 T ER0', 'sounds in parentheses'],
    ['pʰɪt̚', 'P IH1 T', 'marks that English does not hear'],
    ['ɡoʊ', 'G OW1', 'both letters of g'],
    ['go', 'G OW1', 'both letters of g'],
  ])('%s is spoken %s: %s', (written, arpabet) => {
    expect(parseIpa(written).join(' ')).toBe(arpabet)
  })

  test('every symbol becomes phonemes of ours', () => {
    for (const arpabet of ARPABET_OF_IPA.values()) {
      for (const phoneme of arpabet.split(' ').filter(Boolean)) {
        expect(isPhoneme(VOWELS.has(phoneme) ? `${phoneme}0` : phoneme)).toBe(true)
      }
    }
  })

  test.each([
    ['wɪß', 'symbol "ß" at place 3 is not in IPA'],
    ['wɪ🙂', 'symbol "🙂" at place 3 is not in IPA'],
    ['Wɪn', 'symbol "W" at place 1 is not in IPA'],
    ['ˈˌwɪn', 'symbol "ˌ" at place 2 follows another stress mark'],
    ['wɪnˈ', 'a stress mark has no vowel after it'],
    ['a'.repeat(401), 'pronunciation is too long'],
  ])('%s is refused: %s', (written, message) => {
    expect(() => parseIpa(written)).toThrow(message)
  })

  test('any text is either phonemes with a primary stress, or refused in words', () => {
    const symbols = fc.constantFrom(...ARPABET_OF_IPA.keys(), 'ˈ', 'ˌ', 'ː', '\u0303', '\u0329', '.', ' ', 'ß')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(symbols).map((all) => all.join('')),
          fc.string(),
        ),
        (written) => {
          try {
            const phonemes = parseIpa(written)
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
