import { calendarNamesOf, weekdayRanges } from '../reading/calendar-names.ts'
import { contextsOf } from '../reading/contexts.ts'
import type { Context, Expansion } from '../reading/expansion.ts'
import { LATIN } from '../reading/fold.ts'
import type { Agreement, Clock, Grammar, Noun, NumericDate } from '../reading/grammar.ts'
import { ALONE } from '../reading/grammar.ts'
import { monthRanges } from '../reading/months.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { NUMERAL, parseNumeral, sayNumeral } from '../reading/numeral.ts'
import { beforeSentenceEnd } from '../reading/quantity.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { initialismsOf, tablesOf } from '../reading/tables.ts'
import { wordFiles } from '../word-files.ts'
import { accusative, caseOf, oblique, obliqueDual, PEOPLE, VOWEL_SIGNS } from './case.ts'
import {
  BROKEN_PLURALS,
  formAfter,
  isFeminineNoun,
  isPlural,
  isWoman,
  MASCULINE_PLURALS,
  VERBAL_NOUNS,
  WITH_DUAL,
} from './nouns.ts'

export const arabicWords = wordFiles(new URL('./words/', import.meta.url))
const spell = createSpeller('ar', arabicWords)

/** A number below 10^15 in Arabic; the gender is that of what is counted. */
export const cardinal = (value: number, { gender, isAttributive, case: casus }: Agreement): string => {
  const said = spell(
    value,
    `cardinal-${gender === 'f' ? 'feminine' : 'masculine'}${isAttributive ? '-before-noun' : ''}`,
  )
  // `ستين مليون نسمة`: what is counted follows at once
  const joined = isAttributive ? said.replace(/(?<= (?:ألف|مليون|مليار|تريليون))ا$/u, '') : said
  if (casus === 'accusative') return accusative(joined)
  return casus === 'oblique' ? oblique(joined) : joined
}

/** Definite, from 1 to 100; undefined beyond. */
export const ordinal = (value: number, gender: 'm' | 'f'): string | undefined =>
  value < 1 || value > 100 ? undefined : spell(value, gender === 'f' ? 'ordinal-feminine' : 'ordinal-masculine')

const digitOf = (digit: string): string => cardinal(Number(digit), ALONE)

const PARTS = new Map([
  [2, ['نصف', 'نصفان', 'أنصاف']],
  [3, ['ثلث', 'ثلثان', 'أثلاث']],
  [4, ['ربع', 'ربعان', 'أرباع']],
  [5, ['خمس', 'خمسان', 'أخماس']],
  [6, ['سدس', 'سدسان', 'أسداس']],
  [7, ['سبع', 'سبعان', 'أسباع']],
  [8, ['ثمن', 'ثمنان', 'أثمان']],
  [9, ['تسع', 'تسعان', 'أتساع']],
  [10, ['عشر', 'عشران', 'أعشار']],
])

/** Letters of Latin as they are written in names. */
export const LETTER_NAMES: ReadonlySet<string> = new Set(
  'إيه ايه بي سي دي إي إف اف جي إتش اتش آي اي جيه كيه كي إل إم ام إن أو كيو آر ار إس اس تي يو في دبليو إكس واي زد زي'.split(
    ' ',
  ),
)

const TITLES: Readonly<Record<string, string>> = { د: 'الدكتور', أ: 'الأستاذ', م: 'المهندس' }
/** In Egypt and the Gulf, in the Levant, in the Maghreb, and of the Hijri calendar; the month of the name of zero is left out. */
const MONTHS =
  'يناير|فبراير|مارس|أبريل|ابريل|مايو|يونيو|يونيه|يوليو|يوليه|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر|كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول|جانفي|فيفري|أفريل|جويلية|محرم|ربيع الأول|ربيع الثاني|ربيع الآخر|جمادى الأولى|جمادى الآخرة|رجب|شعبان|رمضان|شوال|ذي القعدة|ذو القعدة|ذي الحجة|ذو الحجة'

const IS_MONTH = new RegExp(`^(?:${MONTHS})$`, 'u')
const BEGINS_IN_MONTH = new RegExp(`^ (?:${MONTHS})(?![\\u0621-\\u064a])`, 'u')
const IS_AFTER_YEAR = new RegExp(`(?:^|[^\\u0621-\\u064a])(?:${MONTHS}) \\d{3,4} ?$`, 'u')
const AFTER_MONTH = new RegExp(`(?:^|[^\\u0621-\\u064a])[وفلب]?(?:${MONTHS}) $`, 'u')

/** Words after a number that are not counted: conjunctions, prepositions, and what has an article. */
const NO_NOUN =
  /^(?:من|إلى|في|على|عن|أو|أم|ثم|مع|هو|هي|هذا|هذه|إذا|لكن|حتى|عند|قبل|بعد|خلال|فقط|ف?[وبكل]?ال(?!تزام).{2,}|لل.*|و(?!حد|رق|جب|ظ|لد|ثيق|ثائق|رد|رش|صف|لاي|زار|زير|زراء|سيل|سائل|كيل|كال|فد|فود).*|لسنة|لعام|ك(?:قاعدة|مثال|حد|جزء|أول|آخر|نتيجة|رقم|بديل|عدد|قيمة|رمز|دليل|خيار|عامل|شرط|معدل|متوسط|نسبة|بداية|نهاية|أساس|مبلغ|عنوان|حل|وسيلة|أقصى|أدنى|ان|انت|ما|ل)|لأن.{0,3}|لكل|لذلك|لدى|لم|لن|لا|ليس.?|ب(?:سبب|دون|دلا|ينما|ين|ه|ها|هم|ما|أن|شكل|نسبة|حلول|قيمة|سعر|معدل|واسطة|صفة)|قد|سوف|أن|إن|التي|الذي|حيث|إذ|منها?|منهم|فيها?|عليها?|أي|أيضا|ضد|مقابل|مقارنة|وفقا|غير|سوى|يوميا|سنويا|شهريا|أسبوعيا|تقريبا|ي(?!وم|ورو|ابان|من|هود|ونان)[\u0621-\u064a]{2,}(?:ون|ها|ه))$/u
/** `وصل يوم الأحد، 25 مارس`: a date that says again when something is, unless it only follows the name of a place or a day */
const IN_APPOSITION = /[\u0621-\u0652] [\u0621-\u0652]{2,20}[,،] ?$/u
/** A word that asks for a key, before a number. */
const KEY_BEFORE =
  /(?:^|[^\u0621-\u064a])[وف]?(?:اضغط|اضغطي|اضغطوا|بالضغط|زر|الزر|المفتاح|مفتاح|انقر|اختر)(?: على)?(?: (?:ال)?(?:رقم|زر|مفتاح))? $/u
const OF_KEYS = /^(?:مرات|مرة|ثوان|ثواني|ثانية|دقائق|دقيقة|أرقام|خانات|مفاتيح|أزرار)$/u

/** `سنة 1521`, `سنتي 1521 و1522` */
const OF_SANA = /سن(?:ة|تي) (?:\d{3,4}[^.،؛()\p{L}]{0,3}(?:و|إلى) ?)?$/u

/** What has the number for its object: `البالغ من العمر 21 عاما`, `بلغ 31 مترا`. */
const HAS_OBJECT =
  /(?:^|[^\u0621-\u064a])[وف]?(?:(?:ال)?بالغة?|(?:ي|ت)?بلغت?)(?: من العمر| [\u0621-\u064a]{2,12}(?:ه|ها|هم))? $/u

/** `قتلت 60 شخصا`: a verb that would be passive, but is feminine before what is masculine */
const IS_ACTIVE = /(?:^|[^\u0621-\u064a])[وف]?(?:قتلت|اعتقلت|جرحت|بيعت) $/u

/** `عاش 60 عاما`, `انقطع 20 يوما`: how long, after a verb without an object */
const IS_DURING =
  /(?:^|[^\u0621-\u064a])[وف]?(?:[اي]ن(?!ت|قض)[\u0621-\u064a]{3}ت?|عاشت?|[يت]عيش|عمل|[يت]عمل|غابت?|تغيبت?|تخلفت?|[يت]درس|شاركت?) $/u
const IS_TIME =
  /^(?:ثانية|ثوان|ثواني|دقيقة|دقائق|ساعة|ساعات|يوما?|أيام|ليلة|ليال|أسبوعا?|أسابيع|شهرا?|أشهر|شهور|عاما?|أعوام|سنة|سنوات)$/u

/** Whether a number is a key: after a word that asks for one, or further on where what it is for follows. */
const isKeyed = (before: string, noun: string): boolean =>
  KEY_BEFORE.test(before)
    ? !OF_KEYS.test(noun)
    : /(?:اضغط|بالضغط|اختر)[^.!?؟]{0,44}$/u.test(before) && /^(?:ل|$)/u.test(noun)

/** A number of which another one is part, and what it counts. */
const OF_WHOLE = /^ من (?:إجمالي|أصل|بين|مجموع) \d[\d.,]{0,8} ([\u0621-\u064a]{2,30})/u

/** Units of two words, by these, too: `125 جنيه إسترليني`, of which both are inflected. */
const withNames = <T extends Noun>(table: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map([
    ...[...table.values()].flatMap((noun) =>
      noun.one
        .split('|')
        .flatMap((form) => (/^[\u0621-\u064a]+ [\u0621-\u064a]{3,}$/u.test(form) ? [[form, noun] as const] : [])),
    ),
    ...table,
  ])

function loadArabic(): LanguageRules {
  const calendar = calendarNamesOf(arabicWords)
  const { months } = calendar
  const genderOf = (noun: string): 'm' | 'f' =>
    isFeminineNoun(noun) && !MASCULINE_PLURALS.has(noun) && !VERBAL_NOUNS.test(noun) ? 'f' : 'm'
  const agreement = ({ before, after }: Context, written = ''): Agreement => {
    const plainAfter = after.replace(VOWEL_SIGNS, '')
    const [, noun = ''] = /^ ([\u0621-\u064a]{2,30})/u.exec(plainAfter) ?? []
    // `45 من إجمالي 117 متسابقة`: some of what is counted next
    const [, whole = ''] = OF_WHOLE.exec(plainAfter) ?? []
    if (whole !== '') return { gender: genderOf(whole), isAttributive: false, case: caseOf(before) }
    // `ويب3`: a name, of which the figure is part
    if (/[\u0621-\u064a]{3}$/u.test(before) && /^\d$/.test(written) && !isPlural(noun)) return ALONE
    // `#1`: a rank
    if (/[#№] ?$/u.test(before)) return ALONE
    // What is counted is indefinite, and keys are not counted: `اضغط 1 لخدمة العملاء`.
    const isKey = isKeyed(before, noun)
    if (noun === '' || NO_NOUN.test(noun) || isKey) return { ...ALONE, case: isKey ? 'nominative' : caseOf(before) }
    const gender = genderOf(noun)
    const hasObject = (gender === 'm' && IS_ACTIVE.test(before)) || (IS_TIME.test(noun) && IS_DURING.test(before))
    const casus = HAS_OBJECT.test(before) ? 'accusative' : hasObject ? 'accusative' : caseOf(before, noun)
    return { gender, isAttributive: true, case: casus }
  }
  const inCase = (said: string, before: string): string => (caseOf(before) !== 'nominative' ? oblique(said) : said)

  const inDateCase = (said: string, before: string): string =>
    IN_APPOSITION.test(before) ? oblique(said) : inCase(said, before)
  const date = ({ day, month, year }: NumericDate, { before }: Context): string => {
    const head = day === 0 ? '' : `${inDateCase(ordinal(day, 'm') ?? '', before)} من `
    return `${head}${months[month]}${year === undefined ? '' : ` ${oblique(cardinal(year, ALONE))}`}`
  }

  const clock = ({ hour, minute, second, half }: Clock, { before, after }: Context): string => {
    const said = ordinal(hour % 12 === 0 ? 12 : hour % 12, 'f')?.replace('الأولى', 'الواحدة') ?? ''
    const part =
      half === 'am'
        ? ' صباحا'
        : half === 'pm' || (hour > 12 && !/^ ?(?:مساء|ظهرا|عصرا|ليلا)/.test(after))
          ? ' مساء'
          : ''
    const seconds = second === undefined ? '' : ` و${counted(second, SECONDS)}`
    return inCase(said + minutesOf(minute) + seconds, before) + part
  }

  const fraction: Grammar['fraction'] = (whole, over, under) => {
    const names = PARTS.get(under)
    if (under < 2) return undefined
    const parts =
      names === undefined
        ? `${cardinal(over, ALONE)} على ${cardinal(under, ALONE)}`
        : over === 1
          ? names[0]
          : over === 2
            ? names[1]
            : `${cardinal(over, { gender: 'm', isAttributive: true })} ${over <= 10 ? names[2] : names[0]}`
    return whole === undefined || whole === 0 ? parts : `${cardinal(whole, ALONE)} و${parts}`
  }

  const contexts = contextsOf(arabicWords.rows('contexts'))
  const tables = tablesOf(arabicWords)
  const grammar: Grammar = {
    ...tables,
    units: withNames(tables.units),
    currencies: withNames(tables.currencies),
    between: 'و',
    cardinal,
    digits: [...'0123456789'].map(digitOf),
    minus: 'ناقص',
    plus: 'زائد',
    decimalMark: () => '.',
    decimals: (digits, _mark, agreement) => {
      const isNumber = digits.length <= 3 && !digits.startsWith('0')
      const gender = agreement?.gender ?? 'm'
      const said = isNumber
        ? cardinal(Number(digits), { gender, isAttributive: false })
        : [...digits].map(digitOf).join(' ')
      return `فاصلة ${(agreement?.case ?? 'nominative') === 'nominative' ? said : oblique(said)}`
    },
    range: (isFalling) => (isFalling ? 'مقابل' : 'إلى'),
    score: 'مقابل',
    scoreSigns: '-–:',
    interval: 'كل {}',
    over: 'على',
    outOf: 'من',
    pairsYears: true,
    agreement,
    percent: 'بالمئة',
    perMille: 'بالألف',
    counted: ({ numeral, scale }, { gender, one }, { before }, say) => {
      const [singular = '', dual = singular, few = singular, many = singular] = one.split('|')
      const casus = caseOf(before, singular)
      const value = Number(numeral.whole)
      if (scale !== undefined || numeral.fraction !== '')
        return `${say({ gender: scale === undefined ? gender : 'm', isAttributive: scale !== undefined, case: casus })} ${singular}`
      if (value === 1) return `${numeral.isNegative ? 'ناقص ' : ''}${singular} ${gender === 'f' ? 'واحدة' : 'واحد'}`
      if (value === 2) return `${numeral.isNegative ? 'ناقص ' : ''}${casus === 'nominative' ? dual : obliqueDual(dual)}`
      return `${say({ gender, isAttributive: true, case: casus })} ${formAfter(value, [singular, dual, few, many])}`
    },
    moneyAnd: 'و',
    namesCents: true,
    fraction,
    fractionLink: '',
    durationLink: 'و',
    date,
    contexts,
    clock,
    clockUnit: '(?!)',
    hourLetters: '(?!)',
    hourGender: 'f',
    letterNames: arabicWords.map('letters'),
    math: { equals: 'يساوي', times: 'في', dividedBy: 'على' },
    by: 'في',
    per: 'لكل',
    keys: {
      asking: 'اضغط|بالضغط|زر|مفتاح|اطلب|اتصل|أدخل|ادخل|انقر',
      otherNames: 'شباك|المربع|النجمة',
    },
    roman: (value, written, { before }) => {
      if (written !== written.toUpperCase() || !/[\u0621-\u064a] $/u.test(before)) return undefined
      if (
        written.length === 1 &&
        !/(?:الملك|الملكة|البابا|القرن|الفصل|الجزء|الباب)(?: [\u0621-\u064a]{2,20})? $/u.test(before)
      )
        return undefined
      return ordinal(
        value,
        /(?:الملكة(?: [\u0621-\u064a]{2,20}){1,2}|إليزابيث|فيكتوريا|كاترين) $/u.test(before) ? 'f' : 'm',
      )
    },
    ...initialismsOf(new Set()),
  }

  const MINUTES = ['دقيقة', 'دقيقتان', 'دقائق', 'دقيقة'] as const
  const SECONDS = ['ثانية', 'ثانيتان', 'ثوان', 'ثانية'] as const
  function counted(value: number, forms: readonly [string, string, string, string]): string {
    if (value === 1) return `${forms[0]} واحدة`
    if (value === 2) return forms[1]
    return `${cardinal(value, { gender: 'f', isAttributive: true })} ${formAfter(value, forms)}`
  }
  function minutesOf(minute: number): string {
    if (minute === 0) return ''
    const name = { 15: 'والربع', 20: 'والثلث', 30: 'والنصف' }[minute]
    return ` ${name ?? `و${counted(minute, MINUTES)}`}`
  }

  const ordinalAfter =
    /(?:^|[^\u0621-\u064a])(?:و|ب|ل)?(?:ل|ال)(?:فصل|طابق|دور|باب|جزء|صف|مركز|قرن|درس|بند|يوم|أسبوع|شهر|عام الدراسي|مرتبة|مرحلة|دفعة|جولة|حلقة|طبعة|مادة|فقرة|سنة الدراسية|مرة|دورة|نسخة|جلسة|قمة|محطة|مباراة|ذكرى|سؤال|صفحة|مستوى|فئة|درجة|آية|دائرة|حرب العالمية|ألفية) (?:ال ?)?$/u
  const dualOf = (noun: string, ending: string): string | undefined =>
    noun.endsWith('ة') ? `${noun.slice(0, -1)}ت${ending}` : WITH_DUAL.has(noun) ? noun + ending : undefined
  /** Of a noun in the plural, where it is known or regular. */
  const singularOf = (noun: string): string | undefined => {
    const broken = BROKEN_PLURALS[noun]
    if (broken !== undefined || noun.endsWith('ة') || WITH_DUAL.has(noun)) return broken ?? noun
    if (!/[\u0621-\u064a]{3}ات$/u.test(noun)) return undefined
    const stem = noun.slice(0, -2)
    return genderOf(noun) === 'f' ? `${stem}ة` : WITH_DUAL.has(stem) ? stem : undefined
  }
  const yearOf = (digits: string): string => oblique(cardinal(Number(digits), ALONE))
  const eraOf = (letter: string): string => (letter === 'م' ? 'ميلادية' : 'هجرية')
  const own: readonly Expansion[] = [
    {
      // `لـ الشركة`, `لـ "الشرق"`
      category: 'word',
      first: /[لو]/u,
      words: new Set(['ل', 'ول']),
      pattern: /(و?ل)(?: ?"| )ال(?=[\u0621-\u064a]{2})([\u0621-\u064a]{2,30})/uy,
      read: ([, head = '', rest = '']) => `${head}ل${rest}`,
    },
    {
      // `س2 + 1`: an exponent that lost its place
      category: 'math',
      first: /[\u0621-\u064a]/u,
      next: /[23]/,
      pattern: /([ء-ي])([23])(?![\p{L}\p{M}\d]|[.,:/-]\d)/uy,
      read: ([, letter, digit], { before, after }) =>
        !/[\p{L}\p{M}\d]$/u.test(before) && (/[=+×÷-] $/.test(before) || /^ ?[=+×÷]|^ - [\d\u0621-\u064a]/u.test(after))
          ? `${letter} ${grammar.symbols.get(digit === '2' ? '²' : '³')}`
          : undefined,
    },
    {
      // `في عام (1979)`
      category: 'date',
      first: /\(/,
      pattern: /\((\d{3,4})(?: ?(هـ?|م))?\)/uy,
      read: ([, year = '', era], { before }) => {
        const [, noun] = /(?:^|[^\u0621-\u064a])[بلو]?(?:ال)?(عام|سنة) $/u.exec(before) ?? []
        if (noun === undefined) return undefined
        const said = oblique(cardinal(Number(year), { gender: noun === 'سنة' ? 'f' : 'm', isAttributive: false }))
        return said + (era === undefined ? '' : era === 'م' ? ' ميلادية' : ' هجرية')
      },
    },
    {
      // `ما بين (1902 - 1909)`
      category: 'date',
      first: /\(/,
      pattern: /\((\d{3,4}) ?[-–] ?(\d{3,4}) ?(م|هـ?)?\)/uy,
      read: ([, from = '', to = '', era], { before }) =>
        /(?:^|[^\u0621-\u064a])[وف]?بين (?:عامي |سنتي )?$/u.test(before)
          ? `${yearOf(from)} و${yearOf(to)}${era === undefined ? '' : ` ${eraOf(era)}`}`
          : undefined,
    },
    {
      // `11 هـ/632م`: a year by both calendars
      category: 'date',
      first: /\d/,
      pattern: /(\d{1,4}) ?(هـ?|م) ?\/ ?(\d{1,4}) ?(هـ?|م)(?![\p{L}\p{M}\d²³])/uy,
      read: ([, one = '', era = '', other = '', otherEra = ''], { before }) =>
        era.charAt(0) === otherEra.charAt(0) || /[\p{L}\d][.,:/-]?$/u.test(before)
          ? undefined
          : `${yearOf(one)} ${eraOf(era)}, ${yearOf(other)} ${eraOf(otherEra)}`,
    },
    monthRanges(calendar, grammar),
    weekdayRanges(calendar, { written: '[-–]', say: () => 'إلى' }),
    {
      // `القرن 20م`
      category: 'ordinal',
      first: /\d/,
      pattern: /(\d{1,2}) ?(م|هـ?)(?![\p{L}\p{M}\d²³]|\.\p{L})/uy,
      read: ([, century = '', era], { before }) => {
        const said = /قرن (?:ال ?)?$/u.test(before) ? ordinal(Number(century), 'm') : undefined
        return said && `${inCase(said, before)} ${era === 'م' ? 'الميلادي' : 'الهجري'}`
      },
    },
    {
      // `الطابق الـ10`, `الفصل 3`
      category: 'ordinal',
      first: /\d/,
      pattern: /(\d{1,2})(?!\d|[.,/:%-]\d|%)/y,
      read: ([, value = ''], { before, after }) => {
        // `في الفصل 25 طالبا`
        const isCounted = PEOPLE.test(/^ ([\u0621-\u064a]{2,20})/u.exec(after)?.[1] ?? '')
        // `ليوم 7 أكتوبر`: of a month
        if (isCounted || BEGINS_IN_MONTH.test(after) || !ordinalAfter.test(before)) return undefined
        const isFeminine = /ة (?:ال ?)?$/u.test(before)
        const said = ordinal(Number(value), isFeminine ? 'f' : 'm')
        return said && inCase(said, before.replace(/[^ ]{1,12} (?:ال ?)?$/u, ''))
      },
    },
    {
      // `في الدقيقة 27`, `بالدقيقة 27:37`: of a game
      category: 'ordinal',
      first: /\d/,
      pattern: /(\d{1,2})(?::([0-5]\d))?(?!\d|[.,/:%-]\d|%)/y,
      read: ([, minute = '', second], { before }) => {
        const isMinute = /(?:^|[^\u0621-\u064a])[وف]?(?:ال|بال|لل)دقيقة (?:ال ?)?$/u.test(before)
        const said = isMinute ? ordinal(Number(minute), 'f') : undefined
        if (said === undefined) return undefined
        return oblique(said + (second === undefined ? '' : ` و${counted(Number(second), SECONDS)}`))
      },
    },
    {
      // `ال3%`, `بالـ 25 %`
      category: 'percent',
      first: /ا|ل|ب|و/,
      words: new Set(['ال', 'وال', 'بال', 'وبال', 'لل', 'ولل']),
      pattern: /(و?(?:ب?ال|لل)) ?(\d{1,3})(?:\.(\d{1,2}))? ?%/uy,
      read: ([, article = '', figures = '', fraction], { before }) => {
        const agreement = {
          ...ALONE,
          case: article.endsWith('لل') || /^و?ب/u.test(article) ? 'oblique' : caseOf(before),
        } as const
        const said = cardinal(Number(figures), agreement).replaceAll(/(?<= و)(?=[\u0621-\u064a])/gu, 'ال')
        const rest = fraction === undefined ? '' : ` ${grammar.decimals(fraction, '.', agreement)}`
        return `${article}${said}${rest} ${grammar.percent}`
      },
    },
    {
      // `الـ12`, `ال1 ساعة`: the article before a figure; of an ordinal it is part
      category: 'ordinal',
      first: /ا/,
      words: new Set(['ال', 'وال', 'بال', 'وبال', 'لل', 'ولل']),
      pattern: /(و?(?:ب?ال|لل)) ?(\d{1,3})(?![\d]|[.,:/%-]\d|%)(?: ([\u0621-\u064a]{2,12})(?![\p{L}\p{M}]))?/uy,
      read: ([whole, article = '', figures = '', noun = ''], { before }) => {
        const rest = whole.slice(article.length).trimStart()
        // `الـ 8 صباحا`
        if (/^(?:صباح|مساء|ظهر|عصر|فجر|ليلا)/u.test(noun) && Number(figures) < 13 && article.endsWith('ال'))
          return {
            spoken: article.slice(0, -2) + inCase(ordinal(Number(figures), 'f') ?? '', before),
            length: whole.length - noun.length - 1,
          }
        if (ordinalAfter.test(before)) return { spoken: '', length: whole.length - rest.length }
        const value = Number(figures)
        const isCounted = noun !== '' && !NO_NOUN.test(noun)
        const named = value === 1 ? `${noun} ${article}واحد${genderOf(noun) === 'f' ? 'ة' : ''}` : dualOf(noun, 'ين')
        if (value > 0 && value < 3 && isCounted && named !== undefined)
          return { spoken: article + named, length: whole.length }
        // `لل3`: the number itself, not what is named before
        const counted = isCounted
          ? noun
          : article.endsWith('لل')
            ? ''
            : (/([\u0621-\u064a]{2,20}) $/u.exec(before)?.[1] ?? '').replace(/^[وفبلك]?ال/u, '')
        const casus = /ين $/u.test(before) ? 'oblique' : caseOf(before)
        const said = cardinal(value, { gender: genderOf(counted), isAttributive: false, case: casus })
        const spoken = article + (value < 100 ? said.replaceAll(/(?<= و)(?=[\u0621-\u064a])/gu, 'ال') : said)
        return { spoken, length: whole.length - (noun === '' ? 0 : noun.length + 1) }
      },
    },
    {
      // `2 إلى 4 بوصات`, `بين 5 و10 مرات`: the noun after the second number is that of the first, too
      category: 'cardinal',
      first: /\d/,
      pattern: /(\d{1,2})(?= (?:إلى|الى|حتى|أو|و) ?(\d{1,3}) ([\u0621-\u064a]{2,20})(?![\p{L}\p{M}\d]))/uy,
      read: ([, value = '', to, noun = ''], { before }) => {
        if (/[\p{L}\d][.,:/-]?$|[-–] ?$/u.test(before) || NO_NOUN.test(noun) || IS_MONTH.test(noun) || Number(to) < 2)
          return undefined
        const one = singularOf(noun)
        if (Number(value) > 2)
          return cardinal(Number(value), { gender: genderOf(one ?? noun), isAttributive: false, case: caseOf(before) })
        if (one === undefined || Number(value) === 0) return undefined
        if (value === '1') return `${one} ${genderOf(one) === 'f' ? 'واحدة' : 'واحد'}`
        return dualOf(one, caseOf(before, noun) === 'nominative' ? 'ان' : 'ين')
      },
    },
    {
      // `2 ساعة`, `1 ساعة`: the dual of the noun says the number, and one follows it
      category: 'cardinal',
      first: /[12]/,
      pattern: /([12]) ([\u0621-\u064a]{2,12})(?![\p{L}\p{M}\d])/uy,
      read: ([, value, noun = ''], { before, after }) => {
        if (/[\p{L}\d][.,:/-]?$|[-–#№] ?$/u.test(before) || NO_NOUN.test(noun) || isKeyed(before, noun))
          return undefined
        // `2 دينار كويتي`: both words are inflected
        const [, next = ''] = /^ ([\u0621-\u064a]{3,20})/u.exec(after) ?? []
        if (grammar.currencies.has(`${noun} ${next}`) || grammar.units.has(`${noun} ${next}`)) return undefined
        const dual = dualOf(noun, caseOf(before, noun) === 'nominative' ? 'ان' : 'ين')
        if (dual === undefined || value === '2') return dual
        if (/^(?:ألف|مليون|مليار)$/u.test(noun)) return undefined
        return `${noun} ${genderOf(noun) === 'f' ? 'واحدة' : 'واحد'}`
      },
    },
    {
      // `دي آر. بوبو`, `جيه. كيه. رولينغ`: the letters of a name
      category: 'abbreviation',
      first: /[\u0621-\u064a]/u,
      words: new Set([...LETTER_NAMES].flatMap((name) => [name, `و${name}`])),
      next: /\./,
      pattern: /([\u0621-\u064a]{2,6})\.(?= ?[\u0621-\u064a])/uy,
      read: ([, name = ''], { before, after }) => {
        const [, last = ''] = /(?:^|[^\u0621-\u064a])و?([\u0621-\u064a]{2,5})\.? ?$/u.exec(before) ?? []
        const [, next = ''] = /^ ?([\u0621-\u064a]{2,5})\./u.exec(after) ?? []
        return LETTER_NAMES.has(last) || LETTER_NAMES.has(next) ? name : undefined
      },
    },
    {
      // `25 مارس`, `من 3 إلى 5 مايو`
      category: 'date',
      first: /\d/,
      pattern: new RegExp(
        String.raw`(\d{1,2})(?= (?:(?:إلى|حتى|و) ?\d{1,2} )?(?:${MONTHS})(?![\u0621-\u064a]))( (?:${MONTHS}))?`,
        'uy',
      ),
      read: ([, day = '', month], { before }) => {
        const said = Number(day) > 31 || /[\p{L}\d][.,:/-]?$/u.test(before) ? undefined : ordinal(Number(day), 'm')
        return said && `${inDateCase(said, before)}${month === undefined ? '' : ` من${month}`}`
      },
    },
    {
      // `500+ عميل`
      category: 'cardinal',
      first: /\d/,
      pattern: /(\d{1,9})\+(?= [\u0621-\u064a]{3})/uy,
      read: ([, value = ''], { before, after }) =>
        /[\p{L}\d][.,:/-]?$/u.test(before)
          ? undefined
          : `أكثر من ${cardinal(Number(value), agreement({ before: 'من ', after }))}`,
    },
    {
      // `15 يناير 1918 – 28 سبتمبر 1970`
      category: 'date',
      first: /[-–]/,
      pattern: new RegExp(String.raw`[-–] ?(\d{1,2}) (${MONTHS})(?![\u0621-\u064a])`, 'uy'),
      read: ([, day = '', month], { before }) =>
        Number(day) < 32 && IS_AFTER_YEAR.test(before)
          ? `إلى ${oblique(ordinal(Number(day), 'm') ?? '')} من ${month}`
          : undefined,
    },
    {
      // `عام 1967`, `سنة 15 هـ`
      category: 'date',
      first: /\d/,
      pattern:
        /(\d{3,4}|\d{1,2}(?= ?[هم](?![\p{L}\p{M}\d²³])))(?: ?(هـ?|م)(?![\p{L}\p{M}\d²³])\.?)?(?![\d]|[.,:/-]\d)/uy,
      read: ([written, year = '', era], { before, after }) => {
        if (
          !AFTER_MONTH.test(before) &&
          !/(?:^|[^\u0621-\u064a])(?:[بلو]?(?:ال)?(?:عام|سنة|عامي|سنتي|للعام|لسنة)[^.،؛]{0,24}(?:و|-|إلى) ?|[بلو]?(?:ال)?(?:عام|سنة|عامي|سنتي) )$/u.test(
            before,
          )
        )
          return undefined
        const name = era === undefined ? '' : era === 'م' ? ' ميلادية' : ' هجرية'
        const isStop = written.endsWith('.') && after.trim() === ''
        // A noun that the number follows gives it its gender, too: `سنة`, but `عام`.
        const gender = OF_SANA.test(before) ? 'f' : 'm'
        const said = oblique(cardinal(Number(year), { gender, isAttributive: false }))
        return { spoken: said + name, length: written.length - (isStop ? 1 : 0) }
      },
    },
    {
      // `(973–1048 م)`, `(303ه - 354ه)`, `توفي 1048 م`: years, not meters
      category: 'date',
      first: /\d/,
      pattern: /(\d{3,4})(?: ?(?:م|ه)? ?[-–] ?(\d{3,4}))? ?(م|ه)(?![\p{L}\p{M}\d²³./])/uy,
      read: ([, from = '', to, era], { before, after }) => {
        if (era === 'ه' && to === undefined) return undefined
        const isAside = /\($/.test(before) && /^ ?[)،,]/.test(after) && (to !== undefined || from.length === 4)
        if (
          !isAside &&
          !/(?:^|[^\u0621-\u064a])و?(?:توفي|توفيت|المتوفى|ولد|ولدت|المولود|سنة|عام|حوالي سنة) $/u.test(before)
        )
          return undefined
        const years = [from, ...(to === undefined ? [] : [to])]
        return `${years.map((year) => oblique(cardinal(Number(year), ALONE))).join(' إلى ')} ${era === 'م' ? 'ميلادية' : 'هجرية'}`
      },
    },
    {
      // `1990م`, `1445هـ`: a year by its era
      category: 'date',
      first: /\d/,
      pattern: /((?:1[89]|20)\d\dم|\d{3,4} ?هـ?)(?![\p{L}\p{M}\d²³])/uy,
      read: ([written], { before }) => {
        if (/[\p{L}\d][.,:/-]?$|(?:مسافة|سباق|طول|ارتفاع|عمق|بعد) $/u.test(before)) return undefined
        const name = written.endsWith('م') ? 'ميلادية' : 'هجرية'
        return `${oblique(cardinal(Number.parseInt(written, 10), ALONE))} ${name}`
      },
    },
    {
      // `أ. د. سارة`
      category: 'abbreviation',
      first: /[أو]/u,
      words: new Set(['أ', 'وأ']),
      pattern: /(و?)أ\. ?د\. ?(?=([\u0621-\u064a]{2,20}))/uy,
      read: ([, and = '', name = '']) => `${and}الأستاذ${isWoman(name) ? 'ة' : ''} الدكتور${isWoman(name) ? 'ة' : ''}`,
    },
    {
      // `د. ليلى`: a title agrees with the name
      category: 'abbreviation',
      first: /[دأمو]/u,
      words: new Set(['د', 'ود', 'أ', 'وأ', 'م', 'وم']),
      pattern: /(و?)([دأم])[./] ?(?=([\u0621-\u064a]{2,20}))/uy,
      read: ([, and = '', letter = '', name = '']) => {
        const title = TITLES[letter]
        return title && `${and}${title}${isWoman(name) ? 'ة' : ''}`
      },
    },
    {
      // `ق.ب`, `أ. ب. ج.`: letters that shorten what is not known
      category: 'abbreviation',
      first: /[\u0621-\u064a]/u,
      next: /\./,
      pattern:
        /(?:[\u0621-\u064a]\.){1,4}[\u0621-\u064a](?![\u0621-\u0652])\.?|(?:[\u0621-\u064a]\. ){1,4}[\u0621-\u064a]\.(?![\u0621-\u0652])/uy,
      read: ([written], context) => {
        // `2 م. و. 3`: a unit, and what follows
        if (/[\u0621-\u0652\d]$|\d $/u.test(context.before) && !/\.[^ ]/.test(written)) return undefined
        const names = [...written].flatMap((letter) => grammar.letterNames.get(letter) ?? [])
        return beforeSentenceEnd(names.join(' '), written, context)
      },
    },
    {
      // `9 ص`, `5:30 م`
      category: 'time',
      first: /\d/,
      pattern: /(\d{1,2})(?::([0-5]\d))? ?(ص|م)(?![\p{L}\p{M}\d²³])\.?/uy,
      read: ([whole, hour = '', minute = '0', half], context) => {
        if (Number(hour) > 12 || (minute === '0' && half === 'م' && !/(?:الساعة|من|إلى|حتى|-) $/u.test(context.before)))
          return undefined
        const time = { hour: Number(hour), minute: Number(minute), second: undefined, hasUnit: true }
        const spoken = clock({ ...time, half: half === 'ص' ? 'am' : 'pm' }, context)
        return { spoken, length: whole.length - (whole.endsWith('.') ? 1 : 0) }
      },
    },
    {
      // `الساعة 5`
      category: 'time',
      first: /\d/,
      pattern: /(\d{1,2})(?![\d:.,/%-]\d|\d)/y,
      read: ([, hour = ''], context) =>
        (/الساعة $/u.test(context.before) && Number(hour) <= 24) ||
        (/^ (?:صباح[اً]|ظهر[اً]|عصر[اً]|مساء|فجر[اً])/u.test(context.after) && Number(hour) >= 1 && Number(hour) <= 12)
          ? clock({ hour: Number(hour), minute: 0, second: undefined, half: undefined, hasUnit: true }, context)
          : undefined,
    },
    {
      // `%7`: the sign before the number
      category: 'percent',
      first: /%/,
      pattern: new RegExp(`% ?(${NUMERAL})`, 'y'),
      read: ([, written = '']) => {
        const numeral = parseNumeral(written, '.')
        return numeral && `${sayNumeral(numeral, ALONE, grammar)} بالمئة`
      },
    },
  ]
  return {
    grammar,
    script: {
      letters: `${LATIN}\\u0621-\\u063a\\u0641-\\u0655\\u0670-\\u06d3`,
      gaps: GAPS,
      names: arabicWords.map('letters'),
    },
    abbreviations: arabicWords.rows('abbreviations'),
    expansions: own,
    marks: { ',': '،', ';': '؛', '?': '؟' },
    needless: AFTER_AND,
    joins: PREFIX,
  }
}

/** Between `and` or a preposition of one letter and a figure. */
const GAPS = /(?<=(?<![\u0621-\u064a])[وبلفك])(?=[0-9$€£¥#@])/gu

/** `And` and a preposition of one letter are written together with the next word. */
const PREFIX = /^[وبلكف]$/u

/** `and` is written together with the next word. */
const AFTER_AND = /(?<=(?:^| )و) (?=[\u0621-\u064a])/gu

/** Writes Arabic numbers, dates, abbreviations and symbols as words. */
export const normalizeArabic = createNormalizer(loadArabic)
