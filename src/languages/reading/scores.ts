import type { Context, Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'
import { caseAfter } from './numeral.ts'
import { opensNumber } from './quantity.ts'

/** A name before the goals and one after them. */
const NAME_BEFORE = /(?:^|[^\p{L}])\p{Lu}[\p{L}\p{M}.'-]{1,30} $/u
const NAME_AFTER = /^ \p{Lu}[\p{L}\p{M}]/u

/** What has numbers, of which a bracket names two: `Kapitel (1 - 2)` */
const NUMBERED =
  /(?:^|[^\p{L}])(?:p[aá]g\p{L}{0,6}|Seiten?|hoofdstuk\p{L}{0,3}|Kapiteln?|cap[ií]t\p{L}{0,5}|chapitres?|temas?|ejercicios?|exerc\p{L}{0,6}|opgaven?|vragen|Fragen|questions?|preguntas?|domande|punten|Punkte|deel|Teil|partes?|parti|niveaus?|groep|klassen?|classes?|jaar|Jahre|años|anos|anni|ans) \($/iu

/** Games of a set of tennis, or points of one of volleyball */
function isSet(one: number, other: number): boolean {
  const [most, least] = one > other ? [one, other] : [other, one]
  if (most < 8) return most === 7 ? least > 4 && least < 7 : most === 6 && least < 5
  return most === 25 ? least > 12 && least < 24 : most > 25 && most < 40 && most - least === 2
}
const PAIR = String.raw`(\d{1,2})\/(\d{1,2})`
const PARTED = String.raw`\)?(?:[,;]? |,? (?:e|ed|y|et|und|en) )`
const NEXT_SET = new RegExp(`^${PARTED}${PAIR}(?![\\d/]|[.,]\\d)`, 'u')
const SETS_BEFORE = new RegExp(`(?:(?<![\\d/.,])${PAIR}(?: ?\\(\\d{1,2}(?:\\/\\d{1,2})?)?${PARTED}){1,4}$`, 'u')
const TIE_BREAK_AFTER = /^ (?:\p{L}{1,4} ){1,2}(?:\p{L}{2,10} )?(?:tie|set)(?!\p{L})/iu
/** Of dates and of fractions */
const NO_SETS_BEFORE =
  /(?:^|[^\p{L}])(?:(?:d[ií]as?|datas?|fechas?|dates?|giorn[oi]|jours?)(?!\p{L})|fra(?:c[cçt]|zion)|Br[uü]ch|breuk)/iu

/** Goals of two teams: `Flamengo 3 x 1 Vasco`, `won 3-1`, `gewann 24:23`, which would else be a product, a range or a time. */
export function scores(grammar: Grammar): readonly Expansion[] {
  const { scoreSigns, contexts } = grammar
  if (scoreSigns === '') return []
  const names = new Set(
    [...grammar.units.values()].flatMap(({ one, many }) => [one, many]).map((name) => name.split(' ')[0] ?? ''),
  )
  const isHour = new RegExp(String.raw`^ ?(?:${grammar.clockUnit})(?![\p{L}\p{M}])`, 'u')
  const link = grammar.score ?? grammar.range(true)
  const isMeasured = (after: string): boolean => grammar.units.has(/^ ?(\p{L}{1,5})(?!\p{L})/u.exec(after)?.[1] ?? '')
  const isPlayed = ({ before, after }: Context): boolean =>
    contexts['before-score']?.(before) === true || contexts['after-score']?.(after) === true
  const isBetweenNames = ({ before, after }: Context): boolean => {
    const [, next = ''] = /^ (\p{L}{2,30})/u.exec(after) ?? []
    return (
      NAME_BEFORE.test(before) &&
      NAME_AFTER.test(after) &&
      !names.has(next.toLowerCase()) &&
      !names.has(next) &&
      !grammar.units.has(next)
    )
  }
  return [
    {
      // `against Ajax (1 - 2)`
      category: 'range',
      first: /\d/,
      pattern: /(\d{1,2}) [-–] (\d{1,2})(?=\))/y,
      read: ([, home = '', away = ''], { before }) => {
        if (!/\p{L}{3}[.!?]? \($/u.test(before) || NUMBERED.test(before)) return undefined
        if (contexts['before-label']?.(before.slice(0, -1)) === true) return undefined
        if (Math.max(Number(home), Number(away)) > 15) return undefined
        const agreement = { ...ALONE, ...caseAfter(before, grammar) }
        return [home, away].map((goals) => grammar.cardinal(Number(goals), agreement)).join(` ${link} `)
      },
    },
    {
      category: 'range',
      first: /\d/,
      pattern: new RegExp(
        String.raw`(\d{1,3}) ?([${scoreSigns}]) ?(\d{1,3})(?![\p{L}\p{M}\d%°]|[.,:/-]\d| ?[x×%°-] ?\d)`,
        'uy',
      ),
      read: ([, home = '', sign = '', away = ''], context) => {
        if (!opensNumber(context.before) || /^0\d/.test(home) || /^0\d/.test(away)) return undefined
        const isProduct = /[x×]/.test(sign)
        const isRange = !isProduct && Number(home) < Number(away)
        if (sign === ':' && (contexts['before-hour']?.(context.before) === true || isHour.test(context.after)))
          return undefined
        // `perdió 3-5 kilos`, `resultados del 3-5 de mayo`
        if (isRange && contexts['after-range']?.(context.after) === true) return undefined
        if (isRange && grammar.agreement(context).isAttributive && !NAME_AFTER.test(context.after)) return undefined
        if (!isPlayed(context) && !isBetweenNames(context)) return undefined
        const agreement = { ...ALONE, ...caseAfter(context.before, grammar) }
        return [home, away].map((goals) => grammar.cardinal(Number(goals), agreement)).join(` ${link} `)
      },
    },
    {
      // `6/2, 1/6 e 7/6`, `7/6 (7/3)`, `7/2 no tie-break`, `venceu por 3/1`: sets and goals, which would else be fractions or dates
      category: 'range',
      first: /\d/,
      pattern: new RegExp(`${PAIR}(?![\\p{L}\\p{M}\\d%°/]|[.,]\\d)`, 'uy'),
      read: ([, won = '', lost = ''], { before, after }) => {
        const [games, others] = [Number(won), Number(lost)]
        if (!opensNumber(before)) return undefined
        const list = before.replace(SETS_BEFORE, '')
        const isAfterWord = contexts['before-score']?.(list) === true
        const mayBeDate =
          others > 0 &&
          others < 13 &&
          !/\d\/0(?!\d)/.test(after) &&
          (contexts['before-date']?.(list) === true || NO_SETS_BEFORE.test(list))
        if (!isAfterWord && mayBeDate) return undefined
        const isTieBreak = Math.abs(games - others) > 1 && Math.max(games, others) > 6
        const isLong = isTieBreak && Math.max(games, others) > 9
        const beside = [SETS_BEFORE.exec(before)?.slice(1, 3), NEXT_SET.exec(after)?.slice(1, 3)].flatMap((pair) =>
          pair === undefined ? [] : [pair.map(Number) as [number, number]],
        )
        const isListed = beside.some(
          ([one, other]) =>
            isSet(one, other) &&
            (one > other || games > others) &&
            !(games < others && one < other && other === others),
        )
        const isPlayedHere =
          (isTieBreak && (TIE_BREAK_AFTER.test(after) || /\d\/\d ?\($/.test(before))) ||
          (isLong && isListed) ||
          (isSet(games, others) && (isListed || /^ ?\(\d/.test(after))) ||
          // `venceu por 3/1`, but `ganó el 3/1`, `ganhou 1/3 dos votos`
          (isAfterWord && !mayBeDate && games > others && games < 16 && !isMeasured(after))
        if (!isPlayedHere) return undefined
        const said = [games, others].map((count) => grammar.cardinal(count, ALONE)).join(` ${link} `)
        return /^ ?(?:\d|\(\d\))/.test(after) ? `${said},` : said
      },
    },
  ]
}
