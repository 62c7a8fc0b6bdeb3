import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestNames, didYouMean } from './closest-name.ts'

test.each([
  ['lnua', ['luna']],
  ['LUNA', ['luna', 'lana']],
  ['lun', ['luna']],
  ['lunna', ['luna']],
  ['astr', ['astra']],
  ['nosuch', []],
  ['', []],
])('%j is meant for %j', (typed, names) => {
  expect(closestNames(typed, ['astra', 'luna', 'lana', 'bold_ann'])).toEqual(names)
})

test('the hint lists at most three names, once each', () => {
  expect(didYouMean('ana', ['anna', 'ann', 'ana1', 'and', 'ann'])).toBe(' Did you mean anna, ann, or ana1?')
  expect(didYouMean('zzzzz', ['anna'])).toBe('')
})

test('a name with one change is always found', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{4,12}$/), fc.nat(), fc.constantFrom('x', ''), (name, at, letter) => {
      const i = at % name.length
      expect(closestNames(name.slice(0, i) + letter + name.slice(i + 1), [name])).toEqual([name])
    }),
  )
})
