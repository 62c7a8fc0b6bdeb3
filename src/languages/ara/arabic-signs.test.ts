import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spokenText } from '../../text/spoken-tokens.ts'

test('a slash and a percent sign are Arabic or silent, in every place', () => {
  const piece = fc.constantFrom(
    '/',
    '%',
    '٪',
    ' ',
    '5',
    '٥',
    '12',
    '3.5',
    '٫',
    '.',
    '-',
    '(',
    ')',
    'ريال',
    'كم',
    'س',
    'و',
    'نعم',
    'لا',
    'خصم',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const said = spokenText(pieces.join(''), undefined, 'ara')
      expect(said).not.toMatch(/[A-Za-z/%٪]/)
    }),
    { numRuns: 1000 },
  )
})
