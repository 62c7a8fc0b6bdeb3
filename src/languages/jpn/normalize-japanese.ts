import type { SpokenToken } from '../../core/spoken-token.ts'
import type { Steps } from '../../core/steps.ts'
import { contextsOf } from '../reading/contexts.ts'
import type { Context, Expansion } from '../reading/expansion.ts'
import { LATIN } from '../reading/fold.ts'
import type { FoldedText } from '../reading/folded-text.ts'
import type { Agreement, Clock, Grammar, NumericDate } from '../reading/grammar.ts'
import { ALONE } from '../reading/grammar.ts'
import { spellLetters } from '../reading/letters.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { digitByDigit, NUMERAL, parseNumeral, sayNumeral } from '../reading/numeral.ts'
import { anyOf } from '../reading/quantity.ts'
import { isSayable } from '../reading/sayable.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { initialismsOf, tablesOf } from '../reading/tables.ts'
import { wordFiles } from '../word-files.ts'
import { LETTERS } from './characters.ts'
import { COUNTER_NAMES } from './counters.ts'
import { givenReadings, inPlace, isGivenReading } from './given-readings.ts'

// Numbers are written in Chinese characters, which the reader of Japanese reads with their counters; digits that are told
// one by one are written in kana.

const DIGITS = '零一二三四五六七八九'
const KANA_DIGITS = 'ゼロ イチ ニ サン ヨン ゴ ロク ナナ ハチ キュウ'.split(' ')

const japaneseWords = wordFiles(new URL('./words/', import.meta.url))
/** English words that texts have in capitals, which are told letter by letter where they are none. */
const CAPITALS = japaneseWords.map('capitals')
const spell = createSpeller('ja', japaneseWords)

/** A number below 10^15 in Chinese characters. */
export const cardinal = (value: number, { isAttributive }: Agreement): string =>
  spell(value, isAttributive ? 'spellout-cardinal' : 'spellout-numbering')

export const japaneseAbbreviations = [
  ['No.', 'ナンバー', '#'],
  ['TEL.?', '電話', '#'],
  ['Mr.', 'ミスター', 't'],
  ['Mr', 'ミスター', 'cw'],
  ['Mrs.', 'ミセス', 't'],
  ['Mrs', 'ミセス', 'cw'],
  ['Ms.', 'ミズ', 't'],
  ['Ms', 'ミズ', 'cw'],
  ['Dr.', 'ドクター', 't'],
  ['Dr', 'ドクター', 'cw'],
  ['vs.?', '対', ''],
  ['Ver.?', 'バージョン', '#'],
  ['Vol.?', 'ボリューム', '#'],
  ['L.O.?', 'ラストオーダー', ''],
] as const

/** A word or a time after a month and a day, which would else be a fraction: no row of a table, for words after it decide, too. */
const AFTER_DATE =
  /^ ?(?:に(?! ?(?:減|縮|短縮|圧縮|低下|下が|下げ|抑え|な[っるり]|分け|切))|まで|から|の朝|の夜|開催|締切|\([月火水木金土日]\)|(?:の ?)?\d{1,2}(?::[0-5]\d| ?時))/u

function loadJapanese(): LanguageRules {
  const counted = (value: number, unit: string): string => cardinal(value, { gender: 'm', isAttributive: true }) + unit

  const date = ({ day, month, year }: NumericDate): string =>
    (year === undefined ? '' : counted(year, '年')) + counted(month, '月') + (day === 0 ? '' : counted(day, '日'))

  const clock = ({ hour, minute, second, half }: Clock): string =>
    (half === 'am' ? '午前' : half === 'pm' ? '午後' : '') +
    counted(hour, '時') +
    (minute === 0 && second === undefined ? '' : counted(minute, '分')) +
    (second === undefined ? '' : counted(second, '秒'))

  const contexts = {
    ...contextsOf(japaneseWords.rows('contexts'), false),
    'after-date': (after: string): boolean => AFTER_DATE.test(after),
  }
  const grammar: Grammar = {
    ...tablesOf(japaneseWords),
    cardinal,
    digits: KANA_DIGITS,
    groupLink: ' ノ ',
    minus: 'マイナス',
    plus: 'プラス',
    decimalMark: () => '.',
    decimals: (digits) => `点${[...digits].map((digit) => DIGITS.charAt(Number(digit))).join('')}`,
    range: (isFalling) => (isFalling ? '対' : 'から'),
    scoreSigns: '-–:',
    interval: '',
    over: 'の',
    agreement: ({ after }: Context) => ({ gender: 'm', isAttributive: /^ ?時/.test(after) }),
    percent: 'パーセント',
    perMille: 'パーミル',
    counted: (_amount, { one }, { before }, say) => {
      const said = say({ gender: 'm', isAttributive: true })
      const speed = /^([時秒]速)(.+)$/u.exec(one)
      if (speed !== null) return `${before.trimEnd().endsWith(speed[1] ?? '') ? '' : speed[1]}${said}${speed[2]}`
      return one === '華氏度' ? `華氏${said}度` : said + one
    },
    moneyAnd: '',
    namesCents: true,
    fraction: (whole, over, under) =>
      `${whole === undefined ? '' : `${cardinal(whole, ALONE)}と`}${cardinal(under, ALONE)}分の${cardinal(over, ALONE)}`,
    fractionLink: '',
    date,
    contexts,
    isMonthFirst: true,
    longNumber: 16,
    clock,
    clockUnit: '(?!)',
    hourLetters: '(?!)',
    letterNames: new Map(Object.entries(LETTERS)),
    math: { equals: 'イコール', times: 'かける', dividedBy: '割る' },
    by: 'かける',
    per: '毎',
    keys: {
      asking: 'ボタン|キー|押|ダイヤル',
      following: 'を ?(?:押|ダイヤル|入力|プッシュ)|キー|ボタン',
      otherNames: '米印|星印|コメ|スター|井桁',
    },
    roman: (value, written, { before, after }) => {
      if (written !== written.toUpperCase()) return undefined
      return /^ ?世/u.test(after) || /[章部編巻型第] ?$/u.test(before) ? cardinal(value, ALONE) : undefined
    },
    ...initialismsOf(new Set('suica pasmo ana off'.split(' '))),
  }
  return {
    grammar,
    script: {
      letters: `${LATIN}\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff`,
      // A comma of Japanese parts words, never figures.
      replaced: { '゠': '=', '、': ', ', ...CIRCLED },
      gaps: GAPS,
      names: japaneseWords.map('letters'),
    },
    abbreviations: japaneseAbbreviations,
    expansions: expansionsOf(grammar),
    marks: { ',': '、', '.': '。', '?': '？', '!': '！' },
    needless: NEEDLESS,
    revise: withCounters,
    segmenter: new Intl.Segmenter('ja', { granularity: 'word' }),
  }
}

/** `1 人`: a number and its counter are one word, whatever space parts them. Readings go in the place of what they are of. */
function* withCounters(tokens: readonly SpokenToken[], { source }: FoldedText): Steps<readonly SpokenToken[]> {
  const joined: SpokenToken[] = []
  for (const [at, token] of tokens.entries()) {
    if (at % TOKENS_A_STEP === TOKENS_A_STEP - 1) yield
    if (isGivenReading(token, source)) {
      joined.push(inPlace(joined, token, source))
      continue
    }
    const { start, end } = token.span
    const next = tokens[at + 1]
    const isCounted =
      next !== undefined &&
      next.span.start === end + 1 &&
      /[ \u3000]/u.test(source.charAt(end)) &&
      /[\d０-９]/u.test(source.charAt(end - 1)) &&
      COUNTER.test(next.spoken)
    joined.push(isCounted ? { ...token, span: { start, end: end + 1 } } : token)
  }
  return joined
}
const TOKENS_A_STEP = 256
const COUNTER =
  /^(?:[つ人名社国件階番号度倍位割部点種冊匹頭羽杯着足円万億兆千百週泊曲話章巻票席品丁組室軒語行問代世年月日時分秒個本枚台回歳才児店校戸隻機台列箱袋缶切皿膳匹株基脚錠粒滴勝敗打球周歩]|[かカヶケヵ箇][月国所年]|ドル|ユーロ|ポンド|キロ|メートル|センチ|グラム|リットル|パーセント|ページ|ポイント)/u

const JAPANESE = '[\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff]'
/** Between words of which one is not in katakana; katakana needs it to be told apart. */
const NEEDLESS = new RegExp(
  `(?<=${JAPANESE}) (?=[\\u3005-\\u309f\\u3400-\\u9fff])|(?<=[\\u3005-\\u309f\\u3400-\\u9fff]) (?=${JAPANESE})`,
  'gu',
)
/** `①` by its name; its parts are katakana, so that no counter is taken for its number's. */
const CIRCLED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'].map((sign, at) => {
    const [tens, ones] = [Math.floor((at + 1) / 10), (at + 1) % 10]
    return [
      sign,
      `マル${tens > 1 ? KANA_DIGITS[tens] : ''}${tens > 0 ? 'ジュウ' : ''}${ones > 0 ? KANA_DIGITS[ones] : ''}`,
    ]
  }),
)
/** Between Japanese and what is not. */
const GAPS = new RegExp(
  `(?<=${JAPANESE})(?=[A-Za-z0-9$€£¥〜#(])|(?<=[A-Za-z0-9%]|\\p{Extended_Pictographic}\ufe0f?)(?=\\(${JAPANESE})|(?<=(?<!-)${JAPANESE})(?=[-+](?=[0-9$€£¥]))|(?<=[A-Za-z0-9%°²³$€£¥〜+)]|(?:Mrs?|Ms|Dr)\\.)(?=${JAPANESE})`,
  'gu',
)

const ONE_OF: Readonly<Record<string, string>> = {
  h: '一時間',
  時間: '一時間',
  時: '一時間',
  分: '一分',
  日: '一日',
  週: '一週間',
  月: '一ヶ月',
  年: '一年',
  人: '一人',
  名: '一名',
  個: '一個',
  本: '一本',
  枚: '一枚',
  台: '一台',
  回: '一回',
  泊: '一泊',
  kg: '一キログラム',
  g: '一グラム',
  L: '一リットル',
  m: '一メートル',
  'm²': '一平方メートル',
  kWh: '一キロワット時',
}

const POWERS: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, M: 1e6, K: 1e3, k: 1e3 }

const WEEKDAYS = '月火水木金土日'
const DAY = `[${WEEKDAYS}]`
const WEEKDAY = new RegExp(DAY, 'u')
const opensWord = (before: string): boolean =>
  !/[\u3040-\u9fff\d]$/u.test(before.trimEnd()) || /[はがの]$/u.test(before.trimEnd())
const COUNTED = { gender: 'm', isAttributive: true } as const
const ERAS: Readonly<Record<string, string>> = { R: '令和', H: '平成', S: '昭和', T: '大正' }

const ENGLISH_DIGITS = ' ワン ツー スリー フォー ファイブ シックス セブン エイト ナイン'.split(' ')
const COUNTER_AFTER = /^ ?(?!本体)[台枚個本人名社機番階回号月日時分年万千百十種点冊匹杯件歳円割秒位度話巻章]/u
const JAPANESE_ONLY = /^[\u3005-\u30ff\u3400-\u9fff]+$/u
/** Counters of the reader that are words besides, or parts of words: `PS5版`, `CO2等`. */
const AMBIGUOUS = new Set('等 版 対 戦 級 機 期 体 部 発 行 代 課 通 着 問 条 句 球 組 色 段 周'.split(' '))
/** Those that the reader reads as they stand. */
const MORE_COUNTERS =
  '基 団体 駅 局 選手 車種 機種 か条 カ条 か年 カ年 ヶ年 ヵ年 拠点 地点 都市 路線 大学 チーム 作品 棟 室 戸 世帯 店舗 便 両 門 品 箱 袋 缶 冠 連勝 連敗 失点 得点 安打 タイトル 役 隊 艦 銘柄 球団 期生 大会 連覇 法人 番組 例 波 床 国 州 県 案 要素 原則'
const WIDE_COUNTER_AFTER = new RegExp(
  `^ ?(?:${anyOf([...COUNTER_NAMES.filter((name) => JAPANESE_ONLY.test(name) && !AMBIGUOUS.has(name)), ...MORE_COUNTERS.split(' ')])})(?![\\u3400-\\u9fff]|(?<=[\\u30a1-\\u30fc])[\\u30a1-\\u30fc])|^ ?(?:${anyOf(COUNTER_NAMES.filter((name) => JAPANESE_ONLY.test(name) && !AMBIGUOUS.has(name)))})(?:目|分|以上|以下|未満|程度|連続|限定|前後|余)`,
  'u',
)
/** Names whose digit is part of them whatever comes after: `CO2`, `PS5`. */
const FIXED = /^(?:CO|NO|SO|HER|PS|GPT|MP|USB|DDR|HTTP)$/

const KATAKANA_BEFORE = /[\u30a1-\u30fa\u30fc] ?$/u
const KATAKANA_AFTER = /^ ?[\u30a1-\u30fa]/u

/** Latitude and longitude are named before their degrees. */
const COMPASS: Readonly<Record<string, string>> = { N: '北緯', S: '南緯', E: '東経', W: '西経' }

const expansionsOf = (grammar: Grammar): readonly Expansion[] => [
  ...givenReadings,
  {
    // `28.5°E`, `35°41'N`
    category: 'measure',
    first: /\d/,
    pattern: /(\d{1,3}(?:\.\d{1,6})?) ?°(?: ?(\d{1,2}) ?')?(?: ?(\d{1,2}) ?(?:"|''))? ?([NSEW])(?![A-Za-z\d])/uy,
    read: ([, degrees = '', minutes, seconds, letter = ''], { before }) => {
      const numeral = parseNumeral(degrees, '.')
      if (numeral === undefined || /[A-Za-z\d][.,:/-]?$/.test(before)) return undefined
      const counted = (written: string | undefined, unit: string): string =>
        written === undefined ? '' : cardinal(Number(written), { gender: 'm', isAttributive: true }) + unit
      const said = sayNumeral(numeral, { gender: 'm', isAttributive: true }, grammar)
      return `${/[緯経] ?$/u.test(before) ? '' : COMPASS[letter]}${said}度${counted(minutes, '分')}${counted(seconds, '秒')}`
    },
  },
  {
    // `#1人気`
    category: 'symbol',
    first: /#/,
    pattern: /#1(?![\d.,:/-])/y,
    read: (_match, { before }) => (/[\p{L}\d#]$/u.test(before) ? undefined : 'ナンバーワン'),
  },
  {
    // `「赤」「青」`: one quotation after another
    category: 'punctuation',
    first: /"/,
    pattern: /""(?=[\p{L}\d])/uy,
    read: (_match, { before }) => (/[\p{L}\d!?.]$/u.test(before) ? ',' : undefined),
  },
  {
    // `1Mトークン`, but `4K映像`
    category: 'cardinal',
    first: /\d/,
    pattern:
      /(\d{1,3})([MK])(?= ?(?:トークン|TPM|RPM|TPS|tokens?|人|件|回|ユーザー|円|ドル|ダウンロード|フォロワー|再生|行|パラメータ))/uy,
    read: ([, count = '', letter], { before }) =>
      /[A-Za-z\d][.,:/-]?$/.test(before)
        ? undefined
        : cardinal(Number(count) * (letter === 'M' ? 1e6 : 1e3), { gender: 'm', isAttributive: true }),
  },
  {
    // `$/100万トークン`: what the unit is of goes before it
    category: 'money',
    first: /[$€£¥]/,
    pattern:
      /([$€£¥]) ?\/ ?(\d{1,3}) ?(万|億|M|K|k)? ?(トークン|tokens?|リクエスト|文字|回|件|人|ページ|時間|秒|分|GB|ユーザー)(?![A-Za-z])/uy,
    read: ([, sign = '', count = '', scale = '', noun = ''], { before }) => {
      if (/[A-Za-z\d]$/.test(before)) return undefined
      const value = Number(count) * (POWERS[scale] ?? 1)
      const what = /^token/.test(noun) ? 'トークン' : noun === 'GB' ? 'ギガバイト' : noun
      return `${cardinal(value, { gender: 'm', isAttributive: true })}${what}あたり${grammar.symbols.get(sign)}`
    },
  },
  {
    // `+ や - を付ける`: signs that are meant
    category: 'symbol',
    first: /[-/]/,
    pattern: /[-/](?= ?(?:を|や(?!る)|または|(?:で|から)(?:始|区切|終)|が(?:付|入|必要)))/uy,
    read: ([sign], { before }) =>
      /(?:^|[、,.(（\n]|[をにはでやと]|または|か) ?$/u.test(before)
        ? sign === '-'
          ? grammar.minus
          : grammar.net.slash
        : undefined,
  },
  {
    // `ジョン・F・ケネディ`, but `国語・算数`: between the parts of a name, else between what is listed
    category: 'punctuation',
    first: /・/u,
    pattern: /・{1,9}/uy,
    read: ([dots], { before, after }) => {
      const isInName =
        (KATAKANA_BEFORE.test(before) || /(?:^|[^A-Za-z])[A-Z] ?$/.test(before)) &&
        (KATAKANA_AFTER.test(after) || /^ ?[A-Z](?![A-Za-z])/.test(after))
      if (dots.length > 1) return /[\u3040-\u9fff] ?$/u.test(before) ? ',' : ''
      return isInName || before.trim() === '' || after.trim() === '' ? '' : ','
    },
  },
  {
    // `バーデン=ヴュルテンベルク`
    category: 'symbol',
    first: /=/,
    pattern: /=(?=[\u30a1-\u30fa])/uy,
    read: (_match, { before }) => (/[\u30a1-\u30fa\u30fc]$/u.test(before) ? '' : undefined),
  },
  {
    // `1ドル=148円`
    category: 'symbol',
    first: /=/,
    pattern: /= ?(?=\d)/y,
    read: (_match, { before }) =>
      /(?:ドル|ユーロ|ポンド|元|ウォン|[$€£]\d{1,4}|\d[$€£]) ?$/u.test(before) ? '' : undefined,
  },
  {
    // `HER2`, `CO2`, `GPT-4`, `G7`: the digit of a Latin name by its English name, but `PC3台`
    category: 'serial',
    first: /[A-Z]/,
    next: /[\d₁-₉-]/,
    written: ['capitalized', 'mixed'],
    pattern: /(?:([A-Z]{2,5})-?|([FGJ]))([1-9₁-₉])(?![A-Za-z\d₀-₉]|[.,:/-]\d)/y,
    read: ([written, letters = '', letter, digit = ''], { before, after }) => {
      if (/[A-Za-z\d.,&-]$/.test(before) || COUNTER_AFTER.test(after)) return undefined
      // `AM9から`: an hour
      if (/^[AP]M$/.test(letters)) return undefined
      if (letters !== '' && !written.includes('-') && !FIXED.test(letters) && WIDE_COUNTER_AFTER.test(after))
        return undefined
      const isSaid =
        letter === undefined &&
        letters.length > 2 &&
        (grammar.acronyms.has(letters.toLowerCase()) || isSayable(letters))
      const word = letters.length > 2 ? CAPITALS.get(letters) : undefined
      const said = word ?? (isSaid ? letters : spellLetters(letter ?? letters))
      return said + (/[A-Za-z]$/.test(said) ? ' ' : '') + ENGLISH_DIGITS[Number(digit.normalize('NFKC'))]
    },
  },
  {
    // `COVID-19`
    category: 'serial',
    first: /[Cc]/,
    words: new Set(['covid']),
    written: ['mixed', 'capitalized'],
    pattern: /(?:COVID|Covid)-?19(?![\dA-Za-z])/y,
    read: () => 'コビッド ナインティーン',
  },
  {
    // `ボーイング747`: the type of an aeroplane
    category: 'serial',
    first: /\d/,
    pattern: /(\d{3})(?!\d|[.,]\d)/y,
    read: ([, type = ''], { before, after }) =>
      /(?:ボーイング|エアバス|ダグラス|ロッキード|マクドネル|エンブラエル|フォッカー|ポルシェ|プジョー)[ ・-]?(?:[A-Z]{1,3}-?)?$/u.test(
        before,
      ) && !/^ ?[年台万円月日時]/u.test(after)
        ? digitByDigit(type, grammar)
        : undefined,
  },
  {
    // `H2O`, `B2B`, `3D`, `5G`
    category: 'serial',
    first: /[A-Z\d]/,
    pattern: /([A-Z])([24])([A-Z])(?![A-Za-z\d])|([1-9])([DG])(?![A-Za-z\d])/y,
    read: ([, first = '', middle, last = '', digit = middle, letter = ''], { before }) =>
      /[A-Za-z\d.,&-]$/.test(before) ? undefined : `${first} ${ENGLISH_DIGITS[Number(digit)]} ${last}${letter}`.trim(),
  },
  {
    // `パラメータUP`, `ALL999`: English words
    category: 'word',
    first: /[A-Z]/,
    words: new Set([...CAPITALS.keys()].map((word) => word.toLowerCase())),
    written: ['mixed'],
    pattern: /[A-Z]{2,6}(?![A-Za-z])/y,
    read: ([word], { before, after }) =>
      /[A-Za-z&.-]$/.test(before) || /^[&.][A-Z]/.test(after) || (word.length < 3 && /^\d/.test(after))
        ? undefined
        : CAPITALS.get(word),
  },
  {
    // `600円/5台`: two quantities
    category: 'punctuation',
    first: /\//,
    pattern: / ?\/ ?(?=\d)/y,
    read: (_match, { before }) => (/\d ?[\u3400-\u9fff]$/u.test(before) ? ',' : undefined),
  },
  {
    // `月〜金`, `月-金曜`: from one weekday to another
    category: 'date',
    first: WEEKDAY,
    words: new Set(WEEKDAYS),
    pattern: new RegExp(`(${DAY}) ?[-–〜~] ?(${DAY})(?:曜日?)?(?![\\u3400-\\u9fff])`, 'uy'),
    read: ([, from = '', to = ''], { before }) => (opensWord(before) ? `${from}曜から${to}曜` : undefined),
  },
  {
    // `月・水・金`: weekdays that are listed
    category: 'date',
    first: WEEKDAY,
    words: new Set(WEEKDAYS),
    pattern: new RegExp(`${DAY}(?:(?:・|,? )[${WEEKDAYS}祝]){1,6}(?![\\u3040-\\u9fff])`, 'uy'),
    read: ([written], { before }) =>
      opensWord(before)
        ? [...written.replaceAll(/[, ・]/gu, '')].map((day) => (day === '祝' ? '祝日' : `${day}曜`)).join(',')
        : undefined,
  },
  {
    // `R6.4.1`, `H30年`: years of an emperor
    category: 'date',
    first: /[RHST]/,
    written: ['mixed', 'capitalized'],
    pattern: /([RHST])(\d{1,2})(?:\.(\d{1,2})\.(\d{1,2})(?![\d.])|(?= ?年))/y,
    read: ([, era = '', year, month, day], { before }) => {
      if (/[A-Za-z\d]$/.test(before) || Number(month ?? 1) > 12 || Number(day ?? 1) > 31) return undefined
      const said = `${ERAS[era]}${cardinal(Number(year), ALONE)}`
      return month === undefined
        ? said
        : `${said}年${cardinal(Number(month), ALONE)}月${cardinal(Number(day), ALONE)}日`
    },
  },
  {
    // `10/3(木)`
    category: 'date',
    first: /\d/,
    pattern: /(\d{1,2})\/(\d{1,2})(?= ?\([月火水木金土日]\))/uy,
    read: ([, month = '', day = '']) => `${cardinal(Number(month), ALONE)}月${cardinal(Number(day), ALONE)}日`,
  },
  {
    // `3月15日(金)`
    category: 'date',
    first: /[月火水木金土日]/u,
    words: new Set('月火水木金土日'),
    pattern: /[月火水木金土日](?=[)・ ])/uy,
    read: ([day], { before }) => (/日 ?\($|\/\d{1,2} ?\($/u.test(before) ? `${day}曜日` : undefined),
  },
  {
    // `1,000円/h`: what one of them costs
    category: 'money',
    first: /[\d¥]/,
    pattern: new RegExp(
      String.raw`(¥)?(?<price>${NUMERAL}) ?(?<myriad>[万億千]?) ?円? ?\/ ?(?<thing>${anyOf(Object.keys(ONE_OF))})(?![A-Za-z\d])`,
      'uy',
    ),
    read: ({ 0: whole, groups }, { before }) => {
      const { price = '', myriad = '', thing = '' } = groups ?? {}
      const numeral = parseNumeral(price, '.')
      if (numeral === undefined || !/[¥円]/u.test(whole) || /[A-Za-z\d][.,:/-]?$/u.test(before)) return undefined
      const said = `${sayNumeral(numeral, { gender: 'm', isAttributive: true }, grammar)}${myriad}円`
      return /(?:[時日週月年][給額収]|年俸|年間)[はが: ]{0,2}$/u.test(before) ? said : `${ONE_OF[thing]}あたり${said}`
    },
  },
  {
    // `10〜15m/s`: the unit surrounds the range
    category: 'measure',
    first: /\d/,
    pattern: new RegExp(String.raw`(${NUMERAL}) ?[-〜] ?(${NUMERAL}) ?(km\/h|m\/s)(?![A-Za-z\d])`, 'uy'),
    read: ([, from = '', to = '', unit], { before }) => {
      const [low, high] = [from, to].map((written) => parseNumeral(written, '.'))
      if (low === undefined || high === undefined || /[A-Za-z\d][.,:/-]?$/u.test(before)) return undefined
      const [speed, name] = unit === 'm/s' ? ['秒速', 'メートル'] : ['時速', 'キロメートル']
      const say = (numeral: typeof low) => sayNumeral(numeral, { gender: 'm', isAttributive: true }, grammar)
      return `${/[時秒風]速 ?$/u.test(before) ? '' : speed}${say(low)}から${say(high)}${name}`
    },
  },
  {
    // `p.45`, `pp. 45-52`
    category: 'abbreviation',
    first: /p/i,
    words: new Set(['p', 'pp']),
    pattern: /pp?\. ?(\d{1,4})(?: ?[-〜] ?(\d{1,4}))?(?!\d|[.,/:-]\d)/iuy,
    read: ([, from = '', to]) =>
      `${[from, ...(to === undefined ? [] : [to])].map((page) => cardinal(Number(page), ALONE)).join('から')}ページ`,
  },
  {
    // `(株)山田`
    category: 'abbreviation',
    first: /\(/,
    pattern: /\(([株有])\)/uy,
    read: ([, kind]) => (kind === '株' ? '株式会社' : '有限会社'),
  },
  {
    // `AM 9:15`, `PM3:00`, `PM 5時`
    category: 'time',
    first: /[AP]/i,
    pattern: /([AP])\.?M\.? ?(\d{1,2})(?::([0-5]\d)(?!\d)|(?= ?時))/iy,
    read: ([, half = '', hour = '', minute], { before }) => {
      if (/[A-Za-z\d]$/.test(before) || Number(hour) > 24) return undefined
      const said = (half.toUpperCase() === 'A' ? '午前' : '午後') + cardinal(Number(hour), COUNTED)
      if (minute === undefined) return said
      return `${said}時${minute === '00' ? '' : `${cardinal(Number(minute), COUNTED)}分`}`
    },
  },
  {
    // `9時-18時`, `3月-5月`: between numbers with the same counter
    category: 'range',
    first: /[-–~]/,
    pattern: /[-–~] ?(?=\d{1,4} ?[時月日年階番歳人名個回円:])|~ ?(?=\d)|[-–~〜] ?(?=午前|午後|翌|[AP]M)/uy,
    read: (_match, { before }) => (/\d ?[時分月日年階番歳人名個回円%]? ?$/u.test(before) ? 'から' : undefined),
  },
  {
    // `3F`, `B1F`: floors
    category: 'serial',
    first: /[B\d]/,
    pattern: /(B?)([1-9]\d?)F(?![A-Za-z\d])/y,
    read: ([, below, floor = ''], { before }) =>
      /[A-Za-z\d.,-]$/.test(before) ? undefined : `${below === 'B' ? '地下' : ''}${cardinal(Number(floor), ALONE)}階`,
  },
]

/** Writes Japanese numbers, dates and symbols as words. */
export const normalizeJapanese = createNormalizer(loadJapanese)
