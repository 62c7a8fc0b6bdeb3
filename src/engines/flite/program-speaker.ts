import type { SpeechSink } from '../../core/engine.ts'
import type { Timbre } from '../../core/voice.ts'
import type { FliteSpeaker } from './flite-speaker.ts'
import { defaultRateOf, SAMPLE_RATE_HZ, stretchOf } from './flite-speaker.ts'
import type { FliteText, FliteToken } from './flite-tokens.ts'
import type { FliteVoice } from './flite-voices.ts'
import { WasiShim } from './wasi-shim.ts'

const OUTPUT_FILE = 'speech.wav'
const WAV_HEADER_BYTES = 44
const CHUNK_SAMPLES = 2048
/** Samples below this fraction of the peak are silence at the ends. */
const SILENCE_OF_PEAK = 0.006
const SAMPLES_KEPT = { before: 0.01 * SAMPLE_RATE_HZ, after: 0.02 * SAMPLE_RATE_HZ } as const
/** Duration of a pause, in letters. */
const PAUSE_LETTERS = 4

/**
 * Speaks through Flite's command line, which every build has: for binaries other than the pinned one. Each utterance is
 * rendered completely before its first audio, marks are estimates, pronunciations are Flite's own, and formants, word
 * rates and word pitches are unchanged.
 */
export class ProgramSpeaker implements FliteSpeaker {
  readonly #wasi = new WasiShim()
  readonly #memory: WebAssembly.Memory
  readonly #start: () => void
  readonly #freshMemory: Uint8Array

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#wasi.imports })
    this.#memory = exports.memory as WebAssembly.Memory
    this.#start = exports._start as () => void
    this.#wasi.attach(this.#memory)
    this.#freshMemory = new Uint8Array(this.#memory.buffer).slice()
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength
  }

  speak({ tokens }: FliteText, voice: FliteVoice, timbre: Timbre, sink: SpeechSink): void {
    const samples = spokenPart(this.#render(tokens, voice, timbre), voice.gain)
    if (samples.length === 0) return
    markByLetters(tokens, samples.length, sink)
    for (let start = 0; start < samples.length; start += CHUNK_SAMPLES) {
      if (!sink.audio(samples.subarray(start, start + CHUNK_SAMPLES))) return
    }
  }

  #render(tokens: readonly FliteToken[], voice: FliteVoice, timbre: Timbre): Int16Array {
    const meanPitch = tokens.reduce((product, { word }) => product * word.pitch, 1) ** (1 / tokens.length)
    const pitchMeanHz = timbre.pitchMeanHz * meanPitch
    const pitchDeviationHz = (voice.pitchDeviationHz * timbre.pitchRangeRatio * pitchMeanHz) / voice.pitchMeanHz
    const features = {
      duration_stretch: stretchOf(timbre.rateRatio * defaultRateOf(tokens)),
      int_f0_target_mean: pitchMeanHz,
      int_f0_target_stddev: pitchDeviationHz,
    }
    this.#wasi.programArguments = [
      'flite',
      ...['-voice', voice.name, '-o', OUTPUT_FILE],
      ...Object.entries(features).flatMap(([name, value]) => ['--setf', `${name}=${value.toFixed(3)}`]),
      ...['-t', tokens.map(({ name, punctuation }) => name + punctuation).join(' ')],
    ]
    // A program runs once, so its initial memory is restored for each run.
    const memory = new Uint8Array(this.#memory.buffer)
    memory.set(this.#freshMemory)
    memory.fill(0, this.#freshMemory.length)
    this.#wasi.files.clear()
    this.#start()
    const wav = this.#wasi.files.get(OUTPUT_FILE) ?? Buffer.alloc(0)
    return new Int16Array(Uint8Array.from(wav.subarray(WAV_HEADER_BYTES)).buffer)
  }
}

function spokenPart(samples: Int16Array, gain: number): Float32Array {
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  const isHeard = (sample: number): boolean => Math.abs(sample) > peak * SILENCE_OF_PEAK
  const first = samples.findIndex(isHeard)
  if (first < 0) return new Float32Array()
  const start = Math.max(first - SAMPLES_KEPT.before, 0)
  const spoken = samples.subarray(start, samples.findLastIndex(isHeard) + 1 + SAMPLES_KEPT.after)
  // The library renders at half the program's gain, and `gain` is relative to the library.
  return Float32Array.from(spoken, (sample) => Math.min(Math.max((sample * gain) / 2 / 32_768, -1), 1))
}

function markByLetters(tokens: readonly FliteToken[], totalSamples: number, sink: SpeechSink): void {
  const pauseAfter = ({ punctuation }: FliteToken): number => (punctuation === '' ? 0 : PAUSE_LETTERS)
  const spans: { segmentIndex: number; start: number; end: number }[] = []
  let letters = 0
  let end = 0
  for (const token of tokens) {
    const start = letters
    end = start + token.name.length
    letters = end + pauseAfter(token)
    const span = spans.at(-1)
    if (span?.segmentIndex === token.segmentIndex) span.end = end
    else spans.push({ segmentIndex: token.segmentIndex, start, end })
  }
  // The last word ends with the audio, without the pause after it.
  const sampleAt = (position: number): number => Math.round((position / end) * totalSamples)
  for (const { segmentIndex, start, end: spanEnd } of spans) sink.mark(segmentIndex, sampleAt(start), sampleAt(spanEnd))
}
