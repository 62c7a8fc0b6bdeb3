import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../test/property-seed.ts'
import { isPhoneme } from '../core/phonemes.ts'
import { openLexicon } from './open-lexicon.ts'
import { readMedicine } from './spelled/medicines.ts'

const lexicon = openLexicon()
const first = (word: string): string => lexicon.pronounce(word)[0].phonemes.join(' ')
const phrase = (text: string): string | undefined =>
  lexicon
    .findPhrase(text.split(' '), 0)
    ?.map((phonemes) => phonemes.join(' '))
    .join(' | ')

describe('the supplement', () => {
  test.each([
    ['beignet', 'B EH0 N Y EY1'],
    ['gunwale', 'G AH1 N AH0 L'],
    ['scythe', 'S AY1 DH'],
    ['chyron', 'K AY1 R AA0 N'],
    ['trujillo', 'T R UW0 HH IY1 Y OW0'],
    ['Wojcicki', 'W UW0 JH IH1 T S K IY0'],
    ['Tchouameni', 'CH W AA2 M AH0 N IY1'],
    ['Weyauwega', 'W AY2 AH0 W IY1 G AH0'],
    ['Tooele', 'T UW0 W IH1 L AH0'],
    ['Laphroaig', 'L AH0 F R OY1 G'],
    ['Aimovig', 'EY1 M AH0 V IH0 G'],
  ])('has the usual pronunciation of %s', (word, phonemes) => {
    expect(first(word)).toBe(phonemes)
  })
})

describe('words run together', () => {
  test.each([
    ['PdfReader', 'P IY1 D IY1 EH1 F R IY1 D ER0'],
    ['RiverTable', 'R IH1 V ER0 T EY1 B AH0 L'],
    ['SunDash', 'S AH1 N D AE2 SH'],
    ['DeMarket', 'D AH0 M AA1 R K AH0 T'],
    ['McGarden', 'M AH0 G AA1 R D AH0 N'],
    ['QSFPe', 'K Y UW1 EH1 S EH1 F P IY1 IY1'],
    ['GbE', 'JH IY1 B IY1 IY1'],
    ['MLTable', 'EH1 M EH1 L T EY1 B AH0 L'],
    ['YouTube', 'Y UW1 T UW2 B'],
  ])('%s is read part by part', (word, phonemes) => {
    expect(first(word)).toBe(phonemes)
  })
})

describe('letters with accents', () => {
  test.each([
    ['Cañon', 'K AE1 N Y AH0 N'],
    ['Rubén', 'R UW2 B EH1 N'],
    ['Falcón', 'F AE2 L K OW1 N'],
    ['Zoë', 'Z OW1 IY0'],
  ])('%s has the sounds that they stand for', (word, phonemes) => {
    expect(first(word)).toBe(phonemes)
  })

  test('a listed word without the sound of the letter is not taken for one with it', () => {
    expect(first('Miloš')).toContain('SH')
    expect(first('Kovač')).toContain('CH')
    expect(first('façon')).toContain('S')
    expect(first('canon')).toBe('K AE1 N AH0 N')
  })

  test('whatever the letters, every word has one pronunciation of phonemes', () => {
    const word = fc.stringMatching(/^[A-Za-zñçšžčćłéèëáíóúãõöüøåßþ]{1,14}$/u)
    fc.assert(
      fc.property(word, (written) => {
        const { phonemes } = lexicon.pronounce(written)[0]
        expect(phonemes.length).toBeGreaterThan(0)
        expect(phonemes.every(isPhoneme)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('names of medicines', () => {
  test.each([
    ['norvastatin', /V AH0 S T AE1 T IH0 N$/],
    ['belagliptin', /G L IH1 P T IH0 N$/],
    ['soralimumab', /IH1 M UW0 M AE0 B$/],
    ['tarvatinib', /AE1 T IH0 N IH0 B$/],
    ['domipril', /^D OW1 M IH0 P R IH0 L$/],
    ['sacetinib', /^S AH0 S EH1 T IH0 N IH0 B$/],
    ['cefocillin', /S IH1 L IH0 N$/],
    ['levomycin', /^L IY2 V OW0 M AY1 S IH0 N$/],
    ['moralimod', /^M AO0 R AE1 L IH0 M AA0 D$/],
    ['varbopag', /^V AA1 R B OW0 P AE0 G$/],
    ['dorafibrate', /F AY1 B R EY0 T$/],
    ['lusotacept', /^L UW0 S OW1 T AH0 S EH0 P T$/],
    ['emtinafenac', /^EH2 M T IH0 N AE1 F AH0 N AE0 K$/],
  ])('%s is stressed by its stem', (word, sounds) => {
    expect(first(word)).toMatch(sounds)
    expect(first(word).match(/1/g)).toHaveLength(1)
  })

  test.each([
    ['aflibercept', 'AH0 F L IH1 B ER0 S EH0 P T'],
    ['bupivacaine', 'B Y UW0 P IH1 V AH0 K EY0 N'],
    ['brentuximab', 'B R EH0 N T AH1 K S IH0 M AE0 B'],
    ['concizumab', 'K AA0 N S IH1 Z UW0 M AE0 B'],
    ['deutetrabenazine', 'D UW2 T AH0 T R AH0 B EH1 N AH0 Z IY0 N'],
    ['doxorubicin', 'D AA2 K S AO0 R UW1 B IH0 S IH0 N'],
    ['eltrombopag', 'EH0 L T R AA1 M B OW0 P AE0 G'],
    ['etoricoxib', 'EH2 T AO0 R IH0 K AA1 K S IH0 B'],
    ['faricimab', 'F AH0 R IH1 S IH0 M AE0 B'],
    ['idarucizumab', 'AY2 D AH0 R UW0 S IH1 Z UW0 M AE0 B'],
    ['landiolol', 'L AE0 N D AY1 AH0 L AO0 L'],
    ['latanoprost', 'L AH0 T AE1 N OW0 P R AA0 S T'],
    ['mobocertinib', 'M OW2 B OW0 S ER1 T IH0 N IH0 B'],
    ['neomycin', 'N IY2 OW0 M AY1 S IH0 N'],
    ['nitrazepam', 'N AY0 T R AE1 Z AH0 P AE0 M'],
    ['onabotulinumtoxin', 'OW2 N AH0 B AA2 CH AH0 L AY2 N AH0 M T AA1 K S IH0 N'],
    ['pegaptanib', 'P EH0 G AE1 P T AH0 N IH0 B'],
    ['triclabendazole', 'T R AY2 K L AH0 B EH1 N D AH0 Z OW0 L'],
    ['tylosin', 'T AY1 L OW0 S IH0 N'],
    ['vedotin', 'V AH0 D OW1 T IH0 N'],
  ])('%s is read syllable by syllable to its stem', (word, phonemes) => {
    expect(first(word)).toBe(phonemes)
  })

  test.each(['Mahavir', 'Torgersen', 'Guibart', 'Barcolone', 'newsmagazine'])('%s is none', (word) => {
    expect(readMedicine(word.toLowerCase())).toBeUndefined()
  })
})

describe('phrases', () => {
  test.each([
    ['faux pas', 'F OW2 | P AA1'],
    ['Coeur d’Alene', 'K AO2 R | D AH0 L EY1 N'],
    ['PRO bono work', 'P R OW2 | B OW1 N OW0'],
    ['je ne sais quoi', 'ZH AH2 | N AH0 | S EY0 | K W AA1'],
    ['São Paulo', 'S AW2 | P AW1 L OW0'],
  ])('%s sounds otherwise than its words', (text, phonemes) => {
    expect(phrase(text)).toBe(phonemes)
  })

  test('what only begins like one is none', () => {
    expect(phrase('faux fox')).toBeUndefined()
    expect(phrase('faux')).toBeUndefined()
    expect(phrase('pas faux')).toBeUndefined()
  })

  test('a compound is read as the phrase that it is', () => {
    expect(first('tour-de-force')).toBe('T UH2 R D AH0 F AO1 R S')
  })
})
