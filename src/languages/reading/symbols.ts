import { concentrations } from './concentrations.ts'
import type { Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'
import { anyOf, beforeSentenceEnd, finderIn, TIMES } from './quantity.ts'

/** Units that nothing but units is written like. */
const CLEAR_DIVISOR = /[²³]|\^[23]$|^k?m[23]$|^(?:k[gm]|[kM]Wh?|GB|MB)$/
/** `mm/h`, `mg/l` */
const CLEAR_DIVIDEND = /(?:^|[^\p{L}])[mkc][mgl]$/u

/** What belongs together, though it is written with a stroke. */
const TOGETHER: ReadonlySet<string> = new Set(
  'aller/retour ida/vuelta ida/volta andata/ritorno client/serveur client/server cliente/servidor cliente/server calidad/precio qualidade/preço entrada/salida entrada/saída on/off'.split(
    ' ',
  ),
)

/** `un iPhone 8+`: a capital in the word or the sentence before a small number, whose plus is of the name. */
export const MODEL_BEFORE = /(?:\p{Ll}\p{Lu}\p{L}{1,20}|[^.!?:\n] \p{Lu}\p{L}{1,20}) \d{1,2}$/u

/** `usa /`, `gebruik /`: verbs, after which a stroke stands for itself before what it is used for, else for or: `usa / cambia` */
const IS_USED = /(?:^|[^\p{L}])(?:us|utili[sz]|gebrui|verwend|benutz|nutz)\p{L}{0,5}(?: sie)? $/iu
const USED_FOR =
  /^ (?:para|como|con|sin|en|entre|al|por|com|sem|em|per|come|tra|nei|nelle|negli|nel|pour|comme|avec|dans|en|entre|voor|als|met|om|in|tussen|für|mit|zum|zur|um|im|zwischen|si|se|cuando|quando|quand|wenn|wanneer)(?!\p{L})|^ (?:y|o|u|e|ou|et|und|oder|of) [^\p{L}\s]/iu

/** Signs by their names, between numbers as in formulas. */
export function namedSymbols(grammar: Grammar): readonly Expansion[] {
  const { symbols, math, minus, endings, perNoun = () => grammar.per } = grammar
  const perAmount = grammar.perNoun === undefined ? grammar.per : grammar.by
  const single = [...symbols.keys()].filter((sign) => [...sign].length === 1 && !/[\p{L}\d/]/u.test(sign))
  const times = grammar.units.get(TIMES)
  const isCounted = new RegExp(
    String.raw`(?:[\p{Sc}\d×]|\d ?(?:\p{Ll}{1,3} / )?[\p{L}\p{M}/]{1,6}\.?|(?:^|[^\p{L}])(?:${anyOf([times?.one ?? '×', times?.many ?? '×'])}))$`,
    'u',
  )
  const dividing = new Map(
    [...grammar.units].flatMap(([sign, noun]) =>
      /^[\p{L}\p{M}]{1,7}(?:[²³]|(?<=m)[23])?\.?$/u.test(sign) ? [[sign.replace(/\.$/, ''), noun] as const] : [],
    ),
  )
  const dividingUnit = finderIn(dividing)
  const unitNames = new Set(Array.from(grammar.units.values(), ({ one }) => one.split('|')[0] ?? ''))
  return [
    {
      // `1.299 € → 999 €`, `hier --> dort`, `a => b`, `<- c`: a pause
      category: 'punctuation',
      first: /[→⇒➔➜←⇐↔⇔⟶⟵<=-]/u,
      pattern: /[→⇒➔➜←⇐↔⇔⟶⟵]{1,8}|<?(?:[-–]{1,64}|={1,64})>{1,8}(?!=)|<[-–]{2,64}|<={2,64}|<[-–](?=[ \p{L}])/uy,
      read: () => ',',
    },
    {
      // `sqrt(2)`, `b + csqrt(2)`
      category: 'math',
      first: /[a-z]/,
      words: new Set(['', ...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}sqrt`)),
      pattern: /([a-z])?sqrt(?= ?\()/uy,
      read: ([, letter]) => [letter ?? '', symbols.get('√') ?? ''].join(' ').trim(),
    },
    concentrations(grammar),
    {
      category: 'math',
      first: /[/÷:]/,
      pattern: / ?[/÷] ?(?=\d)| ?: ?(?=\d{1,9} ?=)/y,
      read: ([written], { before, after }) => {
        // `$/1M tokens`: the unit of a price
        if (/(?:^|[^\p{L}\d])(?<!\d )\p{Sc} ?$/u.test(before)) return perAmount
        if (!/\d ?$/.test(before)) return undefined
        // `9-13 / 15-19`: hours
        if (/\d[-–]\d{1,2}(?:[:.]\d\d)? ?$/.test(before) && /^\d{1,2}(?:[:.]\d\d)?[-–]\d/.test(after)) return ','
        if (
          grammar.outOf !== undefined &&
          /(?:^|[^\d.,])\d{1,2}[.,]\d{1,2}$/.test(before) &&
          /^(?:5|6|10|20|100)(?![\d/]|[.,]\d)/.test(after)
        )
          return grammar.outOf
        return /[÷: ]/.test(before.slice(-1) + written) ? math.dividedBy : grammar.net.slash
      },
    },
    {
      // `3 €/h`, `R$ 15/kg`, `3x/j`
      category: 'symbol',
      first: /\//,
      // With spaces only after a number and its unit: `113 km / h`
      pattern: new RegExp(String.raw`\/ ?(${anyOf(dividing.keys())})(?![\p{L}\p{M}\d²³])\.?`, 'uy'),
      read: ([whole, sign = ''], context) => {
        const { before } = context
        const isSpaced = before.endsWith(' ')
        if (isSpaced !== whole.startsWith('/ ')) return undefined
        const isAmount = isSpaced
          ? /\d ?(?:\p{Ll}{1,3} \/ )?[\p{L}\p{M}]{1,6}\.? $/u.test(before)
          : /\p{Sc}$|\p{Sc} ?[\d.,]{1,15}$|\d ?(?:[\p{L}\p{M}/]{1,6}\.?|×)$/u.test(before)
        // `habitantes/km²`, `EUR/kWh`
        const isOfWord =
          !isSpaced &&
          ((CLEAR_DIVISOR.test(sign) && /[\p{L}\p{M}]{2}\.?$/u.test(before)) || CLEAR_DIVIDEND.test(before))
        if (!isAmount && !isOfWord) return undefined
        const [one = ''] = dividingUnit(sign)?.one.split('|') ?? []
        const per = perNoun(one)
        return beforeSentenceEnd(per + (per.endsWith("'") ? '' : ' ') + one, whole, context)
      },
    },
    {
      // `3 €/mes`, and with spaces before a unit of time: `113 किमी / घंटा`
      category: 'symbol',
      first: /\//,
      pattern: /\/ ?(?!\p{Lu}{2,3}(?!\p{L}))(?=(\p{L}[\p{L}\p{M}]{1,20}))/uy,
      read: ([stroke, noun = ''], { before, after }) =>
        (stroke === '/' || (before.endsWith(' ') && (unitNames.has(noun) || /\p{Sc} $/u.test(before)))) &&
        isCounted.test(before.trimEnd()) &&
        grammar.contexts['after-slash']?.(after) !== true
          ? perNoun(noun)
          : undefined,
    },
    {
      // `F - 16`: the name of a thing, unless the number counts something
      category: 'symbol',
      first: /[-–]/,
      pattern: /[-–] (?=(\d{1,3})(?![\p{L}\d]|[.,:/]\d| ?[%\p{Sc}°])(?: (\p{L}{1,5})(?![\p{L}\p{M}]))?)/uy,
      read: ([, number = '', next = ''], { before, after }) =>
        /(?:^|[^\p{L}\p{M}\d.-])[A-Z] $/u.test(before) &&
        before.trim().length > 1 &&
        !grammar.units.has(next) &&
        !grammar.agreement({ before: `${before}- `, after: after.slice(number.length) }, number).isAttributive
          ? ''
          : undefined,
    },
    {
      category: 'math',
      first: /-/,
      pattern: /- ?(?=\d)/y,
      read: (_match, { before, after }) =>
        // `( - 0,5 % )`
        (/\d ?$/.test(before) && /^\d[\d.,]{0,12} ?[=+×*]/.test(after)) || /\( $/.test(before) ? minus : undefined,
    },
    {
      // `andare x fare`, `x favor`: for, which is also said of products
      category: 'abbreviation',
      first: /x/,
      words: new Set(['x']),
      // `la red X el martes`, `Malcolm X`: names
      written: ['lower'],
      pattern: /x(?= \p{Ll})/uy,
      read: (_match, { before, after }) =>
        grammar.contexts['after-x']?.(after) === true &&
        /(?:^|[\p{L}\p{M}]{2}[,;:.!?]? )$/u.test(before) &&
        grammar.contexts['before-variable']?.(before) !== true
          ? grammar.by
          : undefined,
    },
    {
      category: 'math',
      first: /x/i,
      words: new Set(['x']),
      pattern: /[xX] ?(?=\d)/y,
      read: (_match, { before, after }) =>
        !/\d ?$/.test(before) ? undefined : /^[\d.,]{1,9} ?=/.test(after) ? math.times : grammar.by,
    },
    {
      category: 'math',
      first: /[×*=]/,
      pattern: /[×*=](?= ?-?\d)/y,
      read: ([sign], { before }) => {
        if (!/[\d)²³] ?$/.test(before)) return undefined
        return sign === '=' ? math.equals : math.times
      },
    },
    {
      // `x³ - y = 4`
      category: 'math',
      first: /-/,
      pattern: /-(?= ?[\p{L}\d(][²³]?(?: ?[=+*×÷)-]|\p{L}?[²³]? ?=|$))/uy,
      read: (_match, { before, after }) =>
        /(?:^|[^\p{L}\p{M}])(?:\p{L}|\d\p{L}|\))[²³]? ?$/u.test(before) && /=/.test(before + after) ? minus : undefined,
    },
    {
      // `2^5`
      category: 'math',
      first: /\^/,
      pattern: /\^(?=[\p{L}\d(-])/uy,
      read: (_match, { before }) => (/[\p{L}\d)]$/u.test(before) ? symbols.get('^') : undefined),
    },
    {
      // `x₁`, `x¹⁰`
      category: 'math',
      first: /[₀-₉⁰¹⁴-⁹⁻²³]/,
      pattern: /[₀-₉]{1,6}|⁻?[⁰¹²³⁴-⁹]{2,6}|⁻[⁰¹²³⁴-⁹]|[⁰¹⁴-⁹]/y,
      read: ([marks], { before }) => {
        // `CO₂`, but a note's number after a word
        if (!(/[₀-₉]/.test(marks) ? /[\p{L}\d)]$/u : /(?:^|[^\p{L}\p{M}])[\p{L}\d)]$/u).test(before)) return undefined
        const digits = [...marks.replaceAll('⁻', '')].map((mark) => '₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(mark) % 10).join('')
        const power = /[₀-₉]/.test(marks) || symbols.get('^') === undefined ? '' : `${symbols.get('^')} `
        return `${power}${marks.startsWith('⁻') ? `${minus} ` : ''}${grammar.cardinal(Number(digits), ALONE)}`
      },
    },
    {
      // `C#`, `F#`: languages of programs, which are named in English; `C# minore` is a key
      category: 'symbol',
      first: /[CF]/,
      next: /#/,
      pattern: /([CF])#(?![\p{L}\d#]| (?:m[aio]|dur|ré)|-(?:dur|moll))/iuy,
      read: ([, letter = ''], { before }) =>
        /[\p{L}\p{M}\d#]$/u.test(before) || symbols.get('#') === 'シャープ'
          ? undefined
          : `${letter} ${symbols.get('C#') ?? 'sharp'}`,
    },
    {
      category: 'symbol',
      first: /[#№]/,
      pattern: /[#№] ?(?=\d)/y,
      read: (_match, { before }) => (/[\p{L}\d#]$/u.test(before) ? undefined : symbols.get('#1')),
    },
    {
      // `un video/GIF`: one of two after what is said of one
      category: 'symbol',
      first: /\//,
      pattern: /\/(?=(\p{L}[\p{L}\p{M}]{1,20})(?![\p{L}\p{M}\d/_'-]|\.\p{L}))/uy,
      read: ([, right = ''], { before }) => {
        const [, left = ''] = /(?:^|[^\p{L}\p{M}\d._/'-])(\p{L}[\p{L}\p{M}]{2,20})$/u.exec(before) ?? []
        if (left === '' || endings === undefined || TOGETHER.has(`${left}/${right}`.toLowerCase())) return undefined
        return grammar.contexts['before-alternative']?.(before.slice(0, -left.length)) === true ? endings.or : undefined
      },
    },
    {
      // `पति/पत्नी`, `男性/女性`: scripts whose words need a pause to be told apart
      category: 'punctuation',
      first: /\//,
      pattern: /\/(?=[\u0600-\u30ff]{3}|[\u4e00-\u9fff]{2})/y,
      read: (_match, { before }) => (/(?:[\u0600-\u30ff]{3}|[\u4e00-\u9fff]{2})$/.test(before) ? ',' : undefined),
    },
    {
      // `no "/" in names`
      category: 'symbol',
      first: /\//,
      pattern: /\/(?=")/y,
      read: (_match, { before }) => (/(?:^|[\s(])"$/.test(before) ? grammar.net.slash : undefined),
    },
    {
      // `termina con /`, `usa / para separar`, `+ o -`: signs that are meant
      category: 'symbol',
      first: /[/-]/,
      pattern: /[/-](?= ?(?:$|[.,;:!?)\n])| \p{L})/uy,
      read: ([sign], { before, after }) => {
        if (!before.endsWith(' ')) return undefined
        if (/(?:^|[\s("])[+*#/] (?:e|o|u|y|et|ou|en|of|und|oder) $/iu.test(before))
          return sign === '-' ? minus : grammar.net.slash
        const { 'before-sign': isNamed, 'before-last-sign': isLast } = grammar.contexts
        const isSign =
          isNamed?.(before) === true &&
          !/\p{Lu}{2} $/u.test(before) &&
          !/^ \p{Lu}/u.test(after) &&
          (!IS_USED.test(before) || /^(?! ?\p{L})/u.test(after) || USED_FOR.test(after))
        const isMeant = isSign || (!/^ \p{L}/u.test(after) && isLast?.(before) === true)
        return sign === '/' && isMeant ? grammar.net.slash : undefined
      },
    },
    {
      // `usa * para todo`
      category: 'symbol',
      first: /[*_|]/,
      pattern: /[*_|](?= \p{L})/uy,
      read: ([sign], { before, after }) =>
        IS_USED.test(before) && grammar.contexts['before-sign']?.(before) === true && USED_FOR.test(after)
          ? (symbols.get(sign) ?? (sign === '_' ? grammar.net.underscore : undefined))
          : undefined,
    },
    {
      // `Pay No Mind / Green Light`, `"one" / "two"`, `"one"/"two"`: one of two
      category: 'punctuation',
      first: /\//,
      pattern: /\/(?= ["'(]?\p{L}|")/uy,
      read: (_match, { before, after }) =>
        (after.startsWith('"') ? /"$/ : /[\p{L}\p{M}!?.'")] $/u).test(before) ? ',' : undefined,
    },
    {
      // `$MRFG3`: shares by their letters
      category: 'symbol',
      first: /\$/,
      pattern: /\$(?=[A-Z]{3,6}\d{0,2}(?![\p{L}\d]| ?\d))/uy,
      read: (_match, { before }) => (/[\p{L}\d] ?$/u.test(before) ? undefined : ''),
    },
    {
      category: 'symbol',
      first: /[#*]/,
      pattern: /[#*]{2,64}/y,
      read: () => '',
    },
    {
      category: 'symbol',
      first: /[~≈]/,
      pattern: /[~≈] ?(?=[\p{Sc}]?\d)/uy,
      read: () => symbols.get('≈'),
    },
    {
      // `500+ clients`, `18+ personnes`, but `50+`
      category: 'symbol',
      first: /\+/,
      pattern: /\+(?= ?\p{Sc}| (?!(?:und|and|oder|más|mais|più|plus)(?!\p{L}))[\p{L}\p{M}]{3})/uy,
      read: (_match, { before, after }) =>
        /(?:^|[^\p{L}\p{M}\d.,])\p{Sc}? ?\d[\d.,]{0,12}$/u.test(before) && !MODEL_BEFORE.test(before)
          ? ((/^ \p{L}/u.test(after) ? symbols.get('n+ x') : undefined) ?? symbols.get('n+'))
          : undefined,
    },
    {
      // `x < 5` compares, `<5 %` is less than that much.
      category: 'symbol',
      first: /[<>]/,
      pattern: /[<>]=? ?(?=[\p{Sc}]?-?\d)/uy,
      read: ([written], { before, after }) => {
        const isAmount =
          /^(?!0(?![.,\d]))\p{Sc}?\d[\d.,]{0,12}(?<![.,])(?: ?[%‰€£$°]| ?\p{L})/u.test(after) || /^\p{Sc}/u.test(after)
        const isCompared = !isAmount || /(?:^|[^\p{L}\p{M}])\p{L}\d? ?$|[\d)\]²³%₀-₉<>] ?$/u.test(before)
        const sign = written.trim()
        const share = /^\d[\d.,]{0,9} ?%/.test(after) ? symbols.get(`${sign}n%`) : undefined
        return (
          (isCompared ? undefined : (share ?? symbols.get(`${sign}n`))) ??
          symbols.get(sign) ??
          symbols.get(written.charAt(0))
        )
      },
    },
    {
      category: 'symbol',
      first: new RegExp(`[${single.map((sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join('')}]`, 'u'),
      pattern: new RegExp(anyOf(single), 'uy'),
      read: ([sign], { before, after }) => {
        // Marks of emphasis and of lists that markup left
        if (sign === '*' && !(before.trim() === '' && after.trim() === '')) return ''
        const name = grammar.contexts['before-sign']?.(before) === true ? symbols.get(`${sign} named`) : undefined
        return name ?? symbols.get(sign)
      },
    },
  ]
}
