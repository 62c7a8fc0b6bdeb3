declare module '@echogarden/speex-resampler-wasm/simd' {
  /** Pointers and states are byte addresses in the module's memory. */
  export interface SpeexModule {
    /** Another array after the memory has grown. */
    readonly HEAPF32: Float32Array
    readonly HEAPU32: Uint32Array
    _malloc(bytes: number): number
    /** 0 with a code at `error` when the state cannot be made. */
    _speex_resampler_init(channels: number, fromHz: number, toHz: number, quality: number, error: number): number
    _speex_resampler_skip_zeros(state: number): number
    /** The lengths are read as what is there and written as what was used; returns a code, 0 for success. */
    _speex_resampler_process_float(
      state: number,
      channel: number,
      input: number,
      inputLength: number,
      output: number,
      outputLength: number,
    ): number
    _speex_resampler_destroy(state: number): void
  }

  const load: () => Promise<SpeexModule>

  export { load as default }
}
