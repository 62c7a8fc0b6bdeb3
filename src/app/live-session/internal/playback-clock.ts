/** Audio that is played without a gap. Times are those of the timers, positions those of the audio, in milliseconds. */
interface Run {
  readonly atMs: number
  readonly fromMs: number
  durationMs: number
}

/**
 * Where a client is that plays what it receives as soon as it can. A chunk begins when the one before ends, or when it
 * arrives, whichever is later. Positions count all audio of a connection, in milliseconds.
 */
export class PlaybackClock {
  readonly #lagMs: number
  /** In order, each from where the one before ends. All but the first are in the future. */
  #runs: Run[] = []
  #endMs = 0

  /** `lagMs`: from sending until playback, for the network and the client's buffer. */
  constructor(lagMs = 0) {
    this.#lagMs = lagMs
  }

  /** The position when all audio so far has been played. */
  get endMs(): number {
    return this.#endMs
  }

  add(durationMs: number, sentAtMs: number): void {
    const arrivedAtMs = sentAtMs + this.#lagMs
    this.#dropPlayed(sentAtMs)
    const last = this.#runs.at(-1)
    if (last !== undefined && arrivedAtMs <= last.atMs + last.durationMs) last.durationMs += durationMs
    else this.#runs.push({ atMs: arrivedAtMs, fromMs: this.#endMs, durationMs })
    this.#endMs += durationMs
  }

  /** What has been played: never more than was sent. */
  positionMs(nowMs: number): number {
    const run = this.#runs.findLast(({ atMs }) => atMs <= nowMs)
    if (run === undefined) return this.#runs[0]?.fromMs ?? this.#endMs
    return run.fromMs + Math.min(nowMs - run.atMs, run.durationMs)
  }

  /** The client has dropped what it had not played: the next audio is played from this position. */
  stopAt(positionMs: number): void {
    this.#runs = []
    this.#endMs = positionMs
  }

  #dropPlayed(nowMs: number): void {
    while ((this.#runs[1]?.atMs ?? Number.POSITIVE_INFINITY) <= nowMs) this.#runs.shift()
  }
}
