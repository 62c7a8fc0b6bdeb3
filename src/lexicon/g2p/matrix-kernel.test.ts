import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKernelMemory, createMatrixKernel, STEPS_OF_PRODUCT, STEPS_OF_STATE } from './matrix-kernel.ts'

const memory = createKernelMemory(1_000_000)
const floats = new Float32Array(memory.buffer)
const ints = new Int32Array(memory.buffer)
const shorts = new Int16Array(memory.buffer)
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

test.each([4, 1])('pairs of whole numbers are multiplied and added up, %i rows at a time', (tileRows) => {
  fc.assert(
    fc.property(sizes, ({ tiles, strips, inner, numbers }) => {
      const rows = tileRows === 1 ? 1 : tileRows * tiles
      const columns = 32 * strips
      const [a, b, c] = [0, rows * inner, rows * inner + inner * columns]
      const number = (i: number): number => (numbers[i % numbers.length] as number) * 400 + (i % 7)
      for (let i = 0; i < 2 * c; i++) shorts[i] = number(i)
      for (let i = c; i < c + rows * columns; i++) ints[i] = number(i)
      const expected = Array.from({ length: rows * columns }, (_, at) => {
        const [row, column] = [Math.floor(at / columns), at % columns]
        const products = Array.from({ length: 2 * inner }, (_, k) => {
          const weight = 2 * (b + (k >> 1) * columns + column) + (k % 2)
          return (shorts[2 * (a + row * inner) + k] as number) * (shorts[weight] as number)
        })
        return products.reduce((sum, product) => sum + product, ints[c + at] as number)
      })
      if (tileRows === 1) kernel.multiplyAddPairsRow(4 * a, 4 * b, 4 * c, 1, columns, inner)
      else kernel.multiplyAddPairs(4 * a, 4 * b, 4 * c, rows, columns, inner)
      expect([...ints.slice(c, c + rows * columns)]).toEqual(expected)
    }),
  )
})

test('a gated recurrent unit takes a step', () => {
  const gate = fc.double({ min: -20, max: 20, noNaN: true })
  const unit = fc.record({
    input: fc.tuple(gate, gate, gate),
    biases: fc.tuple(gate, gate, gate),
    fromState: fc.tuple(gate, gate, gate),
    state: fc.double({ min: -1, max: 1, noNaN: true }),
  })
  const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
  fc.assert(
    fc.property(fc.array(unit, { minLength: 8, maxLength: 8 }), (units) => {
      const [gates, biases, fromState, state, rounded] = [0, 24, 48, 72, 80]
      units.forEach((one, i) => {
        for (const number of [0, 1, 2] as const) {
          floats[gates + 8 * number + i] = one.input[number]
          floats[biases + 8 * number + i] = one.biases[number]
          ints[fromState + 8 * number + i] = one.fromState[number] * STEPS_OF_PRODUCT
        }
        floats[state + i] = one.state
      })
      kernel.stepState(4 * gates, 4 * biases, 4 * fromState, 4 * state, 4 * rounded, 8)
      units.forEach(({ input, biases: bias, fromState: part, state: before }, i) => {
        const reset = sigmoid(input[0] + bias[0] + part[0])
        const update = sigmoid(input[1] + bias[1] + part[1])
        const fresh = Math.tanh(input[2] + reset * (bias[2] + part[2]))
        expect(floats[state + i]).toBeCloseTo(fresh + update * (before - fresh), 2)
        const state16 = (shorts[2 * rounded + i] as number) / STEPS_OF_STATE
        expect(Math.abs(state16 - (floats[state + i] as number))).toBeLessThanOrEqual(0.5 / STEPS_OF_STATE)
      })
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
