import { CONTEXT_FEATURES, CONTEXT_LENGTH, contextRow } from './decoder-context.ts'
import type { FixedPointBench, LayerPlaces } from './fixed-point.ts'
import { addProducts, packRows, runLayer } from './fixed-point.ts'
import { createKernelMemory, createMatrixKernel } from './matrix-kernel.ts'
import type { HeadMatrices, NetworkMatrices, NetworkShape } from './network-shape.ts'
import { planNetwork } from './network-shape.ts'
import { addFloats, addLetterWindows, multiplyRows } from './recurrent-layer.ts'
import type { UnitInventory } from './unit-inventory.ts'

export type HeadName = 'onward' | 'backward'

interface Layer {
  readonly onward: LayerPlaces
  readonly backward: LayerPlaces
}

/** Reads the letters of a word from both sides, then tells how likely units are after others, in either direction. */
export class Network {
  readonly #inventory: UnitInventory
  readonly #matrices: NetworkMatrices
  readonly #bench: FixedPointBench
  readonly #hidden: number
  readonly #layers: readonly Layer[]
  /** What the letters add to the joint layer of each head, position by position. */
  readonly #joint: Readonly<Record<HeadName, number>>
  readonly #rows: number
  readonly #scores: number
  #letters: Uint8Array = new Uint8Array()

  /** `maxLetters` and `maxContexts`, which divides by 4, bound what is asked for at once. */
  constructor(
    shape: NetworkShape,
    inventory: UnitInventory,
    parameters: Float32Array,
    maxLetters: number,
    maxContexts: number,
  ) {
    this.#inventory = inventory
    this.#matrices = planNetwork(shape, inventory)
    this.#hidden = shape.hidden
    const maxRows = wholeTiles(maxLetters)
    let end = parameters.length
    const take = (count: number): number => {
      end += count
      return end - count
    }
    const shared = {
      gates: take(maxRows * 3 * shape.hidden),
      fromState: take(3 * shape.hidden),
      state: take(shape.hidden),
    }
    const direction = (): LayerPlaces => ({ ...shared, states: take(((maxRows + 1) * shape.hidden) / 2) })
    this.#layers = Array.from({ length: shape.layers }, () => ({ onward: direction(), backward: direction() }))
    this.#joint = { onward: take(maxRows * shape.joint), backward: take(maxRows * shape.joint) }
    this.#rows = take(maxContexts * shape.joint)
    this.#scores = take(maxContexts * inventory.count)
    const memory = createKernelMemory(4 * end)
    const floats = new Float32Array(memory.buffer)
    floats.set(parameters)
    this.#bench = {
      floats,
      ints: new Int32Array(memory.buffer),
      shorts: new Int16Array(memory.buffer),
      kernel: createMatrixKernel(memory),
      parameters: 0,
    }
    this.#matrices.layers.forEach(({ onward, backward }, depth) => {
      for (const { input, state } of [onward, backward]) {
        if (depth > 0) packRows(this.#bench, input, input.rows)
        packRows(this.#bench, state, shape.hidden)
      }
    })
    for (const { states } of [this.#matrices.onward, this.#matrices.backward]) {
      packRows(this.#bench, states, 2 * shape.hidden)
    }
  }

  /** Takes the word that `score` is then asked about. */
  read(letters: Uint8Array): void {
    this.#letters = letters
    const { floats } = this.#bench
    const rows = { batch: 1, length: letters.length, letters }
    const tiles = wholeTiles(letters.length)
    const gates = 3 * this.#hidden
    this.#layers.forEach((layer, depth) => {
      const below = this.#layers[depth - 1]
      for (const way of ['onward', 'backward'] as const) {
        const places = layer[way]
        const matrices = this.#matrices.layers[depth]![way]
        floats.fill(0, places.gates, places.gates + tiles * gates)
        if (below === undefined) addLetterWindows(this.#bench, matrices.input, rows, places.gates)
        else this.#addStates(below, matrices.input.start, places.gates, tiles, gates)
        runLayer(this.#bench, matrices, letters.length, places, way === 'backward')
      }
    })
    for (const name of ['onward', 'backward'] as const) {
      const { start, columns } = this.#matrices[name].states
      const joint = this.#joint[name]
      floats.fill(0, joint, joint + tiles * columns)
      this.#addStates(this.#layers.at(-1)!, start, joint, tiles, columns)
      for (let row = 0; row < letters.length; row++) {
        addFloats(this.#bench, start + 2 * this.#hidden * columns, joint + row * columns, columns)
      }
    }
  }

  /**
   * Writes to `chances`, for each of `count` contexts, the logarithms of the chances of the units of the letter at
   * `position`.
   */
  score(name: HeadName, position: number, contexts: Uint16Array, count: number, chances: Float64Array): void {
    const { floats } = this.#bench
    const head: HeadMatrices = this.#matrices[name]
    const joint = head.states.columns
    const base = this.#joint[name] + position * joint
    for (let row = 0; row < count; row++) {
      const to = this.#rows + row * joint
      floats.copyWithin(to, base, base + joint)
      for (let feature = 0; feature < CONTEXT_FEATURES; feature++) {
        const from = contextRow(this.#inventory, contexts, row * CONTEXT_LENGTH, feature)
        addFloats(this.#bench, head.context.start + from * joint, to, joint)
      }
    }
    this.#bench.kernel.rectify(4 * this.#rows, count * joint)
    const letter = this.#letters[position]!
    const { start, columns } = head.units[letter]!
    const biases = start + joint * columns
    for (let row = 0; row < count; row++) {
      floats.copyWithin(this.#scores + row * columns, biases, biases + columns)
    }
    multiplyRows(this.#bench, this.#rows, start, this.#scores, wholeTiles(count), columns, joint)
    const choices = this.#inventory.firstOfLetter[letter + 1]! - this.#inventory.firstOfLetter[letter]!
    for (let row = 0; row < count; row++) {
      writeLogShares(floats, this.#scores + row * columns, choices, chances, row * choices)
    }
  }

  #addStates({ onward, backward }: Layer, weights: number, to: number, rows: number, columns: number): void {
    const hidden = this.#hidden
    const products = [
      { states: onward.states, weights },
      { states: backward.states, weights: weights + (hidden / 2) * columns },
    ]
    addProducts(this.#bench, products, { to, rows, columns, hidden })
  }
}

/** Products of several rows are taken four rows at a time. */
const wholeTiles = (rows: number): number => Math.ceil(rows / 4) * 4

function writeLogShares(floats: Float32Array, from: number, count: number, shares: Float64Array, to: number): void {
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < count; i++) max = Math.max(max, floats[from + i]!)
  let total = 0
  for (let i = 0; i < count; i++) total += Math.exp(floats[from + i]! - max)
  const whole = max + Math.log(total)
  for (let i = 0; i < count; i++) shares[to + i] = floats[from + i]! - whole
}
