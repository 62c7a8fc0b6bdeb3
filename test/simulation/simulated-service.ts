import {
  createNarrator,
  type NarratorParts,
  type SpeechSettings,
  type SpokenEvent,
} from '../../src/app/speech/narrator.ts'
import { createUtteranceCache } from '../../src/app/speech/utterance-cache.ts'
import type { CreateResampler } from '../../src/audio/resample.ts'
import type { Engine, LoadedEngine } from '../../src/core/engine.ts'
import { isSpeechError } from '../../src/core/errors.ts'
import { DEFAULT_SAMPLING, NO_MARKUP, newEngineHistory, type SynthesisRequest } from '../../src/core/request.ts'
import type { Owner, SpeechTask } from '../../src/core/speech.ts'
import type { Utterance } from '../../src/core/utterance.ts'
import type { StartWorker } from '../../src/workers/pool/pool-thread.ts'
import type { FromThread, ThreadData, ToThread } from '../../src/workers/thread/messages.ts'
import { serveTasks } from '../../src/workers/thread/serve-tasks.ts'
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from '../../src/workers/thread-pool.ts'
import { speakWhole } from '../speak-whole.ts'
import { SimulatedMachine, SimulatedThread } from './simulated-machine.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Processor time that an engine takes. */
export interface EngineCosts {
  /** Before the first audio of each phrase. */
  readonly phraseMs: number
  /** Of a second of audio. */
  readonly secondMs: number
  /** Whether it may speak others between two chunks. */
  readonly yields: boolean
}

/** As aria and Flite do on the machine of the measurements. */
export const YIELDING: EngineCosts = { phraseMs: 20, secondMs: 33, yields: true }
export const WHOLE: EngineCosts = { phraseMs: 5, secondMs: 13, yields: false }

export interface SimulatedServiceOptions extends Partial<Pick<ThreadPoolOptions, 'threads' | 'maxWaitMs'>> {
  readonly clock: VirtualClock
  readonly cores?: number
  readonly engine?: EngineCosts
  /** A better engine, which the voice has too. */
  readonly natural?: EngineCosts
  /** Work of the main thread for a call, refused or not, and for a part of audio. */
  readonly main?: { readonly callMs: number; readonly partMs: number }
  /** How often the main thread stands still, and for how long, as while other programs have its core. */
  readonly pauses?: { readonly everyMs: number; readonly ms: number }
}

export interface Call {
  readonly atMs: number
  /** Seconds of the utterances. */
  readonly utterances: readonly number[]
  readonly owner?: Owner
  /** A turn of a socket waits for room; a request is refused at once if it is not expected in time. */
  readonly isTurn?: boolean
}

interface Heard {
  readonly kind: 'spoken'
  readonly firstAudioMs: number
  readonly worstDelayMs: number
  readonly audioS: number
}

export type Answer =
  /** `engine`: those that spoke. */
  (Heard & { readonly engine: string }) | { readonly kind: 'refused'; readonly afterMs: number }

const RATE_HZ = 1000
const PHRASE_S = 2.5
/** As the vocoder of aria: short at first, then longer. */
const CHUNKS_S = [0.021, 0.085, 0.171, 0.341] as const
const MESSAGE_MS = 0.05

/** The pool, its threads and their schedulers, on a machine whose only cost is time. */
export class SimulatedService {
  readonly pool: ThreadPool
  readonly #clock: VirtualClock
  readonly #main: SimulatedThread
  readonly #callMs: number
  readonly #deps: NarratorParts
  readonly #settings: object

  constructor(options: SimulatedServiceOptions) {
    const { clock, cores = 2, threads = 2, maxWaitMs = 1500, engine = YIELDING, natural } = options
    const { callMs, partMs } = options.main ?? { callMs: 2, partMs: MESSAGE_MS }
    const machine = new SimulatedMachine(clock, cores)
    this.#clock = clock
    this.#callMs = callMs
    this.#main = new SimulatedThread(clock, machine)
    this.#settings = natural === undefined ? SETTINGS : NATURAL_SETTINGS
    if (options.pauses !== undefined) this.#pause(options.pauses)
    const startWorker: StartWorker = (_, workerData) =>
      new SimulatedWorker(
        workerData,
        { simulated: engine, natural },
        {
          thread: new SimulatedThread(clock, machine),
          main: this.#main,
          partMs,
        },
      )
    this.pool = createThreadPool({
      threads,
      threadUrl: new URL('simulated:'),
      startWorker,
      maxQueuedStreams: 256,
      maxWaitMs,
      warmUp: natural === undefined ? [] : [warmUpBy('simulated'), warmUpBy('natural')],
      hangTimeoutMs: 1e9,
      report: (trouble) => {
        throw new Error(JSON.stringify(trouble))
      },
    })
    this.#deps = {
      pool: this.pool,
      cache: createUtteranceCache(0),
      planUtterances: plan,
      random: () => 0.5,
      hasNoiseFloor: false,
      hasBreaths: false,
    }
  }

  /** Answers all calls, and lets the time pass that it takes. */
  answer(calls: readonly Call[]): Promise<Answer[]> {
    return this.#clock.run(Promise.all(calls.map((call) => this.#call(call))))
  }

  /** Ends the threads. */
  end(): Promise<void> {
    return this.#clock.run(Promise.resolve(this.pool[Symbol.asyncDispose]()))
  }

  #pause(pauses: NonNullable<SimulatedServiceOptions['pauses']>): void {
    this.#clock.after(pauses.everyMs, () => {
      this.#main.stall(pauses.ms)
      this.#pause(pauses)
    })
  }

  async #call({ atMs, utterances, owner, isTurn = false }: Call): Promise<Answer> {
    await this.#clock.sleep(atMs - this.#clock.nowMs)
    const calledAtMs = this.#clock.nowMs
    await new Promise<void>((resolve) => this.#main.postLast(this.#callMs, resolve))
    const engines = newEngineHistory()
    const settings = { ...this.#settings, owner, engines } as unknown as SpeechSettings
    try {
      const events = isTurn ? this.#speakTurn(utterances, settings) : this.#speak(utterances, settings)
      return { ...(await this.#listen(events, calledAtMs)), engine: [...engines.spoken].join() }
    } catch (error) {
      if (!isSpeechError(error) || error.code !== 'pool.overloaded') throw error
      return { kind: 'refused', afterMs: this.#clock.nowMs - calledAtMs }
    }
  }

  #speak(utterances: readonly number[], settings: SpeechSettings): AsyncIterable<SpokenEvent> {
    const request = { ...settings, text: utterances.join(' ') } as unknown as SynthesisRequest
    return speakWhole(request, this.#deps)
  }

  /** A text for each utterance, one after the other. */
  async *#speakTurn(utterances: readonly number[], settings: SpeechSettings): AsyncIterable<SpokenEvent> {
    const { signal } = new AbortController()
    using turn = createNarrator(settings, this.#deps).beginTurn()
    for (const seconds of utterances) {
      yield* turn.speak({ text: `${seconds}`, markup: NO_MARKUP, isContinued: false, isOpenEnded: true }, signal)
    }
  }

  async #listen(events: AsyncIterable<SpokenEvent>, calledAtMs: number): Promise<Heard> {
    let firstAtMs: number | undefined
    let audioS = 0
    let worstDelayMs = Number.NEGATIVE_INFINITY
    for await (const event of events) {
      if (event.kind !== 'audio') continue
      const nowMs = this.#clock.nowMs
      if (firstAtMs !== undefined) worstDelayMs = Math.max(worstDelayMs, nowMs - firstAtMs - 1000 * audioS)
      firstAtMs ??= nowMs
      audioS += event.samples.length / RATE_HZ
    }
    return { kind: 'spoken', firstAudioMs: (firstAtMs ?? Number.NaN) - calledAtMs, worstDelayMs, audioS }
  }
}

const SETTINGS = {
  model: 'mistv3',
  voice: {
    engineVoice: {
      engine: 'simulated',
      base: 'simulated',
      timbre: { formantRatio: 1, pitchMeanHz: 120, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
      gainDb: 0,
    },
  },
  language: 'eng',
  sampleRateHz: RATE_HZ,
  minFirstPartS: 0,
  rate: 1,
  sampling: { ...DEFAULT_SAMPLING, seed: '' },
  markup: NO_MARKUP,
  isNormalized: true,
}

const { engineVoice } = SETTINGS.voice
const NATURAL_SETTINGS = {
  ...SETTINGS,
  voice: { engineVoice: { ...engineVoice, engine: 'natural', fallback: engineVoice } },
}

interface TimedUtterance extends Utterance {
  readonly seconds: number
}

/** Tells the pool what an engine costs. */
function warmUpBy(engine: string): SpeechTask {
  const utterance: TimedUtterance = { language: 'eng', segments: [], pauseAfterMs: 0, seconds: 3 }
  const voice = { ...engineVoice, engine }
  return { utterance, voice, sampleRateHz: RATE_HZ, maxDurationS: 60, minFirstPartS: 0 }
}

function* plan(text: string): Generator<Utterance> {
  for (const seconds of text.split(' ')) {
    const utterance: TimedUtterance = { language: 'eng', segments: [], pauseAfterMs: 0, seconds: Number(seconds) }
    yield utterance
  }
}

const engineOf =
  (name: string, { phraseMs, secondMs, yields }: EngineCosts) =>
  (thread: SimulatedThread): Engine => ({
    name,
    load: async (): Promise<LoadedEngine> => ({
      sampleRateHz: () => RATE_HZ,
      async speak(utterance, _, sink) {
        const { seconds } = utterance as TimedUtterance
        for (let spokenS = 0, phraseEndS = 0, i = 0; spokenS < seconds; i++) {
          if (spokenS >= phraseEndS) {
            await thread.work(phraseMs)
            phraseEndS = Math.min(seconds, phraseEndS + PHRASE_S)
          }
          const nextS = Math.min(CHUNKS_S[i] ?? CHUNKS_S[3], phraseEndS - spokenS)
          await thread.work(secondMs * nextS)
          spokenS += nextS
          if (!sink.audio(new Float32Array(Math.round(nextS * RATE_HZ)))) return
          if (yields && (await sink.nextTurn?.()) === false) return
        }
      },
      [Symbol.dispose]() {},
    }),
  })

interface WorkerThreads {
  readonly thread: SimulatedThread
  readonly main: SimulatedThread
  readonly partMs: number
}

/** Runs the code of a synthesis thread in a thread of the simulated machine. */
class SimulatedWorker {
  readonly #threads: WorkerThreads
  readonly #onMessage: ((message: FromThread) => void)[] = []
  readonly #onExit: ((exitCode: number) => void)[] = []
  readonly #received: ((message: ToThread) => void)[] = []

  constructor(
    workerData: ThreadData,
    costs: Readonly<Record<string, EngineCosts | undefined>>,
    threads: WorkerThreads,
  ) {
    this.#threads = threads
    const { thread, main, partMs } = threads
    const port = {
      postMessage: (message: FromThread) =>
        main.post(message.kind === 'speech' ? partMs : MESSAGE_MS, () => {
          for (const onMessage of this.#onMessage) onMessage(message)
        }),
      on: (_: 'message', onMessage: (message: ToThread) => void) => this.#received.push(onMessage),
      close: () => {
        for (const onExit of this.#onExit) onExit(0)
      },
    }
    const engines = Object.entries(costs).flatMap(([name, own]) => (own ? [engineOf(name, own)(thread)] : []))
    void serveTasks(port, workerData, new Map(engines.map((engine) => [engine.name, engine])), keepRate)
  }

  postMessage(message: ToThread): void {
    this.#threads.thread.post(0, () => {
      for (const receive of this.#received) receive(message)
    })
  }

  on(event: 'message' | 'error' | 'exit', listener: (value: never) => void): void {
    if (event === 'message') this.#onMessage.push(listener as (message: FromThread) => void)
    if (event === 'exit') this.#onExit.push(listener as (exitCode: number) => void)
  }

  async terminate(): Promise<void> {}
}

const keepRate: CreateResampler = () => ({ process: (samples) => samples, finish: () => new Float32Array(0) })
