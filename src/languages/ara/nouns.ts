// What Arabic numbers count: its gender, its plurals, and the names of women.

/** Of a counted noun: the plural for 3 to 10, then the singular. */
export function formAfter(count: number, [one, , few, many]: readonly [string, string, string, string]): string {
  const last = count % 100
  if (last >= 3 && last <= 10) return few
  return last >= 11 ? many : one
}

/** Feminine where the noun ends in ة, or in the plural ات of most feminine nouns; plurals in اء are of men: `خمسة سفراء`. */
export const isFeminineNoun = (noun: string): boolean =>
  /(?:ة|ات|ى)$/.test(noun) || FEMININE_PLURALS.has(noun.replace(/^ال/, ''))
const FEMININE_PLURALS: ReadonlySet<string> = new Set(
  'سماء صحراء مرات دقائق ثوان ليال غرف مدن نسخ قطع صور كتل شركات طرق رسائل حقائب رحلات جزر قرى دول نقاط تذاكر مراحل شقق مناطق جوائز مواد علب قنابل سفن أشجار أوراق أفكار معارك محطات مدارس سنين سنوات نساء بنات أمهات ثواني ليالي أراض أراضي أياد أيادي أيد أعين عيون كؤوس آبار أرجل أقدام آذان أسنان أصابع شموس نيران رياح حروب قصص أسر لغات جمل حصص خطط قمم أمم نسب مهام نوافذ مزارع عواصم قوائم عواصف كوارث قذائف صحف مجازر جرائم وظائف ضرائب فواتير أغان أغاني قضايا هدايا ضحايا زوايا خلايا مزايا ملاعق حدائق تجارب دوائر سيقان أسواق دور عينا بئرا كأسا أرضا حربا نارا يدا قدما سنا دارا بنتا إصبعا ساقا سوقا شمسا نفسا أذنا'.split(
    ' ',
  ),
)
export const MASCULINE_PLURALS: ReadonlySet<string> = new Set(
  'أجهزة أسئلة أسلحة أنظمة أنشطة أدوية أعمدة أبنية أساتذة طلبة قادة أمتعة أمثلة أحذية أطعمة خيارات دولارات ريالات جنيهات كيلومترات غرامات كيلوغرامات مطارات حيوانات قطارات اجتماعات إعلانات حسابات مليارات امتحانات مشروبات أصدقاء أعضاء أطباء أجزاء أسماء شتاء مساء'.split(
    ' ',
  ),
)

/** Masculine nouns that are written in the singular after a 2. */
export const WITH_DUAL: ReadonlySet<string> = new Set(
  'يوم شهر أسبوع عام كتاب شخص طلب طالب عضو موظف ملف مفتاح مقعد كرسي كوب متر كيلومتر كيلوغرام غرام لتر دولار ريال درهم دينار جنيه مليون مليار ألف طرد منتج عميل حساب موعد قرص'.split(
    ' ',
  ),
)

export const BROKEN_PLURALS: Readonly<Record<string, string>> = {
  أيام: 'يوم',
  أشهر: 'شهر',
  شهور: 'شهر',
  أسابيع: 'أسبوع',
  أعوام: 'عام',
  سنوات: 'سنة',
  سنين: 'سنة',
  دقائق: 'دقيقة',
  ثوان: 'ثانية',
  ثواني: 'ثانية',
  أشخاص: 'شخص',
  كتب: 'كتاب',
  أمتار: 'متر',
  أكواب: 'كوب',
  ملاعق: 'ملعقة',
  غرف: 'غرفة',
  ليال: 'ليلة',
  ليالي: 'ليلة',
  حبوب: 'حبة',
  أقراص: 'قرص',
}

/** Plurals of masculine verbal nouns: `تنبيهات`, `إشعارات`, `اجتماعات`, `استفسارات`. */
export const VERBAL_NOUNS = /^(?:ال)?(?:ت..ي.|[اإ].ت.ا.|[اإ]ست..ا.|إ..ا.|[اإ]ن..ا.)ات$/u

/** Nouns that a number from 3 to 10 counts, by their form. */
export const isPlural = (noun: string): boolean =>
  BROKEN_PLURALS[noun] !== undefined ||
  /^[أآ][\u0621-\u064a]{3,4}$|.ات$|^[\u0621-\u064a]{2}ا[\u0621-\u064a]{1,2}$/u.test(noun)

const MALE_NAMES: ReadonlySet<string> = new Set(
  'أسامة حمزة طلحة عبيدة معاوية قتادة عكرمة حذيفة مصطفى موسى عيسى يحيى مرتضى علاء بهاء ضياء براء'.split(' '),
)
const FEMALE_NAMES: ReadonlySet<string> = new Set(
  'مريم زينب سعاد هند دعد نور رباب إيمان أحلام إلهام ابتسام سهام ريم رنا دانا لينا دينا سحر سمر منار شهد رهف أمل آمال حنان جيهان نوال وفاء رانيا داليا ناديا صوفيا'.split(
    ' ',
  ),
)

export const isWoman = (name: string): boolean =>
  /(?:ة|ى|اء)$/u.test(name) ? !MALE_NAMES.has(name) : FEMALE_NAMES.has(name)
