import { createPlayer, type Player } from './players.ts'
import { SAMPLE_RATE_HZ } from './request.ts'
import { bytesOf } from './sources.ts'

export interface LatencySettings {
  readonly text: string
  readonly speaker: string
  readonly model: string
  readonly language: string
  readonly tokensPerSecond: number
}

/** Milliseconds from the first token, from and to. */
export interface Period {
  readonly fromMs: number
  /** Undefined while it lasts. */
  readonly toMs: number | undefined
}

/** What the caller heard of an interrupted text, and what not. */
export interface Heard {
  readonly heard: string
  readonly remaining: string
}

export interface LatencyState {
  readonly phase: 'idle' | 'running' | 'ended'
  /** Milliseconds from the first token, as all times here. */
  readonly tokensMs: readonly number[]
  readonly chunksMs: readonly number[]
  readonly playing: Period | undefined
  /** Times in which nothing was left to play. */
  readonly underruns: readonly Period[]
  readonly interruptedMs: number | undefined
  readonly endedMs: number | undefined
  readonly heard: Heard | undefined
  readonly error: string | undefined
}

export const IDLE: LatencyState = {
  phase: 'idle',
  tokensMs: [],
  chunksMs: [],
  playing: undefined,
  underruns: [],
  interruptedMs: undefined,
  endedMs: undefined,
  heard: undefined,
  error: undefined,
}

/** Less than this left to play is nothing. */
const EMPTY_S = 0.01
const WATCH_MS = 20
const HEARD_MS = 3000

/** The words of a text with the spaces before them, as language models write tokens. */
export const tokensOf = (text: string): readonly string[] => text.match(/\s*\S+/g) ?? []

/** Streams a text token by token over /ws3, plays the audio, and tells what happens when. */
export class LatencyRun {
  #state = IDLE
  readonly #onChange: (state: LatencyState) => void
  /** When the first token was written. */
  #beginMs = performance.now()
  readonly #socket: WebSocket
  readonly #tokens: readonly string[]
  #player: Player | undefined
  #arrivedS = 0
  #isComplete = false
  #isOver = false
  #timers: ReturnType<typeof setInterval>[] = []

  /** Call it in the handler of a click. */
  constructor(settings: LatencySettings, onChange: (state: LatencyState) => void) {
    this.#onChange = onChange
    this.#tokens = tokensOf(settings.text)
    this.#set({ phase: 'running' })
    const opening = createPlayer(() => this.#end())
    const { speaker, model, language } = settings
    const query = new URLSearchParams({
      speaker,
      modelId: model,
      lang: language,
      audioFormat: 'pcm',
      samplingRate: `${SAMPLE_RATE_HZ}`,
      heard: 'true',
    })
    this.#socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws3?${query}`)
    this.#socket.onerror = () => this.#fail('The WebSocket cannot be opened, or is broken.')
    this.#socket.onclose = ({ reason }) =>
      this.#isComplete || this.#fail(reason || 'The connection to the server was lost.')
    this.#socket.onmessage = ({ data }) => this.#receive(JSON.parse(data))
    const opened = new Promise((resolve) => {
      this.#socket.onopen = resolve
    })
    void Promise.all([opening, opened]).then(([player]) => {
      if (this.#isOver) return player.dispose()
      this.#player = player
      this.#beginMs = performance.now()
      this.#write(1000 / settings.tokensPerSecond)
      this.#timers.push(setInterval(() => this.#watch(), WATCH_MS))
    })
  }

  get nowMs(): number {
    return performance.now() - this.#beginMs
  }

  /** As when the caller begins to speak: the sound ends at once, and the server says what was heard. */
  interrupt(): void {
    if (this.#player === undefined || this.#state.interruptedMs !== undefined) return
    const positionMs = Math.round(1000 * Math.min(this.#player.positionS(), this.#arrivedS))
    this.#isComplete = true
    this.#stopTimers()
    this.#player.dispose()
    this.#set({ interruptedMs: this.nowMs })
    this.#socket.send(JSON.stringify({ operation: 'clear', positionMs }))
    this.#timers.push(setTimeout(() => this.#end(), HEARD_MS))
  }

  dispose(): void {
    this.#isOver = true
    this.#stopTimers()
    this.#player?.dispose()
    this.#socket.onclose = null
    this.#socket.close()
  }

  #write(intervalMs: number): void {
    let written = 0
    const writeNext = () => {
      const token = this.#tokens[written++]
      if (token === undefined) return
      this.#socket.send(JSON.stringify({ text: token }))
      this.#set({ tokensMs: [...this.#state.tokensMs, this.nowMs] })
      if (written === this.#tokens.length) this.#socket.send(JSON.stringify({ operation: 'flush' }))
    }
    writeNext()
    this.#timers.push(setInterval(writeNext, intervalMs))
  }

  #receive(message: { type: string; data?: string; message?: string } & Partial<Heard>): void {
    if (this.#isOver) return
    if (message.type === 'heard') {
      this.#set({ heard: { heard: message.heard ?? '', remaining: message.remaining ?? '' } })
      return this.#end()
    }
    if (message.type === 'error') return this.#fail(message.message ?? 'The server reports an error.')
    if (this.#state.interruptedMs !== undefined) return
    if (message.type === 'chunk') {
      const bytes = bytesOf(message.data ?? '')
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
      this.#arrivedS += samples.length / SAMPLE_RATE_HZ
      this.#player?.push(samples)
      const atMs = this.nowMs
      const underruns = this.#state.underruns.map((each) => (each.toMs === undefined ? { ...each, toMs: atMs } : each))
      this.#set({
        chunksMs: [...this.#state.chunksMs, atMs],
        playing: this.#state.playing ?? { fromMs: atMs, toMs: undefined },
        underruns,
      })
    }
    if (message.type === 'done') {
      this.#isComplete = true
      this.#player?.finish()
      if (this.#arrivedS === 0) this.#end()
    }
  }

  /** Notices when nothing is left to play although the turn goes on. */
  #watch(): void {
    const { playing, underruns } = this.#state
    if (playing === undefined || this.#isComplete || (underruns.at(-1)?.toMs === undefined && underruns.length > 0))
      return
    const leftS = this.#arrivedS - (this.#player?.positionS() ?? 0)
    if (leftS <= EMPTY_S) this.#set({ underruns: [...underruns, { fromMs: this.nowMs, toMs: undefined }] })
  }

  #end(): void {
    if (this.#isOver) return
    const { playing, interruptedMs } = this.#state
    const endedMs = interruptedMs ?? this.nowMs
    this.#set({ phase: 'ended', endedMs, playing: playing && { ...playing, toMs: endedMs } })
    this.dispose()
  }

  #fail(error: string): void {
    if (this.#isOver) return
    this.#set({ error })
    this.#end()
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  #set(change: Partial<LatencyState>): void {
    this.#state = { ...this.#state, ...change }
    this.#onChange(this.#state)
  }
}
