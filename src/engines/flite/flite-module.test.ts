import { readFileSync } from 'node:fs'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { compileFlite, flitePath, isLibrary } from './flite-module.ts'
import { turnIntoLibrary } from './wasm-binary.ts'

test('the installed binary is the pinned one and becomes a library that can be posted to another thread', async () => {
  const module = await compileFlite()
  expect(isLibrary(module)).toBe(true)
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(module)
  expect(isLibrary(receiveMessageOnPort(port2)?.message as WebAssembly.Module)).toBe(true)
  port1.close()
})

test('a binary that lacks a name, or calls a function more than once, does not become a library', () => {
  const binary = readFileSync(flitePath())
  const plan = { exportedFunctions: ['malloc'], tableName: 'table', uncalledFunction: 'mlpg' }
  expect(turnIntoLibrary(binary, { ...plan, exportedFunctions: ['malloc', 'no_such_function'] })).toBeUndefined()
  expect(turnIntoLibrary(binary, { ...plan, uncalledFunction: 'malloc' })).toBeUndefined()
  const library = turnIntoLibrary(binary, plan)
  const names = WebAssembly.Module.exports(new WebAssembly.Module(library ?? Buffer.alloc(0))).map(({ name }) => name)
  expect(names).toEqual(['memory', '_start', 'malloc', 'table'])
})
