import { crc32, deflateSync } from 'node:zlib'
import { powerSpectrum } from '../src/audio/power-spectrum.ts'

const FRAME = 1024
const HOP_S = 0.016
/** Range of the picture below its loudest point. */
const RANGE_DB = 70
/** Of grey, so that pictures are small. */
const LEVELS = 16
const HIGHEST_HZ = 12_000

/** A grey PNG of a spectrogram: time to the right, 0 to 12 kHz upwards, dark is loud. */
export function spectrogramPng(samples: Float32Array, sampleRateHz: number): Uint8Array {
  const window = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME))
  const height = Math.round((Math.min(HIGHEST_HZ, sampleRateHz / 2) * FRAME) / sampleRateHz)
  const columns: Float64Array[] = []
  for (let start = 0; start + FRAME <= samples.length; start += Math.round(HOP_S * sampleRateHz)) {
    const spectrum = powerSpectrum(window.map((weight, i) => weight * (samples[start + i] as number)))
    // 6 dB per octave, so that consonants can be seen beside vowels.
    columns.push(
      spectrum.subarray(0, height).map((power, bin) => 10 * Math.log10(power + 1e-12) + 20 * Math.log10(bin + 1)),
    )
  }
  const peak = columns.reduce((max, column) => column.reduce((one, level) => Math.max(one, level), max), -200)
  return greyPng(columns.length, height, (x, y) => {
    const level = (columns[x] as Float64Array)[height - 1 - y] as number
    return Math.round((LEVELS - 1) * Math.min(Math.max((peak - level) / RANGE_DB, 0), 1))
  })
}

function greyPng(width: number, height: number, greyAt: (x: number, y: number) => number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 4 // bits of a pixel
  const stride = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * stride + 1 + (x >> 1)
      rows[at] = (rows[at] as number) | (greyAt(x, y) << (x % 2 === 0 ? 4 : 0))
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
