import { createRequire } from 'node:module'
import type * as Flac from 'libflacjs/dist/libflac.min.wasm.js'
import type { AudioMark } from '../../core/audio-mark.ts'
import type { Samples } from '../../core/samples.ts'
import type { LocalEncoder, Marking } from '../codec.ts'
import type { SampleRates } from '../sample-rates.ts'
import { vorbisComment } from './tags/vorbis-comment.ts'

/** Samples per frame; small, so that the first bytes come early. */
const BLOCK = 1024
const LOOKAHEAD = 1
const BITS = 16
const COMPRESSION_LEVEL = 5
/** Above it frames give their rate in tens of Hz. */
const HIGHEST_EXACT_RATE_HZ = 65_535

/** Rates that a FLAC frame header can express, which players of streams need. */
export const FLAC_RATES: SampleRates = {
  title: 'any; above 65,535 in steps of 10',
  nearest: (askedHz) => (askedHz <= HIGHEST_EXACT_RATE_HZ ? askedHz : Math.round(askedHz / 10) * 10),
}

export const samplesBeforeFlac = (): number => BLOCK + LOOKAHEAD

type Metadata = Flac.StreamMetadata

/** Offsets in a header, in bytes: in the stream information, and of the block after it. */
const AT = { frameSizes: 12, sampleCount: 21, md5: 26, comment: 42 } as const

let library: Promise<typeof Flac> | undefined

export async function createFlacEncoder(sampleRateHz: number, { mark }: Marking): Promise<LocalEncoder> {
  library ??= loadLibrary()
  return new FlacEncoder(await library, sampleRateHz, mark)
}

/**
 * With `fetch` present, the library would fetch its WebAssembly by path, which Node's refuses; without it the library
 * reads the file.
 */
function loadLibrary(): Promise<typeof Flac> {
  const { fetch } = globalThis
  try {
    Reflect.deleteProperty(globalThis, 'fetch')
    const flac: typeof Flac = createRequire(import.meta.url)('libflacjs/dist/libflac.min.wasm.js')
    return new Promise((resolve) => {
      if (flac.isReady()) resolve(flac)
      else flac.onready = () => resolve(flac)
    })
  } finally {
    globalThis.fetch = fetch
  }
}

class FlacEncoder implements LocalEncoder {
  readonly header: Uint8Array
  readonly #flac: typeof Flac
  readonly #written: Uint8Array[] = []
  #encoder: number
  #metadata: Metadata | undefined

  constructor(flac: typeof Flac, sampleRateHz: number, mark: AudioMark | undefined) {
    this.#flac = flac
    this.#encoder = flac.create_libflac_encoder(sampleRateHz, 1, BITS, COMPRESSION_LEVEL, 0, false, BLOCK)
    const status = flac.init_encoder_stream(
      this.#encoder,
      (bytes) => void this.#written.push(bytes),
      (metadata) => {
        this.#metadata = metadata
      },
    )
    if (status !== 0) {
      this[Symbol.dispose]()
      throw new RangeError(`FLAC has no sampling rate of ${sampleRateHz} Hz`)
    }
    const header = this.#takeWritten()
    this.header = mark === undefined ? header : withComment(header, mark)
  }

  encode(samples: Samples): Uint8Array {
    const wide = Int32Array.from(samples.take())
    this.#require(this.#flac.FLAC__stream_encoder_process_interleaved(this.#encoder, wide, wide.length))
    return this.#takeWritten()
  }

  finish(): Uint8Array {
    this.#require(this.#flac.FLAC__stream_encoder_finish(this.#encoder))
    return this.#takeWritten()
  }

  finalHeader(): Uint8Array {
    const header = Buffer.from(this.header)
    const metadata = this.#metadata
    if (metadata === undefined) return header
    const { min_framesize, max_framesize, total_samples, md5sum } = metadata
    header.writeUIntBE(min_framesize, AT.frameSizes, 3)
    header.writeUIntBE(max_framesize, AT.frameSizes + 3, 3)
    // 36 bits; the first four share a byte with the sample size.
    header[AT.sampleCount] = ((header[AT.sampleCount] as number) & 0xf0) | Math.floor(total_samples / 2 ** 32)
    header.writeUInt32BE(total_samples % 2 ** 32, AT.sampleCount + 1)
    header.write(md5sum, AT.md5, 'hex')
    return header
  }

  [Symbol.dispose](): void {
    if (this.#encoder !== 0) this.#flac.FLAC__stream_encoder_delete(this.#encoder)
    this.#encoder = 0
  }

  #require(isDone: boolean | number): void {
    if (!isDone) throw new Error('the FLAC encoder failed')
  }

  #takeWritten(): Uint8Array {
    return Buffer.concat(this.#written.splice(0))
  }
}

/** The header with the comment of a mark. The library writes one with its own name alone, as the last block. */
function withComment(header: Uint8Array, mark: AudioMark): Uint8Array {
  const block = Buffer.from(header.subarray(AT.comment))
  const vendor = block.toString('utf8', 8, 8 + block.readUInt32LE(4))
  const comment = vorbisComment(vendor, mark)
  block.writeUIntBE(comment.length, 1, 3)
  return Buffer.concat([header.subarray(0, AT.comment), block.subarray(0, 4), comment])
}
