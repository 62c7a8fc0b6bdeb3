import type { MatrixKernel } from '../../src/lexicon/g2p/matrix-kernel.ts'
import { createMatrixKernel } from '../../src/lexicon/g2p/matrix-kernel.ts'
import type { NetworkMatrices, NetworkShape } from '../../src/lexicon/g2p/network-shape.ts'
import { planNetwork } from '../../src/lexicon/g2p/network-shape.ts'
import { addLetterWindows, multiplyRows } from '../../src/lexicon/g2p/recurrent-layer.ts'
import type { UnitInventory } from '../../src/lexicon/g2p/unit-inventory.ts'
import type { FloatSpace } from './float-space.ts'
import { trainHead } from './head-gradient.ts'
import { addProductOfTurned, transpose } from './matrix-gradients.ts'
import { Random } from './random.ts'
import type { RecurrentSpace } from './recurrent-forward.ts'
import { runRecurrent } from './recurrent-forward.ts'
import { addLetterWindowGradients, runRecurrentBack } from './recurrent-gradient.ts'
import type { BatchRows, Training } from './training.ts'

interface DirectionSpace extends RecurrentSpace {
  /** States after dropout. */
  readonly dropped: number
  readonly slopes: number
}

const MAX_CHOICES = 64

/** Computes the gradients of a part of a batch, in its own range of shared memory. */
export class Trainer implements Training {
  readonly floats: Float32Array
  readonly kernel: MatrixKernel
  readonly inventory: UnitInventory
  readonly parameters: number
  readonly gradients: number
  readonly scratch: Training['scratch']
  readonly #matrices: NetworkMatrices
  readonly #layers: readonly { readonly onward: DirectionSpace; readonly backward: DirectionSpace }[]
  readonly #random: Random
  readonly #dropped: number
  readonly #masks = new Map<number, Uint8Array>()

  constructor(options: {
    readonly memory: WebAssembly.Memory
    readonly shape: NetworkShape
    readonly inventory: UnitInventory
    readonly parameters: number
    readonly gradients: number
    readonly space: FloatSpace
    readonly maxRows: number
    readonly batch: number
    readonly seed: number
    /** Share of the states that a batch does without, in 256ths. */
    readonly dropped: number
  }) {
    const { shape, inventory, space, maxRows, batch } = options
    this.floats = new Float32Array(options.memory.buffer)
    this.kernel = createMatrixKernel(options.memory)
    this.inventory = inventory
    this.parameters = options.parameters
    this.gradients = options.gradients
    this.#matrices = planNetwork(shape, inventory)
    this.#random = new Random(options.seed)
    this.#dropped = options.dropped
    const direction = (): DirectionSpace => ({
      gates: space.take(maxRows * 3 * shape.hidden),
      fromState: space.take(maxRows * 3 * shape.hidden),
      states: space.take((maxRows + batch) * shape.hidden),
      dropped: space.take(maxRows * shape.hidden),
      slopes: space.take(maxRows * shape.hidden),
    })
    this.#layers = Array.from({ length: shape.layers }, () => ({ onward: direction(), backward: direction() }))
    const widest = Math.max(3 * shape.hidden, shape.joint, MAX_CHOICES)
    this.scratch = {
      joint: space.take(maxRows * shape.joint),
      jointSlopes: space.take(maxRows * shape.joint),
      gathered: space.take((maxRows + 4) * widest),
      scores: space.take((maxRows + 4) * MAX_CHOICES),
      turnedWeights: space.take(widest * widest),
      turnedRows: space.take((maxRows + 4) * widest),
      carried: space.take(batch * shape.hidden),
    }
  }

  /** Adds the gradients of the rows; returns the loss. */
  train(rows: BatchRows): number {
    this.#encode(rows)
    const top = this.#layers.at(-1)!
    const count = rows.length * rows.batch
    const states = {
      onward: top.onward.dropped,
      backward: top.backward.dropped,
      onwardSlopes: top.onward.slopes,
      backwardSlopes: top.backward.slopes,
    }
    for (const { onward, backward } of this.#layers) {
      for (const { slopes } of [onward, backward]) this.floats.fill(0, slopes, slopes + count * this.#hidden)
    }
    const loss =
      trainHead(this, this.#matrices.onward, rows, states, false) +
      trainHead(this, this.#matrices.backward, rows, states, true)
    this.#encodeBack(rows)
    return loss
  }

  get #hidden(): number {
    return this.#matrices.layers[0]!.onward.state.columns / 3
  }

  #encode(rows: BatchRows): void {
    const { floats, parameters } = this
    const hidden = this.#hidden
    const count = rows.length * rows.batch
    this.#layers.forEach((layer, depth) => {
      const below = this.#layers[depth - 1]
      for (const way of ['onward', 'backward'] as const) {
        const space = layer[way]
        const matrices = this.#matrices.layers[depth]![way]
        const { start } = matrices.input
        floats.fill(0, space.gates, space.gates + count * 3 * hidden)
        if (below === undefined) addLetterWindows(this, matrices.input, rows, space.gates)
        else {
          const second = parameters + start + hidden * 3 * hidden
          multiplyRows(this, below.onward.dropped, parameters + start, space.gates, count, 3 * hidden, hidden)
          multiplyRows(this, below.backward.dropped, second, space.gates, count, 3 * hidden, hidden)
        }
        runRecurrent(this, matrices, rows, space, way === 'backward')
        floats.copyWithin(space.dropped, space.states, space.states + count * hidden)
        this.dropInPlace(space.dropped, count * hidden)
      }
    })
  }

  #encodeBack(rows: BatchRows): void {
    const { floats, parameters, gradients } = this
    const hidden = this.#hidden
    const gates = 3 * hidden
    const count = rows.length * rows.batch
    for (let depth = this.#layers.length - 1; depth >= 0; depth--) {
      const below = this.#layers[depth - 1]
      for (const way of ['onward', 'backward'] as const) {
        const space = this.#layers[depth]![way]
        const matrices = this.#matrices.layers[depth]![way]
        this.#scaleByMask(space.dropped, space.slopes, count * hidden)
        runRecurrentBack(this, matrices, rows, space, space.slopes, way === 'backward')
        if (below === undefined) {
          addLetterWindowGradients(this, matrices.input, rows, space.gates)
          continue
        }
        for (const [from, at] of [
          [below.onward, 0],
          [below.backward, hidden],
        ] as const) {
          const place = matrices.input.start + at * gates
          addProductOfTurned(this, from.dropped, space.gates, gradients + place, count, hidden, gates)
          transpose(floats, parameters + place, hidden, gates, this.scratch.turnedWeights)
          multiplyRows(this, space.gates, this.scratch.turnedWeights, from.slopes, count, hidden, gates)
        }
      }
    }
  }

  /** Dropout: zeroes a random share of the values and scales the others up; returns the scale. */
  dropInPlace(at: number, count: number): number {
    const { floats } = this
    const scale = 256 / (256 - this.#dropped)
    const mask = this.#maskOf(at, count)
    for (let i = 0; i < count; i += 4) {
      const bits = this.#random.next()
      for (let j = 0; j < 4; j++) {
        const kept = ((bits >>> (8 * j)) & 0xff) >= this.#dropped
        mask[i + j] = Number(kept)
        floats[at + i + j] = kept ? floats[at + i + j]! * scale : 0
      }
    }
    return scale
  }

  #scaleByMask(maskOf: number, at: number, count: number): void {
    const scale = 256 / (256 - this.#dropped)
    const mask = this.#maskOf(maskOf, count)
    for (let i = 0; i < count; i++) this.floats[at + i]! *= mask[i]! * scale
  }

  #maskOf(at: number, count: number): Uint8Array {
    const found = this.#masks.get(at)
    if (found !== undefined && found.length >= count) return found
    const mask = new Uint8Array(count)
    this.#masks.set(at, mask)
    return mask
  }
}
