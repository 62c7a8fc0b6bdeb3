import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { ApiError, messageOfError } from '../api/client.ts'
import { createPlayer, type Player } from './players.ts'
import { SAMPLE_RATE_HZ, type SpeechRequest, withLength } from './request.ts'
import { NoSocketError, speakOverHttp, speakOverSocket } from './sources.ts'
import { locateWords, type TimedWord, type WordTimes } from './words.ts'

export interface SpeechState {
  readonly phase: 'idle' | 'waiting' | 'playing' | 'paused' | 'ended'
  readonly request: SpeechRequest | null
  readonly words: readonly TimedWord[]
  /** Seconds of audio that have arrived. */
  readonly durationS: number
  /** Whether all audio has arrived. */
  readonly isComplete: boolean
  /** It was stopped before all audio had arrived. */
  readonly isCut: boolean
  /** WebSockets do not work here. */
  readonly isOverHttp: boolean
  /** From the request until the first audio arrived. */
  readonly firstAudioMs: number | null
  readonly error: string | null
}

/** Whether it is heard, or soon. */
export const isBusy = ({ phase }: SpeechState): boolean => phase === 'waiting' || phase === 'playing'

const IDLE: SpeechState = {
  phase: 'idle',
  request: null,
  words: [],
  durationS: 0,
  isComplete: false,
  isCut: false,
  isOverHttp: false,
  firstAudioMs: null,
  error: null,
}

/** What speaks now: the others have stopped. */
let sounding: Speaker | undefined

/** Speaks one text at a time, and keeps the last one for playing it again. Of all of them, one plays at a time. */
export class Speaker {
  #state = IDLE
  #player: Player | undefined
  #stopping = new AbortController()
  #samples: Int16Array<ArrayBuffer>[] = []
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): SpeechState => this.#state

  /** All samples so far. */
  get samples(): readonly Int16Array<ArrayBuffer>[] {
    return this.#samples
  }

  positionS(): number {
    return Math.min(this.#player?.positionS() ?? 0, this.#state.durationS)
  }

  /** Call it in the handler of a click. Errors are in the state. */
  async speak(request: SpeechRequest): Promise<void> {
    this.stop()
    const signal = this.#begin()
    this.#samples = []
    this.#set({ ...IDLE, phase: 'waiting', request })
    const onEnded = () => !signal.aborted && this.#set({ phase: 'ended' })
    const beganMs = performance.now()
    // The server is asked while the audio output opens.
    const opening = createPlayer(onEnded).then((player) => {
      if (signal.aborted) player.dispose()
      else this.#player = player
      return player
    })
    const sink = this.#sinkOf(request, opening, beganMs, signal)
    try {
      await speakOverSocket(request, 'pcm', sink, signal).catch((error) => {
        if (!(error instanceof NoSocketError)) throw error
        this.#set({ isOverHttp: true })
        return speakOverHttp(request, sink, signal)
      })
      if (this.#samples.length === 0) throw new ApiError(400, 'There is nothing to speak in this text.')
      this.#set({ isComplete: true })
    } catch (error) {
      if (signal.aborted) return
      // What has arrived is played to its end.
      this.#set({
        error: withLength(messageOfError(error), request.text),
        ...(this.#samples.length === 0 && { phase: 'idle' }),
      })
    }
    const player = await opening
    if (!signal.aborted) player.finish()
  }

  /** What has arrived can be played again. */
  stop(): void {
    this.#stopping.abort()
    this.#player?.dispose()
    this.#player = undefined
    const { phase, isComplete, isCut, error } = this.#state
    if (phase !== 'idle') this.#set({ phase: 'idle', isCut: isCut || !(isComplete || error) })
  }

  /** Stops, and drops what has been spoken. */
  forget(): void {
    this.stop()
    this.#samples = []
    this.#set(IDLE)
  }

  pause(): void {
    this.#player?.pause()
    this.#set({ phase: 'paused' })
  }

  resume(): void {
    if (!this.#player) return void this.#playAgain()
    if (this.#state.phase === 'ended') this.#player?.seek(0)
    this.#player?.play()
    this.#set({ phase: 'playing' })
  }

  seek(seconds: number): void {
    this.#player?.seek(seconds)
    this.#set(this.#state.phase === 'ended' ? { phase: 'paused' } : {})
    if (this.#state.phase === 'paused') this.resume()
  }

  /** The signal of a new speech, for which the speech of others stops. */
  #begin(): AbortSignal {
    if (sounding !== this) sounding?.stop()
    sounding = this
    this.#stopping = new AbortController()
    return this.#stopping.signal
  }

  async #playAgain(): Promise<void> {
    const signal = this.#begin()
    this.#set({ phase: 'playing' })
    const player = await createPlayer(() => !signal.aborted && this.#set({ phase: 'ended' }))
    if (signal.aborted) return player.dispose()
    this.#player = player
    for (const samples of this.#samples) player.push(samples)
    player.finish()
  }

  #sinkOf({ text }: SpeechRequest, opening: Promise<Player>, beganMs: number, signal: AbortSignal) {
    return {
      audio: (bytes: Uint8Array<ArrayBuffer>) => {
        if (signal.aborted || bytes.length === 0) return
        const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
        this.#samples.push(samples)
        void opening.then((player) => player.push(samples))
        const { phase, firstAudioMs, durationS } = this.#state
        this.#set({
          phase: phase === 'waiting' ? 'playing' : phase,
          firstAudioMs: firstAudioMs ?? performance.now() - beganMs,
          durationS: durationS + samples.length / SAMPLE_RATE_HZ,
        })
      },
      words: (times: WordTimes, offsetS: number) => {
        if (signal.aborted) return
        const { words } = this.#state
        this.#set({ words: [...words, ...locateWords(text, words.at(-1)?.end ?? 0, times, offsetS)] })
      },
    }
  }

  #set(change: Partial<SpeechState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

export const useSpeechState = (speaker: Speaker): SpeechState => useSyncExternalStore(speaker.subscribe, speaker.state)

/** What is heard now, in seconds, with each frame of the display while it plays. */
export function usePositionS(speaker: Speaker): number {
  const { phase } = useSpeechState(speaker)
  const [, redraw] = useReducer((frames: number) => frames + 1, 0)
  useEffect(() => {
    if (phase !== 'playing') return
    let frame = requestAnimationFrame(function follow() {
      redraw()
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [phase])
  return speaker.positionS()
}
