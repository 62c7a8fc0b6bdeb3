import { dictionary } from 'cmu-pronouncing-dictionary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utteranceOf } from '../../test/contracts/speech-recording.ts'
import { kanaOfEnglish } from '../languages/jpn/loanwords.ts'
import { openLexicon } from './open-lexicon.ts'
import { createPronouncer } from './pronounce-utterance.ts'
import { cmudictEntries } from './word-list/cmudict.ts'

const lexicon = openLexicon()
const kanaOf = (word: string): string => kanaOfEnglish(word, lexicon.pronounce(word)[0].phonemes)
const KATAKANA = /^[ァ-ヴー]+$/u

/** As dictionaries of Japanese write them. */
const DEFAULTS =
  `computer コンピューター server サーバー account アカウント software ソフトウェア password パスワード internet インターネット
  network ネットワーク system システム market マーケット package パッケージ message メッセージ battery バッテリー memory メモリー service サービス
  support サポート design デザイン report レポート request リクエスト download ダウンロード upload アップロード update アップデート
  schedule スケジュール project プロジェクト meeting ミーティング manager マネージャー business ビジネス customer カスタマー
  website ウェブサイト browser ブラウザー keyboard キーボード printer プリンター table テーブル sports スポーツ hotel ホテル taxi タクシー
  elevator エレベーター coffee コーヒー game ゲーム music ミュージック movie ムービー video ビデオ camera カメラ picture ピクチャー
  program プログラム security セキュリティー kitchen キッチン apple アップル google グーグル login ログイン backup バックアップ
  smartphone スマートフォン power パワー white ホワイト store ストア station ステーション question クエスチョン document ドキュメント
  quality クオリティー switch スイッチ weekend ウィークエンド party パーティー file ファイル`.split(/\s+/)
const PAIRS = Array.from(
  { length: DEFAULTS.length / 2 },
  (_, i) => [DEFAULTS[2 * i], DEFAULTS[2 * i + 1]] as [string, string],
)

test.each(PAIRS)('%s is borrowed as %s', (word, kana) => {
  expect(kanaOf(word)).toBe(kana)
})

/** None of them is in the list of exceptions: the rules alone. */
test.each([
  ['strawberry', 'ストローベリー'],
  ['thinking', 'シンキング'],
  ['quickest', 'クイッケスト'],
  ['fewest', 'フューエスト'],
  ['blorf', 'ブローフ'],
])('%s, by rule, is %s', (word, kana) => {
  expect(kanaOf(word)).toBe(kana)
})

test('every word of CMUdict is written in katakana alone', () => {
  const entries = cmudictEntries(dictionary).filter((_, i) => i % 20 === 0)
  expect(entries.length).toBeGreaterThan(6_000)
  for (const [word, [phonemes]] of entries) expect(kanaOfEnglish(word, phonemes ?? []), word).toMatch(KATAKANA)
})

test('any Latin letters are written in katakana alone, in time that is linear in them', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-zéñüçøß'-]{0,20}[A-Za-z]$/), (word) => {
      expect(kanaOf(word)).toMatch(KATAKANA)
    }),
    { numRuns: 200 },
  )
  expect(kanaOf('banana'.repeat(1_000))).toMatch(KATAKANA)
})

test('English words of a Japanese text are spoken in kana, single letters by their names, and those of other texts stay', () => {
  const pronounce = createPronouncer(lexicon)
  const spokenOf = (language: 'jpn' | 'spa', words: readonly string[]) =>
    pronounce(utteranceOf(language, words)).segments.map((segment) => segment.kind === 'word' && segment.spoken)
  expect(spokenOf('jpn', ['server', 'に', 'iPhone', 'で', 'A', 'T', 'M'])).toEqual([
    'サーバー',
    'に',
    'アイフォーン',
    'で',
    'A',
    'T',
    'M',
  ])
  expect(spokenOf('spa', ['un', 'server'])).toEqual(['un', 'server'])
})
