import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

const owner = (id: string, weight = 1) => ({ id, weight })

test('owners who always have work get the time of the threads by weight, whatever their jobs cost', () => {
  const tasks = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 400, maxLength: 400 })
  fc.assert(
    fc.property(tasks, fc.integer({ min: 1, max: 5 }), (costs, weight) => {
      const turns = new FairTurns()
      const owners = [owner('light'), owner('heavy', weight)] as const
      const given = { light: 0, heavy: 0 }
      for (const ms of costs) {
        const [light, heavy] = owners
        const next = turns.given(light) <= turns.given(heavy) ? light : heavy
        turns.begin(next)
        turns.charge(next, ms)
        given[next.id as keyof typeof given] += ms
      }
      // At most a task apart.
      expect(Math.abs(given.light - given.heavy / weight)).toBeLessThanOrEqual(50)
    }),
  )
})

test('an owner who comes later does not get the time that it did not use', () => {
  const turns = new FairTurns()
  const [early, late] = [owner('early'), owner('late')]
  for (let i = 0; i < 100; i++) {
    turns.begin(early)
    turns.charge(early, 10)
  }
  turns.begin(early)
  turns.charge(early, 10)
  turns.begin(late)
  turns.charge(late, 20)
  expect(turns.given(early)).toBeLessThan(turns.given(late))
})
