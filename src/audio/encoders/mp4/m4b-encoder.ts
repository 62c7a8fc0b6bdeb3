import type { Samples } from '../../../core/samples.ts'
import type { LocalEncoder, Marking } from '../../codec.ts'
import { type AacPackets, createAacPackets } from '../aac/aac-packets.ts'
import { mediaDataHeader } from './boxes.ts'
import { titleSamples } from './chapters.ts'
import { movieBox } from './movie.ts'
import { FILE_TYPE } from './sound.ts'

/** Ten seconds at 24 kHz: what a player reads at once. */
const PACKETS_PER_CHUNK = 240
const NO_BOOK = { chapters: [] }

export const createM4bEncoder = async (sampleRateHz: number, marking: Marking): Promise<LocalEncoder> =>
  new M4bEncoder(await createAacPackets(sampleRateHz), sampleRateHz, marking)

/**
 * AAC-LC in MP4. Packets leave as they come; sizes of packets, 4 bytes each, are kept for the index at the end of the file,
 * about 100 bytes for a second of audio.
 */
class M4bEncoder implements LocalEncoder {
  readonly header = headerOf(0)
  readonly #packets: AacPackets
  readonly #sampleRateHz: number
  readonly #marking: Marking
  readonly #sizes = new PacketSizes()
  readonly #chunkOffsets: number[] = []
  #samples = 0
  #mediaBytes = 0

  constructor(packets: AacPackets, sampleRateHz: number, marking: Marking) {
    this.#packets = packets
    this.#sampleRateHz = sampleRateHz
    this.#marking = marking
  }

  encode(given: Samples): Uint8Array {
    const samples = given.take()
    this.#samples += samples.length
    return this.#indexed(this.#packets.encode(samples))
  }

  finish(): Uint8Array {
    const packets = this.#indexed(this.#packets.finish())
    const { mark, book = NO_BOOK } = this.#marking
    const titles = Buffer.concat(titleSamples(book.chapters))
    const titlesOffset = this.header.length + this.#mediaBytes
    this.#mediaBytes += titles.length
    const movie = movieBox({
      ...{ mark, book, titlesOffset, sampleRateHz: this.#sampleRateHz, samples: this.#samples },
      sampleCount: this.#sizes.count,
      sampleSizes: this.#sizes.bytes(),
      samplesPerChunk: PACKETS_PER_CHUNK,
      chunkOffsets: this.#chunkOffsets,
    })
    return Buffer.concat([packets, titles, movie])
  }

  finalHeader(): Uint8Array {
    return headerOf(this.#mediaBytes)
  }

  [Symbol.dispose](): void {
    this.#packets[Symbol.dispose]()
  }

  /** The packets, noted in the index. */
  #indexed(packets: readonly Uint8Array[]): Uint8Array {
    for (const { length } of packets) {
      if (this.#sizes.count % PACKETS_PER_CHUNK === 0) this.#chunkOffsets.push(this.header.length + this.#mediaBytes)
      this.#sizes.add(length)
      this.#mediaBytes += length
    }
    return Buffer.concat(packets)
  }
}

/** The file up to its media. */
const headerOf = (mediaBytes: number): Uint8Array => Buffer.concat([FILE_TYPE, mediaDataHeader(mediaBytes)])

const BLOCK_BYTES = 2 ** 16

/** A table of 32-bit numbers that grows. */
class PacketSizes {
  count = 0
  readonly #blocks: Buffer[] = []

  add(size: number): void {
    const at = (4 * this.count++) % BLOCK_BYTES
    if (at === 0) this.#blocks.push(Buffer.alloc(BLOCK_BYTES))
    this.#blocks.at(-1)?.writeUInt32BE(size, at)
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#blocks, 4 * this.count)
  }
}
