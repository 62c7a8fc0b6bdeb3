import { abbreviationsOf, calendarNamesOf, weekdayRanges, weekdaysBeforeNumbers } from '../reading/calendar-names.ts'
import { contextsOf } from '../reading/contexts.ts'
import type { Context, Expansion } from '../reading/expansion.ts'
import { LATIN } from '../reading/fold.ts'
import type { Agreement, Clock, Grammar, NumericDate } from '../reading/grammar.ts'
import { ALONE } from '../reading/grammar.ts'
import { monthRanges } from '../reading/months.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { initialismsIn, tablesOf } from '../reading/tables.ts'
import { wordFiles } from '../word-files.ts'

export const hindiWords = wordFiles(new URL('./words/', import.meta.url))

const spell = createSpeller('hi', hindiWords)

const numberOf = (value: number): string => spell(value, 'spellout-cardinal')
const digitOf = (digit: string): string => numberOf(Number(digit))

/** A number below 10^15 in Hindi, in lakhs and crores. */
export const cardinal = (value: number, _agreement: Agreement): string => numberOf(value)

/** `उन्नीस सौ सैंतालीस` */
function year(value: number): string {
  if (value < 1100 || value >= 2000) return cardinal(value, ALONE)
  const rest = value % 100
  return `${numberOf(Math.floor(value / 100))} सौ${rest === 0 ? '' : ` ${numberOf(rest)}`}`
}

const SANSKRIT = '_ प्रथम द्वितीय तृतीय चतुर्थ पंचम षष्ठ सप्तम अष्टम नवम दशम'.split(' ')

/** With the vowel that gender and case ask for. */
export const ordinal = (value: number, vowel: keyof typeof ORDINALS): string => spell(value, ORDINALS[vowel])
const ORDINALS = {
  'ा': 'spellout-ordinal-masculine',
  'ी': 'spellout-ordinal-feminine',
  'े': 'spellout-ordinal-masculine-oblique',
} as const

function loadHindi(): LanguageRules {
  const calendar = calendarNamesOf(hindiWords)
  const { months } = calendar
  const date = ({ day, month, year: inYear }: NumericDate): string =>
    [...(day === 0 ? [] : [cardinal(day, ALONE)]), months[month], ...(inYear === undefined ? [] : [year(inYear)])].join(
      ' ',
    )

  const clock = ({ hour, minute, second, half, hasUnit }: Clock, { after }: Context): string => {
    const part =
      half === 'am' ? 'सुबह ' : half === 'pm' ? (hour === 12 || hour < 4 ? 'दोपहर ' : hour < 8 ? 'शाम ' : 'रात ') : ''
    const said = numberOf(hour)
    if (second !== undefined) {
      const seconds = second === 0 ? '' : ` ${numberOf(second)} सेकंड`
      return `${part}${said} बजकर ${numberOf(minute)} मिनट${seconds}`
    }
    const isFollowed = hasUnit || /^ ?बजे/.test(after)
    const tail = /^ ?बजे/.test(after) ? '' : ' बजे'
    if (minute === 0) return `${part}${said}${tail}`
    if (minute === 30 && isFollowed && hour > 0 && hour < 3) return `${part}${hour === 1 ? 'डेढ़' : 'ढाई'}${tail}`
    if (minute === 30 && isFollowed && hour > 2) return `${part}साढ़े ${said}${tail}`
    if (isFollowed && minute > 9) return `${part}${said} ${numberOf(minute)}${tail}`
    return `${part}${said} बजकर ${numberOf(minute)} मिनट`
  }

  const fraction: Grammar['fraction'] = (whole, over, under, { before }) => {
    const parts = `${cardinal(over, ALONE)} बटा ${cardinal(under, ALONE)}`
    if (whole === undefined) {
      if (over === 1 && under === 2) return 'आधा'
      if (over === 1 && under === 4) return 'एक चौथाई'
      if (over === 3 && under === 4 && !/(?:मकान|प्लॉट|गली|नंबर) $/.test(before)) return 'तीन चौथाई'
      return parts
    }
    if (under === 2 && over === 1) return whole === 1 ? 'डेढ़' : whole === 2 ? 'ढाई' : `साढ़े ${cardinal(whole, ALONE)}`
    return `${cardinal(whole, ALONE)} सही ${parts}`
  }

  const contexts = contextsOf(hindiWords.rows('contexts'))
  const grammar: Grammar = {
    ...tablesOf(hindiWords),
    cardinal,
    digits: [...'0123456789'].map(digitOf),
    minus: 'माइनस',
    plus: 'प्लस',
    decimalMark: () => '.',
    decimals: (digits) => `दशमलव ${[...digits].map(digitOf).join(' ')}`,
    year,
    range: (isFalling) => (isFalling ? '' : 'से'),
    ratio: 'अनुपात',
    scoreSigns: '-–:',
    interval: 'हर {}',
    over: 'बटा',
    outOf: 'बटा',
    pairsYears: true,
    agreement: () => ALONE,
    percent: 'प्रतिशत',
    perMille: 'प्रति हज़ार',
    counted: ({ numeral }, { one, many }, { after }, say) => {
      if (numeral.whole !== '1' || numeral.fraction !== '') return `${say(ALONE)} ${many}`
      return `${say(ALONE)} ${BEFORE_POSTPOSITION.test(after) ? one.replace(/ा$/, 'े') : one}`
    },
    moneyAnd: '',
    namesCents: true,
    fraction,
    fractionLink: '',
    date,
    contexts,
    clock,
    clockUnit: 'बजे',
    hourLetters: '(?!)',
    letterNames: hindiWords.map('letters'),
    math: { equals: 'बराबर', times: 'गुणा', dividedBy: 'भाग' },
    by: 'बाई',
    per: 'प्रति',
    keys: { asking: 'दबा|बटन|कुंजी|डायल', following: 'दबा|डायल|बटन|कुंजी', otherNames: 'पाउंड|तारांकन' },
    roman: (value, written, { before }) => {
      if (written !== written.toUpperCase()) return undefined
      if (contexts['before-roman']?.(before) === true) return cardinal(value, ALONE)
      if (!/[\p{L}\p{M}] $/u.test(before) || (written.length === 1 && !/ेथ $|ज $|ी $/u.test(before))) return undefined
      return SANSKRIT[value] ?? cardinal(value, ALONE)
    },
    ...initialismsIn(hindiWords),
  }
  return {
    grammar,
    script: { letters: `${LATIN}\\u0900-\\u0963\\u0970-\\u097f`, names: hindiWords.map('letters') },
    abbreviations: abbreviationsOf(hindiWords),
    expansions: [
      monthRanges(calendar, grammar),
      weekdayRanges(calendar, { written: '[-–]|से', say: () => 'से' }),
      weekdaysBeforeNumbers(calendar, contexts, 'बंद|खुल|अवकाश'),
      ...EXPANSIONS,
    ],
    marks: { '.': '।' },
  }
}

/** A masculine noun in -ा before these ends in -े. */
const BEFORE_POSTPOSITION = /^ ?(?:का|की|के|को|में|से|पर|तक|प्रति|वाला|वाली|वाले)(?![\p{L}\p{M}])/u

const digitsOf = (digits: string): string => [...digits].map(digitOf).join(' ')

const VOWELS: Readonly<Record<string, 'ा' | 'ी' | 'े'>> = { 'ा': 'ा', 'ी': 'ी', 'े': 'े' }
const ENGLISH_ORDINALS: Readonly<Record<number, string>> = { 1: 'पहला', 2: 'दूसरा', 3: 'तीसरा' }

/** Feminine nouns that are counted in order, and those in -ी but for men and a few things. */
const FEMININE =
  /^(?:लीग|कक्षा|क्लास|फ़िल्म|फिल्म|मंज़िल|मंजिल|रैंक|बार|तारीख़?|वर्षगांठ|बैठक|टीम|लाइन|पंक्ति|जगह|रात|पुस्तक|किताब|किस्त|किश्त|लहर|सालगिरह|घटना|कोशिश|सीट|स्ट्रीट|सीरीज़?|रेस|जीत|हार|पुण्यतिथि|तिथि|स्थिति|संख्या|संतान|यात्रा|परीक्षा|सभा|भाषा|धारा|शाखा|ट्रेन|उड़ान|फ़्लाइट|फ्लाइट|घंटी|शादी|गेंद|डिग्री|(?!.{0,12}(?:आदमी|पानी|घी|मोती|हाथी|दही|विद्यार्थी|खिलाड़ी|अधिकारी|कर्मचारी|यात्री|मंत्री|साथी|व्यापारी|सेनानी|प्रत्याशी|प्रतियोगी|कैदी|पक्षी|प्राणी|नी)$)[\u0900-\u0963]{1,14}ी)$/u
/** The vowel of an ordinal by the noun after it and the word after that. */
function vowelBefore(after: string): keyof typeof ORDINALS {
  const [, noun = '', next = ''] = /^ ([\u0900-\u0963]{2,20})( [\u0900-\u0963]{1,8})?/u.exec(after) ?? []
  if (FEMININE.test(noun)) return 'ी'
  return BEFORE_POSTPOSITION.test(` ${noun}`) || BEFORE_POSTPOSITION.test(next) ? 'े' : 'ा'
}

/** Names of letters; some are words, too. */
const INITIALS = 'ए|बी|सी|डी|ई|एफ़?|जी|एच|आई|जे|के|एल|एम|एन|ओ|पी|क्यू|आर|एस|टी|यू|वी|डब्ल्यू|एक्स|वाई|ज़ेड|जेड'
/** One or a few of them together. */
const LETTER_RUN = `(?:${INITIALS}){1,4}`
const LETTERS = new RegExp(`^${LETTER_RUN}$`, 'u')
const BETWEEN_INITIALS = new RegExp(`(?:^|[^\\p{L}\\p{M}])(?:${INITIALS})\\.? $`, 'u')
const AFTER_LETTER = new RegExp(`(?:^|[^\\p{L}\\p{M}])(?:${INITIALS}|[A-Za-z])[ -]?$`, 'u')
/** `स्कूल के`, `गुरु जी`: words, unless other letters stand before them or a hyphen after them. */
const WORD_LIKE_LETTER = new RegExp(
  `(?:^|[^\\p{L}\\p{M}])(?!(?!जी )(?:${INITIALS}) )[\\p{L}\\p{M}]{1,30} (?:के|जी|ए|ओ) ?$|^(?:के|जी) ?$`,
  'u',
)
const NEXT_INITIAL = new RegExp(`^ ?(?:${INITIALS})\\.`, 'u')
/** `एम.ए`, the `के` of `आर. के. नारायण`: the last full stop ends no sentence. */
export const DOTTED_LETTERS = new RegExp(String.raw`^(?:(?:${LETTER_RUN}\.){1,6}${LETTER_RUN}|${INITIALS})$`, 'u')

/** Words that end in the sign for a breath, for which people write a colon */
const BREATHED = 'पुन|अत|छ|प्राय|प्रात|क्रमश|अंतत|अन्तत|स्वत|मूलत|वस्तुत|विशेषत|सामान्यत|संभवत|सम्भवत|पूर्णत|मुख्यत|अंशत|शब्दश|नि|दु'

/** The digits of names, as in English */
const ENGLISH_DIGITS = ' वन टू थ्री फ़ोर फ़ाइव सिक्स सेवन एट नाइन'.split(' ')
/** What belongs to motor racing */
const AFTER_FORMULA = /^ (?:मोटर|रेस|कार|ड्राइवर|टीम|ग्रां|ग्रैंड|सीज़न|विश्व|चैंपियन|ट्रैक|सर्किट)/u

const EXPANSIONS: readonly Expansion[] = [
  {
    // `24/7`, `24x7`: at any time
    category: 'serial',
    first: /2/,
    pattern: /24 ?[/xX×] ?7(?![\p{L}\p{M}\d]|[.,/:-]\d)/uy,
    read: (_match, { before }) => (/[\p{L}\d][.,:/-]?$/u.test(before) ? undefined : 'चौबीसों घंटे सातों दिन'),
  },
  {
    // `P2P`, `B2B`, `P2Pool`: a digit that stands for an English word
    category: 'serial',
    first: /[A-Z]/,
    next: /[24]/,
    written: ['capitalized'],
    pattern: /([A-Z])([24])(?=[A-Z](?:[a-z]{2}|(?![\p{L}\p{M}\d])))/uy,
    read: ([, letter = '', digit = ''], { before }) =>
      /[A-Za-z\d.,&-]$/.test(before) ? undefined : `${letter} ${ENGLISH_DIGITS[Number(digit)]}`,
  },
  {
    // `F1`, `एफ़ 1 रेस`: of motor racing, or a key
    category: 'serial',
    first: /[Fए]/u,
    words: new Set(['f', 'एफ', 'एफ़']),
    pattern: /(F|एफ़?)([ -]?)([1-9])(?![\p{L}\p{M}\d]|[.,/:-]\d)/uy,
    read: ([, letter, gap, digit = ''], { before, after }) =>
      /[\p{L}\p{M}\d.,&-]$/u.test(before) || (gap === ' ' && !AFTER_FORMULA.test(after))
        ? undefined
        : `${letter} ${ENGLISH_DIGITS[Number(digit)]}`,
  },
  {
    // `पुन: निर्माण`, `नि:शुल्क`
    category: 'word',
    first: /[\u0904-\u0939]/u,
    words: new Set([...BREATHED.split('|'), 'अंत', 'अन्त']),
    next: /:/,
    pattern: new RegExp(
      `((?:${BREATHED})(?=: )|(?:नि|दु|अंत|अन्त|पुन)(?=:[\\u0904-\\u0939])):([\\u0904-\\u0939][\\p{L}\\p{M}]{0,20})?`,
      'uy',
    ),
    read: ([, word = '', rest = ''], { before }) => (/[\p{L}\p{M}]$/u.test(before) ? undefined : `${word}ः${rest}`),
  },
  {
    // `आर. के. नारायण`, `के. चंद्रशेखर राव`: the initials of a name
    category: 'abbreviation',
    first: /[\u0904-\u0939]/u,
    next: /\./,
    pattern: new RegExp(`(${INITIALS})\\.(?= [\\u0904-\\u0939])`, 'uy'),
    read: ([, letter = ''], { before, after }) => {
      if (/[\p{L}\p{M}.]$/u.test(before)) return undefined
      const isClear = /^(?:ब|ड|एच|एफ|ज|एल|एम|एन|क्य|आर|एस|य|व|ड|एक्स)/u.test(letter) && letter !== 'जी'
      const isFirst = before.trim() === '' || BETWEEN_INITIALS.test(before) || NEXT_INITIAL.test(after)
      return isClear || isFirst ? letter : undefined
    },
  },
  {
    // `एम.ए.`, `पी.एच.डी.`: English letters, whose full stops end nothing
    category: 'abbreviation',
    first: /[\u0904-\u0939]/u,
    next: /\./,
    pattern:
      /(?:[\u0900-\u0963]{1,8}\.){2,7}|(?:[\u0900-\u0963]{1,8}\.){1,6}[\u0900-\u0963]{1,8}(?![\u0900-\u0963.])/uy,
    read: ([written], { after }) => {
      const letters = written.split('.').filter((part) => part !== '')
      if (!letters.every((part) => LETTERS.test(part))) return undefined
      const isStop = written.endsWith('.') && after.trim() === ''
      return { spoken: letters.join(' '), length: written.length - (isStop ? 1 : 0) }
    },
  },
  {
    // `98765 43210`: a mobile number
    category: 'telephone',
    first: /[6-9]/,
    pattern: /([6-9]\d{4})[ -](\d{5})(?![\d.,/-])/y,
    read: ([, head = '', tail = ''], { before }) =>
      /[\p{L}\d][.,/+-]?$/u.test(before) ? undefined : [head, tail].map(digitsOf).join(', '),
  },
  {
    // `दिल्ली 110001`: a postal code; a number would be written 1,10,001
    category: 'serial',
    first: /[1-9]/,
    pattern: /[1-9]\d{5}(?!\d|[.,/:-]\d|[\p{L}\p{M}%]| [\p{L}\d])/uy,
    read: ([digits], { before }) => (/[\p{L}\p{M}][, -]{1,3}$/u.test(before) ? digitsOf(digits) : undefined),
  },
  {
    // `<5 वर्ष`: the words for less follow what is counted
    category: 'symbol',
    first: /[<>]/,
    pattern: /([<>]) ?(\d{1,9}) ?(%|वर्ष|साल|महीने|माह|सप्ताह|हफ़्ते|दिन|घंटे|मिनट|सेकंड|लोग|प्रतिशत)(?![\p{L}\p{M}\d]|[.,]\d)/uy,
    read: ([, sign, value = '', noun = ''], { before }) =>
      /(?:^|[^\p{L}\p{M}])[A-Za-z]\d? ?$|[\d)] ?$/u.test(before)
        ? undefined
        : `${cardinal(Number(value), ALONE)} ${noun === '%' ? 'प्रतिशत' : noun} ${sign === '<' ? 'से कम' : 'से ज़्यादा'}`,
  },
  {
    // `10वीं`, `16 वीं`, `2री`, `1ला`, `6ठा`, `25वें`
    category: 'ordinal',
    first: /\d/,
    pattern: /(\d{1,5})(?:-?(?:वा|वी|वे|ला|ली|ले|रा|री|रे|था|थी|थे|ठा|ठी|ठे)[ंँ]?| व[ाीे][ंँ])(?![\p{L}\p{M}])/uy,
    read: ([written, value = '']) => {
      const vowel = VOWELS[/[ाीे]/.exec(written)?.[0] ?? 'ा'] ?? 'ा'
      return ordinal(Number(value), vowel)
    },
  },
  {
    // `4th लीग`, `4th स्थान पर`
    category: 'ordinal',
    first: /\d/,
    pattern: /(\d{1,4})(?:st|nd|rd|th)(?![\p{L}\p{M}])/uy,
    read: ([whole, value = ''], { after }) => {
      if (/0?st$/.test(whole) && !/1st$/.test(whole)) return undefined
      const vowel = vowelBefore(after)
      return ENGLISH_ORDINALS[Number(value)]?.replace(/ा$/, vowel) ?? ordinal(Number(value), vowel)
    },
  },
  {
    // `आई 7-9700`: a model, no range
    category: 'serial',
    first: /\d/,
    pattern: /(\d)-(\d{4,5})(?!\d|[.,/:-]\d)/y,
    read: ([, series = '', model = ''], { before }) =>
      AFTER_LETTER.test(before) && !WORD_LIKE_LETTER.test(before)
        ? `${numberOf(Number(series))}, ${numberOf(Number(model))}`
        : undefined,
  },
  {
    // `1-1`: to each
    category: 'range',
    first: /\d/,
    pattern: /(\d{1,3})-\1(?![\d]|[.,/:-]\d)/y,
    read: ([, value = ''], { before }) =>
      /[\p{L}\d][.,:/-]?$/u.test(before) ? undefined : `${numberOf(Number(value))} ${cardinal(Number(value), ALONE)}`,
  },
  {
    // `1920-26`, and `2015-16` of one season: years
    category: 'range',
    first: /\d/,
    pattern: /((?:1[1-9]|20)\d\d)[-–](\d\d)(?![\d.,/-])/y,
    read: ([, from = '', to = ''], { before }) =>
      /[\p{L}\d][.,/-]?$/u.test(before) || Number(to) <= Number(from.slice(2))
        ? undefined
        : `${year(Number(from))} ${Number(to) === Number(from.slice(2)) + 1 ? '' : 'से '}${numberOf(Number(to))}`,
  },
  {
    // `सुबह 9:00-शाम 6:00`
    category: 'range',
    first: /[-–]/,
    pattern: /[-–] ?(?=(?:सुबह|दोपहर|शाम|रात)(?![\p{L}\p{M}]))/uy,
    read: (_match, { before }) => (/\d ?(?:बजे)? ?$/u.test(before) ? 'से' : undefined),
  },
  {
    // `₹500/-`
    category: 'symbol',
    first: /\//,
    pattern: /\/-/y,
    read: (_match, { before }) => (/\d$/.test(before) ? '' : undefined),
  },
]

/** Writes Hindi numbers, dates, abbreviations and symbols as words. */
export const normalizeHindi = createNormalizer(loadHindi)
