import type { SampleRates } from './sample-rates.ts'

/**
 * Turns the samples of one answer into bytes, in order, in this thread or another. Used once, one call after the other.
 * Disposed at any time, also before its end: then a call that is under way fails. Throws `encoder.crashed`.
 */
export interface Encoder extends Disposable {
  /** What precedes the first audio; empty where the format has no header. */
  readonly header: Uint8Array
  /**
   * May give no bytes while the codec fills a frame. Takes the samples over: they are not to be read again, and the bytes
   * may be a view of the same memory. However the samples are cut into calls, the bytes of all calls together are the same.
   */
  encode(samples: Int16Array): Uint8Array | Promise<Uint8Array>
  /** The last bytes, trailer included; nothing is encoded after it. */
  finish(): Uint8Array | Promise<Uint8Array>
  /** After `finish`: the header of a file that is complete, in the place and of the length of the first. */
  finalHeader(): Uint8Array
}

/** An encoder in the thread that calls it. */
export interface LocalEncoder extends Encoder {
  encode(samples: Int16Array): Uint8Array
  finish(): Uint8Array
}

/** What there is to know of a format of audio: mono, 16-bit before encoding. */
export interface CodecRecord {
  readonly title: string
  readonly container: string
  /** Media types. The first is the one that wildcards and lists name. */
  readonly mediaTypes: readonly [string, ...string[]]
  /** Of the files that hold it, with their dots. */
  readonly extensions: readonly string[]
  /** Whether `audioFormat` may name it, for JSON and WebSockets. */
  readonly isAudioFormat: boolean
  readonly rates: SampleRates
  /** The rate where none was asked for: in Hz, or the model's, with or without a header. */
  readonly usualRate: number | 'model' | 'model without header'
  /** Samples that it takes before its first bytes after the header. */
  readonly samplesAhead: (sampleRateHz: number) => number
  /** Takes milliseconds for a second of audio: too long for the thread that serves requests. */
  readonly isCostly: boolean
  /** An encoder for one answer. The codec's program is loaded when it is first needed, and kept. */
  createEncoder(sampleRateHz: number): LocalEncoder | Promise<LocalEncoder>
}
