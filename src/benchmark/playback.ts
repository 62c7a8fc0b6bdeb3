/** A silence within speech that a listener hears because audio came too late. */
export interface Gap {
  /** Its place in the audio, in seconds. */
  readonly atS: number
  readonly ms: number
}

/** Shorter delays are hidden by any player's buffer, and are within the precision of a client's clock. */
const AUDIBLE_MS = 10

/** A listener who plays audio from the moment that the first of it arrives, and waits whenever there is none. */
export class PlaybackClock {
  readonly #gaps: Gap[] = []
  #firstMs: number | undefined
  /** When what has arrived is played. */
  #playedMs = 0
  #audioMs = 0
  #worstDelayMs = Number.NEGATIVE_INFINITY

  /** Adds audio that arrives at a time; times do not decrease. */
  hear(atMs: number, durationMs: number): void {
    if (this.#firstMs === undefined) {
      this.#firstMs = atMs
      this.#playedMs = atMs
    } else {
      this.#worstDelayMs = Math.max(this.#worstDelayMs, atMs - this.#firstMs - this.#audioMs)
      const gapMs = atMs - this.#playedMs
      if (gapMs >= AUDIBLE_MS) this.#gaps.push({ atS: this.#audioMs / 1000, ms: gapMs })
      this.#playedMs = Math.max(this.#playedMs, atMs)
    }
    this.#playedMs += durationMs
    this.#audioMs += durationMs
  }

  get gaps(): readonly Gap[] {
    return this.#gaps
  }

  /** When all audio so far is played, by the clock of `hear`. */
  get playedMs(): number {
    return this.#playedMs
  }

  get firstMs(): number | undefined {
    return this.#firstMs
  }

  get audioMs(): number {
    return this.#audioMs
  }

  /**
   * Maximum delay of audio relative to a playback that never waits: above 0 a listener hears a gap, below 0 the playback buffer
   * never had less than that. Audio that arrives in one piece was buffered completely.
   */
  get worstDelayMs(): number {
    return Math.max(this.#worstDelayMs, -this.#audioMs)
  }
}
