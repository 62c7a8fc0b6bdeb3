import { expect, test } from 'vitest'
import { Samples } from './samples.ts'

test('samples are taken once, and their length stays known', () => {
  const samples = new Samples(Int16Array.of(1, 2, 3))
  const copy = samples.copy()
  expect([...samples.take()]).toEqual([1, 2, 3])
  expect(samples.length).toBe(3)
  expect(() => samples.take()).toThrow('have been taken')
  expect(() => samples.copy()).toThrow('have been taken')
  expect([...copy.take()]).toEqual([1, 2, 3])
})
