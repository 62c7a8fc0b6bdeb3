import type { Context, Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'

const ROMAN = /^(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }

/** Undefined for letters that are no Roman numeral. */
export function romanValue(letters: string): number | undefined {
  const numeral = letters.toUpperCase()
  if (!ROMAN.test(numeral)) return undefined
  let value = 0
  for (let i = 0; i < numeral.length; i++) {
    const here = VALUES[numeral.charAt(i)] ?? 0
    value += here < (VALUES[numeral.charAt(i + 1)] ?? 0) ? -here : here
  }
  return value
}

/**
 * `CLI`, `CD`, `DX`: two or three capitals are letters where they would count more than kings and centuries, but `LIV` and `XLI`
 * are numerals.
 */
const areLetters = (written: string, value: number): boolean =>
  value > 39 && written.length < 4 && (written.length < 3 || /[CDM]/.test(written)) && written === written.toUpperCase()

/** Numerals of kings, centuries and chapters. */
export function romanNumerals(grammar: Grammar): readonly Expansion[] {
  const { contexts } = grammar
  const isNumbered = ({ before, after }: Context): boolean =>
    contexts['before-roman']?.(before) === true ||
    contexts['before-century']?.(before) === true ||
    contexts['after-roman']?.(after) === true
  return [
    {
      category: 'roman',
      first: /[IVXLCDMivxlcdm]/,
      pattern: /(?:[IVXLCDM]{1,9}|[ivxlcdm]{1,9})(?![\p{L}\p{M}\d'])/uy,
      read: ([written], context) => {
        const value = romanValue(written)
        // `annexe C`, `Teil D`: letters; `prendere atto di`, `atto DI`: words
        if (
          value === undefined ||
          value === 0 ||
          /^(?:[LCDMl]|[DM][IVX]|(?=[a-z]{1,3}$)[a-z]*[cdm][a-z]*|li)$/.test(written)
        )
          return undefined
        return areLetters(written, value) && !isNumbered(context) ? undefined : grammar.roman(value, written, context)
      },
    },
  ]
}
