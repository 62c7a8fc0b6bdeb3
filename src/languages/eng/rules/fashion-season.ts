import type { Expansion } from '../../reading/expansion.ts'
import { yearWords } from './calendar.ts'
import { opensWord } from './sentence-context.ts'

const SEASONS: ReadonlyMap<string, string> = new Map([
  ['AW', 'autumn winter'],
  ['FW', 'fall winter'],
  ['SS', 'spring summer'],
])
const OF_FASHION =
  /(?:^|[^\p{L}])(?:campaigns?|catwalks?|collections?|couture|designers?|fashion|lookbooks?|menswear|runways?|seasons?|trends?|womenswear)(?!\p{L})/iu

/** `SS19`, `A/W 2024`: for when clothes are made. */
export const fashionSeasons: readonly Expansion[] = [
  {
    category: 'date',
    first: /[AFS]/,
    words: new Set(['a', 'aw', 'f', 'fw', 's', 'ss']),
    pattern:
      /(?:(?<tight>SS|AW|FW)|(?<first>[SAF])\/(?<second>[SW])) ?'?(?<year>(?:20)?\d\d)(?![\p{L}\d%]|[-.,:/]\d)/uy,
    read: ({ groups }, { before, after }) => {
      const { tight, first = '', second = '', year = '' } = groups ?? {}
      const seasons = SEASONS.get(tight ?? first + second)
      return seasons !== undefined && opensWord(before) && OF_FASHION.test(before + after)
        ? `${seasons} ${yearWords(year)}`
        : undefined
    },
  },
]
