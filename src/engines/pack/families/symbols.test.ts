import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONSONANTS, VOWELS } from '../../../core/phonemes.ts'
import { KOKORO_IDS, kokoroSymbols } from '../../phrases/kokoro-symbols.ts'
import { britishSounds } from '../../sounds/british-sounds.ts'
import { nearestSound } from '../../sounds/espeak-sounds.ts'
import { japaneseSounds } from '../../sounds/japanese-sounds.ts'
import { americanSounds } from '../../sounds/sounds.ts'
import { espeakIpa } from './ipa.ts'
import { KITTEN } from './kitten.ts'

/** As in the model's own vocabulary file. */
const VOCABULARY = `; 1|: 2|, 3|. 4|! 5|? 6|— 9|… 10|" 11|( 12|) 13|“ 14|” 15|  16|\u0303 17|ʣ 18|ʥ 19|ʦ 20|ʨ 21|ᵝ 22|ꭧ 23|A 24|I 25|O 31|Q 33|S 35|T 36|W 39|Y 41|ᵊ 42|a 43|b 44|c 45|d 46|e 47|f 48|h 50|i 51|j 52|k 53|l 54|m 55|n 56|o 57|p 58|q 59|r 60|s 61|t 62|u 63|v 64|w 65|x 66|y 67|z 68|ɑ 69|ɐ 70|ɒ 71|æ 72|β 75|ɔ 76|ɕ 77|ç 78|ɖ 80|ð 81|ʤ 82|ə 83|ɚ 85|ɛ 86|ɜ 87|ɟ 90|ɡ 92|ɥ 99|ɨ 101|ɪ 102|ʝ 103|ɯ 110|ɰ 111|ŋ 112|ɳ 113|ɲ 114|ɴ 115|ø 116|ɸ 118|θ 119|œ 120|ɹ 123|ɾ 125|ɻ 126|ʁ 128|ɽ 129|ʂ 130|ʃ 131|ʈ 132|ʧ 133|ʊ 135|ʋ 136|ʌ 138|ɣ 139|ɤ 140|χ 142|ʎ 143|ʒ 147|ʔ 148|ˈ 156|ˌ 157|ː 158|ʰ 162|ʲ 164|↓ 169|→ 171|↗ 172|↘ 173|ᵻ 177`
/** The symbols of Piper's voices. */
const PIPER_SYMBOLS =
  "_^$ !'(),-.:;?abcdefhijklmnopqrstuvwxyzæçðøħŋœǀǁǂǃɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɠɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢʲˈˌːˑ˞βθχᵻⱱ0123456789̧̪̯̩̃ʰˤε↓#"

const PHONEMES = [...CONSONANTS, ...[...VOWELS].flatMap((vowel) => [0, 1, 2].map((stress) => `${vowel}${stress}`))]

describe("Kokoro's symbols", () => {
  test('have the ids of its vocabulary, all 114', () => {
    const wanted = VOCABULARY.split('|').map((line): [string, number] => {
      const [symbol = '', id] = line.split(/ (?=\d)/)
      return [symbol, Number(id)]
    })
    expect(wanted).toHaveLength(114)
    expect([...KOKORO_IDS].toSorted(([, one], [, other]) => one - other)).toEqual(wanted)
  })

  test.each([
    ['American', 'ɑ æ ʌ ɔ W I ɛ ɜɹ A ɪ i O Y ʊ u', americanSounds],
    ['British', 'ɑː a ʌ ɔː W I ɛ ɜː A ɪ iː Q Y ʊ uː', (phonemes: readonly string[]) => britishSounds(phonemes, 'x')],
  ])('say each stressed %s vowel as misaki does', (_, expected, soundsOf) => {
    const vowels = [...VOWELS].map((vowel) => soundsOf(['B', `${vowel}1`, 'B']).slice(1, -1))
    expect(vowels.map((sounds) => sounds.map((sound) => kokoroSymbols(sound, false)).join('')).join(' ')).toBe(
      expected
        .split(' ')
        .map((vowel) => `ˈ${vowel}`)
        .join(' '),
    )
  })

  test('say every consonant', () => {
    const said = [...CONSONANTS].map((consonant) => kokoroSymbols(americanSounds([consonant])[0] ?? '', false))
    expect(said.join(' ')).toBe('b ʧ d ð f ɡ h ʤ k l m n ŋ p ɹ s ʃ t θ v w j z ʒ')
  })

  test('of light words have no stress, and the r of `her` is two symbols', () => {
    expect([kokoroSymbols('ˈɚ', true), kokoroSymbols('ɚ', false), kokoroSymbols('ˈA', true)]).toEqual(['əɹ', 'əɹ', 'A'])
  })

  test('say all of the Japanese syllabary', () => {
    const kana = Array.from({ length: 0x30fb - 0x30a1 }, (_, i) => String.fromCharCode(0x30a1 + i)).join('')
    for (const sound of japaneseSounds(kana)) {
      expect([...kokoroSymbols(sound, false)].every((symbol) => KOKORO_IDS.has(symbol))).toBe(true)
      expect([...nearestSound(sound)].every((symbol) => KOKORO_IDS.has(symbol))).toBe(true)
    }
  })

  test('leave no sound out: anything gives known symbols and at least one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }), fc.boolean(), (sound, isLight) => {
        const symbols = [...kokoroSymbols(sound, isLight)]
        expect(symbols.filter((symbol) => !'ˈˌ'.includes(symbol)).length).toBeGreaterThan(0)
        expect(symbols.every((symbol) => KOKORO_IDS.has(symbol))).toBe(true)
      }),
    )
  })
})

describe("eSpeak's IPA of our phonemes", () => {
  const american = (word: string): string =>
    americanSounds(word.split(' '))
      .map((sound) => espeakIpa(sound, { accent: 'eng-US', isLight: false }))
      .join('')
  const british = (word: string, spelling: string): string =>
    britishSounds(word.split(' '), spelling)
      .map((sound) => espeakIpa(sound, { accent: 'eng-GB', isLight: false }))
      .join('')

  // As `espeak-ng --ipa` writes them.
  test.each([
    ['HH AH0 L OW1', 'həlˈoʊ'],
    ['W AO1 T ER0', 'wˈɔːɾɚ'],
    ['N ER1 S', 'nˈɜːs'],
    ['CH ER1 CH', 'tʃˈɜːtʃ'],
    ['JH AH1 JH', 'dʒˈʌdʒ'],
    ['HH AE1 P IY0', 'hˈæpi'],
    ['S IY1', 'sˈiː'],
    ['B UW1 T', 'bˈuːt'],
    ['F AA1 DH ER0', 'fˈɑːðɚ'],
    ['K AW1', 'kˈaʊ'],
    ['B OY1', 'bˈɔɪ'],
    ['T AY1 M', 'tˈaɪm'],
  ])('American %s', (phonemes, ipa) => expect(american(phonemes)).toBe(ipa))

  test.each([
    ['HH AH0 L OW1', 'hello', 'həlˈəʊ'],
    ['N ER1 S', 'nurse', 'nˈɜːs'],
    ['L AA1 T', 'lot', 'lˈɒt'],
    ['W AO1 T ER0', 'water', 'wˈɔːtə'],
    ['B AE1 TH', 'bath', 'bˈɑːθ'],
  ])('British %s', (phonemes, spelling, ipa) => expect(british(phonemes, spelling)).toBe(ipa))

  test("is known to Piper's voices and to Kitten, phoneme by phoneme", () => {
    for (const phoneme of PHONEMES) {
      for (const ipa of [american(phoneme), british(phoneme, 'x')]) {
        expect([...ipa].filter((symbol) => !PIPER_SYMBOLS.includes(symbol))).toEqual([])
        expect([...ipa].filter((symbol) => !KITTEN.ids.has(symbol))).toEqual([])
      }
    }
  })
})

test("Kitten's symbols have the ids of its own table", () => {
  const ids = [...'$;.…—“” AZazɑəˈː'].map((symbol) => KITTEN.ids.get(symbol))
  expect(ids).toEqual([0, 1, 4, 10, 9, 14, 15, 16, 17, 42, 43, 68, 69, 83, 156, 158])
})
