import type { Context, Expansion, Reading } from './expansion.ts'
import type { Agreement, Amount, Currency, Grammar, Noun, Numeral } from './grammar.ts'
import { ALONE } from './grammar.ts'
import { caseAfter, digitByDigit, isYear, NUMERAL, parseNumeral, rangeLink, sayNumeral } from './numeral.ts'

/** The source of a pattern that matches one of the keys, the longest first. */
export const anyOf = (keys: Iterable<string>): string =>
  [...keys]
    .sort((one, other) => other.length - one.length)
    .map((key) => key.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', ' ?'))
    .map((source) => source.replaceAll(/(?<=\p{L})[²³]/gu, (mark) => `(?: ?${mark}|\\^${mark === '²' ? 2 : 3})`))
    .join('|')

/** Finds what `anyOf` the keys of a table matched: spaces in keys need not be written, `km ²` and `km^2` are `km²`. */
export function finderIn<T>(table: ReadonlyMap<string, T>): (written: string) => T | undefined {
  const bare = (key: string): string =>
    /[ ^]/.test(key) ? key.replaceAll(' ', '').replace('^2', '²').replace('^3', '³') : key
  const byKey = new Map(Array.from(table, ([key, value]) => [bare(key), value]))
  return (written) => byKey.get(bare(written))
}

/** Without the full stop that ends the sentence. */
export const beforeSentenceEnd = (spoken: string, match: string, { after }: Context): Reading => ({
  spoken,
  length: match.endsWith('.') && after.trim() === '' ? match.length - 1 : match.length,
})

/** Units that are letters of names right after a number: `27A`, `4K`. */
const IS_LETTER_OF_CODE = /^[AKNJBdt]$/
/** The sign in the tables of units for how often: it belongs to products, too. */
export const TIMES = '×'
/** The sign of inches in the tables of units; folded text has a quotation mark. */
export const INCH = '″'
/** What `K` and `M` after a number are thousands and millions of, in every language */
const COUNTED_IN_THOUSANDS = [
  '[Tt]okens?|[Uu]sers?|usuari[oa]s|usu[aá]rios|utilisateurs|utenti|gebruikers|Nutzer|seguidores|seguaci|[Ff]ollowers?|volgers',
  'suscriptores|inscritos|abonnés|abonnees|iscritti|Abonnenten|habitantes|habitants|abitanti|inwoners|Einwohner',
  'personas|TPM|RPM|TPS|pessoas|personnes|persone|mensen|Menschen|clientes|clients|clienti|klanten|Kunden|[Ee]uros?|dólares|dollars?',
  'dollari|Dollar|pesos|reais|par[aáâ]metros|paramètres|parametri|parameters|Parameter|visitas|visualizaciones',
  'visualizações|visualizzazioni|vues|[Vv]iews|weergaven|Aufrufe|descargas|[Dd]ownloads?|téléchargements|[Ll]ikes',
  'टोकन|लोग|यूज़र|उपयोगकर्ता|फ़ॉलोअर्स|सब्सक्राइबर|रुपये|डॉलर|व्यूज़|مستخدم|متابع|مشترك|شخص|دولار|ريال|يورو|مشاهدة',
].join('|')
/** Magnets of hospitals */
const MAGNET_BEFORE =
  /(?:^|[^\p{L}])(?:IRM|MRT|MRI|RMN?|NMR|r[ée]s+on[aâ]n\p{L}{1,6}|risonanz\p{L}|magn[eéè]t\p{L}{0,20}|aimants?|im[áa]n)(?!\p{L})(?:[^.,;!?]|[.,]\d){0,30}$/iu
const MAGNET_AFTER = /^[ -](?:IRM|MRT|MRI|RMN?|magn[eéè]t)/iu
const NOT_IN_WORD = String.raw`(?![\p{L}\p{M}\d])`
/** Another quantity is open to one, too (`23 kg/50 lb`), and what is shortened with a stroke (`c/8 h`). */
export const AFTER_STROKE = /\d ?[\p{L}°]{1,4}\/ ?$|(?:^|[^\p{L}\p{M}\d])[cspCSP]\/ ?$/u
/** Whether a number may begin after this text: it is no part of a word, a code or another number. */
export const opensNumber = (before: string): boolean => !/[\p{L}\p{M}\d][.,:/-]?$/u.test(before)
/** The same of what is counted, which may be the second in a range or a product, too. */
export const opensQuantity = (before: string): boolean =>
  opensNumber(before) ||
  /\d(?:[-–]|[xX×])$/.test(before) ||
  AFTER_STROKE.test(before) ||
  /\p{Sc} ?\d[\d.,]{0,8}\/ ?$/u.test(before)

/** Whether the last mark that is not the sign of inches opens a quotation. */
function isQuotationOpen(before: string): boolean {
  let isOpen = false
  for (const { index } of before.matchAll(/"/g)) isOpen = !isOpen && !/\d/.test(before.charAt(index - 1))
  return isOpen
}

/** Seasons and years of accounts are written as two years; before, two years are more often the ends of a war. */
const PAIRED_SINCE = 1900

/** The rules of numbers, which go to different places among the others. */
interface Quantities {
  /** Numbers with what they count: units, money, percent; and ranges of them. */
  readonly counts: readonly Expansion[]
  /** Bare numbers and ranges of them. */
  readonly numbers: readonly Expansion[]
}

/** Powers of ten that the words for a million and the like stand for, where numbers are said with the same word. */
function powersOf({ cardinal, scales }: Grammar): ReadonlyMap<string, number> {
  const powers = [1e3, 1e6, 1e9, 1e12]
  // In Hindi a hundred thousand has a name of its own.
  const saidWith = powers.map((power) =>
    [3, 100].flatMap((count) => {
      const said = cardinal(count * power, ALONE)
      return said.startsWith(cardinal(count, ALONE)) ? [said] : []
    }),
  )
  return new Map(
    [...scales].flatMap(([written, spoken]) => {
      const names = spoken.toLowerCase().split('|')
      const at = saidWith.findIndex((said) =>
        said.some((each) => names.some((name) => each.toLowerCase().endsWith(name))),
      )
      return at < 0 ? [] : [[written, powers[at] as number] as const]
    }),
  )
}

/** `MIO.`, `Bi`: every way to write the word for a million and the like, and the way in the table. */
function scaleSpellings(scales: Grammar['scales']): ReadonlyMap<string, string> {
  const longer = [...scales.keys()].filter((word) => /^\p{L}\p{Ll}/u.test(word))
  return new Map([
    ...longer.flatMap((word) =>
      [word.toLowerCase(), word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()].map(
        (written) => [written, word] as const,
      ),
    ),
    ...Array.from(scales.keys(), (word) => [word, word] as const),
  ])
}

export function quantities(grammar: Grammar): Quantities {
  const { units, currencies, scales } = grammar
  const spellings = scaleSpellings(scales)
  const scaleWord = finderIn(spellings)
  const scale = scales.size === 0 ? '(?!)' : anyOf(spellings.keys())
  const signs = anyOf([...[...units.keys()].filter((sign) => sign !== TIMES), ...currencies.keys(), '%', '‰'])
  const currencySigns = anyOf([...currencies.keys()].filter((sign) => sign.length < 6))
  const names = new Set(
    [...currencies.values()].flatMap(({ one, many }) => [one, many].map((name) => name.split(' ')[0] ?? '')),
  )
  const currencyWords = [...currencies.keys()].flatMap(
    (sign) => /^[\p{L}\p{M}]{1,5}/u.exec(sign)?.[0].toLowerCase() ?? [],
  )
  const range = `(?: ?[-–〜] ?(?<to>${NUMERAL}))?`
  // `R$ 500 - 10% de desconto`: no range
  const moneyRange = `(?: ?[-–〜] ?(?<to>${NUMERAL})(?! ?[%‰]))?`
  const scaled = `(?:(?<scale> ?(?:${scale}))${NOT_IN_WORD})?`
  const powerOf = finderIn(powersOf(grammar))
  const scaleOf = finderIn(scales)
  const unitOf = finderIn(units)
  const currencyOf = finderIn(currencies)
  const tesla = unitOf('tesla')
  const more = grammar.symbols.get('n+')
  const countExpansions: readonly Expansion[] = [
    {
      // `5%-10%`, `5 € - 10 €`, `£3-£5`, `US$5-US$10`
      category: 'range',
      first: /[-–]/,
      pattern: /[-–] ?(?=\d|[A-Z]{0,3}\p{Sc} ?\d)/uy,
      read: ([dash], { before, after }) => {
        const isSpaced = dash.length > 1 || before.endsWith(' ')
        const [, sign = ''] = /\d ?([%‰€£$₹¥°]) ?$/.exec(before) ?? []
        const [, code = ''] = /((?<!\p{L})[A-Z]{0,3}\p{Sc}) ?\d[\d.,]{0,12}(?: ?\p{L}{1,8}\.?)? ?$/u.exec(before) ?? []
        const isRange =
          sign === ''
            ? code !== '' && after.startsWith(code)
            : isSpaced
              ? /^\d[\d.,]{0,12} ?([%‰€£$₹¥°])/.exec(after)?.[1] === sign
              : sign !== '$' && /^\d/.test(after)
        if (!isRange) return undefined
        if (!isSpaced) return rangeLink(before, grammar)
        // `$500 - $200 = $300`
        if (/^[^=]{1,20}=/.test(after)) return grammar.minus
        return isFalling(before, after) ? undefined : rangeLink(before, grammar)
      },
    },
    {
      // `12€50`
      category: 'money',
      first: /\d/,
      pattern: /(\d{1,6})([€£$])(\d\d)(?![\d\p{L}]|[.,]\d)/uy,
      read: ([, coins = '', sign = '', fraction = ''], context) => {
        const currency = currencyOf(sign)
        if (currency === undefined || !opensQuantity(context.before)) return undefined
        const numeral = { isNegative: false, whole: coins, fraction, mark: grammar.decimalMark(context.country) }
        return sayMoney({ numeral, scale: undefined }, currency, context)
      },
    },
    {
      // `3 T` of a magnet
      category: 'measure',
      first: /\d/,
      pattern: new RegExp(`(?<from>${NUMERAL})[ -]?T${NOT_IN_WORD}`, 'uy'),
      read: ({ groups }, context) => {
        const { before, after } = context
        if (tesla === undefined || !opensQuantity(before)) return undefined
        if (!MAGNET_BEFORE.test(before) && !MAGNET_AFTER.test(after)) return undefined
        return sayQuantity(groups?.from ?? '', undefined, undefined, context, undefined, (amount) =>
          counted(amount, tesla, context),
        )
      },
    },
    money(/[^\p{L}\p{M}\d\s]/u),
    money(/\p{L}/u, new Set(currencyWords)),
    {
      category: 'measure',
      first: /[\d-]/,
      pattern: new RegExp(
        `(?<from>-?${NUMERAL})${range}${scaled}${more === undefined ? '' : '(?<more>\\+)?'}(?<gap> ?)(?:de |d')?(?<sign>${signs})(?:${NOT_IN_WORD}|(?<=°)(?=[A-Z](?![\\p{L}\\p{M}\\d])))`,
        'uy',
      ),
      read: (match, context) => {
        const { from = '', to, scale: word, sign = '', gap = '', more: plus } = match.groups ?? {}
        if (!opensQuantity(context.before)) return undefined
        if (gap === '' && IS_LETTER_OF_CODE.test(sign)) return undefined
        // `porte 2 de l'immeuble`: an article
        if (/^['’]\p{L}/u.test(context.after)) return undefined
        // `1000 - 10º andar`
        if (/[º°]/.test(sign) && /\d - \d/.test(match[0])) return undefined
        // `300 d. C.`: an era
        if (/^[ad]\.?$/.test(sign) && /^\.? ?C(?:\.|risto)?(?!\p{L})/u.test(context.after)) return undefined
        // `Gleis 7 A-C`
        if (/^\p{Lu}$/u.test(sign) && /^[-–]\p{L}/u.test(context.after)) return undefined
        const currency = currencyOf(sign)
        const noun = unitOf(sign)
        const isPercent = sign === '%' || sign === '‰'
        if (currency === undefined && noun === undefined && !isPercent) return undefined
        const spoken = sayQuantity(from, to, word, context, undefined, (amount, around) => {
          if (isPercent) {
            const name = sign === '%' ? grammar.percent : grammar.perMille
            const agreement =
              grammar.countsPercent === true
                ? grammar.agreement({ before: around.before, after: ` ${name}` })
                : { ...ALONE, ...caseAfter(around.before, grammar) }
            return `${sayAmount(inOwnMark(amount, around), agreement)} ${name}`
          }
          if (currency !== undefined) return sayMoney(amount, currency, around)
          return counted(amount, noun as Noun, around)
        })
        if (spoken === undefined) return undefined
        return beforeSentenceEnd(plus === undefined ? spoken : `${spoken} ${more}`, match[0], context)
      },
    },
    {
      // `1M tokens`, `500K usuarios`, but the company `3M`, `18K` of gold and sizes
      category: 'cardinal',
      first: /\d/,
      pattern: new RegExp(
        `(?<from>${NUMERAL})(?<scale>[MK])(?= (?:de |d'|di )?(?:${COUNTED_IN_THOUSANDS})(?![\\p{L}\\p{M}]))`,
        'uy',
      ),
      read: ({ groups }, context) => {
        const { from = '', scale: letter = '' } = groups ?? {}
        const key = [letter, letter === 'K' ? 'k' : '', letter === 'K' ? 'Tsd.' : ''].find((each) => scales.has(each))
        if (key === undefined || !opensQuantity(context.before)) return undefined
        const numeral = parse(from, context)
        const said = numeral && sayAmount({ numeral, scale: key }, grammar.agreement(context, from))
        const link = letter === 'M' && !/^ (?:de |d'|di )/.test(context.after) ? grammar.millionLink : undefined
        return said && link !== undefined ? `${said} ${link}` : said
      },
    },
  ]
  const inch = unitOf(INCH)
  const numberExpansions: readonly Expansion[] = [
    {
      // `55"`, unless the mark closes a quotation
      category: 'measure',
      first: /\d/,
      pattern: new RegExp(`(?<from>${NUMERAL})"(?![A-Za-z\\d])`, 'uy'),
      read: ({ groups }, context) => {
        const { before } = context
        if (inch === undefined || !opensQuantity(before) || isQuotationOpen(before)) return undefined
        return sayQuantity(groups?.from ?? '', undefined, undefined, context, undefined, (amount) =>
          counted(amount, inch, context),
        )
      },
    },
    {
      category: 'range',
      first: /\d/,
      pattern: new RegExp(
        String.raw`(?<from>${NUMERAL}) ?[-–〜] ?(?<to>${NUMERAL})${scaled}(?![\d/ºª°½⅓⅔¼¾-]|[.,]\d)`,
        'uy',
      ),
      read: (match, context) => {
        const { from = '', to, scale: word } = match.groups ?? {}
        if (!opensQuantity(context.before) || /[-–/]$/.test(context.before)) return undefined
        if (/^0\d/.test(from) || /^0\d/.test(to ?? '') || /^ ?=/.test(context.after)) return undefined
        const isCounted =
          grammar.contexts['before-range']?.(context.before) === true || grammar.agreement(context).isAttributive
        return sayQuantity(
          from,
          to,
          word,
          context,
          undefined,
          (amount, around) => sayAmount(amount, grammar.agreement(around, to)),
          isCounted,
        )
      },
    },
    {
      // Scores and scales: `3:1`
      category: 'range',
      first: /\d/,
      pattern: /(\d{1,3}):(\d{1,6})(?![\d:])/y,
      read: ([, from = '', to = ''], { before }) =>
        opensNumber(before)
          ? `${grammar.cardinal(Number(from), ALONE)} ${grammar.ratio ?? grammar.range(true)} ${grammar.cardinal(Number(to), ALONE)}`
          : undefined,
    },
    {
      category: 'cardinal',
      first: /[\d-]/,
      pattern: new RegExp(`(?<from>-?${NUMERAL})${scaled}`, 'uy'),
      read: (match, context) => {
        const { from = '', scale: word } = match.groups ?? {}
        if (from.startsWith('-') && /[\p{L}\p{M}\d)\]]$/u.test(context.before)) return undefined
        const numeral = parse(from, context)
        if (numeral === undefined) return undefined
        // `2&1`: of a game, whoever is named after it
        const agreement = /\d ?& ?$/.test(context.before) ? ALONE : grammar.agreement(context, from)
        const amount = { numeral, scale: word && scaleWord(word.trim()) }
        return sayAmount(word === undefined ? amount : inOwnMark(amount, context), agreement, isYear(from))
      },
    },
    {
      // What no number is made of: figures without end, separators in disorder
      category: 'cardinal',
      first: /\d/,
      pattern: /\d{1,40}/y,
      read: ([digits]) => digitByDigit(digits, grammar),
    },
  ]
  return { counts: countExpansions, numbers: numberExpansions }

  function money(first: RegExp, words?: ReadonlySet<string>): Expansion {
    return {
      category: 'money',
      first,
      ...(words && { words }),
      pattern: new RegExp(
        `(?<minus>-)?(?<sign>${currencySigns})(?: ?(?<from>-?${NUMERAL})${moneyRange}${scaled}(?: ?(?<code>${currencySigns})${NOT_IN_WORD})?)`,
        'uy',
      ),
      read: (match, context) => {
        const { sign = '', code = sign, from = '', to, scale: word, minus = '' } = match.groups ?? {}
        if (/^[\p{L}]/u.test(sign) && /[\p{L}\d]$/u.test(context.before)) return undefined
        // A word for a currency follows its number in Arabic: `ريال 2-1` is a score.
        if (/^[\u0621-\u064a]{3,}$/u.test(sign)) return undefined
        const currency = currencyOf(code) ?? currencyOf(sign)
        if (currency === undefined) return undefined
        const style = /^(?:[\p{L}]{0,3}\$|£|¥)/u.test(sign) && /^\d{1,3},\d{3}$/.test(from) ? '.' : undefined
        // `$20 dólares`: the sign and the word are said once.
        const [, next = ''] = /^ (\p{L}{2,20})/u.exec(context.after) ?? []
        const isNamed = names.has(next.toLowerCase())
        return sayQuantity(minus + from, to, word, context, style, (amount, around) =>
          isNamed ? sayAmount(amount, grammar.agreement(around)) : sayMoney(amount, currency, around),
        )
      },
    }
  }

  /** Whether the amount after a dash is less than the one before it: no range. */
  function isFalling(before: string, after: string): boolean {
    const [, from = '', scaleBefore = ''] = /(\d[\d.,]{0,12})([^\d.,]{0,12})$/.exec(before) ?? []
    const [, to = '', scaleAfter = ''] = /^\D{0,6}(\d[\d.,]{0,12})( ?\p{L}{0,12})/u.exec(after) ?? []
    if ([scaleBefore, scaleAfter].some((written) => scaleWord(written.replaceAll(/[^\p{L}.]/gu, '')) !== undefined))
      return false
    const [first, last] = [from, to].map((written) => parse(written.replace(/[.,]$/, ''), { before, after }))
    if (first === undefined || last === undefined) return false
    return Number(`${first.whole}.${first.fraction}`) > Number(`${last.whole}.${last.fraction}`)
  }

  function parse(written: string, { country }: Context, style?: '.'): Numeral | undefined {
    return parseNumeral(written, style ?? grammar.decimalMark(country))
  }

  function sayQuantity(
    from: string,
    to: string | undefined,
    scaleWritten: string | undefined,
    context: Context,
    style: '.' | undefined,
    say: (amount: Amount, context: Context) => string,
    isCounted = true,
  ): string | undefined {
    const word = scaleWritten === undefined ? undefined : scaleWord(scaleWritten.trim())
    const first = parse(from, context, style)
    if (first === undefined) return undefined
    if (to === undefined) return say({ numeral: first, scale: word }, context)
    const last = parse(to, context, style)
    if (last === undefined) return undefined
    // Two like numbers are a score.
    const isYearsEnd = isYear(from) && to.length === 2 && Number(to) > Number(from) % 100
    const isFalling = Number(first.whole) >= Number(last.whole) && !isYearsEnd
    const areYears = isYear(from) && (isYear(to) || isYearsEnd)
    const agreement = grammar.agreement(context, from)
    const head = areYears
      ? (grammar.year?.(Number(from)) ?? sayNumeral(first, agreement, grammar))
      : sayNumeral(first, agreement, grammar)
    // `loi n° 78-17`
    const isLabel = isFalling && grammar.contexts['before-label']?.(context.before) === true
    const isPair =
      grammar.pairsYears === true && Number(from) >= PAIRED_SINCE && isYear(from) && Number(to) === Number(from) + 1
    const link = isLabel || isPair ? '' : isFalling ? grammar.range(true) : rangeLink(context.before, grammar)
    // The case of the last number may be that of the word between.
    const { after, country } = context
    const afterLink = { before: `${context.before}${head} ${link} `, after, country }
    const tail =
      (areYears && !isYearsEnd ? grammar.year?.(Number(to)) : undefined) ??
      say({ numeral: last, scale: word }, afterLink)
    const opening = isCounted && !isFalling ? (grammar.rangeOpening?.(context) ?? '') : ''
    return [opening + head, link, tail].filter((part) => part !== '').join(' ')
  }

  function sayAmount({ numeral, scale: word }: Amount, agreement: Agreement, mayBeYear = false): string {
    if (word !== undefined) {
      const power = powerOf(word)
      const count = Number(numeral.whole)
      // `200 mil personas` is read as `200.000 personas`, so that all of it agrees, and `2,5 mil` as `2.500`.
      const { fraction } = numeral
      if (
        power !== undefined &&
        count > 0 &&
        count < 1000 &&
        (fraction === '' || (power === 1e3 && fraction.length < 4))
      )
        return sayNumeral(
          { ...numeral, whole: String(count * power + Number(fraction.padEnd(3, '0'))), fraction: '' },
          agreement,
          grammar,
        )
      const ofScale: Agreement = {
        gender: grammar.scaleGender?.(word.trim()) ?? 'm',
        isAttributive: true,
        isBeforeScale: true,
        ...(agreement.case && { case: agreement.case }),
      }
      return `${sayNumeral(numeral, ofScale, grammar)} ${scaleName(word, numeral)}`
    }
    const { whole } = numeral
    if (mayBeYear && grammar.year !== undefined) return grammar.year(Number(whole))
    return sayNumeral(numeral, agreement, grammar)
  }

  function scaleName(word: string, numeral: Numeral): string {
    const [one = '', many = one] = (scaleOf(word) ?? word.trim()).split('|')
    return numeral.whole === '1' && numeral.fraction === '' ? one : many
  }

  function counted(amount: Amount, noun: Noun, context: Context): string {
    const own = inOwnMark(amount, context)
    return grammar.counted(own, noun, context, (agreement) => sayAmount(own, agreement))
  }

  /** `0.5 mg`: the mark of the language, whichever is written, for what is counted is surely a decimal. */
  function inOwnMark({ numeral, scale: word }: Amount, { country }: Context): Amount {
    if (numeral.fraction === '' || grammar.saysEitherMark === true) return { numeral, scale: word }
    return { numeral: { ...numeral, mark: grammar.decimalMark(country) }, scale: word }
  }

  function sayMoney(amount: Amount, currency: Currency, context: Context): string {
    const { numeral } = amount
    const { whole, fraction, isNegative } = numeral
    if (amount.scale !== undefined || fraction.length === 0 || fraction.length > 2 || currency.cent.one === '')
      return counted(amount, currency, context)
    const cents: Numeral = { isNegative: false, whole: String(Number(fraction.padEnd(2, '0'))), fraction: '', mark: '' }
    const coins: Amount = { numeral: { isNegative, whole, fraction: '', mark: '' }, scale: undefined }
    if (cents.whole === '0') return counted(coins, currency, context)
    const small: Amount = { numeral: { ...cents, isNegative: isNegative && whole === '0' }, scale: undefined }
    if (Number(whole) === 0) return counted(small, currency.cent, context)
    const said = grammar.namesCents ? counted(small, currency.cent, context) : sayNumeral(small.numeral, ALONE, grammar)
    return [counted(coins, currency, context), grammar.moneyAnd, said].filter((part) => part !== '').join(' ')
  }
}
