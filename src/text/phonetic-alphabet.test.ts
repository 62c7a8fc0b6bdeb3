import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONSONANTS, VOWELS } from '../core/phonemes.ts'
import { formatPhonetic, parsePhonetic } from './phonetic-alphabet.ts'

const phonemes = (arpabet: string): string[] => arpabet.split(' ')

describe('Phonetic alphabet', () => {
  test.each([
    ['k1Ast0xm', 'K AH1 S T AH0 M', 'custom'],
    ['g1orby0ul2Ets', 'G AO1 R B Y UW0 L EH2 T S', 'the name'],
    ['k1am0x', 'K AA1 M AH0', 'comma'],
    ['2akS0In1ir', 'AA2 K SH IH0 N IH1 R', 'auctioneer'],
    ['h0El1o', 'HH EH0 L OW1', 'hello'],
    ['r1Ym', 'R AY1 M', 'rhyme'],
    ['b1Rd', 'B ER1 D', 'bird'],
    ['f1orw2Rd', 'F AO1 R W ER2 D', 'foreword'],
    ['s1IG', 'S IH1 NG', 'sing'],
    ['0xb1Wt', 'AH0 B AW1 T', 'about'],
    ['J1AJ', 'JH AH1 JH', 'judge'],
    ['C1Os', 'CH OY1 S', 'choice'],
    ['h1R0i', 'HH ER1 IY0', 'hurry'],
    ['t1Ur', 'T UH1 R', 'tour'],
    ['n1ir', 'N IH1 R', 'near'],
    ['w1Iri', 'W IH1 R IY0', 'weary'],
  ])('{%s} is %s: %s', (written, arpabet) => expect(parsePhonetic(written)).toEqual(phonemes(arpabet)))

  test.each([
    ['b1At0N', 'B AH1 T AH0 N'],
    ['b1AtN', 'B AH1 T AH0 N'],
    ['bRd', 'B ER1 D'],
    ['k0At', 'K AH0 T'],
    ['b1xd', 'B AH1 D'],
    ['mirikul', 'M IY0 R IY0 K UW0 L'],
  ])('is lenient where the meaning is clear: {%s}', (written, arpabet) => {
    expect(parsePhonetic(written)).toEqual(phonemes(arpabet))
  })

  test.each([
    ['k1Qst', 'phoneme "Q" at place 3 of {k1Qst} is not in the phonetic alphabet'],
    ['k1st', 'phoneme "1" at place 2 of {k1st} stands before a consonant; stress digits stand before vowels'],
    ['k12At', 'phoneme "2" at place 3 of {k12At} follows another stress digit'],
    ['kAt1', 'phoneme "1" at place 4 of {kAt1} has no vowel after it'],
    ['😀', 'phoneme "😀" at place 1 of {😀} is not in the phonetic alphabet'],
    ['', 'phonemes in {} must not be empty'],
  ])('names the symbol and its place: {%s}', (written, message) => {
    expect(() => parsePhonetic(written)).toThrow(expect.objectContaining({ code: 'request.invalid', message }))
  })

  test.each([
    ['HH AH0 L OW1', 'h0xl1o'],
    ['B AH1 T AH0 N', 'b1At0xn'],
    ['TH AO1 T', 'T1at'],
    ['S T AO1 R IY0', 'st1or0i'],
    ['AA2 K SH AH0 N IH1 R', '2akS0xn1ir'],
    ['M IH1 R ER0', 'm1Ir0R'],
  ])('writes %s as {%s}', (arpabet, written) => expect(formatPhonetic(phonemes(arpabet))).toBe(written))

  test('everything but AO comes back as it was written', () => {
    const vowels = [...VOWELS].filter((vowel) => vowel !== 'AO')
    const vowel = fc.tuple(fc.constantFrom(...vowels), fc.constantFrom('0', '1', '2')).map((parts) => parts.join(''))
    const word = fc.array(fc.oneof(vowel, fc.constantFrom(...[...CONSONANTS].filter((one) => one !== 'R'))), {
      minLength: 1,
    })
    fc.assert(
      fc.property(word, (sounds) => {
        expect(parsePhonetic(formatPhonetic(sounds))).toEqual(sounds)
      }),
    )
  })

  test('any string is read or refused with the place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (written) => {
        try {
          expect(parsePhonetic(written).length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toMatchObject({ code: 'request.invalid' })
        }
      }),
    )
  })
})
