import { misbehaving } from './check.ts'

/** A sentence takes longer than this, and less than the other. Seconds. */
const SHORTEST_S = 0.3
const MAX_S = 60
/** Speech is between, in dB relative to full scale (RMS). Noise, such as samples in the wrong byte order, is louder. */
const QUIETEST_DB = -50
const LOUDEST_DB = -6

/** Describes 16-bit little-endian samples of speech. Throws a Problem for silence, noise, a header or half samples. */
export function describePcm(bytes: Buffer, sampleRateHz: number): string {
  if (bytes.length === 0) throw misbehaving('no audio was received')
  if (bytes.length % 2 === 1) throw misbehaving('the audio ends within a sample')
  if (bytes.toString('latin1', 0, 4) === 'RIFF') throw misbehaving('a WAV header precedes the samples')
  const seconds = bytes.length / 2 / sampleRateHz
  let squares = 0
  for (let at = 0; at < bytes.length; at += 2) squares += (bytes.readInt16LE(at) / 32_768) ** 2
  const levelDb = 10 * Math.log10((2 * squares) / bytes.length)
  if (levelDb < QUIETEST_DB) throw misbehaving('the audio is silence')
  if (levelDb > LOUDEST_DB) throw misbehaving('the audio is noise')
  return describeLength(seconds)
}

function describeLength(seconds: number): string {
  if (seconds < SHORTEST_S || seconds > MAX_S) throw misbehaving(`the audio lasts ${seconds.toFixed(1)} s`)
  return `${seconds.toFixed(1)} s of speech`
}

/** Describes a WAV file of 16-bit samples, also one whose length is not known. Throws a Problem. */
export function describeWav(bytes: Buffer): string {
  if (
    bytes.length < 44 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 16) !== 'WAVEfmt '
  ) {
    throw misbehaving('the answer is not a WAV file')
  }
  const [format, channels, bits] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt16LE(34)]
  if (format !== 1 || channels !== 1 || bits !== 16) throw misbehaving('the WAV file is not mono PCM of 16 bits')
  const dataAt = 20 + bytes.readUInt32LE(16)
  const length = bytes.readUInt32LE(dataAt + 4)
  const samples = bytes.subarray(dataAt + 8)
  if (
    bytes.toString('latin1', dataAt, dataAt + 4) !== 'data' ||
    (length !== UNKNOWN_LENGTH && length !== samples.length)
  ) {
    throw misbehaving('the length of the WAV file does not match its header')
  }
  return describePcm(samples, bytes.readUInt32LE(24))
}

const UNKNOWN_LENGTH = 0xffff_ffff

/** Bit rates of Layer III in kbit/s, of MPEG 1 and of its lower rates. */
const KBITS = {
  full: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  low: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const RATES_HZ = [44_100, 48_000, 32_000]

/** Describes a stream of MP3 frames, after an ID3 tag if it has one. Throws a Problem for a gap, or for silence. */
export function describeMp3(bytes: Buffer): string {
  let at = bytes.toString('latin1', 0, 3) === 'ID3' ? 10 + syncSafe(bytes.subarray(6, 10)) : 0
  let seconds = 0
  let audible = 0
  let count = 0
  while (at < bytes.length) {
    const frame = mp3Frame(bytes, at)
    if (frame === undefined) throw misbehaving(`the MP3 is broken at byte ${at}`)
    seconds += frame.seconds
    count++
    if (frame.hasSound) audible++
    at += frame.length
  }
  if (audible < count / 4) throw misbehaving(count === 0 ? 'no audio was received' : 'the audio is silence')
  return describeLength(seconds)
}

/** The frame of Layer III at a place; undefined if there is none. */
function mp3Frame(bytes: Buffer, at: number) {
  if (at + 4 > bytes.length) return undefined
  const header = bytes.readUInt32BE(at)
  const [version, layer, kbitIndex, rateIndex] = [
    (header >>> 19) & 3,
    (header >>> 17) & 3,
    (header >>> 12) & 15,
    (header >>> 10) & 3,
  ]
  const isFull = version === 3
  const kbits = KBITS[isFull ? 'full' : 'low'][kbitIndex]
  const fullRateHz = RATES_HZ[rateIndex]
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1 || !kbits || fullRateHz === undefined) return undefined
  const rateHz = fullRateHz / (isFull ? 1 : version === 2 ? 2 : 4)
  const samples = isFull ? 1152 : 576
  const length = Math.floor((samples * kbits * 125) / rateHz) + ((header >>> 9) & 1)
  if (at + length > bytes.length) return undefined
  const isMono = ((header >>> 6) & 3) === 3
  const sideInfo = at + 4 + ((header >>> 16) & 1 ? 0 : 2)
  // The first granule's big_values: pairs of large spectral values, of which silence has none.
  const bit = (isFull ? (isMono ? 18 : 20) : isMono ? 9 : 10) + 12
  const bigValues = (bytes.readUInt32BE(sideInfo + (bit >> 3)) >>> (23 - (bit & 7))) & 0x1ff
  return { length, seconds: samples / rateHz, hasSound: bigValues > 0 }
}

/** Seven bits a byte. */
const syncSafe = (bytes: Buffer): number => bytes.reduce((value, byte) => value * 128 + byte, 0)

/** Adds when the audio began. */
export const withTime = (description: string, firstByteMs: number): string =>
  `${description}, the first after ${Math.round(firstByteMs)} ms`
