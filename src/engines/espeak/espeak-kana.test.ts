import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { utteranceOf } from '../../../test/contracts/speech-recording.ts'
import type { Utterance } from '../../core/utterance.ts'
import type { WordReader } from '../../languages/language.ts'
import { loadReaderOf } from '../../languages/readers.ts'
import { kanaTokens, speakableKana } from './espeak-kana.ts'

let reader: WordReader
beforeAll(async () => {
  reader = await (loadReaderOf('jpn') as Promise<WordReader>)
})
afterAll(() => reader[Symbol.dispose]())

const tokensOf = (utterance: Utterance) => kanaTokens(reader.read(utterance), utterance)

function readText(text: string): string {
  const span = { start: 0, end: text.length }
  const word = { kind: 'word', spoken: text, phonemes: null, span, rate: 1, pitch: 1, pauseBeforeMs: 0 } as const
  return tokensOf({ language: 'jpn', segments: [word], pauseAfterMs: 0 })
    .map((token) => token.text)
    .join(' ')
}

describe('a Japanese text', () => {
  test.each([
    ['今日は京都へ行きます。', 'キョーワ キョートエ イキマス。'],
    ['私はコーヒーを三百円で買った。', 'ワタシワ コーヒーヲ サンビャクエンデ カッタ。'],
    ['こんにちは、日本人です！', 'コンニチワ、 ニホンジンデス!'],
    ['行きましょうか？', 'イキマショーカ?'],
    ['犬が一匹、猫が3匹', 'イヌガ イッ ピキ、 ネコガ サンビキ'],
    ['二十歳の学生が１０人', 'ハタチノ ガクセイガ ジューニン'],
    ['2026年8月15日', 'ニセンニジューロクネン ハチガツ ジューゴニチ'],
    ['一月一日', 'イチガツ ツイタチ'],
    ['2026/8/1から', 'ニセンニジューロクネンハチガツツイタチ カラ'],
    ['令和八年', 'レイワ ハチネン'],
    ['午後3時30分', 'ゴゴ サンジ サンジュップン'],
    ['12:00に', 'ジューニジニ'],
    ['3分の2', 'サンブンノ ニ'],
    ['10〜20個', 'ジューカラ ニジュッコ'],
    ['¥1,000と$5', 'センエント ゴドル'],
    ['3万5千円', 'サンマンゴセンエン'],
    ['03-1234-5678', 'ゼロサンノイチニサンヨンノゴロクナナハチ'],
    ['NHKとUSB', 'エヌエイチケート ユーエスビー'],
    ['15GBのメモリー', 'ジューゴギガバイトノ メモリー'],
    ['コンピューター・ゲーム', 'コンピューター ゲーム'],
    ['ﾒｰﾙを１通', 'メールヲ イッツー'],
    ['何人いますか', 'ナンニン イマスカ'],
    ['第3回', 'ダイサンカイ'],
    ['「はい」と言った', 'ハイト イッタ'],
  ])('%s is read %s', (text, kana) => {
    expect(readText(text)).toBe(kana)
  })

  test('a word in Latin letters is left to English', () => {
    const tokens = tokensOf(utteranceOf('jpn', ['新しい', 'Windows', 'を', '買う']))
    expect(tokens.map(({ text, language }) => [text, language])).toEqual([
      ['アタラシイ', null],
      ['Windows', 'en'],
      ['ヲ', null],
      ['カウ', null],
    ])
  })

  test('words said together share the time by their beats, and every word has its place', () => {
    const tokens = tokensOf(utteranceOf('jpn', ['今日', 'は', '「', '三', '匹', 'です', '。']))
    expect(tokens.map(({ text }) => text)).toEqual(['キョーワ', 'サンビキデス。'])
    expect(tokens[0]?.shares).toEqual([
      { segmentIndex: 0, weight: 2 },
      { segmentIndex: 1, weight: 1 },
      { segmentIndex: 2, weight: 0 },
    ])
    expect(tokens[1]?.shares.map(({ segmentIndex }) => segmentIndex)).toEqual([3, 4, 5])
  })

  test('words of different rates are not said as one', () => {
    const { segments, ...utterance } = utteranceOf('jpn', ['犬', 'が'])
    const slowed = segments.map((segment, index) => (index === 1 ? { ...segment, rate: 0.5 } : segment))
    expect(tokensOf({ ...utterance, segments: slowed }).map(({ rate }) => rate)).toEqual([1, 0.5])
  })

  test('nothing that a caller may send makes it fail or lose a word', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('3', '匹', 'は', '¥', '.'),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const utterance = utteranceOf('jpn', words)
        const tokens = tokensOf(utterance)
        if (tokens.length === 0) return
        const placed = new Set(tokens.flatMap(({ shares }) => shares.map(({ segmentIndex }) => segmentIndex)))
        const isPlaced = utterance.segments.map((segment, index) => segment.kind !== 'word' || placed.has(index))
        expect(isPlaced).not.toContain(false)
      }),
    )
  })
})

describe('kana for eSpeak', () => {
  test.each([
    ['ひらがな', 'ヒラガナ'],
    ['チェーン', 'チェエン'],
    ['ニッポン', 'ニッ ポン'],
    ['カップ', 'カップ'],
    ['スィート', 'スイート'],
    ['ーンー', 'ン'],
    ['ヴァイオリン', 'ヴァイオリン'],
    ['ヶ', 'ケ'],
    ['A・イ漢', 'イ'],
  ])('%s becomes %s', (written, kana) => {
    expect(speakableKana(written)).toBe(kana)
  })
})
