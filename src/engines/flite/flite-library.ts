import { CACHE_GLOBAL_NAME, CACHE_SLOT } from './feature-cache.ts'
import type { FliteBinary, LibraryFunctions } from './flite-module.ts'
import { RAND_STATE_ADDRESS, SHARED_DATA, TABLE_NAME } from './flite-module.ts'
import type { FliteVoice } from './flite-voices.ts'
import { WasiShim } from './wasi-shim.ts'

/** An address in the instance's memory; 0 is null. */
export type Pointer = number

/** Receives the samples rendered since the last call; returns false to stop rendering. */
export type ChunkListener = (firstSample: number, samples: Int16Array) => boolean

/** Size of the buffer for passing strings, in bytes; longer ones are cut. */
const SCRATCH_BYTES = 4096
const CHUNK_OFFSET = { minSamples: 0, callback: 4 } as const
const WAVE_SAMPLES_OFFSET = 16
const VOICE_FUNCTIONS_OFFSET = 8
/** Offset in an entry of a feature list. */
const NEXT_OFFSET = 8
const CONTINUE = 0
const STOP = -1

/** (module (import "host" "call" (func (param i32 i32 i32 i32 i32) (result i32))) (export "call" (func 0))) */
const CALLBACK_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 10, 1, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 2, 13, 1, 4, 0x68, 0x6f,
  0x73, 0x74, 4, 0x63, 0x61, 0x6c, 0x6c, 0, 0, 7, 8, 1, 4, 0x63, 0x61, 0x6c, 0x6c, 0, 0,
])

/** One instance of Flite as a library: its functions, its memory as arrays, and a callback for rendered chunks. */
export class FliteLibrary {
  readonly call: LibraryFunctions
  /** Passed to the renderer so that it reports chunks. */
  readonly streaming: Pointer
  readonly #binary: FliteBinary
  readonly #memory: WebAssembly.Memory
  readonly #scratch: Pointer
  readonly #cache: Pointer
  readonly #keptTexts = new Map<string, Pointer>()
  readonly #voices = new Map<string, Pointer>()
  #listener: ChunkListener = () => false
  #failure: { readonly error: unknown } | undefined
  #i16: Int16Array
  #u32: Uint32Array
  #f32: Float32Array

  constructor(binary: FliteBinary) {
    this.#binary = binary
    const wasi = new WasiShim()
    const { exports } = new WebAssembly.Instance(binary.module, { wasi_snapshot_preview1: wasi.imports })
    this.call = exports as unknown as LibraryFunctions
    this.#memory = exports.memory as WebAssembly.Memory
    for (const range of SHARED_DATA) binary.fill(this.#memory, range)
    wasi.attach(this.#memory)
    this.#i16 = new Int16Array(this.#memory.buffer)
    this.#u32 = new Uint32Array(this.#memory.buffer)
    this.#f32 = new Float32Array(this.#memory.buffer)

    this.call.__wasm_call_ctors()
    this.#cache = this.#newCache(exports[CACHE_GLOBAL_NAME] as WebAssembly.Global)
    this.call.flite_init()
    this.call.flite_set_lang_list()
    this.#scratch = this.call.malloc(SCRATCH_BYTES)
    this.streaming = this.call.new_audio_streaming_info()
    this.u32[(this.streaming + CHUNK_OFFSET.callback) >> 2] = this.#listenInstead(
      exports[TABLE_NAME] as WebAssembly.Table,
    )
  }

  /** Views of the memory; valid until the next call into the instance, which may reallocate it. */
  get u32(): Uint32Array {
    if (this.#u32.buffer !== this.#memory.buffer) this.#u32 = new Uint32Array(this.#memory.buffer)
    return this.#u32
  }

  get f32(): Float32Array {
    if (this.#f32.buffer !== this.#memory.buffer) this.#f32 = new Float32Array(this.#memory.buffer)
    return this.#f32
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength
  }

  voice({ name, data }: FliteVoice): Pointer {
    let pointer = this.#voices.get(name)
    if (pointer === undefined) {
      this.#binary.fill(this.#memory, data)
      pointer = this.call[`register_cmu_us_${name}`](0)
      // Feature functions are searched from the last to the first; this puts those that each frame needs first.
      this.#reverseList(this.u32[(pointer + VOICE_FUNCTIONS_OFFSET) >> 2] ?? 0)
      this.#voices.set(name, pointer)
    }
    return pointer
  }

  /** Returns a string whose address Flite keeps, such as a feature name; allocated once and never freed. */
  kept(text: string): Pointer {
    let pointer = this.#keptTexts.get(text)
    if (pointer === undefined) {
      pointer = this.call.malloc(text.length + 1)
      this.#write(text, pointer)
      this.#keptTexts.set(text, pointer)
    }
    return pointer
  }

  /** Returns an ASCII string that Flite copies; overwritten by the next one. */
  passing(text: string): Pointer {
    this.#write(text.slice(0, SCRATCH_BYTES - 1), this.#scratch)
    return this.#scratch
  }

  /**
   * Clears the cache. Call before each utterance: its states may have the addresses of the last one's. Without it 2 of
   * 1,500 short utterances were wrong.
   */
  forgetFeatures(): void {
    for (let slot = 0; slot < CACHE_SLOT.count; slot++) {
      this.u32[(this.#cache + slot * CACHE_SLOT.bytes) >> 2] = 0
    }
  }

  /** Resets the noise generator, so that rendering is deterministic. */
  restartNoise(): void {
    this.u32[RAND_STATE_ADDRESS >> 2] = 0
    this.u32[(RAND_STATE_ADDRESS >> 2) + 1] = 0
  }

  /**
   * Runs `render` and calls `listener` for each chunk of more than `minChunkSamples`. Throws what the listener threw.
   */
  listening(minChunkSamples: number, listener: ChunkListener, render: () => void): void {
    this.minChunkSamples = minChunkSamples
    this.#listener = listener
    this.#failure = undefined
    render()
    if (this.#failure !== undefined) throw (this.#failure as { readonly error: unknown }).error
  }

  set minChunkSamples(samples: number) {
    this.u32[(this.streaming + CHUNK_OFFSET.minSamples) >> 2] = samples
  }

  /** Replaces the function that plays chunks on a sound card; returns the callback's index in the table. */
  #listenInstead(table: WebAssembly.Table): Pointer {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(CALLBACK_MODULE), {
      host: { call: (wave = 0, start = 0, length = 0) => this.#report(wave, start, length) },
    })
    for (let slot = 1; slot < table.length; slot++) {
      if (table.get(slot) !== this.call.audio_stream_chunk) continue
      table.set(slot, exports.call)
      return slot
    }
    throw new Error('the streaming function is not in the table')
  }

  #report(wave: Pointer, start: number, length: number): number {
    // An error must not unwind through Flite's frames, which would not restore its stack pointer.
    try {
      if (this.#i16.buffer !== this.#memory.buffer) this.#i16 = new Int16Array(this.#memory.buffer)
      const first = ((this.u32[(wave + WAVE_SAMPLES_OFFSET) >> 2] ?? 0) >> 1) + start
      return this.#listener(start, this.#i16.subarray(first, first + length)) ? CONTINUE : STOP
    } catch (error) {
      this.#failure = { error }
      return STOP
    }
  }

  #newCache(address: WebAssembly.Global): Pointer {
    const bytes = CACHE_SLOT.count * CACHE_SLOT.bytes
    const cache = this.call.malloc(bytes)
    new Uint8Array(this.#memory.buffer).fill(0, cache, cache + bytes)
    address.value = cache
    return cache
  }

  #reverseList(list: Pointer): void {
    const { u32 } = this
    let reversed: Pointer = 0
    for (let pair = u32[list >> 2] ?? 0; pair !== 0; ) {
      const nextAt = (pair + NEXT_OFFSET) >> 2
      const next = u32[nextAt] ?? 0
      u32[nextAt] = reversed
      reversed = pair
      pair = next
    }
    u32[list >> 2] = reversed
  }

  #write(text: string, at: Pointer): void {
    Buffer.from(this.#memory.buffer).write(`${text}\0`, at, 'latin1')
  }
}
