import type { Expansion } from './expansion.ts'
import type { Grammar } from './grammar.ts'

/** Signs between numbers that are written in other ways than as one sign. */
export const writtenSigns = ({ symbols, math }: Grammar): readonly Expansion[] => [
  {
    // `20 +/- 3`
    category: 'math',
    first: /\+/,
    pattern: /\+ ?\/ ?[-–](?= ?\p{Sc}?\d)/uy,
    read: () => symbols.get('±'),
  },
  {
    // `3·4`, `1 · 3,`, but `Nivel 3 · 20 min`
    category: 'math',
    first: /[·⋅∙]/,
    pattern:
      /[·⋅∙](?=-?\d{1,3}(?![\d.,:/]\d))|[·⋅∙](?= ?-?\d{1,3}(?:[ ,;.:!?)=·⋅∙+]|$))(?! ?-?\d{1,3}(?:[.,:]\d| [\p{L}\p{Sc}%°]))/uy,
    read: (_match, { before }) => (/(?:^|[^\p{L}\d.,:]|[^\d][,:])\d{1,3} ?$/u.test(before) ? math.times : undefined),
  },
]

const VARIABLE =
  /(?<=^|[^\p{L}\p{M}\d])([a-z])(?: [-+=<>] |[²³](?!\p{L})| ?[-+*/=] ?[\d(])|(?<=[-+=<>(] ?)([a-z])(?![\p{L}\p{M}\d])/gu
const isVariableIn = (text: string, letter: string): boolean =>
  [...text.matchAll(VARIABLE)].some(([, counted, other]) => counted === letter || other === letter)

/** Exponents that lost their place, which go before the rules of codes. */
export function exponents({ symbols }: Grammar): readonly Expansion[] {
  return [
    {
      // `(n + 1)2`: an exponent that lost its place
      category: 'math',
      first: /[23]/,
      pattern: /[23](?![\p{L}\p{M}\d]|[.,:/-]\d)/uy,
      read: ([digit], { before }) =>
        /\((?=[^()]{0,30}[A-Za-z])(?:[A-Za-z]|\d{1,4})(?: ?[-+*/×÷] ?(?:[A-Za-z]|\d{1,4})){1,4}\)$/.test(before)
          ? symbols.get(digit === '2' ? '²' : '³')
          : undefined,
    },
    {
      // `n2`, where `n` is a variable
      category: 'math',
      first: /[a-z]/,
      next: /[23]/,
      written: ['lower'],
      pattern: /([a-ln-z])([23])(?![\p{L}\p{M}\d]|[.,:/-]\d)/uy,
      read: ([, letter = '', digit], { before, after }) => {
        if (/[\p{L}\p{M}\d'./_-]$/u.test(before)) return undefined
        // Vowels are words.
        const isNamed = !/[aeiouy]/.test(letter) && (isVariableIn(before, letter) || isVariableIn(after, letter))
        return isNamed || /[+=] $/.test(before) || /^ [+=] /.test(after)
          ? `${letter.toUpperCase()} ${symbols.get(digit === '2' ? '²' : '³')}`
          : undefined
      },
    },
  ]
}
