import { ASKED_RATE_HZ, type AudioChunk } from '../endpoint.ts'
import { EndpointFailure } from '../endpoint-failure.ts'

/** More than any text that is measured lasts: an endpoint that sends without end is stopped here. */
const MAX_AUDIO_S = 1800
const MAX_HEADER_BYTES = 2 ** 16

/** Reads 16-bit samples from bytes, however these are cut: headerless ones, or those of a WAV file. */
export class PcmReader {
  #rateHz: number
  #channels = 1
  /** Bytes that do not make up a header or a sample yet. */
  #rest: Buffer = Buffer.alloc(0)
  #isPastHeader = false
  #samples = 0

  constructor(rateHz = ASKED_RATE_HZ) {
    this.#rateHz = rateHz
  }

  /** Undefined while there is no whole sample. Throws an EndpointFailure for a WAV file of other samples, or audio without end. */
  read(bytes: Buffer, atMs: number): AudioChunk | undefined {
    const held = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const body = this.#isPastHeader ? held : this.#withoutHeader(held)
    if (body === undefined) {
      this.#rest = held
      return undefined
    }
    const frameBytes = 2 * this.#channels
    const count = Math.floor(body.length / frameBytes)
    this.#rest = body.subarray(count * frameBytes)
    if (count === 0) return undefined
    const samples = new Int16Array(count)
    for (let i = 0; i < count; i++) samples[i] = body.readInt16LE(i * frameBytes)
    this.#samples += count
    if (this.#samples > MAX_AUDIO_S * this.#rateHz) {
      throw new EndpointFailure('too long', `more than ${MAX_AUDIO_S / 60} minutes of audio`)
    }
    return { samples, sampleRateHz: this.#rateHz, atMs }
  }

  /** The bytes after the header, if there is one; undefined while that is not known. */
  #withoutHeader(bytes: Buffer): Buffer | undefined {
    const start = bytes.toString('latin1', 0, 4)
    if (!'RIFF'.startsWith(start)) {
      if (start.startsWith('ID3') || start === 'OggS' || start === 'fLaC') {
        throw new EndpointFailure('not audio', 'compressed audio instead of the samples that were asked for')
      }
      this.#isPastHeader = true
      return bytes
    }
    if (bytes.length > MAX_HEADER_BYTES) throw new EndpointFailure('not audio', 'a WAV file without samples')
    for (let at = 12; at + 8 <= bytes.length; ) {
      const name = bytes.toString('latin1', at, at + 4)
      const length = bytes.readUInt32LE(at + 4)
      if (name === 'data') {
        this.#isPastHeader = true
        return bytes.subarray(at + 8)
      }
      if (name === 'fmt ' && at + 8 + length <= bytes.length) this.#readFormat(bytes.subarray(at + 8, at + 8 + length))
      at += 8 + length + (length % 2)
    }
    return undefined
  }

  #readFormat(format: Buffer): void {
    const isLinear = format.length >= 16 && [1, 0xfffe].includes(format.readUInt16LE(0))
    if (!isLinear || format.readUInt16LE(14) !== 16) {
      throw new EndpointFailure('not audio', 'a WAV file without samples of 16 bits')
    }
    this.#channels = Math.max(1, format.readUInt16LE(2))
    this.#rateHz = Math.max(1, format.readUInt32LE(4))
  }
}
