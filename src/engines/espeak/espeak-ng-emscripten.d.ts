declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakEvent {
    readonly type: string
    /** Code points of the marked-up text before this one, plus one. */
    readonly text_position: number
    /** Milliseconds since the start of the text. */
    readonly audio_position: number
    readonly id: string | number | undefined
  }

  export interface EspeakWorker {
    /** 0, or an error; then the voice stays the one before. An unknown variant is no error. */
    set_voice(name: string): number
    set_rate(wordsPerMinute: number): void
    set_pitch(percent: number): void
    set_range(percent: number): void
    /** The callback returns true to stop. Its samples are a copy. */
    synthesize(text: string, onSound: (samples: Int16Array, events: readonly EspeakEvent[]) => boolean): void
  }

  export interface EspeakModule {
    /** Another array once the memory has grown. */
    readonly HEAPU8: Uint8Array
    readonly FS: {
      analyzePath(path: string): { readonly exists: boolean }
      /** What eSpeak's own code opens files by. */
      open: (...how: unknown[]) => { readonly node: { readonly contents?: Uint8Array } }
      readFile(path: string, options: { encoding: 'utf8' }): string
      readFile(path: string, options: { encoding: 'binary' }): Uint8Array
    }
    readonly eSpeakNGWorker: new () => EspeakWorker
    _malloc(bytes: number): number
    _free(address: number): void
  }

  /** `getPreloadedPackage` gives what `espeak-ng.data` holds, in place of reading it. */
  const load: (options: { getPreloadedPackage(): ArrayBuffer }) => Promise<EspeakModule>

  export { load as default }
}
