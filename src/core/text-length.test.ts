import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCodePoints, isLonger } from './text-length.ts'

const anyText = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constantFrom('a', '\ud83d', '\ude00')),
})

test('a text has as many code points as it is iterated by, lone surrogates too', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(countCodePoints(text)).toBe([...text].length)
    }),
  )
})

test('a text is longer than a number when it has more code points', () => {
  fc.assert(
    fc.property(anyText, fc.nat(20), (text, length) => {
      expect(isLonger(text, length)).toBe([...text].length > length)
    }),
  )
})
