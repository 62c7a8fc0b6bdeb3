import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKernelMemory, createMatrixKernel } from './matrix-kernel.ts'

const memory = createKernelMemory(1_000_000)
const floats = new Float32Array(memory.buffer)
const kernel = createMatrixKernel(memory)

const whole = fc.integer({ min: -9, max: 9 })
const sizes = fc.record({
  tiles: fc.integer({ min: 1, max: 5 }),
  strips: fc.integer({ min: 1, max: 3 }),
  inner: fc.integer({ min: 1, max: 20 }),
  numbers: fc.array(whole, { minLength: 1, maxLength: 50 }),
})

/** Fills three matrices one after another; returns where they begin and what C should become. */
function prepare(numbers: readonly number[], rows: number, columns: number, inner: number) {
  const [a, b, c] = [0, rows * inner, rows * inner + inner * columns]
  for (let i = 0; i < c + rows * columns; i++) floats[i] = (numbers[i % numbers.length] as number) + (i % 7)
  const expected = Array.from({ length: rows * columns }, (_, at) => {
    const row = Math.floor(at / columns)
    let sum = floats[c + at] as number
    for (let k = 0; k < inner; k++) {
      sum += (floats[a + row * inner + k] as number) * (floats[b + k * columns + (at % columns)] as number)
    }
    return sum
  })
  return { a: 4 * a, b: 4 * b, c: 4 * c, expected, result: () => [...floats.slice(c, c + rows * columns)] }
}

test('products are added to what is there', () => {
  fc.assert(
    fc.property(sizes, ({ tiles, strips, inner, numbers }) => {
      const { a, b, c, expected, result } = prepare(numbers, 4 * tiles, 8 * strips, inner)
      kernel.multiplyAdd(a, b, c, 4 * tiles, 8 * strips, inner)
      expect(result()).toEqual(expected)
    }),
  )
})

test('a single row is multiplied as rows are', () => {
  fc.assert(
    fc.property(sizes, ({ strips, inner, numbers }) => {
      const { a, b, c, expected, result } = prepare(numbers, 1, 32 * strips, inner)
      kernel.multiplyAddRow(a, b, c, 1, 32 * strips, inner)
      expect(result()).toEqual(expected)
    }),
  )
})

test('rows are added up, and rectified without touching what follows', () => {
  floats.set([...Array(16).keys()].map((i) => i - 8))
  floats.fill(-1, 16, 33)
  kernel.add(0, 64, 16)
  expect([...floats.slice(16, 33)]).toEqual([...[...Array(16).keys()].map((i) => i - 9), -1])
  kernel.rectify(64, 16)
  expect([...floats.slice(16, 33)]).toEqual([...[...Array(16).keys()].map((i) => Math.max(0, i - 9)), -1])
})
