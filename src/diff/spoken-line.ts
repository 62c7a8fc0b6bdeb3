import { createHash } from 'node:crypto'
import { CODECS } from '../audio/codecs.ts'
import { createEncoder } from '../audio/encoder.ts'
import { ABSOLUTE_GATE_LUFS, integratedLufs } from '../audio/loudness.ts'
import { quantizeInto } from '../audio/pcm16.ts'
import { loadResampling } from '../audio/resample.ts'
import { type FailedCall, measureCall, type Recording } from '../benchmark/call.ts'
import type { Subject } from '../benchmark/plan.ts'
import { recognize } from '../benchmark/recognizer.ts'
import { wavOf } from '../benchmark/worst-call.ts'
import { Samples } from '../core/samples.ts'
import type { TimedWord } from '../endpoints/endpoint.ts'
import { EndpointFailure } from '../endpoints/endpoint-failure.ts'
import type { ReadWord } from '../endpoints/text-readings.ts'
import { melTrack } from './mel-track.ts'

/** How a line was spoken, and what it is compared by. */
export interface SpokenLine {
  readonly text: string
  /** Null if the server does not tell it. */
  readonly reading: readonly ReadWord[] | null
  /** Empty if the protocol has none. */
  readonly words: readonly TimedWord[]
  /** By the recognizer of the user; null without one, or if it failed. */
  readonly heard: string | null
  readonly durationS: number
  readonly lufs: number
  /** Of the samples, in hexadecimal. */
  readonly sha256: string
  readonly mel: Uint8Array
  /** An Ogg file with Opus. Rejects with an Error of one line if it cannot be read. */
  readonly readSound: () => Promise<Uint8Array>
}

export interface SpeakOptions {
  readonly timeoutMs: number
  /** A shell command; null for none. */
  readonly recognizer: string | null
  readonly signal: AbortSignal
}

/** Speaks a text and measures it. Rejects only if the signal fires. */
export async function speakLine(
  { endpoint, askReading }: Subject,
  text: string,
  { timeoutMs, recognizer, signal }: SpeakOptions,
): Promise<SpokenLine | FailedCall> {
  const { result, recording } = await measureCall(endpoint, { text: () => text, timeoutMs, signal })
  if (result.kind === 'failed') return result
  const reading = (await askReading(text, signal)) ?? null
  if (reading instanceof EndpointFailure) return failedCall(reading)
  const heard = recognizer === null ? null : await heardIn(recording, recognizer, signal)
  const sound = await measureSound(recording)
  if (sound.lufs <= ABSOLUTE_GATE_LUFS) return failedCall(new EndpointFailure('empty', 'the audio is silent'))
  return { text, reading, words: recording.words, heard, ...sound }
}

const failedCall = ({ kind, message }: EndpointFailure): FailedCall => ({
  kind: 'failed',
  failure: kind,
  reason: message,
  tookMs: 0,
})

async function heardIn({ chunks, sampleRateHz }: Recording, command: string, signal: AbortSignal) {
  const wav = wavOf(
    chunks.map(({ samples }) => samples),
    sampleRateHz,
  )
  return (await recognize(wav, command, signal)) ?? null
}

type Sound = Pick<SpokenLine, 'durationS' | 'lufs' | 'sha256' | 'mel' | 'readSound'>

async function measureSound({ chunks, sampleRateHz }: Recording): Promise<Sound> {
  const hash = createHash('sha256')
  const samples = new Int16Array(chunks.reduce((total, chunk) => total + chunk.samples.length, 0))
  let length = 0
  for (const chunk of chunks) {
    samples.set(chunk.samples, length)
    length += chunk.samples.length
  }
  hash.update(new Uint8Array(samples.buffer))
  const levels = Float32Array.from(samples, (sample) => sample / 32_768)
  const file = await encodeOpus(samples, levels, sampleRateHz)
  return {
    durationS: length / sampleRateHz,
    lufs: Math.round(100 * integratedLufs(levels, sampleRateHz)) / 100,
    sha256: hash.digest('hex'),
    mel: melTrack(levels, sampleRateHz),
    readSound: async () => file,
  }
}

async function encodeOpus(samples: Int16Array, levels: Float32Array, rateHz: number): Promise<Uint8Array> {
  const sampleRateHz = CODECS.ogg.rates.nearest(rateHz)
  using encoder = await createEncoder({ codec: 'ogg', sampleRateHz })
  const fitting = sampleRateHz === rateHz ? samples : await resampled(levels, rateHz, sampleRateHz)
  const audio = encoder.encode(new Samples(fitting))
  return Buffer.concat([encoder.header, audio, encoder.finish()])
}

async function resampled(levels: Float32Array, fromHz: number, toHz: number): Promise<Int16Array> {
  const resampler = (await loadResampling())(fromHz, toHz)
  const parts = [resampler.process(levels), resampler.finish()]
  const samples = new Int16Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    quantizeInto(samples, at, part, 1)
    at += part.length
  }
  return samples
}
