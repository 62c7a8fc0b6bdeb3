import type { Expansion } from './expansion.ts'
import { ALONE, type Grammar } from './grammar.ts'

/**
 * `1T23`, `2T de 2023`, `no 3T`: quarters of a year, in Portuguese and Spanish. A year or an article tells them from tons and
 * terabytes. `articles` and `yearWords` are sources of patterns; `say` has the ordinal before its noun.
 */
export const quarters = (
  cardinal: Grammar['cardinal'],
  { articles, yearWords, say }: { articles: string; yearWords: string; say: (quarter: number) => string | undefined },
): Expansion => {
  const isAfterArticle = new RegExp(String.raw`(?:^|[^\p{L}\p{M}])(?:${articles}) $`, 'iu')
  const isOfYear = new RegExp(String.raw`^ d(?:e |el |o |este |esse )(?:${yearWords})(?!\p{L})`, 'iu')
  return {
    category: 'date',
    first: /[1-4]/,
    pattern: /([1-4])T(?:(?: (?:del? )?|\/|\/?(?=20\d\d))(20\d\d)|['/]?(\d\d))?(?![\p{L}\p{M}\d]|[.,]\d)/uy,
    read: ([, quarter = '', year, shortYear], { before, after }) => {
      if (/[\p{L}\d][.,/-]?$/u.test(before)) return undefined
      const inYear = year ?? (shortYear === undefined ? undefined : `20${shortYear}`)
      if (inYear === undefined && !isAfterArticle.test(before) && !isOfYear.test(after)) return undefined
      return `${say(Number(quarter))} trimestre${inYear === undefined ? '' : ` de ${cardinal(Number(inYear), ALONE)}`}`
    },
  }
}
