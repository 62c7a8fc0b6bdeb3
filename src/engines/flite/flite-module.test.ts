import { readFileSync } from 'node:fs'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { compileFlite, flitePath, isLibrary } from './flite-module.ts'
import { WasiShim } from './wasi-shim.ts'
import type { FrontFunction, LibraryPlan } from './wasm-binary.ts'
import { leb128, turnIntoLibrary } from './wasm-binary.ts'

test('the installed binary is the pinned one and becomes a library that can be posted to another thread', async () => {
  const module = await compileFlite()
  expect(isLibrary(module)).toBe(true)
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(module)
  expect(isLibrary(receiveMessageOnPort(port2)?.message as WebAssembly.Module)).toBe(true)
  port1.close()
})

/** Calls what it stands in front of and adds 1. */
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
