/** Where a clause begins, or the term of a sum. */
const BREAK = /[\n.!?؟,،;؛:()"«»=+×÷*–]|(?<![\p{L}\p{M}\d])-/u
/** The context that rules see may begin within a clause. */
const CONTEXT_LENGTH = 48
/** What joins a number to a list. */
const AND = /(?:^|[،,] ?| )و ?$/u
/** What it is joined to: another number with what it counts, or something else that is joined itself. */
const ITEM =
  /\d[\d.,–-]{0,24}(?: [\u0621-\u0652]{1,16}){0,5}[،,]?$|(?<=(?:^|[ ،,])و)[\u0621-\u0652]{2,14}(?: [\u0621-\u0652]{2,14})?$/u
const MAX_ITEMS = 6
/** What the number in a bracket says again: `بسرعة 800 كيلومتر في الساعة (497 ميلا`. */
const SAID_BEFORE = /\d[\d.,]{0,12}(?: [\u0621-\u0652]{1,14}){1,5} \((?:أو )?$/u
/** `البالغ من العمر 21 عاما` */
const AGED = /(?:^|[^\u0621-\u064a])[وف]?(?:ال)?بالغة? من العمر $/u

/** `أعوام: 1958، 1962`: years that a noun in the construct state lists */
const IN_YEARS = /(?:^|[^\u0621-\u064a])[وفبل]?(?:أعوام|سنوات|عامي|سنتي|مواسم) ?:? ?(?:\d{4}(?:[،,] ?و?|،? و) ?){0,6}$/u

/** `بلغ المعدل، بحسب الوزارة، 12.5`: an aside, after which the clause goes on */
const ASIDE =
  /[،,] ?(?:بما في ذلك|بمن فيهم|بحسب|حسب|وفقا|وفق|طبقا|باستثناء|على|في|خلال|منذ|بعد|قبل|منها|مثلا|رغم|مع)(?: [^،,.;:!?؟\d]{1,36})?[،,] ?$/u
/** Adverbs between a verb and what is counted: `يرفض فقط 25%`. */
const ADVERBS = /(?:^| )(?:فقط|حاليا|الآن|أيضا|اليوم|أمس|كذلك|بالفعل|فعلا|سنويا|يوميا|شهريا|أسبوعيا|رسميا|الواقع)$/u
/** Conjunctions after which a clause begins. */
const OPENERS: ReadonlySet<string> = new Set('أن إن بأن لأن لكن ولكن وأن وإن بينما وبينما فيما حيث إذ كما'.split(' '))
/** After them the subject is accusative. */
const BEFORE_ACCUSATIVE = /^[وفبل]?[أإ]ن$|^و?لكن$/u
/** What happened or was done so many times. */
const TIMES = /^(?:مرة|مرات|ضعفا|أضعاف)$/u

/** Verbs and particles of which what is counted is the subject. */
const BEFORE_SUBJECT: ReadonlySet<string> = new Set(
  `هذا هذه هؤلاء تلك لدي لديك لديه لديها لدينا لديكم لديهم عندي عندك عنده عندها عندنا عندكم عندهم هناك ثمة يوجد توجد هو هي بقي بقيت تبقى تبقت يتبقى المتبقي
  وصل وصلت يصل تصل حضر حضرت يحضر شارك شاركت يشارك تشارك أصيب أصيبت قتل قتلت توفي توفيت لقي نجا جرح اعتقل فاز فازت سقط مات ولد يعمل تعمل يعيش تعيش يدرس
  مر مرت مضى مضت انقضى ينقصك ينقصني يلزمك يلزم يكفي تكفي يكفيك استفاد تخرج تقدم بيع بيعت أضيف أضيفت غادر غادرت نزح عاد عادت يفصلنا جاء جاءت دخل دخلت وقع وقعت حدث حدثت
  أيد أيدت يؤيد تؤيد عارض عارضت يعارض تعارض رفض رفضت يرفض ترفض امتنع امتنعت يمتنع استقال استقالت تأهل تأهلت يتأهل نجح نجحت ينجح رسب وفشل فشلت يفشل تفشل تظاهر تظاهرت احتج تجمع احتشد
  هاجر هاجرت فر فرت هرب تقع يقع تتواجد يتواجد تكمن يكمن غرق غرقت لجأ تطوع توافد أدلى أدلت طالبت يطالب انتشر انتشرت ينتشر انتقل انتقلت ينتقل انتحر يفضل يرى يتوقع
  عاش نشأ تخلف تغيب غاب استشهد احتجز يزال تزال زال زالت كان كانت ليس ليست بينما فيما حيث إذ
  يدعم تدعم يخشى يثق تثق يستخدم تستخدم يؤمن يريد تريد ينوي يخطط يشعر يعاني تعاني يعرف يحب يقرأ يشاهد حصل حصلت قرر قررت أعلن أكد سافر يسكنها يسكنه يقطنها يقطنه زارها زاره يزورها يزوره حضرها حضره يحضرها يحضره شاهدها شاهده يشاهدها يشاهده تابعها يتابعها كتبها يديرها سافرت التحق التحقت
  قال قالت يقول تقول صرح أجاب أجابت صوت صوتت وافق وافقت يعتقد تعتقد اعتقد أعرب أعربت اتفق اتفقت`.split(/\s+/),
)
/** Nouns of which a number is said: `سعر التذكرة 25`. */
const MEASURED =
  /^[وف]?(?:سعر|ثمن|وزن|طول|عرض|ارتفاع|عمق|مساحة|عدد|درجة|عمر|قيمة|مدة|نسبة|رصيد|مجموع|إجمالي|تكلفة|كلفة|مبلغ|حجم|سرعة|مسافة|راتب|رسوم|ضريبة|معدل|متوسط|نتيجة|سعة|قطر|فرق|باقي|أجرة|إيجار|حرارة|ضغط|نبض|سكان|أعمار|أسعار|أوزان|أطوال)$/u
/** Verbs that have no object: `انسحب 12 فريقا` */
const IS_INTRANSITIVE = /^[وف]?[اي]ن(?!ت)[\u0621-\u064a]{3}ت?$/u
/** People, who do what a verb in the present says: `سيحضر 25 وزيرا` */
export const PEOPLE =
  /^(?:شخص|رجل|امرأة|نساء|طالب|عامل|موظف|وزير|نائب|عضو|لاعب|مريض|جندي|مواطن|سائح|زائر|طفل|معلم|مدرس|مهندس|طبيب|صحفي|عالم|خبير|راكب|متطوع|متظاهر|مشارك|مسافر|لاجئ|نازح|ناخب|مرشح|ضابط|شرطي|مزارع|تاجر|كاتب|شاعر|فنان|ناشط|رئيس|سفير|قاضي|محامي|محام|متسابق|متنافس|مدعو|خريج|باحث|عائلة|أسرة|دولة|فريق|منتخب|حزب)(?:ا|ة|ات|ون|ين)?$/u
const PRESENT = /^[وف]?س?ي(?!وم|مين|سار|ناير|وني|ولي|ورو)[\u0621-\u064a]{3,}$/u
/** Verbs of which what is counted is the object, though they are in the present or people. */
const TRANSITIVE: ReadonlySet<string> = new Set(
  `يضم تضم ضم ضمت يشمل تشمل شمل شملت يستقبل تستقبل استقبل استقبلت يستضيف تستضيف استضاف استضافت يوظف توظف وظف وظفت ينقل تنقل نقل نقلت يحمل تحمل حمل حملت يستوعب تستوعب يسع تسع
  يعالج تعالج عالج عالجت يدرب تدرب يمثل تمثل يجمع تجمع جمع جمعت يوفر توفر وفر وفرت يقدم تقدم قدم قدمت يملك تملك ملك يمتلك تمتلك يحتاج تحتاج احتاج يستغرق تستغرق استغرق استغرقت يكلف تكلف كلف كلفت
  يتضمن تتضمن تضمن تضمنت يتطلب تتطلب ينتج تنتج أنتج أنتجت يزن تزن يدير تدير شهد شهدت يشهد تشهد سجل سجلت يسجل تسجل اشترى اشترت يشتري باع باعت أمضى أمضت قضى قضت يقضي نشر نشرت أطلق أطلقت أصدر أصدرت
  بنى بنت دفع دفعت يدفع حقق حققت يحقق أضاف أضافت كتب كتبت قرأ قرأت زار زارت يزور افتتح افتتحت ربح ربحت خسر خسرت كسب كسبت أنفق أنفقت اعتقلت قتلت أصابت أنقذ أنقذت رأى رأيت بلغ بلغت يبلغ تبلغ
  يبعد تبعد يقطع تقطع قطعت انتظر انتظرت وجد وجدت أخذ أخذت أعطى أعطت اختار اختارت طلب طلبت`.split(/\s+/),
)
export const VOWEL_SIGNS = /[\u064b-\u0652]/gu
const WITH_OWNER = /(?:ه|ها|هم|ك|كم|ي|نا|ت(?:ه|ها|ك|ي))$/u
/** What no subject and predicate alone have: verbs, and prepositions before the number. */
const VERB =
  /^[وف]?(?:كان|كانت|أصبح|أصبحت|بلغ|بلغت|ليس|ليست|سجل|سجلت|حقق|حققت|دفع|كلف|أضاف|ظل|صار|[يت][\u0621-\u064a]{3,}(?<!ة)|(?!ال)[\u0621-\u064a]{3,}(?<![اأ])ت)$/u
/** What has an article or an owner, so that no number belongs to it. */
const IS_DEFINITE =
  /^[وف]?ال[\u0621-\u064a]{2,}$|^[وف]?[\u0621-\u064a]{3,}(?:ها|هم)$|^[وف]?(?:عمر|طول|وزن|سعر|ثمن|عدد|عرض|عمق|راتب|ارتفاع)[هكي]$/u
/** `يعيش بها 25 ألف نسمة`, `بينهم 25 طفلا` */
const AMONG = /^[وف]?(?:ب|في|ل|من|بين|لدي|عند)(?:ه|ها|هم|هما|هن|نا)$/u
/** `في القاعة 25 طالبة`: the place, of which the sentence tells what is there */
const PLACE = /^و?(?:في|على|داخل|خلف|أمام|بجانب|لدى|عند|تحت|فوق|بين)$/u
const GOVERNING =
  /^(?:من|إلى|الى|في|على|عن|مع|حتى|منذ|خلال|بعد|قبل|فوق|تحت|بين|حوالي|نحو|قرابة|زهاء|كل|لكل|عبر|ضد|دون|أثناء|مقابل|كل|أول|آخر|أقل|أكثر|سوى|إلا|ب|ل|ك|ب(?!ال)[\u0621-\u064a]{2,}|ل(?!ل|ال)[\u0621-\u064a]{2,})$/u

export type Case = 'nominative' | 'accusative' | 'oblique'

/**
 * The case of a number by the text before it, and by what it counts, if anything. It is nominative where the number stands alone, is
 * the predicate of a noun (`السعر 25 ريالا`) or counts the subject (`وصل 25 راكبا`), accusative where it surely counts the object
 * (`تملك الشركة 25 سيارة`) or how often (`زاره 25 مرة`), and oblique after prepositions and nouns (`لمدة 20 دقيقة`) and elsewhere.
 */
export function caseOf(before: string, counted = ''): Case {
  const isWhole = before.length < CONTEXT_LENGTH
  const plain = before.replace(VOWEL_SIGNS, '')
  if (IN_YEARS.test(plain)) return 'oblique'
  if (AGED.test(plain)) return 'oblique'
  return caseIn(listStart(plain).replace(ASIDE, ' '), isWhole, counted)
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

function caseIn(before: string, isWhole: boolean, counted: string): Case {
  const clauses = before.split(BREAK)
  const clause = (clauses.at(-1) ?? '').trim()
  const words = clause.replace(ADVERBS, '').trim().split(/\s+/u)
  const last = words.at(-1) ?? ''
  if (last === '') return isWhole || clauses.length > 1 ? 'nominative' : 'oblique'
  const verb = last.replace(/^(?:[وف]|بينما)(?=[\u0621-\u064a]{3})/u, '')
  if (AMONG.test(last)) return words.some((word) => TRANSITIVE.has(word)) ? 'oblique' : 'nominative'
  // `تم بيع 25 سيارة`: a noun of what was done
  if (/^[وف]?(?:[يت]?تم|تمت|جرى|يجري)$/u.test(words.at(-2) ?? '')) return 'oblique'
  if (BEFORE_SUBJECT.has(verb) || BEFORE_SUBJECT.has(last) || IS_INTRANSITIVE.test(last)) return 'nominative'
  const ofObject = counted === '' ? 'oblique' : 'accusative'
  if (TRANSITIVE.has(verb) || BEFORE_ACCUSATIVE.test(last)) return ofObject
  if (GOVERNING.test(last)) return 'oblique'
  if (PRESENT.test(last) && PEOPLE.test(counted)) return 'nominative'
  if (TIMES.test(counted) && IS_DEFINITE.test(last)) return 'accusative'
  if (isSaidOf(words)) return 'nominative'
  if (!isWhole && clauses.length === 1) return 'oblique'
  const opener = words.findLastIndex((word) => OPENERS.has(word))
  const own = opener < 0 ? words : words.slice(opener + 1)
  if (isBeforeSubject(own, counted) || isSubject(own)) return 'nominative'
  if (TIMES.test(counted) && !MEASURED.test(last)) return 'accusative'
  return IS_DEFINITE.test(last) ? ofObject : 'oblique'
}

/** `يعمل في الشركة 45 موظفا`, `في الشركة 45 موظفا` */
function isBeforeSubject(words: readonly string[], counted: string): boolean {
  const last = words.at(-1) ?? ''
  if (words.length < 2 || MEASURED.test(last)) return false
  // `حضر الحفل 25 وزيرا`
  if (/^[وف]?س?ي?(?:حضر|دخل|غادر)ت?$/u.test(words[0] ?? '') && PEOPLE.test(counted) && words.length === 2) return true
  if (BEFORE_SUBJECT.has(words[0] ?? '') && words.length > 2 && /^(?:في|من|على|إلى)$/u.test(words[1] ?? '')) return true
  return counted !== '' && PLACE.test(words[0] ?? '') && IS_DEFINITE.test(last) && words.length < 4
}

/** `… وعدد صفحاتها 40`: another clause, unless a verb before has the numbers for its objects */
function isSaidOf(words: readonly string[]): boolean {
  const [noun = '', owner = ''] = words.slice(-2)
  return (
    /^و/u.test(noun) &&
    MEASURED.test(noun) &&
    /[\u0621-\u064a]{2}(?:ه|ها|هم)$/u.test(owner) &&
    !words.some((word) => VERB.test(word) || TRANSITIVE.has(word))
  )
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
    // Before a noun: `مئتا شخص`, not `خمسون ألفا`
    .replaceAll(/(?<=^| و)(مئت|ألف|مليون|مليار|تريليون)ا(?= |$)/gu, '$1ي')
    .replaceAll(/(مئت|ألف|اثن|اثنت|مليون|مليار|تريليون)ان(?=[ ،]|$)/gu, '$1ين')

/** As the object of a verb: `خمسا وعشرين` */
export const accusative = (said: string): string =>
  oblique(said)
    .replaceAll(/(?<=^| و)(واحد|ثلاث|أربع|خمس|ست|سبع|ثماني|تسع)(?= و[\u0621-\u064a]{2,5}ين(?: |$))/gu, '$1ا')
    .replace(/^(ألف|مليون|مليار)(?= و)/u, '$1ا')

/** The dual of a noun and of its adjectives: `مترين مربعين`. */
export const obliqueDual = (dual: string): string => dual.replaceAll(/ان(?= |$)/gu, 'ين')
