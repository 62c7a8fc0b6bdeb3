import { expect, test } from 'vitest'
import { COST_STEPS, NgramModel } from './ngram-model.ts'

// Of units 1 to 3; after 2, unit 1 is known, and after 3 and then 2, unit 3.
const model = new NgramModel({
  nodeUnits: Uint16Array.of(0, 2, 3),
  nodeBackoffs: Uint8Array.of(0, COST_STEPS, 2 * COST_STEPS),
  nodeChildren: Uint16Array.of(1, 1, 0),
  nodeEntries: Uint16Array.of(3, 1, 1),
  entryUnits: Uint16Array.of(1, 2, 3, 1, 3),
  entryCosts: Uint8Array.of(5, 6, 7, 1, 2).map((cost) => cost * COST_STEPS),
})

function costs(history: readonly number[], first = 1, end = 4): readonly number[] {
  const scores = new Float64Array(end - first)
  model.score(Uint16Array.from(history), history.length, first, end, scores)
  return [...scores].map((score) => -score)
}

test('without a history units cost what they do anywhere', () => {
  expect(costs([])).toEqual([5, 6, 7])
})

test('after a known unit its entries count, and other units pay the back-off', () => {
  expect(costs([2])).toEqual([1, 7, 8])
})

test('the longest known context decides, and an unknown older unit changes nothing', () => {
  expect(costs([2, 3])).toEqual([3, 9, 2])
  expect(costs([2, 1])).toEqual(costs([2]))
  expect(costs([1, 3])).toEqual(costs([]))
})

test('a part of the units can be asked for', () => {
  expect(costs([2, 3], 2, 3)).toEqual([9])
})
