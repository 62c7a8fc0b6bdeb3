import type { Owner } from '../core/speech.ts'
import type { SpokenWork } from './pool/pool-thread.ts'

export interface StreamDemand {
  readonly engine: string | undefined
  readonly owner: Owner
}

/** State of the streams that share the threads, when another one asks to start. */
export interface LaneState {
  /** Streams that need the threads, or may at any moment. */
  readonly streams: Iterable<StreamDemand>
  /** Those of them that wait for their first audio, or for the next one after a pause. */
  readonly starting: readonly StreamDemand[]
  /** Whether a listener waits for audio that is overdue. */
  readonly isLate: boolean
}

/** Streams that use the threads. */
export interface Running {
  readonly count: number
  readonly meanAgeMs: number
}

export interface AdmissionOptions {
  readonly threads: number
  /** So many streams have room in any case. */
  readonly minStreams: number
  /** Maximum wait for the first audio in milliseconds; infinite admits every stream. */
  readonly maxWaitMs: number
}

/** Of the threads' time, what streams may need together. The rest is for the main thread, encoders and bursts. */
const MAX_UTILIZATION = 0.85
/** Of the threads' time, what streams may need when a better engine begins another: the rest is for callers who come next. */
const MAX_UTILIZATION_OF_BETTER = 0.5
/** How long the first audio of a stream may be waited for that a better engine begins, in milliseconds. */
export const MAX_WAIT_OF_BETTER_MS = 400
/** Of that, what an owner may not use above its fair share while others are there. */
const RESERVE = 0.15
/** Beyond that, what an owner may use who has less than its share. */
const EXTRA = 0.05
/** Without a measurement: seconds of audio that a thread makes in a second. */
const ASSUMED_SPEED = 5
/** What is taken to be free of the threads' time at least. */
const MIN_FREE = 0.1
/** The speed follows the last seconds of audio. */
const SPEED_WINDOW_AUDIO_S = 30
/** Without a measurement: from the start of a task to its first audio, of a piece of a task, and how long a stream is open. */
const ASSUMED = { firstPartMs: 50, pieceMs: 20, streamMs: 5000 }
/** Weight of the latest task in the length of pieces: utterances differ, and long ones must be expected. */
const PIECE_SMOOTHING = { rise: 0.5, fall: 0.02 }
/** The next piece may be longer than those of the last tasks. */
const PIECE_RESERVE = 1.5
/** Weight of the latest one in means. */
const SMOOTHING = 0.1
/** Of sums of shares. */
const ROUNDING = 1e-9
/** How long an owner without streams keeps its share. */
const OWNER_PRESENT_MS = 60_000
const RETRY_AFTER_S = { min: 1, max: 60 }

/**
 * Decides whether threads can take another stream so that it starts in time and no running stream falls behind its
 * playback: by the measured speed of each engine, not by a count.
 */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #speeds = new Map<string, Speed>()
  readonly #ownersSeenAtMs = new Map<string, { owner: Owner; atMs: number }>()
  readonly #firstPart = new Mean(ASSUMED.firstPartMs)
  readonly #firstPartOf = new Map<string, Mean>()
  readonly #stream = new Mean(ASSUMED.streamMs)
  /** Number of refusals since the start. */
  refusals = 0
  /** Streams that were refused and may come again, less those that ended since. */
  #refused = 0

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** Records the work of a thread on a task: the audio that it made, how long it ran, and in how many pieces. */
  noteTask({ engine, audioS, ranMs, pieces, isStart }: SpokenWork): void {
    const speed = this.#speeds.get(engine) ?? { audioS: 0, ranMs: 0, pieceMs: 0 }
    const kept = Math.max(0, 1 - audioS / SPEED_WINDOW_AUDIO_S)
    const change = isStart ? 0 : ranMs / pieces - speed.pieceMs
    this.#speeds.set(engine, {
      audioS: speed.audioS * kept + audioS,
      ranMs: speed.ranMs * kept + ranMs,
      pieceMs: speed.pieceMs + change * (change > 0 ? PIECE_SMOOTHING.rise : PIECE_SMOOTHING.fall),
    })
  }

  /** Records how long a thread took from the start of a stream to its first audio. */
  noteFirstPart(engine: string, ms: number): void {
    this.#firstPart.add(ms)
    const own = this.#firstPartOf.get(engine) ?? new Mean(ms)
    own.add(ms)
    this.#firstPartOf.set(engine, own)
  }

  /** Records the end of a stream that was open for so long. */
  noteEnd(openMs: number): void {
    this.#stream.add(openMs)
    this.#refused = Math.max(0, this.#refused - 1)
  }

  /** What a thread takes to the first audio of a stream; if not measured, that of all engines, less for one that is quicker. */
  firstPartMs(engine: string | undefined): number {
    const own = engine === undefined ? undefined : this.#firstPartOf.get(engine)
    if (own !== undefined) return own.value
    return this.#firstPart.value * Math.min(1, this.threadShare(engine) / this.threadShare(undefined))
  }

  /** What a thread takes for a piece of an utterance at most. */
  pieceMs(engine: string | undefined): number {
    const { pieceMs } = this.#speedOf(engine)
    return PIECE_RESERVE * (pieceMs === 0 ? ASSUMED.pieceMs : pieceMs)
  }

  /** Share of one thread's time that a stream needs to be played without a gap. */
  threadShare(engine: string | undefined): number {
    const { audioS, ranMs } = this.#speedOf(engine)
    return audioS === 0 ? 1 / ASSUMED_SPEED : ranMs / 1000 / audioS
  }

  /** Share of the threads' time that streams need: 1 is all of it. */
  utilization(streams: Iterable<StreamDemand>): number {
    let threads = 0
    for (const { engine } of streams) threads += this.threadShare(engine)
    return threads / this.#options.threads
  }

  /** Whether the threads have no time for another stream, of an owner who has its share. Records nothing. */
  isFull({ streams, starting, isLate }: LaneState): boolean {
    const { threads, minStreams, maxWaitMs } = this.#options
    const running = [...streams]
    if (maxWaitMs === Number.POSITIVE_INFINITY || running.length < minStreams) return false
    if (this.startWaitMs({ streams: running, starting }) > maxWaitMs) return true
    const own = this.threadShare(undefined)
    if (own >= 1) return false
    return isLate || this.utilization(running) + own / threads > MAX_UTILIZATION + ROUNDING
  }

  /** Whether a stream may start now: it starts in time, and neither it nor a running one falls behind. */
  hasRoom(stream: StreamDemand, { streams, starting, isLate }: LaneState): boolean {
    const { threads, minStreams, maxWaitMs } = this.#options
    if (maxWaitMs === Number.POSITIVE_INFINITY) return true
    this.#see(stream.owner)
    const running = [...streams]
    let ownUse = 0
    for (const other of running) {
      if (other.owner.id === stream.owner.id) ownUse += this.threadShare(other.engine)
      this.#see(other.owner)
    }
    if (running.length < minStreams) return true
    if (this.startWaitMs({ streams: running, starting }) > maxWaitMs) return false
    const own = this.threadShare(stream.engine)
    // An engine slower than playback makes every listener wait, the first one, too: there only the start counts.
    if (own >= 1) return true
    const hasLess = this.#hasLessThanItsShare(stream.owner, ownUse + own)
    // Whoever is late, it is not for an owner who has less than its share.
    if (isLate && hasLess !== true) return false
    const reserve = hasLess === undefined ? 0 : hasLess ? EXTRA : -RESERVE
    return this.utilization(running) + own / threads <= MAX_UTILIZATION + reserve + ROUNDING
  }

  /**
   * Whether a better engine may speak a new stream. The callers who come next may need the threads, so it uses less of them
   * than `hasRoom` allows, and starts sooner.
   */
  hasTimeToSpare(stream: StreamDemand, { streams, starting, isLate }: LaneState): boolean {
    const { engine } = stream
    const isMeasured = engine !== undefined && this.#speeds.has(engine)
    const own = isMeasured ? this.threadShare(engine) : Math.max(this.threadShare(engine), 1 / ASSUMED_SPEED)
    const running = [...streams]
    const utilization = this.utilization(running) + own / this.#options.threads
    if (isLate || utilization > MAX_UTILIZATION_OF_BETTER + ROUNDING) return false
    const withIt = { streams: [...running, stream], starting: [...starting, stream] }
    return this.startWaitMs(withIt) <= MAX_WAIT_OF_BETTER_MS
  }

  /**
   * Expected time until all streams that are starting have their first audio, in milliseconds. Meanwhile the threads also
   * speak the others, and one after the other of these.
   */
  startWaitMs({ streams, starting }: Pick<LaneState, 'streams' | 'starting'>): number {
    const { length } = starting
    if (length === 0) return 0
    const running = [...streams]
    const utilization = this.utilization(running) * (1 - length / 2 / Math.max(length, running.length))
    const free = this.#options.threads * Math.max(MIN_FREE, 1 - utilization)
    return starting.reduce((sum, { engine }) => sum + this.firstPartMs(engine), 0) / free
  }

  /**
   * Expected time until `ahead + 1` of the running streams have ended, in milliseconds: they last as long as those before
   * them, or as they have lasted already.
   */
  waitMs(ahead: number, running: Running): number {
    return (Math.max(this.#stream.value, running.meanAgeMs) * (ahead + 1)) / Math.max(1, running.count)
  }

  /** Records a refusal; returns the seconds after which another try is worth it. */
  refuse(running: Running): number {
    this.refusals++
    const { min, max } = RETRY_AFTER_S
    return Math.min(max, Math.max(min, Math.ceil(this.waitMs(this.#refused++, running) / 1000)))
  }

  /** That of all engines together if it is not known which, or not measured. */
  #speedOf(engine: string | undefined): Speed {
    const own = engine === undefined ? undefined : this.#speeds.get(engine)
    if (own !== undefined) return own
    const sum = { audioS: 0, ranMs: 0, pieceMs: 0 }
    for (const { audioS, ranMs, pieceMs } of this.#speeds.values()) {
      sum.audioS += audioS
      sum.ranMs += ranMs
      sum.pieceMs = Math.max(sum.pieceMs, pieceMs)
    }
    return sum
  }

  /** Whether `ownUse` threads are at most an owner's share of them; undefined if no other owner is there. */
  #hasLessThanItsShare(owner: Owner, ownUse: number): boolean | undefined {
    let weights = 0
    for (const { owner: present } of this.#ownersSeenAtMs.values()) weights += present.weight
    if (weights <= owner.weight) return undefined
    return ownUse <= (owner.weight / weights) * this.#options.threads * MAX_UTILIZATION
  }

  #see(owner: Owner): void {
    const now = performance.now()
    this.#ownersSeenAtMs.set(owner.id, { owner, atMs: now })
    for (const [id, { atMs }] of this.#ownersSeenAtMs) {
      if (now - atMs > OWNER_PRESENT_MS) this.#ownersSeenAtMs.delete(id)
    }
  }
}

interface Speed {
  readonly audioS: number
  readonly ranMs: number
  readonly pieceMs: number
}

/** A mean of the latest values; an assumed one counts as the first. */
class Mean {
  value: number
  #count = 1

  constructor(assumed: number) {
    this.value = assumed
  }

  add(value: number): void {
    this.value += (value - this.value) * Math.max(SMOOTHING, 1 / ++this.#count)
  }
}
