/** Audio that is played in order, such as that of a live session. Positions count its audio, in milliseconds. */
export interface PlaybackTrack {
  /** The position when all audio so far has been played. */
  readonly endMs: number
  /** Audio is sent. Times are those of the timers. */
  add(durationMs: number, sentAtMs: number): void
  /** What has been played: never more than was sent. */
  positionMs(nowMs: number): number
  /** The client has dropped what it had not played: the next audio is played from this position. */
  stopAt(positionMs: number): void
}

/**
 * Where a client is that plays what it receives as soon as it can. A chunk begins when it arrives, or when what is before
 * it has been played. Of several tracks, one is played at a time: the first with audio left.
 */
export class PlaybackClock {
  readonly #lagMs: number
  /** Until when the playback is known, in milliseconds of the timers. */
  #atMs = Number.NEGATIVE_INFINITY
  /** Those with audio that has not been played, in the order in which they were opened. */
  #playing: Track[] = []
  #opened = 0

  /** `lagMs`: from sending until playback, for the network and the client's buffer. */
  constructor(lagMs = 0) {
    this.#lagMs = lagMs
  }

  /** Opens a track, which is played after those before it. */
  open(): PlaybackTrack {
    const track: Track = { order: this.#opened++, arriving: [], arrivedMs: 0, playedMs: 0 }
    let endMs = 0
    return {
      get endMs() {
        return endMs
      },
      add: (durationMs, sentAtMs) => {
        this.#playUntil(sentAtMs)
        endMs += durationMs
        if (this.#lagMs === 0) track.arrivedMs = endMs
        else track.arriving.push({ atMs: sentAtMs + this.#lagMs, endMs })
        this.#queue(track)
      },
      positionMs: (nowMs) => {
        this.#playUntil(nowMs)
        return track.playedMs
      },
      stopAt: (positionMs) => {
        Object.assign(track, { arriving: [], arrivedMs: positionMs, playedMs: positionMs })
        endMs = positionMs
      },
    }
  }

  #queue(track: Track): void {
    if (this.#playing.includes(track)) return
    const after = this.#playing.findIndex(({ order }) => order > track.order)
    this.#playing.splice(after < 0 ? this.#playing.length : after, 0, track)
  }

  #playUntil(nowMs: number): void {
    while (this.#atMs < nowMs) {
      const nextMs = Math.min(nowMs, ...this.#playing.map(({ arriving: [first] }) => first?.atMs ?? nowMs))
      let freeMs = nextMs - this.#atMs
      for (const track of this.#playing) freeMs -= play(track, freeMs)
      for (const track of this.#playing) arrive(track, nextMs)
      this.#atMs = nextMs
    }
    this.#playing = this.#playing.filter(
      ({ arriving, arrivedMs, playedMs }) => arriving.length > 0 || playedMs < arrivedMs,
    )
  }
}

/** Plays what has arrived, for at most `freeMs`. Returns for how long. */
function play(track: Track, freeMs: number): number {
  const leftMs = track.arrivedMs - track.playedMs
  track.playedMs = freeMs < leftMs ? track.playedMs + freeMs : track.arrivedMs
  return Math.min(freeMs, leftMs)
}

function arrive(track: Track, nowMs: number): void {
  for (let [first] = track.arriving; first !== undefined && first.atMs <= nowMs; [first] = track.arriving) {
    track.arrivedMs = first.endMs
    track.arriving.shift()
  }
}

interface Track {
  readonly order: number
  /** Audio on its way: when it arrives, and the position of its end. */
  arriving: { readonly atMs: number; readonly endMs: number }[]
  /** Positions. */
  arrivedMs: number
  playedMs: number
}
