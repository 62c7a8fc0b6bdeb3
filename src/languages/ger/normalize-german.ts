import { shortenedEnding } from '../reading/abbreviations.ts'
import { abbreviationsOf, type CalendarNames, calendarNamesOf } from '../reading/calendar-names.ts'
import type { Contexts } from '../reading/contexts.ts'
import { englishTitles } from '../reading/english-titles.ts'
import type { Context, Expansion } from '../reading/expansion.ts'
import { LATIN } from '../reading/fold.ts'
import type { Agreement, Clock, Grammar, NumericDate } from '../reading/grammar.ts'
import { ALONE } from '../reading/grammar.ts'
import { emphasized } from '../reading/initials.ts'
import { datesToDates, monthRanges } from '../reading/months.ts'
import { createNormalizer, type LanguageRules } from '../reading/normalizer.ts'
import { digitByDigit, isOne, NUMERAL, parseNumeral, sayNumeral } from '../reading/numeral.ts'
import { anyOf, finderIn } from '../reading/quantity.ts'
import { romanValue } from '../reading/roman.ts'
import { isAfterRuler } from '../reading/rulers.ts'
import { createSpeller } from '../reading/spell-number.ts'
import { grammarTablesOf } from '../reading/tables.ts'
import { wordFiles } from '../word-files.ts'
import { isClock } from './hours.ts'
import { isWoman } from './queens.ts'

export const germanWords = wordFiles(new URL('./words/', import.meta.url))
const spell = createSpeller('de', germanWords)

/** A number below 10^15 in German. Only one is inflected: alone, and before a million and the like. */
export function cardinal(value: number, { gender, isAttributive, isBeforeScale, case: casus }: Agreement): string {
  if (value === 1 && isAttributive)
    return spell(1, ONE[gender][casus === 'accusative' || casus === 'dative' ? casus : 'nominative'])
  if (isBeforeScale === true && isAttributive) return spell(value, ONE[gender].nominative)
  return spell(value, casus === 'dative' ? 'spellout-numbering-dative' : 'spellout-numbering')
}

type Case = Exclude<NonNullable<Agreement['case']>, 'oblique'>

const ONE: Readonly<Record<Agreement['gender'], Readonly<Record<Case, string>>>> = {
  m: { nominative: 'spellout-cardinal-masculine', accusative: 'spellout-cardinal-n', dative: 'spellout-cardinal-m' },
  f: {
    nominative: 'spellout-cardinal-feminine',
    accusative: 'spellout-cardinal-feminine',
    dative: 'spellout-cardinal-r',
  },
  n: {
    nominative: 'spellout-cardinal-neuter',
    accusative: 'spellout-cardinal-neuter',
    dative: 'spellout-cardinal-m',
  },
}

/** `neunzehnhundertachtundneunzig` */
const year = (value: number): string => spell(value, 'spellout-numbering-year')

type Ending = keyof typeof ORDINALS

export const ordinal = (value: number, ending: Ending): string => spell(value, ORDINALS[ending])
const ORDINALS = {
  e: 'spellout-ordinal',
  en: 'spellout-ordinal-n',
  er: 'spellout-ordinal-r',
  es: 'spellout-ordinal-s',
  em: 'spellout-ordinal-m',
} as const

const digitOf = (digit: string): string => spell(Number(digit), 'spellout-numbering')

/** Words after which an ordinal ends in -en: prepositions with an article, and articles in an oblique case. */
const OBLIQUE =
  /(?:^|[^\p{L}])(?:am|im|vom|zum|beim|zur|ins|den|dem|des|einen|einem|einer|eines|diesen|diesem|dieses|jeden|jedem|jedes|meinen|meinem|meiner|meines|deinen|deinem|seinen|seinem|seiner|ihren|ihrem|ihrer|unseren|unserem|unserer|unseres|keinen|keinem|keiner|nächsten|letzten|alle|ab|seit|bis|nach|vor|dieser|welchen|welchem) $/iu
const DATIVE_DER =
  /(?:^|[^\p{L}])(?:in|aus|mit|nach|von|zu|bei|seit|auf|an|unter|vor|während|wegen|hinter|über|neben|zwischen|ab|trotz|bis zu|innerhalb|ende|mitte|anfang|beginn|seite|teil) der $/iu
const DEFINITE = /(?:^|[^\p{L}])(?:der|die|das|diese|dieses|jede|jedes|welche|welches) $/iu
const WITH_E = /(?:^|[^\p{L}])(?:eine|meine|deine|seine|ihre|unsere|eure|keine|sie (?:wurde|ist|war|wird)) $/iu
/** `das frühe 5. Jahrhundert`: an adjective, whose ending is that of the ordinal */
const ADJECTIVE =
  /(?:^|[^\p{L}])(?:d(?:er|ie|as|en|em|es)|[ai]m|vom|zum|beim|zur|ins|(?:[kmds]?ein|ihr|unser|eur|dies|jed|welch|jen)(?:e[nrsm]?)?) (?:(?:sehr|noch|ganz|recht|etwas) )?(?!(?:aber|außer|eben|gegen|hinter|immer|neben|oder|ohne|über|unter|wegen|weder|wieder|zwischen) )\p{Ll}{2,20}?(e[nrsm]?) $/iu
/** `als 4. ins Ziel` */
const AS = /(?:^|[^\p{L}])als $/iu
/** `Am Montag, 6. Januar` */
const ON_WEEKDAY =
  /(?:^|[^\p{L}])(?:am|vom|zum|bis|ab|seit|für|diesen|nächsten|letzten) (?:mo|di|mi|do|fr|sa|so)(?:\.|\p{L}{2,8}t?ag|twoch)?\.?, ?$/iu

function loadGerman(): LanguageRules {
  const calendar = calendarNamesOf(germanWords)
  const feminine = germanWords.list('feminine')
  const neuter = germanWords.list('neuter')
  const masculine = germanWords.list('masculine')
  const genderOf = (noun: string): Agreement['gender'] => {
    const word = noun.toLowerCase()
    if (masculine.has(word)) return 'm'
    // The longest known ending decides: `Antwort` before `Wort`.
    for (let from = 0; from <= word.length - 3; from++) {
      const ending = word.slice(from)
      if (neuter.has(ending)) return 'n'
      if (feminine.has(ending)) return 'f'
    }
    if (/(?:chen|lein|ment|nis|tum|zeug|gramm|watt|byte)$/.test(word)) return 'n'
    return /(?:ung|heit|keit|schaft|ion|tät|ik|ur|enz|anz|ei|in|e)$/.test(word) ? 'f' : 'm'
  }
  const caseOf = (before: string): Case => {
    if (/(?:^|[^\p{L}])(?:mit|nach|bei|von|vor|seit|zu|aus|in|ab|unter|zwischen|innerhalb von) $/iu.test(before))
      return 'dative'
    if (/(?:^|[^\p{L}])(?:ist|sind|war|waren|bleibt|bleiben|fehlt|fehlen)(?: \p{Ll}{1,12}){0,2} $/u.test(before))
      return 'nominative'
    return /(?:^|[^\p{L}])(?:für|um|ohne|gegen|durch|kostet|kosten|dauert|hat|habe|haben|hatte|gibt|nehmen sie|nehme|nehmen|nimm|nimmt|kaufe|kaufen|suche|suchen|buche|buchen|reserviere|reservieren|bekomme|bekommt|bekommen|erhalten|erhält|schicke|schicken sie|senden sie|will|wollen|braucht|brauche|brauchen|bestelle|möchte|macht|noch|nur|etwa|pro|jeden|alle) $/iu.test(
      before,
    )
      ? 'accusative'
      : 'nominative'
  }
  const agreement = ({ before, after }: Context): Agreement => {
    const [, noun = ''] = COUNTED_NOUN.exec(after) ?? []
    if (noun === '') return { ...ALONE, case: caseOf(before) ?? 'nominative' }
    if (noun === 'Uhr') return { gender: 'n', isAttributive: true }
    if (noun === 'Million' || noun === 'Milliarde') return { gender: 'f', isAttributive: true }
    if (
      /(?:^|[^\p{L}])(?:nummer|seite|kapitel|linie|gleis|zimmer|tor|platz|artikel|absatz|band|teil|taste|punkt|stufe|klasse|satz|abs\.|art\.|nr\.|s\.|kap\.|bd\.) $/iu.test(
        before,
      )
    )
      return ALONE
    return { gender: genderOf(noun), isAttributive: true, case: caseOf(before) ?? 'nominative' }
  }

  const endingOf = ({ before: all, after }: Context): Ending => {
    // `am 1. und 2. Mai`
    const before = all.replace(/\d{1,3}\. ?(?:und|oder|bis|,|-|–) ?$/u, '')
    if (/(?:^|[^\p{L}])zwischen $/iu.test(before)) {
      const [, noun = ''] = BETWEEN_ORDINALS.exec(after) ?? []
      return noun !== '' && genderOf(noun) === 'f' ? 'er' : 'em'
    }
    const [, ending] = ADJECTIVE.exec(before) ?? []
    if (ending !== undefined) return ending.toLowerCase() as Ending
    if (DATIVE_DER.test(before) || OBLIQUE.test(before) || ON_WEEKDAY.test(before)) return 'en'
    if (AS.test(before) && !/^ ?\p{Lu}/u.test(after)) return 'er'
    if (DEFINITE.test(before) || WITH_E.test(before)) return 'e'
    const [, noun = ''] = /^ (?:\p{Ll}{2,20} )?(\p{Lu}\p{Ll}{1,40})/u.exec(after) ?? []
    const gender = /^ ?[EOU]G(?!\p{L})/u.test(after) ? 'n' : noun === '' ? 'm' : genderOf(noun)
    if (gender === 'f') return 'e'
    return gender === 'n' ? 'es' : 'er'
  }

  const date = ({ day, month, year: inYear }: NumericDate, { before }: Context): string => {
    const said = inYear === undefined ? [] : [year(inYear)]
    if (day === 0) return [calendar.months[month], ...said].join(' ')
    const ending = endingOf({ before, after: ' Monat' })
    return [ordinal(day, ending), calendar.months[month], ...said].join(' ')
  }

  const clock = ({ hour, minute, second, hasUnit }: Clock, { before }: Context): string => {
    const count = (value: number, name: string) =>
      `${cardinal(value, { gender: 'f', isAttributive: true })} ${name}${value === 1 ? '' : 'n'}`
    // `den Marathon in 2:01:39`
    const isDuration = second !== undefined && !hasUnit && !/(?:^|[^\p{L}])(?:um|ab|bis|gegen) $/iu.test(before)
    const hours = isDuration ? count(hour, 'Stunde') : `${cardinal(hour, { gender: 'n', isAttributive: true })} Uhr`
    if (second === undefined) return hours + (minute === 0 ? '' : ` ${cardinal(minute, ALONE)}`)
    return `${hours}${minute === 0 ? '' : ` ${count(minute, 'Minute')}`} und ${count(second, 'Sekunde')}`
  }

  const fraction: Grammar['fraction'] = (whole, over, under, { before, after }) => {
    const [, noun = ''] = /^ (\p{Lu}\p{Ll}{1,40})/u.exec(after) ?? []
    if (under < 2) return undefined
    if (over === 1 && under === 2) {
      if (whole !== undefined) return whole === 1 ? 'eineinhalb' : `${cardinal(whole, ALONE)}einhalb`
      if (noun === '') return 'ein halb'
      const gender = genderOf(noun)
      const casus = caseOf(before) ?? 'nominative'
      const stem = cardinal(1, { gender, isAttributive: true, case: casus })
      if (gender === 'f') return `${stem} halbe${casus === 'dative' ? 'n' : ''}`
      if (casus === 'dative') return `${stem} halben`
      return gender === 'n' ? `${stem} halbes` : casus === 'accusative' ? `${stem} halben` : `${stem} halber`
    }
    const name = under === 2 ? 'halbe' : under === 4 ? 'viertel' : under === 3 ? 'drittel' : `${ordinal(under, 'e')}l`
    const parts = `${over === 1 ? 'ein' : cardinal(over, ALONE)} ${name}`
    return whole === undefined ? parts : `${cardinal(whole, ALONE)} ${parts}`
  }

  const tables = grammarTablesOf(germanWords)
  const { contexts } = tables
  const grammar: Grammar = {
    ...tables,
    cardinal,
    digits: [...'0123456789'].map(digitOf),
    decimals: (digits, mark) => `${mark === ',' ? 'Komma' : 'Punkt'} ${[...digits].map(digitOf).join(' ')}`,
    year,
    countsPercent: true,
    agreement,
    scaleGender: (word) => (/^(?:T(?!rill)|tausend)/i.test(word) ? 'm' : 'f'),
    counted: ({ numeral, scale }, { gender, one, many }, { before }, say) => {
      const said = say({ gender, isAttributive: true, case: caseOf(before) ?? 'nominative' })
      return `${said} ${isOne(numeral) && scale === undefined ? one : many}`
    },
    fraction,
    date,
    hasDottedDates: true,
    multiple: (count) => `${cardinal(count, ALONE).replace(/eins$/, 'ein')}mal`,
    clock,
    afterWordAm: AFTER_AM,
    roman: (value, written, context) => readRoman(value, written, context, contexts),
  }
  return {
    grammar,
    script: { letters: LATIN, names: germanWords.map('letters') },
    abbreviations: abbreviationsOf(germanWords),
    expansions: [
      englishTitles(),
      emphasized('ALS', 'ich|du|er|sie|es|wir|ihr|man|ob|auch|wenn|dass|der|das'),
      datesToDates(calendar, grammar),
      monthRanges(calendar, grammar),
      ...expansions(endingOf, grammar, calendar),
    ],
  }
}

/** After an adjective perhaps, but no preposition: `Drücken Sie 1 für Vertrieb`. */
const COUNTED_NOUN =
  /^ (?:(?!(?:aber|als|am|an|aus|beim|bis|denen|dem|den|der|des|für|im|in|nur|oder|sondern|vom|von|vor|wenn|zum|zur) )\p{Ll}{2,20}[esnrm] )?(\p{Lu}\p{Ll}{1,40})/u
/** What is between two of its kind: `zwischen 10. und 12. Klasse` */
const BETWEEN_ORDINALS = /^ ?(?:(?:und|bis|[-–]) ?\d{1,3}\. ?)?(?:\p{Ll}{2,20} )?(\p{Lu}\p{Ll}{1,40})/u
/** `am 17. März`, `am Samstag`, `am nächsten Tag` */
const AFTER_AM =
  /^ (?:\d{1,2}\.|\p{Lu}\p{Ll}|(?:nächst|kommend|folgend|übernächst|selb|gleich|früh|spät|letzt|erst)e[nr]\p{Ll}{0,3} \p{L})/u
const NAME_BEFORE = /(?:^|[^\p{L}])(\p{Lu}\p{Ll}{1,20}) $/u

/** A name, and names with their numerals before it: `gegen Karl V. und Franz I.` */
const RULERS = String.raw`(?:\p{Lu}\p{Ll}{1,20} [IVX]{1,6}\.?(?:,| und| oder) ){0,2}(?:\p{Lu}\p{Ll}{1,20} ){1,3}$`
const DATIVE_RULER = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:[Vv]on|[Mm]it|[Uu]nter|[Bb]ei|[Nn]ach|[Zz]u|[Vv]or|[Ss]eit) (?:de[rm] )?${RULERS}`,
  'u',
)
const ACCUSATIVE_RULER = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:[Gg]egen|[Ff]ür|[Dd]urch|[Oo]hne|[Uu]m) (?:den )?${RULERS}`,
  'u',
)
/** `des Kaisers Karl V.`, `des alten Königs Ludwig XIV.` */
const GENITIVE_RULER = /(?:^|[^\p{L}])[Dd]es (?:\p{Ll}{2,20}en )?\p{Lu}\p{Ll}{2,20}s (?:\p{Lu}\p{Ll}{1,20} ){1,3}$/u
/** `der Königin Viktoria II.`: no subject */
const OBLIQUE_QUEEN =
  /(?:^|[^\p{L}])[Dd]er (?:\p{Ll}{2,20}en )?(?:König|Kaiser|Zar|Herzog|Fürst)in (?:\p{Lu}\p{Ll}{1,20} ){1,3}$/u

function readRoman(
  value: number,
  written: string,
  { before, after }: Context,
  contexts: Contexts,
): string | { spoken: string; length: number } | undefined {
  if (written !== written.toUpperCase()) return undefined
  if (contexts['before-roman']?.(before) === true) return cardinal(value, ALONE)
  // `Pentium-II-Prozessor`
  if (written.length > 1 && /\p{Ll}-$/u.test(before)) return cardinal(value, ALONE)
  const isDotted = after.startsWith('.')
  // `Die X.25-Suite`: a letter
  if (isDotted && /^\.\d/.test(after)) return undefined
  const name = NAME_BEFORE.exec(before)?.[1]
  if (name === undefined || /^D(?:er|ie|as|em|en|es)$/.test(name)) return undefined
  const isRuler = contexts['before-king']?.(before) === true || isAfterRuler(before, after, contexts)
  // `Super Bowl XXXIII`, `Rocky IV`: kings have a full stop
  if (!isDotted && !isRuler) return written.length > 1 && value < 100 ? cardinal(value, ALONE) : undefined
  const isInflected = /s$/.test(name) && !/(?:us|is|es)$|^Klemens$/.test(name)
  const isGenitive = isInflected || GENITIVE_RULER.test(before)
  const isQueen = isWoman(before, isInflected ? name.slice(0, -1) : name)
  const isDative = DATIVE_RULER.test(before) || OBLIQUE_QUEEN.test(before)
  const isAccusative = !isQueen && ACCUSATIVE_RULER.test(before)
  const article = isQueen
    ? isGenitive || isDative
      ? 'der'
      : 'die'
    : isGenitive
      ? 'des'
      : isDative
        ? 'dem'
        : isAccusative
          ? 'den'
          : 'der'
  const said = `${article} ${ordinal(value, isGenitive || isDative || isAccusative ? 'en' : 'e')}`
  const isStop = isDotted && /^\.\s*$/.test(after)
  return isDotted && !isStop ? { spoken: said, length: written.length + 1 } : said
}

const NOUN_NEXT = /^ ?(?:\p{Lu}[\p{L}.]|\p{Ll}{2,20} \p{Lu})/u
const MONTH_NEXT =
  /^ ?(?:jan|feb|märz|apr|mai|juni|juli|aug|sept|okt|nov|dez)(?:uar|ruar|il|ust|ember|ober|[.r]|t\.)?(?!\p{L})|^ ?(?:januar|februar|september|oktober|november|dezember)(?!\p{L})/iu
/** What an ordinal may close a sentence after. */
const AT_END = /(?:^|[^\p{L}])(?:am|zum|vom|bis zum|der|dem|den|(?:er|sie|ich) (?:wurde|wird|ist|war)|als) $/iu

const NO_ORDINAL_BEFORE =
  /(?:^|[^\p{L}])(?:um|gegen|nummer|nr\.|seite|seiten|kapitel|zimmer|platz|gleis|tor|abs\.|art\.|bd\.|linie|level|taste|version|jahr|pin|auf|kostet|sind|waren|hat|haben|in|anno) $/iu

/** What is named after a decade. */
const AFTER_DECADE =
  /^[ -](?:Pop|Rock|Musi[ck]|Hits?|Mode|Partys?|Style|Looks?|Playlist|Charts|Dance|Disco|Metal|Punk|Jazz|Hip|Rap|Soul|Synth|Techno|House|Vibes|Klassiker|Kult|Retro|Songs?|Lieder|Filme?|Serien?|Jahre|Country|Schlager|R&B|Grunge|Indie|Alternative)/u
/** `in den späten 90s`, `'80s` */
const IN_DECADE =
  /(?:^|[^\p{L}])(?:(?:in|aus|seit) den (?:(?:frühen|späten|mittleren|guten|wilden) )?|(?:die|der) (?:frühen|späten|wilden) )'?$|(?:^|[^\p{L}\d])'$/iu

function expansions(
  endingOf: (context: Context) => Ending,
  grammar: Grammar,
  calendar: CalendarNames,
): readonly Expansion[] {
  const { weekdayOf } = calendar
  const nameOf = (day: string): string => weekdayOf.get(day.toLowerCase()) ?? ''
  const { units } = grammar
  const unitOf = finderIn(units)
  const ordinalNouns = germanWords.list('ordinal-nouns')
  const isOrdinalNoun = (after: string): boolean => {
    const [, noun = ''] = /^ ?(\p{L}{2,40})/u.exec(after) ?? []
    return MONTH_NEXT.test(after) || ordinalNouns.has(noun.toLowerCase())
  }
  const sayCompound = (written: string, ending: string, before: string): string | undefined => {
    const numeral = parseNumeral(written, ',')
    if (numeral === undefined || /[\p{L}\d][.,:/-]?$/u.test(before)) return undefined
    return (
      sayNumeral(numeral, ALONE, grammar)
        .replace(/eins$/, 'ein')
        .replace(/^ein(?=hundert$)/, '') + ending
    )
  }
  return [
    {
      // `am 3. Oktober`, `2. Stock`, `Sie wurde 1.`
      category: 'ordinal',
      first: /\d/,
      pattern: /(\d{1,4})\.(?!\d)/uy,
      read: ([whole, value = ''], context) => {
        const { before, after } = context
        if (/[\p{L}\d][.,:/-]?$/u.test(before)) return undefined
        if (Number(value) === 0 || value.length > 3) return undefined
        const isArticle = OBLIQUE.test(before) || AS.test(before) || DEFINITE.test(before) || WITH_E.test(before)
        // `am 7. 3-mal`: two sentences
        const isEnd = after.trim() === '' || (AT_END.test(before) && /^\s{1,2}[\d(„»]/.test(after))
        if (isEnd && (!AT_END.test(before) || Number(value) > 31)) return undefined
        const isRange = /^ ?(?:[-–]|bis|und|oder|\/) ?(?:zum )?\d{1,2}\. ?\p{Lu}/u.test(after)
        const isInList = /(?:^|\n)[ \t]*$/.test(before) && value.length < 3 && !isOrdinalNoun(after)
        const isFollowed = MONTH_NEXT.test(after) || (isArticle ? /^ ?\p{L}/u : NOUN_NEXT).test(after)
        if (!isEnd && !isRange && (!isFollowed || isInList)) return undefined
        if (!isArticle && !MONTH_NEXT.test(after) && NO_ORDINAL_BEFORE.test(before)) return undefined
        return {
          spoken: ordinal(Number(value), endingOf(context)),
          length: whole.length - (isEnd ? 1 : 0),
        }
      },
    },
    {
      // `10.-12. Mai`
      category: 'range',
      first: /[-–]/,
      pattern: /[-–] ?(?=\d{1,2}\.(?!\d))/y,
      read: (_match, { before }) =>
        !/\d\. ?$/.test(before)
          ? undefined
          : /(?:^|[^\p{L}])zwischen (?:dem |der )?\d{1,3}\. ?$/iu.test(before)
            ? 'und'
            : 'bis',
    },
    {
      // `in der 90.+3 Minute`, `(45.+1)`: added time
      category: 'ordinal',
      first: /\d/,
      pattern: /(\d{2,3})(?:\. ?\+ ?(\d{1,2})\.?|\+(\d{1,2})\.?(?= Minute))(?!\d|[.,]\d)/uy,
      read: ([whole, regular = '', dotted, added = dotted ?? ''], context) => {
        if (!/(?:^|[^\p{L}\d.,:+])$/u.test(context.before)) return undefined
        const isOrdinal = /^ Minute/.test(context.after)
        const said = isOrdinal ? ordinal(Number(added), endingOf(context)) : cardinal(Number(added), ALONE)
        const isStop = whole.endsWith('.') && !isOrdinal
        return { spoken: `${cardinal(Number(regular), ALONE)} plus ${said}`, length: whole.length - (isStop ? 1 : 0) }
      },
    },
    {
      // `527-1 / 95`, `3 O 123/21`, `Az. 45/07`: a case and its year
      category: 'serial',
      first: /\d/,
      pattern: /(?:(\d{2,5})-)?(\d{1,5}) ?\/ ?((?:19|20)?\d\d)(?![\p{L}\d]|[.,:/-]\d| ?[-–] ?\d)/uy,
      read: ([, part, file = '', inYear = ''], { before }) => {
        if (/[\p{L}\d][.,:/-]?$/u.test(before)) return undefined
        if (
          (part ?? '').length < 3 &&
          !/(?:^|[^\p{L}])(?:(?:\d{1,3}|[IVX]{1,5}) \p{Lu}\p{L}{0,3}|Az\.:?|Aktenzeichen:?|Rechtssache|Verfahren|Urteil|Beschluss) $/u.test(
            before,
          )
        )
          return undefined
        const said = inYear.startsWith('0')
          ? digitByDigit(inYear, grammar)
          : inYear.length === 4
            ? year(Number(inYear))
            : cardinal(Number(inYear), ALONE)
        const head = part === undefined ? '' : `${cardinal(Number(part), ALONE)} Strich `
        return `${head}${cardinal(Number(file), ALONE)} ${grammar.net.slash} ${said}`
      },
    },
    {
      // `wurde St.`, whose line ends in the name
      category: 'abbreviation',
      first: /S/,
      words: new Set(['st']),
      next: /\./,
      pattern: /St\.(?!\s{0,9}[^\s])/uy,
      read: (_match, { before }) => (/\p{L} $/u.test(before) ? 'Sankt' : undefined),
    },
    {
      // `am Fr. um 8 Uhr`, but `von Fr. Weber`
      category: 'date',
      first: /[MDFS]/,
      words: new Set(weekdayOf.keys()),
      pattern: /(Mo|Di|Mi|Do|Fr|Sa|So)\.(?! ?\p{Lu}|\p{L})/uy,
      read: ([whole, day = ''], { before, after }) =>
        /(?:^|\P{L})(?:am|ab|bis|vom|von|zum|jeden|nächsten|diesen|letzten|kommenden) $/iu.test(before)
          ? { spoken: nameOf(day), length: whole.length - Number(after.trim() === '') }
          : undefined,
    },
    {
      // `100%ig`, `50-prozentige`
      category: 'percent',
      first: /\d/,
      pattern: new RegExp(`(${NUMERAL}) ?%-?(ig(?:e[mnrs]?)?)(?!\\p{L})`, 'uy'),
      read: ([, written = '', ending = ''], { before }) => sayCompound(written, `prozent${ending}`, before),
    },
    {
      // `12-jährig`, `3-fach`, `3fach`, `der 18-Jährige`, `2,5-mal`: one word
      category: 'cardinal',
      first: /\d/,
      pattern: new RegExp(
        `(${NUMERAL})(?:-(\\p{Ll}{2,30}|Jährige[mnrs]?)|(fach(?:e[mnrs]?)?|mal|jährig(?:e[mnrs]?)?))(?![\\p{L}\\p{M}-])`,
        'uy',
      ),
      read: ([, written = '', joined, close], { before }) =>
        /^(?:und|oder|bis)$/.test(joined ?? '')
          ? undefined
          : sayCompound(written, (joined ?? close ?? '').toLowerCase(), before),
    },
    {
      // `um 20h`, but `ab 20 h/Woche`, `um 2 h gesunken`: hours of the day by what stands around them
      category: 'time',
      first: /\d/,
      pattern: /(\d{1,2}) ?h(?![\p{L}\p{M}\d])/uy,
      read: ([, hour = ''], context) =>
        Number(hour) < 25 && isClock(context)
          ? grammar.clock({ hour: Number(hour), minute: 0, second: undefined, half: undefined, hasUnit: true }, context)
          : undefined,
    },
    {
      // `Schüler:innen`: no pause
      category: 'symbol',
      first: /[:*_]/,
      pattern: /[:*_](?=in(?:nen)?(?!\p{L}))/uy,
      read: (_match, { before }) => (/\p{Ll}$/u.test(before) ? '' : undefined),
    },
    {
      // `13.30 h`
      category: 'time',
      first: /\d/,
      pattern: /(\d{1,2})[.:]([0-5]\d) ?h(?![\p{L}\p{M}\d])/uy,
      read: ([, hour = '', minute = ''], context) =>
        Number(hour) > 24 || /[\p{L}\d][.,:/-]?$/u.test(context.before)
          ? undefined
          : grammar.clock(
              { hour: Number(hour), minute: Number(minute), second: undefined, half: undefined, hasUnit: true },
              context,
            ),
    },
    {
      // `80s Pop`, `in den 90s`: a decade, but `90s Pause`
      category: 'ordinal',
      first: /[5-9]/,
      pattern: /([5-9]0)s(?![\p{L}\p{M}\d'])/uy,
      read: ([, value = ''], { before, after }) => {
        const isThing = AFTER_DECADE.test(after)
        const isDecade = isThing || (IN_DECADE.test(before) && !/^ \p{Lu}/u.test(after))
        if (/[\p{L}\d.,:-]$/u.test(before) || !isDecade) return undefined
        return `${cardinal(Number(value), ALONE)}er${!isThing && / den (?:\p{Ll}{3,8}en )?'?$/u.test(before) ? 'n' : ''}`
      },
    },
    {
      // `80er Jahre`, `100er`, `in den 1970ern`
      category: 'ordinal',
      first: /\d/,
      pattern: /(\d{1,4})er(n?)(?:[ -](?=Jahre))?(?!\p{L}{3})/uy,
      read: ([whole, value = '', ending = '']) => {
        const said = /^(?:1[1-9]|20)\d\d$/.test(value) ? year(Number(value)) : cardinal(Number(value), ALONE)
        return { spoken: `${said}er${ending}`, length: whole.length }
      },
    },
    {
      // `D-10115 Berlin`: a postal code
      category: 'serial',
      first: /[\dD]/,
      pattern: /(?:D-)?(\d{5})(?= \p{Lu}\p{Ll})/uy,
      read: ([, digits = ''], { before }) =>
        /(?:^|[,\n] ?)$/.test(before) ? [...digits].map(digitOf).join(' ') : undefined,
    },
    {
      // `1.000.-`, `3,- €`
      category: 'money',
      first: /\d/,
      pattern: /(\d{1,6}),[-–—]{1,2} ?(?:€|EUR|Euro)?(?!\p{L})/uy,
      read: ([, value = '']) => `${cardinal(Number(value), { gender: 'm', isAttributive: true })} Euro`,
    },
    {
      // `Mo-Fr`, `Mo.–Fr.`, `Mo bis Fr`
      category: 'date',
      first: /[MDFS]/,
      words: new Set(weekdayOf.keys()),
      pattern: /(Mo|Di|Mi|Do|Fr|Sa|So)\.? ?(?:[-–+/&]|bis|und) ?(Mo|Di|Mi|Do|Fr|Sa|So)(\.?)(?!\p{L})/uy,
      read: ([whole, from = '', to = '', stop], { after }) => {
        const link = /[+&]|und/.test(whole) ? 'und' : whole.includes('/') ? 'oder' : 'bis'
        const length = whole.length - (stop === '.' && after.trim() === '' ? 1 : 0)
        return { spoken: `${nameOf(from)} ${link} ${nameOf(to)}`, length }
      },
    },
    {
      category: 'date',
      first: /[MDFS]/,
      words: new Set(weekdayOf.keys()),
      // `Fr. 12.50`: Swiss francs
      pattern: /(?!Fr\. ?\d{1,6}\.\d\d(?![\d.]| ?Uhr))(Mo|Di|Mi|Do|Fr|Sa|So)(?:\.,?|,)(?= ?(?:den |der )?\d)/uy,
      read: ([, day = '']) => `${nameOf(day)},`,
    },
    {
      // `Mo, Mi u. Fr 9-12 Uhr`: days that are listed
      category: 'date',
      first: /[MDFS]/,
      words: new Set(weekdayOf.keys()),
      pattern: /(Mo|Di|Mi|Do|Fr|Sa|So)(?![\p{L}.])/uy,
      read: ([day = ''], { before, after }) =>
        /^(?:, ?| ?[/&+] ?| (?:und|u\.|oder|o\.) )(?:Mo|Di|Mi|Do|Fr|Sa|So)(?!\p{L})/u.test(after) ||
        /(?:^|\P{L})(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?(?:, ?| ?[/&+] ?| (?:und|u\.|oder|o\.) )$/u.test(before)
          ? nameOf(day)
          : undefined,
    },
    {
      // `Sa 9–13 Uhr`, `Mo: 8:30–12`
      category: 'date',
      first: /[MDFS]/,
      words: new Set(weekdayOf.keys()),
      pattern:
        /(Mo|Di|Mi|Do|Fr|Sa|So)(:?)(?= \d{1,2}(?:[:.]\d\d)? ?(?:[-–]|bis|Uhr)|(?<=\d(?: Uhr)?[,;] ?(?:Mo|Di|Mi|Do|Fr|Sa|So):?) (?:geschl|zu|nach|nur|Ruhetag))/uy,
      read: ([, day = '', colon], { before }) =>
        day === 'So' && colon === '' && !/(?:Uhr|[,;\n]) ?$/.test(before)
          ? undefined
          : `${nameOf(day)}${colon === '' ? '' : ':'}`,
    },
    {
      // `85-m²-Wohnung`, `3-%-Hürde`
      category: 'measure',
      first: /\d/,
      pattern: new RegExp(`(${NUMERAL})-(${anyOf([...units.keys(), '€', '%'])})-(?=\\p{L})`, 'uy'),
      read: ([, written = '', sign = ''], { before }) => {
        const numeral = parseNumeral(written, ',')
        if (numeral === undefined || /[\p{L}\d][.,-]?$/u.test(before)) return undefined
        const unit = sign === '€' ? 'Euro' : sign === '%' ? 'Prozent' : unitOf(sign)?.one
        return unit && `${sayNumeral(numeral, { gender: 'm', isAttributive: true }, grammar)} ${unit}`
      },
    },
    {
      // `Anrufer Nummer 101`: counted, not dialled
      category: 'cardinal',
      first: /\d/,
      pattern: /\d{1,3}(?![\d]|[.,:/-]\d)/y,
      read: ([written], { before }) =>
        /(?:^|[^\p{L}])(?:anrufer|kunde|kundin|gast|patient|patientin|zimmer|raum|haus|los|platz|wagen|folge|ausgabe|position|fall|frage) nummer $/iu.test(
          before,
        )
          ? cardinal(Number(written), ALONE)
          : undefined,
    },
    {
      // `116 117`: the helplines of Europe
      category: 'telephone',
      first: /1/,
      pattern: /116 ?(\d{3})(?!\d|[.,]\d| \p{Lu})/uy,
      read: ([, last = ''], { before }) =>
        /[\p{L}\d][.,:/-]?$/u.test(before) ? undefined : `eins eins sechs, ${digitByDigit(last, grammar)}`,
    },
    {
      // `der II. Weltkrieg`, `im IV. Quartal`
      category: 'roman',
      first: /[IVX]/,
      pattern: /([IVX]{1,6})\.(?= ?\p{Lu}\p{L})/uy,
      read: ([, letters = ''], context) => {
        const value = romanValue(letters)
        const { before } = context
        if (value === undefined || !(OBLIQUE.test(before) || DEFINITE.test(before) || DATIVE_DER.test(before)))
          return undefined
        return ordinal(value, endingOf(context))
      },
    },
    {
      // `§ 5`, `§§ 3 und 4`
      category: 'symbol',
      first: /§/,
      pattern: /§§? ?/y,
      read: ([written]) => (written.startsWith('§§') ? 'Paragrafen' : 'Paragraf'),
    },
    {
      // `Abs. 2 S. 1`
      category: 'abbreviation',
      first: /S/,
      words: new Set(['s']),
      pattern: /S\. ?(?=\d)/uy,
      read: (_match, { before }) => (/(?:^|\P{L})(?:Abs\.|Absatz) \d{1,2}\p{L}? $/u.test(before) ? 'Satz' : undefined),
    },
    shortenedEnding('str', 'straße'),
  ]
}

/** Writes German numbers, dates, abbreviations and symbols as words. */
export const normalizeGerman = createNormalizer(loadGerman)
