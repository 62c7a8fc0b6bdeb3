import { quantizeInto } from '../../audio/pcm16.ts'
import type { CreateResampler, Resampler } from '../../audio/resample.ts'
import type { TiltFilter } from '../../audio/tilt-filter.ts'
import { createTiltFilter } from '../../audio/tilt-filter.ts'
import type { SpeechSink } from '../../core/engine.ts'
import type { SpeechJob } from '../../core/speech.ts'
import type { SpeechPart } from './messages.ts'

// The first part leaves early so that the listener hears something; later ones grow so that few messages are needed.
const FIRST_PART_S = 0.02
const LARGEST_PART_S = 0.16
/** In samples: seconds are not exact. */
const ROUNDING = 1e-6
const FADE_S = 0.005

/** Whoever takes the speech of one job. */
export interface PartSink {
  /** Takes the memory of the samples over. */
  send(part: SpeechPart): void
  /** Resolves when the job is the one that the thread is to go on with. Absent where there is one alone. */
  nextTurn?(): Promise<void>
  readonly isCancelled: boolean
}

/** What an engine says, made into what a caller hears: brightness, sampling rate, longest duration, level, parts. */
export class SpeechShaper implements SpeechSink {
  readonly #job: SpeechJob
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
  /** Samples of speech so far; silence that was put in is not counted. */
  #spoken = 0
  /** Pauses to be put in, by the sample of speech they come before, in order. */
  #pauses: { readonly atSample: number; readonly samples: number }[] = []
  /** Samples of all pauses up to the last mark. */
  #paused = 0

  constructor(job: SpeechJob, engineRateHz: number, createResampler: CreateResampler, output: PartSink) {
    const { timbre, gainDb } = job.voice
    this.#job = job
    this.#output = output
    this.#rateRatio = job.sampleRateHz / engineRateHz
    this.#resampler = createResampler(engineRateHz, job.sampleRateHz)
    this.#tilt = timbre.brightnessDb === 0 ? null : createTiltFilter(timbre.brightnessDb, engineRateHz)
    this.#gain = 10 ** (gainDb / 20)
    this.#maxSamples = Math.floor(job.maxDurationS * job.sampleRateHz)
    this.#fadeSamples = Math.round(FADE_S * job.sampleRateHz)
    this.#part = new Int16Array(Math.ceil(Math.max(FIRST_PART_S, job.leastFirstPartS) * job.sampleRateHz - ROUNDING))
  }

  mark(segmentIndex: number, startSample: number, endSample: number): void {
    const rescale = (sample: number): number => Math.min(Math.round(sample * this.#rateRatio), this.#maxSamples)
    const [start, end] = [rescale(startSample), rescale(endSample)]
    const segment = this.#job.utterance.segments[segmentIndex]
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

  /** The rest of the speech, the pause after it, and whatever has not filled a part. */
  finish(): void {
    this.#append(this.#resampler.finish())
    for (const { samples } of this.#pauses.splice(0)) this.#fill(samples)
    this.#fill(this.#samplesOf(this.#job.utterance.pauseAfterMs))
    this.#send()
  }

  #brighten(samples: Float32Array, tilt: TiltFilter): Float32Array {
    // The samples are the engine's own memory, not to be written to.
    if (this.#tilted.length < samples.length) this.#tilted = new Float32Array(samples.length)
    const tilted = this.#tilted.subarray(0, samples.length)
    tilted.set(samples)
    tilt.apply(tilted)
    return tilted
  }

  #samplesOf(ms: number): number {
    return Math.round((ms / 1000) * this.#job.sampleRateHz)
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

  /** Speech is cut in two without a click: a copy that fades out before the place and in after it. */
  #fadeAround(samples: Float32Array, at: number): Float32Array {
    const faded = samples.slice()
    const before = Math.min(at, this.#fadeSamples)
    for (let i = 1; i <= before; i++) faded[at - i] = ((faded[at - i] as number) * (i - 1)) / before
    const after = Math.min(samples.length - at, this.#fadeSamples)
    for (let i = 0; i < after; i++) faded[at + i] = ((faded[at + i] as number) * i) / after
    return faded
  }

  /** Whether more is to come shows only past the cut, so what lies just before it always fades. */
  #fadeBeforeCut(samples: Float32Array): Float32Array {
    const toFade = this.#spoken + samples.length - (this.#maxSamples - this.#fadeSamples)
    if (toFade <= 0) return samples
    const faded = samples.slice()
    for (let i = Math.max(0, faded.length - toFade); i < faded.length; i++) {
      faded[i] = ((faded[i] as number) * (this.#maxSamples - this.#spoken - i)) / this.#fadeSamples
    }
    return faded
  }

  /** Adds `count` samples, silent ones where none are given, and sends each part that is full. */
  #fill(count: number, samples?: Float32Array): void {
    for (let added = 0; added < count && !this.#output.isCancelled; ) {
      const room = Math.min(count - added, this.#part.length - this.#filled)
      if (samples) quantizeInto(this.#part, this.#filled, samples.subarray(added, added + room), this.#gain)
      added += room
      this.#filled += room
      if (this.#filled === this.#part.length) this.#send()
    }
  }

  #send(): void {
    if (this.#output.isCancelled || (this.#filled === 0 && this.#marks.length === 0)) return
    const { length } = this.#part
    this.#output.send({ marks: this.#marks, samples: this.#part.subarray(0, this.#filled) })
    this.#part = new Int16Array(Math.min(2 * length, Math.ceil(LARGEST_PART_S * this.#job.sampleRateHz)))
    this.#filled = 0
    this.#marks = []
  }
}
