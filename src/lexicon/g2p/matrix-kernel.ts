/**
 * Matrix products as WebAssembly with 128-bit vectors, assembled here byte by byte: six to eight times as fast as loops
 * in JavaScript, and rounding the same on every machine. All places are byte offsets into the memory of the kernel.
 */
export interface MatrixKernel {
  /** C[rows×columns] += A[rows×inner] · B[inner×columns], row by row. `rows` divides by 4, `columns` by 8. */
  multiplyAdd(a: number, b: number, c: number, rows: number, columns: number, inner: number): void
  /**
   * The same of whole numbers: 32 bits in C, and in A and B two of 16 bits where a float would stand, those of rows 2k and
   * 2k + 1 of B side by side. `inner` counts pairs. Four times as fast for one row, twice for several.
   */
  multiplyAddPairs(a: number, b: number, c: number, rows: number, columns: number, inner: number): void
  /** The same for one row; `columns` divides by 32. */
  multiplyAddPairsRow(a: number, b: number, c: number, rows: 1, columns: number, inner: number): void
  /**
   * One step of a gated recurrent unit of `count` states, which divides by 4. The gates stand in the order reset, update,
   * new: the input's part and the biases as floats, the state's part in `STEPS_OF_PRODUCT`. Replaces the floats at `state`
   * and writes them to `rounded` in 16 bits, in `STEPS_OF_STATE`.
   */
  stepState(gates: number, biases: number, fromState: number, state: number, rounded: number, count: number): void
  /** Adds `count` numbers at `from` to those at `to`; `count` divides by 8. */
  add(from: number, to: number, count: number): void
  /** Raises what is below zero to zero among the `count` numbers at `at`; `count` divides by 8. */
  rectify(at: number, count: number): void
}

/** What 1 is as a state, or a weight, and as a product of both. */
export const STEPS_OF_STATE = 4096
export const STEPS_OF_PRODUCT = STEPS_OF_STATE ** 2

const PAGE_BYTES = 65_536
const MAX_PAGES = 16_384

/** Shared, so that threads that train can work on the same weights. */
export function createKernelMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE_BYTES)
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
}

export function createMatrixKernel(memory: WebAssembly.Memory): MatrixKernel {
  const module = new WebAssembly.Module(assembleModule())
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as MatrixKernel
}

type Code = readonly (number | Code)[]
/** How the vectors of a product are multiplied and added up. */
interface Arithmetic {
  readonly multiply: Code
  readonly add: Code
}

const I32 = 0x7f
const V128 = 0x7b
const ADD = 0x6a
const MUL = 0x6c
const LESS_UNSIGNED = 0x49
const FLOAT_BYTES = 4
const VECTOR_BYTES = 16
const ALIGNED_TO_4 = 2

const get = (local: number): Code => [0x20, unsigned(local)]
const set = (local: number): Code => [0x21, unsigned(local)]
const constant = (value: number): Code => [0x41, signed(value)]
const vectorOp = (opcode: number): Code => [0xfd, unsigned(opcode)]
const load = (offset: number): Code => [vectorOp(0x00), ALIGNED_TO_4, unsigned(offset)]
const loadSplat = (offset: number): Code => [vectorOp(0x09), ALIGNED_TO_4, unsigned(offset)]
const store = (offset: number): Code => [vectorOp(0x0b), ALIGNED_TO_4, unsigned(offset)]
const VECTOR_ADD = vectorOp(0xe4)
const VECTOR_MUL = vectorOp(0xe6)
const VECTOR_SUB = vectorOp(0xe5)
const VECTOR_DIV = vectorOp(0xe7)
const VECTOR_MIN = vectorOp(0xe8)
const VECTOR_MAX = vectorOp(0xe9)
const CONVERT_INTS = vectorOp(0xfa)
const ROUND_TO_INTS: Code = [vectorOp(0x6a), vectorOp(0xf8)]
const NARROW_TO_16_BITS = vectorOp(0x85)
const storeHalf: Code = [vectorOp(0x5b), ALIGNED_TO_4, 0, 0]
const everywhere = (value: number): Code => [[0x43, ...new Uint8Array(Float32Array.of(value).buffer)], vectorOp(0x13)]
const FLOATS: Arithmetic = { multiply: VECTOR_MUL, add: VECTOR_ADD }
/** `i32x4.dot_i16x8_s` and `i32x4.add`. */
const PAIRS: Arithmetic = { multiply: vectorOp(0xba), add: vectorOp(0xae) }

const advance = (local: number, by: Code): Code => [get(local), by, ADD, set(local)]
/** Runs the body once or more, as long as `counter`, advanced by `step`, is below `limit`. */
const loopBelow = (counter: number, step: number, limit: number, body: Code): Code => [
  [constant(0), set(counter), 0x03, 0x40, body, advance(counter, constant(step))],
  [get(counter), get(limit), LESS_UNSIGNED, 0x0d, 0, 0x0b],
]

/** One product, a tile of C of `tileRows` rows and `tileVectors` vectors held in registers at a time. */
function assembleProduct(tileRows: number, tileVectors: number, { multiply, add }: Arithmetic): Code {
  const [a, b, c, rows, columns, inner] = [0, 1, 2, 3, 4, 5]
  const [column, row, k, fromB, toC, strideA, strideB] = [6, 7, 8, 9, 10, 11, 12]
  const rowOfA = range(tileRows).map((r) => 13 + r)
  const firstVector = 13 + tileRows
  const vectorOfB = range(tileVectors).map((v) => firstVector + v)
  const tile = (r: number, v: number): number => firstVector + tileVectors * (1 + r) + v
  const splat = tile(tileRows, 0)
  const bytes = (local: number): Code => [get(local), constant(FLOAT_BYTES), MUL]
  const eachRowOfC = (of: (r: number, v: number) => Code): Code => [
    [get(c), bytes(column), ADD, get(row), get(strideB), MUL, ADD, set(toC)],
    range(tileRows).map((r) => [range(tileVectors).map((v) => of(r, v)), advance(toC, get(strideB))]),
  ]

  const step: Code = [
    vectorOfB.map((vector, v) => [get(fromB), load(v * VECTOR_BYTES), set(vector)]),
    advance(fromB, get(strideB)),
    rowOfA.map((pointer, r) => [
      [get(pointer), loadSplat(0), set(splat), advance(pointer, constant(FLOAT_BYTES))],
      vectorOfB.map((vector, v) => [[get(splat), get(vector), multiply, get(tile(r, v)), add, set(tile(r, v))]]),
    ]),
  ]
  const oneTile: Code = [
    eachRowOfC((r, v) => [get(toC), load(v * VECTOR_BYTES), set(tile(r, v))]),
    [get(b), bytes(column), ADD, set(fromB)],
    rowOfA.map((pointer, r) => [get(a), get(row), constant(r), ADD, get(strideA), MUL, ADD, set(pointer)]),
    loopBelow(k, 1, inner, step),
    eachRowOfC((r, v) => [get(toC), get(tile(r, v)), store(v * VECTOR_BYTES)]),
  ]
  const body: Code = [
    [bytes(inner), set(strideA), bytes(columns), set(strideB)],
    loopBelow(column, tileVectors * 4, columns, loopBelow(row, tileRows, rows, oneTile)),
  ]
  const locals = [[unsigned(7 + tileRows), I32] as const, [unsigned(tileVectors * (1 + tileRows) + 1), V128] as const]
  return sized([counted(locals), body, 0x0b])
}

function assembleRectification(): Code {
  const [at, count, done, zero] = [0, 1, 2, 3]
  const eachVector = [0, VECTOR_BYTES].map((offset) => [
    [get(at), get(at), load(offset), get(zero), VECTOR_MAX, store(offset)],
  ])
  const step = [eachVector, advance(at, constant(2 * VECTOR_BYTES))]
  const locals = [
    [1, I32],
    [1, V128],
  ]
  return sized([counted(locals), loopBelow(done, 8, count, step), 0x0b])
}

function assembleStep(): Code {
  const [gates, biases, fromState, state, rounded, count] = [0, 1, 2, 3, 4, 5]
  const [done, block, x, square, reset, update, fresh] = [6, 7, 8, 9, 10, 11, 12]
  const inBlock = (pointer: number, number: number): Code => [get(pointer), range(number).map(() => [get(block), ADD])]
  /** The state's part of one of the gates, with its biases. */
  const remembered = (gate: number): Code => [
    [inBlock(biases, gate), load(0), inBlock(fromState, gate), load(0), CONVERT_INTS],
    [everywhere(1 / STEPS_OF_PRODUCT), VECTOR_MUL, VECTOR_ADD],
  ]
  const ofInput = (gate: number): Code => [inBlock(gates, gate), load(0)]
  // A quotient of polynomials (Lambert's continued fraction), true to 0.0001.
  const tanh: Code = [
    [everywhere(4.97), VECTOR_MIN, everywhere(-4.97), VECTOR_MAX, set(x), get(x), get(x), VECTOR_MUL, set(square)],
    [get(x), everywhere(135_135), get(square), everywhere(17_325), get(square), everywhere(378), get(square)],
    [VECTOR_ADD, VECTOR_MUL, VECTOR_ADD, VECTOR_MUL, VECTOR_ADD, VECTOR_MUL],
    [everywhere(135_135), get(square), everywhere(62_370), get(square), everywhere(3_150), get(square), everywhere(28)],
    [VECTOR_MUL, VECTOR_ADD, VECTOR_MUL, VECTOR_ADD, VECTOR_MUL, VECTOR_ADD, VECTOR_DIV],
  ]
  const half = everywhere(0.5)
  const sigmoid: Code = [half, VECTOR_MUL, tanh, half, VECTOR_MUL, half, VECTOR_ADD]
  const step: Code = [
    [ofInput(0), remembered(0), VECTOR_ADD, sigmoid, set(reset)],
    [ofInput(1), remembered(1), VECTOR_ADD, sigmoid, set(update)],
    [ofInput(2), get(reset), remembered(2), VECTOR_MUL, VECTOR_ADD, tanh, set(fresh)],
    [get(update), get(state), load(0), get(fresh), VECTOR_SUB, VECTOR_MUL, get(fresh), VECTOR_ADD, set(fresh)],
    [get(state), get(fresh), store(0)],
    [get(fresh), everywhere(STEPS_OF_STATE), VECTOR_MUL, ROUND_TO_INTS, set(x)],
    [get(rounded), get(x), get(x), NARROW_TO_16_BITS, storeHalf],
    [gates, biases, fromState, state].map((pointer) => advance(pointer, constant(VECTOR_BYTES))),
    advance(rounded, constant(VECTOR_BYTES / 2)),
  ]
  const body: Code = [get(count), constant(FLOAT_BYTES), MUL, set(block), loopBelow(done, 4, count, step)]
  const locals = [
    [2, I32],
    [5, V128],
  ]
  return sized([counted(locals), body, 0x0b])
}

function assembleAddition(): Code {
  const [from, to, count, done] = [0, 1, 2, 3]
  const eachVector = [0, VECTOR_BYTES].map((offset) => [
    [get(to), get(to), load(offset), get(from), load(offset), VECTOR_ADD, store(offset)],
  ])
  const step = [eachVector, [from, to].map((pointer) => advance(pointer, constant(2 * VECTOR_BYTES)))]
  return sized([counted([[1, I32]]), loopBelow(done, 8, count, step), 0x0b])
}

function assembleModule(): Uint8Array<ArrayBuffer> {
  const typeOf = (parameters: number): Code => [0x60, counted(range(parameters).map(() => I32)), 0]
  const memory = [name('env'), name('memory'), 0x02, 0x03, 1, unsigned(MAX_PAGES)]
  const exported = [
    [name('multiplyAdd'), 0, 0],
    [name('multiplyAddPairs'), 0, 1],
    [name('multiplyAddPairsRow'), 0, 2],
    [name('stepState'), 0, 3],
    [name('add'), 0, 4],
    [name('rectify'), 0, 5],
  ]
  const bodies = [
    assembleProduct(4, 2, FLOATS),
    assembleProduct(4, 2, PAIRS),
    assembleProduct(1, 8, PAIRS),
    assembleStep(),
    assembleAddition(),
    assembleRectification(),
  ]
  const sections: Code = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, sized(counted([typeOf(6), typeOf(3), typeOf(2)]))],
    [2, sized(counted([memory]))],
    [3, sized(counted([0, 0, 0, 0, 1, 2]))],
    [7, sized(counted(exported))],
    [10, sized(counted(bodies))],
  ]
  return Uint8Array.from(flatten(sections))
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i)
const flatten = (code: Code): number[] => (code as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as number[]
const counted = (items: Code): Code => [unsigned(items.length), items]
const sized = (code: Code): Code => [unsigned(flatten(code).length), code]
const name = (text: string): Code => counted([...new TextEncoder().encode(text)])

/** LEB128: seven bits a byte, the lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, unsigned(value >>> 7)]
}

/** Of a value that is not negative: as `unsigned`, but the sixth bit of the last byte is the sign. */
function signed(value: number): Code {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, signed(value >>> 7)]
}
