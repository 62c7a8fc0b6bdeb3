/** Bytes as the caller hears them: mono, 16-bit before encoding. */
export type AudioFormat = { readonly codec: 'wav' | 'pcm' | 'mulaw'; readonly sampleRateHz: number }

/** Turns the samples of one answer into bytes, in order. Used once. */
export interface Encoder {
  /** What precedes the first audio; empty where the format has no header. */
  readonly header: Uint8Array
  /**
   * May return no bytes while the codec fills a frame. Takes the samples over: the bytes may be a view of the same
   * memory.
   */
  encode(samples: Int16Array): Uint8Array
  /** The last bytes, trailer included; nothing is encoded after it. */
  finish(): Uint8Array
}
