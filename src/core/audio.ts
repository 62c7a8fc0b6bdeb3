/** 16-bit samples, alone or behind a header; G.711; MPEG layer III; Opus in the two containers that carry it. */
export const CODECS = ['wav', 'pcm', 'mulaw', 'mp3', 'ogg', 'webm'] as const
export type Codec = (typeof CODECS)[number]

/** Bytes as the caller hears them: mono, 16-bit before encoding, at a rate that the codec has (`rateOfCodec`). */
export interface AudioFormat {
  readonly codec: Codec
  readonly sampleRateHz: number
}

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

/** An encoder for an answer. */
export type CreateEncoder = (format: AudioFormat) => Promise<Encoder>
