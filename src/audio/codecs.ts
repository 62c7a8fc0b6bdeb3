import type { CodecRecord, Encoder, Marking } from './codec.ts'
import { AAC_RATES, createAacEncoder, samplesBeforeAac } from './encoders/aac/aac-encoder.ts'
import { createFlacEncoder, FLAC_RATES, samplesBeforeFlac } from './encoders/flac.ts'
import { createAlawEncoder, createMulawEncoder } from './encoders/g711.ts'
import { MP3_RATES, samplesBeforeMp3 } from './encoders/mp3/layer-three.ts'
import { createMp3Encoder } from './encoders/mp3/mp3-encoder.ts'
import { createM4bEncoder } from './encoders/mp4/m4b-encoder.ts'
import { createOgg } from './encoders/opus/ogg.ts'
import { createOpusEncoder, OPUS_RATES, samplesBeforeOpus } from './encoders/opus/opus-encoder.ts'
import { createWebm } from './encoders/opus/webm.ts'
import { createF32leEncoder, createPcmEncoder } from './encoders/pcm.ts'
import { createWavEncoder } from './encoders/wav.ts'
import { EVERY_RATE } from './sample-rates.ts'

/** Uncompressed linear samples. */
const LINEAR = {
  markPlace: null,
  isAudioFormat: true,
  rates: EVERY_RATE,
  samplesAhead: () => 0,
  isCostly: false,
} as const

const G711 = {
  markPlace: null,
  container: 'none',
  isAudioFormat: true,
  rates: EVERY_RATE,
  defaultRate: 8000,
  samplesAhead: () => 0,
  isCostly: false,
} as const

const OPUS = {
  markPlace: 'start',
  title: 'Opus',
  rates: OPUS_RATES,
  defaultRate: 'model',
  samplesAhead: samplesBeforeOpus,
  isCostly: true,
} as const

const RECORDS = {
  wav: {
    ...LINEAR,
    title: 'WAV',
    container: 'RIFF, of unknown length while it streams',
    markPlace: 'end of a file',
    mediaTypes: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
    extensions: ['.wav'],
    defaultRate: 'model',
    createEncoder: createWavEncoder,
  },
  mp3: {
    title: 'MP3',
    container: 'frames, with an Info frame',
    markPlace: 'start',
    mediaTypes: ['audio/mpeg', 'audio/mp3'],
    extensions: ['.mp3'],
    isAudioFormat: true,
    rates: MP3_RATES,
    defaultRate: 'model',
    samplesAhead: samplesBeforeMp3,
    isCostly: true,
    createEncoder: createMp3Encoder,
  },
  ogg: {
    ...OPUS,
    container: 'Ogg',
    mediaTypes: ['audio/ogg;codecs=opus', 'audio/opus'],
    extensions: ['.ogg', '.oga', '.opus'],
    isAudioFormat: true,
    createEncoder: (sampleRateHz, marking) => createOpusEncoder(sampleRateHz, createOgg, marking),
  },
  webm: {
    ...OPUS,
    container: 'WebM, live',
    mediaTypes: ['audio/webm;codecs=opus'],
    extensions: ['.webm'],
    isAudioFormat: false,
    createEncoder: (sampleRateHz, marking) => createOpusEncoder(sampleRateHz, createWebm, marking),
  },
  flac: {
    title: 'FLAC',
    container: 'native FLAC',
    markPlace: 'start',
    mediaTypes: ['audio/flac', 'audio/x-flac'],
    extensions: ['.flac'],
    isAudioFormat: true,
    rates: FLAC_RATES,
    defaultRate: 'model',
    samplesAhead: samplesBeforeFlac,
    isCostly: true,
    createEncoder: createFlacEncoder,
  },
  pcm: {
    ...LINEAR,
    title: 'PCM',
    container: 'none; little-endian',
    mediaTypes: ['audio/L16', 'audio/pcm'],
    extensions: ['.pcm', '.raw'],
    defaultRate: 'model without header',
    createEncoder: createPcmEncoder,
  },
  f32le: {
    ...LINEAR,
    title: 'PCM, 32-bit float',
    container: 'none; little-endian, from -1 to 1',
    mediaTypes: ['audio/x-f32le'],
    isAccepted: false, // Rime has no floats
    extensions: ['.f32le', '.f32'],
    isAudioFormat: false,
    defaultRate: 'model without header',
    createEncoder: createF32leEncoder,
  },
  mulaw: {
    ...G711,
    title: 'µ-law',
    mediaTypes: ['audio/PCMU', 'audio/x-mulaw', 'audio/mulaw', 'audio/ulaw', 'audio/basic'],
    extensions: ['.ul', '.ulaw', '.mulaw'],
    createEncoder: createMulawEncoder,
  },
  alaw: {
    ...G711,
    title: 'A-law',
    mediaTypes: ['audio/PCMA', 'audio/x-alaw', 'audio/alaw'],
    extensions: ['.al', '.alaw'],
    createEncoder: createAlawEncoder,
  },
  aac: {
    title: 'AAC',
    container: 'ADTS frames',
    markPlace: 'start',
    mediaTypes: ['audio/aac', 'audio/aacp', 'audio/x-aac'],
    extensions: ['.aac'],
    isAudioFormat: false,
    rates: AAC_RATES,
    defaultRate: 'model',
    samplesAhead: samplesBeforeAac,
    isCostly: true,
    createEncoder: createAacEncoder,
  },
  m4b: {
    title: 'M4B audiobook',
    container: 'MP4 with AAC and chapters; files only',
    markPlace: 'end of a file',
    isFileOnly: true,
    mediaTypes: ['audio/mp4'],
    isAccepted: false,
    extensions: ['.m4b'],
    isAudioFormat: false,
    rates: AAC_RATES,
    defaultRate: 'model',
    samplesAhead: samplesBeforeAac,
    isCostly: true,
    createEncoder: createM4bEncoder,
  },
} as const satisfies Readonly<Record<string, CodecRecord>>

/** Name of a codec; also its value in `audioFormat` if it has one. */
export type Codec = keyof typeof RECORDS

/** All codecs, the most likely for a wildcard first. */
export const CODECS: Readonly<Record<Codec, CodecRecord>> = RECORDS
export const CODEC_NAMES = Object.keys(RECORDS) as readonly Codec[]
/** Those that media types select. */
export const ACCEPTED_CODECS = CODEC_NAMES.filter((codec) => CODECS[codec].isAccepted !== false)

/** Format of encoded audio: mono, 16-bit before encoding, at a rate in Hz that the codec supports. */
export interface AudioFormat {
  readonly codec: Codec
  readonly sampleRateHz: number
}

/** Creates the encoder for one answer. */
export type CreateEncoder = (format: AudioFormat & Marking) => Promise<Encoder>

/** Seconds of audio before the first bytes after the header. */
export const firstBytesAfterS = ({ codec, sampleRateHz }: AudioFormat): number =>
  CODECS[codec].samplesAhead(sampleRateHz) / sampleRateHz
