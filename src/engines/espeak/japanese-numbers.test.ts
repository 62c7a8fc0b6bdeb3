import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCounted } from './japanese-counters.ts'
import { readDigits, readInteger, readNumeral } from './japanese-numbers.ts'

const spoken = (numeral: string): string | undefined => readNumeral(numeral)?.parts.join('')

describe('numerals', () => {
  test.each([
    ['0', 'ゼロ'],
    ['4', 'ヨン'],
    ['10', 'ジュー'],
    ['11', 'ジューイチ'],
    ['100', 'ヒャク'],
    ['300', 'サンビャク'],
    ['600', 'ロッピャク'],
    ['800', 'ハッピャク'],
    ['1000', 'セン'],
    ['3000', 'サンゼン'],
    ['8000', 'ハッセン'],
    ['1,234', 'センニヒャクサンジューヨン'],
    ['10000', 'イチマン'],
    ['10,000,000', 'イッセンマン'],
    ['100000000', 'イチオク'],
    ['1000000000000', 'イッチョー'],
    ['8000000000000', 'ハッチョー'],
    ['10000000000000', 'ジュッチョー'],
    ['120003', 'ジューニマンサン'],
    ['12.5', 'ジューニテンゴ'],
    ['0.05', 'レイテンゼロゴ'],
    ['1.1', 'イッテンイチ'],
    ['10.8', 'ジュッテンハチ'],
    ['三百', 'サンビャク'],
    ['八千', 'ハッセン'],
    ['千', 'セン'],
    ['三百六十五', 'サンビャクロクジューゴ'],
    ['二〇二六', 'ニセンニジューロク'],
    ['一億二千万', 'イチオクニセンマン'],
    ['3万5千', 'サンマンゴセン'],
    ['1.5億', 'イッテンゴオク'],
    ['090', 'ゼロキューゼロ'],
    ['007', 'ゼロゼロナナ'],
    ['12345678901234567', 'イチニサンヨンゴロクナナハチキューゼロイチニサンヨンゴロクナナ'],
  ])('%s is spoken %s', (numeral, kana) => {
    expect(spoken(numeral)).toBe(kana)
  })

  test.each(['', 'x', '1..2', '人', '一x', '1,a'])('"%s" is none', (text) => {
    expect(readNumeral(text)).toBeUndefined()
  })

  test('every whole number up to a billiard has a reading of its own', () => {
    const value = fc.integer({ min: 0, max: 10 ** 15 })
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [here, there] = [readInteger(one).parts.join(''), readInteger(other).parts.join('')]
        expect(here).toMatch(/^[ァ-ー]+$/u)
        expect(here === there).toBe(one === other)
      }),
    )
  })

  test('digits are read one by one, whatever stands between them', () => {
    expect(readDigits('03-12').parts).toEqual(['ゼロ', 'サン', 'イチ', 'ニ'])
  })
})

describe('numbers with counters', () => {
  test.each([
    ['1', '円', 'イチエン'],
    ['4', '円', 'ヨエン'],
    ['300', '円', 'サンビャクエン'],
    ['1', '人', 'ヒトリ'],
    ['2', '人', 'フタリ'],
    ['4', '人', 'ヨニン'],
    ['14', '人', 'ジューヨニン'],
    ['21', '人', 'ニジューイチニン'],
    ['何', '人', 'ナンニン'],
    ['1', '匹', 'イッピキ'],
    ['3', '匹', 'サンビキ'],
    ['6', '匹', 'ロッピキ'],
    ['何', '匹', 'ナンビキ'],
    ['1', '本', 'イッポン'],
    ['2', '本', 'ニホン'],
    ['3', '本', 'サンボン'],
    ['10', '本', 'ジュッポン'],
    ['100', '本', 'ヒャッポン'],
    ['1000', '本', 'センボン'],
    ['10000', '本', 'イチマンボン'],
    ['1', '分', 'イップン'],
    ['3', '分', 'サンプン'],
    ['4', '分', 'ヨンプン'],
    ['30', '分', 'サンジュップン'],
    ['4', '時', 'ヨジ'],
    ['7', '時', 'シチジ'],
    ['9', '時', 'クジ'],
    ['0', '時', 'レージ'],
    ['4', '月', 'シガツ'],
    ['12', '月', 'ジューニガツ'],
    ['1', '日', 'イチニチ'],
    ['2', '日', 'フツカ'],
    ['8', '日', 'ヨーカ'],
    ['17', '日', 'ジューシチニチ'],
    ['20', '日', 'ハツカ'],
    ['24', '日', 'ニジューヨッカ'],
    ['10', '日間', 'トーカカン'],
    ['2026', '年', 'ニセンニジューロクネン'],
    ['1994', '年', 'センキューヒャクキュージューヨネン'],
    ['1', '回', 'イッカイ'],
    ['6', '回', 'ロッカイ'],
    ['600', '回', 'ロッピャッカイ'],
    ['3', '階', 'サンガイ'],
    ['3', '軒', 'サンゲン'],
    ['8', '個', 'ハッコ'],
    ['20', '個', 'ニジュッコ'],
    ['1', '歳', 'イッサイ'],
    ['20', '歳', 'ハタチ'],
    ['21', '歳', 'ニジューイッサイ'],
    ['3', '足', 'サンゾク'],
    ['1', '冊', 'イッサツ'],
    ['3', 'か月', 'サンカゲツ'],
    ['6', 'か月', 'ロッカゲツ'],
    ['3', 'つ', 'ミッツ'],
    ['12.5', '%', 'ジューニテンゴパーセント'],
    ['100', '%', 'ヒャクパーセント'],
    ['5', 'km', 'ゴキロメートル'],
    ['20', 'キロ', 'ニジュッキロ'],
  ])('%s%s is spoken %s', (numeral, counter, kana) => {
    const number = readNumeral(numeral)
    expect(number && readCounted(number, counter)).toBe(kana)
  })

  test('what is no counter is left to others', () => {
    expect(readCounted(readInteger(3), '番号札')).toBeUndefined()
    expect(readCounted(readInteger(3), 'constructor')).toBeUndefined()
  })
})
