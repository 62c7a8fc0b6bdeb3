import { quantizeInto } from '../../audio/pcm16.ts'
import type { CreateResampler, Resampler } from '../../audio/resample.ts'
import type { TiltFilter } from '../../audio/tilt-filter.ts'
import { createTiltFilter } from '../../audio/tilt-filter.ts'
import type { SpeechSink } from '../../core/engine.ts'
import { seededRandom } from '../../core/seeded-random.ts'
import type { SpeechTask } from '../../core/speech.ts'
import type { SpeechPart } from './messages.ts'

// A short first part shortens the time to first audio; later parts grow so that fewer messages are sent.
const FIRST_PART_S = 0.02
const LARGEST_PART_S = 0.16
/** In samples; compensates for floating-point error in seconds. */
const ROUNDING = 1e-6
const FADE_S = 0.005

/** A second of white noise or more at -75 dB of full scale, repeated: fainter than a quiet room, which a listener expects. */
const NOISE = noise()

function noise(): Int16Array {
  const random = seededRandom('noise floor')
  const peak = Math.sqrt(3) * 32_768 * 10 ** (-75 / 20)
  return Int16Array.from({ length: 32_003 }, () => Math.round((2 * random() - 1) * peak))
}

/** Receives the speech of one task. */
export interface PartSink {
  /** Takes ownership of the samples' buffer. */
  send(part: SpeechPart): void
  /** Resolves when the task may continue. Absent if the thread has one task only. */
  nextTurn?(): Promise<void>
  readonly isCancelled: boolean
  /** Minimum length of the next part in seconds, unless it is the last one. Absent if nobody listens. */
  readonly minPartS?: number
  /** Length of the playback buffer in seconds. Absent if nobody listens. */
  readonly bufferedS?: number
}

/**
 * Converts engine output (mono floats) to what callers receive (mono, 16-bit): brightness, sampling rate, maximum
 * duration, gain, parts.
 */
export class SpeechShaper implements SpeechSink {
  readonly #task: SpeechTask
  readonly #output: PartSink
  readonly #rateRatio: number
  readonly #resampler: Resampler
  readonly #tilt: TiltFilter | null
  readonly #gain: number
  readonly #maxSamples: number
  readonly #fadeSamples: number
  #tilted = new Float32Array(0)
  #marks: SpeechPart['marks'][number][] = []
  #part: Int16Array<ArrayBuffer>
  #filled = 0
  #noiseAt = 0
  /** Samples of speech so far, without inserted pauses. */
  #spoken = 0
  /** Pauses to insert, in order; `atSample` counts samples of speech. */
  #pauses: { readonly atSample: number; readonly samples: number }[] = []
  /** Total samples of pauses up to the last mark. */
  #paused = 0

  constructor(task: SpeechTask, engineRateHz: number, createResampler: CreateResampler, output: PartSink) {
    const { timbre, gainDb } = task.voice
    this.#task = task
    this.#output = output
    this.#rateRatio = task.sampleRateHz / engineRateHz
    this.#resampler = createResampler(engineRateHz, task.sampleRateHz)
    this.#tilt = timbre.brightnessDb === 0 ? null : createTiltFilter(timbre.brightnessDb, engineRateHz)
    this.#gain = 10 ** (gainDb / 20)
    this.#maxSamples = Math.floor(task.maxDurationS * task.sampleRateHz)
    this.#fadeSamples = Math.round(FADE_S * task.sampleRateHz)
    this.#part = new Int16Array(Math.ceil(Math.max(FIRST_PART_S, task.minFirstPartS) * task.sampleRateHz - ROUNDING))
  }

  get bufferedS(): number {
    return this.#output.bufferedS ?? Number.POSITIVE_INFINITY
  }

  mark(segmentIndex: number, startSample: number, endSample: number): void {
    const rescale = (sample: number): number => Math.min(Math.round(sample * this.#rateRatio), this.#maxSamples)
    const [start, end] = [rescale(startSample), rescale(endSample)]
    const segment = this.#task.utterance.segments[segmentIndex]
    if (segment?.kind === 'word' && segment.pauseBeforeMs > 0) {
      const samples = this.#samplesOf(segment.pauseBeforeMs)
      this.#pauses.push({ atSample: start, samples })
      this.#paused += samples
    }
    this.#marks.push({
      kind: 'mark',
      segmentIndex,
      startSample: start + this.#paused,
      endSample: end + this.#paused,
    })
  }

  audio(samples: Float32Array): boolean {
    if (this.#output.isCancelled) return false
    this.#append(this.#resampler.process(this.#tilt ? this.#brighten(samples, this.#tilt) : samples))
    return this.#spoken < this.#maxSamples
  }

  async nextTurn(): Promise<boolean> {
    await this.#output.nextTurn?.()
    return !this.#output.isCancelled
  }

  /** Sends the rest of the speech, the pause after the utterance, and the last incomplete part. */
  finish(): void {
    this.#append(this.#resampler.finish())
    for (const { samples } of this.#pauses.splice(0)) this.#fill(samples)
    this.#fill(this.#samplesOf(this.#task.utterance.pauseAfterMs))
    this.#send()
  }

  #brighten(samples: Float32Array, tilt: TiltFilter): Float32Array {
    // The samples are the engine's own memory and must not be modified.
    if (this.#tilted.length < samples.length) this.#tilted = new Float32Array(samples.length)
    const tilted = this.#tilted.subarray(0, samples.length)
    tilted.set(samples)
    tilt.apply(tilted)
    return tilted
  }

  #samplesOf(ms: number): number {
    return Math.round((ms / 1000) * this.#task.sampleRateHz)
  }

  #append(samples: Float32Array): void {
    let speech = this.#fadeBeforeCut(samples.subarray(0, this.#maxSamples - this.#spoken))
    for (;;) {
      const pause = this.#pauses[0]
      if (pause === undefined || pause.atSample > this.#spoken + speech.length) break
      this.#pauses.shift()
      const before = Math.max(0, pause.atSample - this.#spoken)
      speech = this.#fadeAround(speech, before)
      this.#spoken += before
      this.#fill(before, speech)
      this.#fill(pause.samples)
      speech = speech.subarray(before)
    }
    this.#spoken += speech.length
    this.#fill(speech.length, speech)
  }

  /** Avoids a click where a pause is inserted: a copy that fades out before the position and in after it. */
  #fadeAround(samples: Float32Array, at: number): Float32Array {
    const faded = samples.slice()
    const before = Math.min(at, this.#fadeSamples)
    for (let i = 1; i <= before; i++) faded[at - i] = ((faded[at - i] as number) * (i - 1)) / before
    const after = Math.min(samples.length - at, this.#fadeSamples)
    for (let i = 0; i < after; i++) faded[at + i] = ((faded[at + i] as number) * i) / after
    return faded
  }

  /** Always fades the end before the cut: whether more speech follows is known only after it. */
  #fadeBeforeCut(samples: Float32Array): Float32Array {
    const toFade = this.#spoken + samples.length - (this.#maxSamples - this.#fadeSamples)
    if (toFade <= 0) return samples
    const faded = samples.slice()
    for (let i = Math.max(0, faded.length - toFade); i < faded.length; i++) {
      faded[i] = ((faded[i] as number) * (this.#maxSamples - this.#spoken - i)) / this.#fadeSamples
    }
    return faded
  }

  /** Adds `count` samples, a pause if none are given, and sends each full part. */
  #fill(count: number, samples?: Float32Array): void {
    for (let added = 0; added < count && !this.#output.isCancelled; ) {
      const room = Math.min(count - added, this.#part.length - this.#filled)
      if (samples) quantizeInto(this.#part, this.#filled, samples.subarray(added, added + room), this.#gain)
      else if (this.#task.hasNoiseFloor === true) this.#addNoise(room)
      added += room
      this.#filled += room
      if (this.#filled === this.#part.length) this.#sendOrExtend()
    }
  }

  #sendOrExtend(): void {
    const min = Math.ceil((this.#output.minPartS ?? 0) * this.#task.sampleRateHz - ROUNDING)
    if (this.#filled >= min) return this.#send()
    const extended = new Int16Array(min)
    extended.set(this.#part)
    this.#part = extended
  }

  /** The same noise in each task, so that equal tasks have equal samples. */
  #addNoise(count: number): void {
    for (let i = 0; i < count; i++) this.#part[this.#filled + i] = NOISE[this.#noiseAt++ % NOISE.length] as number
  }

  #send(): void {
    if (this.#output.isCancelled || (this.#filled === 0 && this.#marks.length === 0)) return
    const { length } = this.#part
    this.#output.send({ marks: this.#marks, samples: this.#part.subarray(0, this.#filled) })
    this.#part = new Int16Array(Math.min(2 * length, Math.ceil(LARGEST_PART_S * this.#task.sampleRateHz)))
    this.#filled = 0
    this.#marks = []
  }
}
