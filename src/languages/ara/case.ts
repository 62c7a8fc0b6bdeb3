import type { Agreement } from '../reading/grammar.ts'

/** Where a clause begins, or the term of a sum. */
const BREAK = /[\n.!?؟,،;؛:()"«»=+×÷*–]|(?<![\p{L}\p{M}\d])-/u
/** The context that rules see may begin within a clause. */
const CONTEXT_LENGTH = 48
/** What joins a number to a list. */
const AND = /(?:^|[،,] ?| )و ?$/u
/** What it is joined to: another number with what it counts, or something else that is joined itself. */
const ITEM =
  /\d[\d.,–-]{0,24}(?: [\u0621-\u0652]{1,14}){0,3}$|(?<=(?:^|[ ،,])و)[\u0621-\u0652]{2,14}(?: [\u0621-\u0652]{2,14})?$/u
const MAX_ITEMS = 6
/** What the number in a bracket says again: `بسرعة 800 كيلومتر في الساعة (497 ميلا`. */
const SAID_BEFORE = /\d[\d.,]{0,12}(?: [\u0621-\u0652]{1,14}){1,5} \($/u
/** `البالغ من العمر 21 عاما` */
const AGED = /(?:^|[^\u0621-\u064a])[وف]?(?:ال)?بالغة? من العمر $/u

/** Verbs and particles of which what is counted is the subject. */
const BEFORE_SUBJECT: ReadonlySet<string> = new Set(
  `هذا هذه هؤلاء تلك لدي لديك لديه لديها لدينا لديكم لديهم عندي عندك عنده عندها عندنا عندكم عندهم هناك ثمة يوجد توجد هو هي بقي بقيت تبقى تبقت يتبقى المتبقي
  وصل وصلت يصل تصل حضر حضرت يحضر شارك شاركت يشارك تشارك أصيب أصيبت قتل قتلت توفي توفيت لقي نجا جرح اعتقل فاز فازت سقط مات ولد يعمل تعمل يعيش تعيش يدرس
  مر مرت مضى مضت انقضى ينقصك ينقصني يلزمك يلزم يكفي تكفي يكفيك استفاد تخرج تقدم بيع بيعت أضيف أضيفت غادر غادرت نزح عاد عادت يفصلنا جاء جاءت دخل دخلت وقع وقعت حدث حدثت
  أيد أيدت يؤيد تؤيد عارض عارضت يعارض تعارض رفض رفضت يرفض ترفض امتنع امتنعت يمتنع استقال استقالت تأهل تأهلت يتأهل نجح نجحت ينجح رسب تظاهر تظاهرت احتج تجمع احتشد
  هاجر هاجرت فر فرت هرب غرق غرقت لجأ تطوع توافد أدلى أدلت طالبت يطالب انتشر انتشرت ينتشر انتقل انتقلت ينتقل انتحر يفضل يرى يتوقع
  عاش نشأ تخلف تغيب غاب استشهد احتجز
  قال قالت يقول تقول صرح أجاب أجابت صوت صوتت وافق وافقت يعتقد تعتقد اعتقد أعرب أعربت اتفق اتفقت`.split(/\s+/),
)
/** Nouns of which a number is said: `سعر التذكرة 25`. */
const MEASURED =
  /^[وف]?(?:سعر|ثمن|وزن|طول|عرض|ارتفاع|عمق|مساحة|عدد|درجة|عمر|قيمة|مدة|نسبة|رصيد|مجموع|إجمالي|تكلفة|كلفة|مبلغ|حجم|سرعة|مسافة|راتب|رسوم|ضريبة|معدل|متوسط|نتيجة|سعة|قطر|فرق|باقي|أجرة|إيجار|حرارة|ضغط|نبض)$/u
/** Verbs that have no object: `انسحب 12 فريقا` */
const IS_INTRANSITIVE = /^[وف]?[اي]ن(?!ت)[\u0621-\u064a]{3}ت?$/u
const VOWEL_SIGNS = /[\u064b-\u0652]/gu
const WITH_OWNER = /(?:ه|ها|هم|ك|كم|ي|نا|ت(?:ه|ها|ك|ي))$/u
/** What no subject and predicate alone have: verbs, and prepositions before the number. */
const VERB =
  /^[وف]?(?:كان|كانت|أصبح|أصبحت|بلغ|بلغت|ليس|ليست|سجل|سجلت|حقق|حققت|دفع|كلف|أضاف|ظل|صار|[يت][\u0621-\u064a]{3,}(?<!ة))$/u
const GOVERNING =
  /^(?:من|إلى|الى|في|على|عن|مع|حتى|منذ|خلال|بعد|قبل|فوق|تحت|بين|حوالي|نحو|قرابة|زهاء|كل|لكل|عبر|ضد|دون|أثناء|مقابل|كل|أول|آخر|أقل|أكثر|سوى|إلا|ب|ل|ك|ب(?!ال)[\u0621-\u064a]{2,}|ل(?!ل|ال)[\u0621-\u064a]{2,})$/u

/**
 * The case of a number by the text before it. It is nominative where the number stands alone, is the predicate of a noun (`السعر 25 ريالا`)
 * or counts the subject (`وصل 25 راكبا`), and oblique after verbs, prepositions and nouns (`لمدة 20 دقيقة`), as most numbers in a text are.
 */
export function caseOf(before: string): NonNullable<Agreement['case']> {
  const isWhole = before.length < CONTEXT_LENGTH
  const plain = before.replace(VOWEL_SIGNS, '')
  if (AGED.test(plain)) return 'oblique'
  return caseIn(listStart(plain), isWhole)
}

/** The text before the first number of a list to which this one belongs. */
function listStart(before: string): string {
  const said = SAID_BEFORE.exec(before)
  if (said !== null) return before.slice(0, said.index)
  let text = before
  for (let items = 0; items < MAX_ITEMS; items++) {
    const and = AND.exec(text)
    if (and === null) return text
    const head = text.slice(0, and.index).trimEnd()
    const item = ITEM.exec(head)
    if (item === null) return text.slice(0, -and[0].trimStart().length)
    text = head.slice(0, item.index)
  }
  return text
}

function caseIn(before: string, isWhole: boolean): NonNullable<Agreement['case']> {
  const clauses = before.split(BREAK)
  const words = (clauses.at(-1) ?? '').trim().split(/\s+/u)
  const last = words.at(-1) ?? ''
  if (last === '') return isWhole || clauses.length > 1 ? 'nominative' : 'oblique'
  if (
    BEFORE_SUBJECT.has(last.replace(/^و(?=[\u0621-\u064a]{3})/u, '')) ||
    BEFORE_SUBJECT.has(last) ||
    IS_INTRANSITIVE.test(last)
  )
    return 'nominative'
  if (!isWhole && clauses.length === 1) return 'oblique'
  // `يعمل في الشركة 45 موظفا`
  if (
    BEFORE_SUBJECT.has(words[0] ?? '') &&
    /^(?:في|من|على|إلى)$/u.test(words[1] ?? '') &&
    words.length > 2 &&
    !GOVERNING.test(last) &&
    !MEASURED.test(last)
  )
    return 'nominative'
  return isSubject(words) && !GOVERNING.test(last) ? 'nominative' : 'oblique'
}

/** Whether nothing but a definite noun and what belongs to it goes before. */
function isSubject([first = '', ...others]: readonly string[]): boolean {
  if (others.some((word) => VERB.test(word))) return false
  if (/^[وف]?ال[\u0621-\u064a]{2,}$/u.test(first)) return true
  const stem = first.replace(WITH_OWNER, (owner) => (owner.startsWith('ت') ? 'ة' : ''))
  if (stem !== first && (MEASURED.test(stem) || MEASURED.test(`${stem}ة`))) return true
  return MEASURED.test(first) && others.some((word) => /^ال/u.test(word) || WITH_OWNER.test(word))
}

/** As after a noun, a verb or a preposition: `ألفين وخمسة وعشرين`, `ساعتين`. */
export const oblique = (said: string): string =>
  said
    .replaceAll(/(عشر|ثلاث|أربع|خمس|ست|سبع|ثمان|تسع)ون(?=[ ،]|$)/gu, '$1ين')
    .replaceAll(/(اثن|اثنت)ا(?= عشر)/gu, '$1ي')
    .replaceAll(/(مئت|ألف|اثن|اثنت|مليون|مليار|تريليون)ان(?=[ ،]|$)/gu, '$1ين')

/** The dual of a noun and of its adjectives: `مترين مربعين`. */
export const obliqueDual = (dual: string): string => dual.replaceAll(/ان(?= |$)/gu, 'ين')
