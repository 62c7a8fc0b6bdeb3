import type { Owner } from '../core/speech.ts'

export interface StreamDemand {
  readonly engine: string | undefined
  readonly owner: Owner
}

/** State of the streams that share the threads, when another one asks to start. */
export interface LaneState {
  /** Streams that need the threads, or may at any moment. */
  readonly streams: Iterable<StreamDemand>
  /** Streams that wait for their first audio. */
  readonly unheard: number
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
  /** Maximum wait for the first audio in milliseconds; infinite admits every stream. */
  readonly maxWaitMs: number
}

/** Of the threads' time, what streams may need together. The rest is for the main thread, encoders and bursts. */
const MOST_UTILIZATION = 0.85
/** Of that, what an owner may not use above its fair share while others are there. */
const RESERVE = 0.15
/** Without a measurement: seconds of audio that a thread makes in a second. */
const ASSUMED_SPEED = 5
/** The speed follows the last seconds of audio. */
const SPEED_WINDOW_AUDIO_S = 30
/** Weight of the latest stream in the mean of durations and first parts. */
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
  readonly #speeds = new Map<string, { audioS: number; ranMs: number }>()
  readonly #ownersSeenAtMs = new Map<string, { owner: Owner; atMs: number }>()
  #firstPartMs = 0
  #streamMs = 0
  /** Number of refusals since the start. */
  refusals = 0
  /** Streams that were refused and may come again, less those that ended since. */
  #refused = 0

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** Records the work of a thread on a job: the audio that it made and how long it ran. */
  noteJob(engine: string, audioS: number, ranMs: number): void {
    const speed = this.#speeds.get(engine) ?? { audioS: 0, ranMs: 0 }
    const kept = Math.max(0, 1 - audioS / SPEED_WINDOW_AUDIO_S)
    this.#speeds.set(engine, { audioS: speed.audioS * kept + audioS, ranMs: speed.ranMs * kept + ranMs })
  }

  /** Records how long a thread took from the start of a stream to its first audio. */
  noteFirstPart(ms: number): void {
    this.#firstPartMs += SMOOTHING * (ms - this.#firstPartMs)
  }

  /** Records the end of a stream that was open for so long. */
  noteEnd(openMs: number): void {
    this.#streamMs += SMOOTHING * (openMs - this.#streamMs)
    this.#refused = Math.max(0, this.#refused - 1)
  }

  /** Share of one thread's time that a stream needs to be played without a gap. */
  threadShare(engine: string | undefined): number {
    const { audioS, ranMs } = (engine === undefined ? undefined : this.#speeds.get(engine)) ?? this.#allEngines
    return audioS === 0 ? 1 / ASSUMED_SPEED : ranMs / 1000 / audioS
  }

  /** Share of the threads' time that streams need: 1 is all of it. */
  utilization(streams: Iterable<StreamDemand>): number {
    let threads = 0
    for (const { engine } of streams) threads += this.threadShare(engine)
    return threads / this.#options.threads
  }

  /** Whether the threads have no time for another stream, of an owner who has its share. Records nothing. */
  isFull({ streams, unheard, isLate }: LaneState): boolean {
    const { threads, maxWaitMs } = this.#options
    const running = [...streams]
    const own = this.threadShare(undefined)
    if (maxWaitMs === Number.POSITIVE_INFINITY || running.length === 0) return false
    if ((unheard * this.#firstPartMs) / threads > maxWaitMs) return true
    if (own >= 1) return false
    return isLate || this.utilization(running) + own / threads > MOST_UTILIZATION + ROUNDING
  }

  /** Whether a stream may start now: it starts in time, and neither it nor a running one falls behind. */
  hasRoom(stream: StreamDemand, { streams, unheard, isLate }: LaneState): boolean {
    const { threads, maxWaitMs } = this.#options
    if (maxWaitMs === Number.POSITIVE_INFINITY) return true
    this.#see(stream.owner)
    let used = 0
    let ownUse = 0
    let isAlone = true
    for (const other of streams) {
      const share = this.threadShare(other.engine)
      isAlone = false
      used += share
      if (other.owner.id === stream.owner.id) ownUse += share
      this.#see(other.owner)
    }
    if (isAlone) return true
    if ((unheard * this.#firstPartMs) / threads > maxWaitMs) return false
    const own = this.threadShare(stream.engine)
    // An engine slower than playback makes every listener wait, the first one, too: there only the start counts.
    if (own >= 1) return true
    const hasLess = this.#hasLessThanItsShare(stream.owner, ownUse + own)
    // Whoever is late, it is not for an owner who has less than its share.
    if (isLate && hasLess !== true) return false
    const reserve = hasLess === undefined ? 0 : hasLess ? RESERVE : -RESERVE
    return used + own <= threads * (MOST_UTILIZATION + reserve) + ROUNDING
  }

  /**
   * Expected time until `ahead + 1` of the running streams have ended, in milliseconds: they last as long as those before
   * them, or as they have lasted already.
   */
  waitMs(ahead: number, running: Running): number {
    return (Math.max(this.#streamMs, running.meanAgeMs) * (ahead + 1)) / Math.max(1, running.count)
  }

  /** Records a refusal; returns the seconds after which another try is worth it. */
  refuse(running: Running): number {
    this.refusals++
    const { min, max } = RETRY_AFTER_S
    return Math.min(max, Math.max(min, Math.ceil(this.waitMs(this.#refused++, running) / 1000)))
  }

  get #allEngines(): { audioS: number; ranMs: number } {
    let audioS = 0
    let ranMs = 0
    for (const speed of this.#speeds.values()) {
      audioS += speed.audioS
      ranMs += speed.ranMs
    }
    return { audioS, ranMs }
  }

  /** Whether `ownUse` threads are at most an owner's share of them; undefined if no other owner is there. */
  #hasLessThanItsShare(owner: Owner, ownUse: number): boolean | undefined {
    let weights = 0
    for (const { owner: present } of this.#ownersSeenAtMs.values()) weights += present.weight
    if (weights <= owner.weight) return undefined
    return ownUse <= (owner.weight / weights) * this.#options.threads * MOST_UTILIZATION
  }

  #see(owner: Owner): void {
    const now = performance.now()
    this.#ownersSeenAtMs.set(owner.id, { owner, atMs: now })
    for (const [id, { atMs }] of this.#ownersSeenAtMs) {
      if (now - atMs > OWNER_PRESENT_MS) this.#ownersSeenAtMs.delete(id)
    }
  }
}
