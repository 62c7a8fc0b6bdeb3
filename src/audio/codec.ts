import type { AudioMark } from '../core/audio-mark.ts'
import type { Samples } from '../core/samples.ts'
import type { SampleRates } from './sample-rates.ts'

/**
 * Encodes the samples of one answer, in this thread or another. Use once, one call at a time. May be disposed at any
 * time, which fails a running call. Throws `encoder.crashed`.
 */
export interface Encoder extends Disposable {
  /** Bytes before the first audio; empty if the format has no header. */
  readonly header: Uint8Array
  /**
   * Takes and encodes samples. May return no bytes while a frame is incomplete; the result may be a view of the samples'
   * memory. The bytes of all calls together do not depend on how the samples are cut.
   */
  encode(samples: Samples): Uint8Array | Promise<Uint8Array>
  /** The last bytes, trailer included. Last call. */
  finish(): Uint8Array | Promise<Uint8Array>
  /** After `finish`: the header of the complete file, of the same length as `header`, which it replaces. */
  finalHeader(): Uint8Array
}

/** An encoder that runs in the calling thread. */
export interface LocalEncoder extends Encoder {
  encode(samples: Samples): Uint8Array
  finish(): Uint8Array
}

/** What an encoder writes besides the audio. */
export interface Marking {
  /** Undefined for audio without metadata. */
  readonly mark?: AudioMark | undefined
  /** The bytes become a file, at whose start the final header is written. Only then WAV has a mark, after its samples. */
  readonly isFile?: boolean | undefined
  /** What an audiobook says of itself. Other formats have no place for it. */
  readonly book?: Book | undefined
}

/** Titles are shown by players; undefined or empty for none. */
export interface Book {
  readonly title?: string | undefined
  /** Of which the file is a part, or all. */
  readonly album?: string | undefined
  /** In order; the first one starts at 0. Empty for none. */
  readonly chapters: readonly BookChapter[]
}

export interface BookChapter {
  readonly title: string
  /** Samples of the audio before it. */
  readonly start: number
}

/** Description of an audio format. Input is mono, 16-bit. */
export interface CodecRecord {
  readonly title: string
  readonly container: string
  /** Where its metadata is, or null if it has none. */
  readonly markPlace: 'start' | 'end of a file' | null
  /** Whether a file is complete only with its final header, so that it cannot be streamed; false by default. */
  readonly isFileOnly?: boolean
  /** Media types. The first one is used for wildcards and in lists. */
  readonly mediaTypes: readonly [string, ...string[]]
  /** Whether its media types select it in `Accept`; true by default. */
  readonly isAccepted?: boolean
  /** File extensions, with dots. */
  readonly extensions: readonly string[]
  /** Whether it is a value of `audioFormat`, for JSON and WebSockets. */
  readonly isAudioFormat: boolean
  readonly rates: SampleRates
  /** Default sampling rate: in Hz, or the model's, with or without a header. */
  readonly defaultRate: number | 'model' | 'model without header'
  /** Number of samples before the first bytes after the header. */
  readonly samplesAhead: (sampleRateHz: number) => number
  /** Whether encoding takes milliseconds per second of audio: too long for the main thread. */
  readonly isCostly: boolean
  /** Creates the encoder for one answer. The codec's program is loaded on first use and kept. */
  createEncoder(sampleRateHz: number, marking: Marking): LocalEncoder | Promise<LocalEncoder>
}
