import { setImmediate } from 'node:timers/promises'
import type { PackState } from '../app/pack-state.ts'
import {
  createNarrator,
  type Narrator,
  type Reserving,
  reserveRoom,
  type SpeechSettings,
} from '../app/speech/narrator.ts'
import type { UtteranceCache } from '../app/speech/utterance-cache.ts'
import { createEngineHealth } from '../app/speech/voice-health.ts'
import type { CreateEncoder } from '../audio/codecs.ts'
import type { Clock } from '../core/clock.ts'
import type { FindGivenIn, Lexicon } from '../core/lexicon.ts'
import type { Catalogue } from '../core/voice.ts'
import { engineByName } from '../engines/engine-list.ts'
import type { RequestLogger } from '../server/observe/request-log.ts'
import { createEncoderPool, type EncoderPool, type EncoderTrouble } from '../workers/encoder-pool.ts'
import type { ThreadPool, ThreadPoolOptions, ThreadTrouble } from '../workers/thread-pool.ts'
import { enginesOf, missingAmong, readSpeakableCatalogue } from './catalogue.ts'
import type { Config } from './config.ts'
import { createPackKeeper } from './packs.ts'
import { createPlanner } from './planner.ts'
import { planningLog } from './planning-log.ts'
import { openSpeaking } from './speaking.ts'
import { furtherWarmUpTasks, warmUpTasks } from './warm-up.ts'

/** What speaks and encodes: engines, voice packs and their threads. */
export interface Synthesis {
  /** The voices as they are spoken now; installed packs change them. */
  readonly catalogue: Catalogue
  readonly createNarrator: (settings: SpeechSettings) => Narrator
  readonly createEncoder: CreateEncoder
  /** Keeps room for the first turn of a live session. Throws `pool.*` if there is none. */
  readonly reserve: (caller: Reserving) => Disposable
  /** Whether the threads have started and the packs have been tried. */
  readonly isReady: () => boolean
  /** Preferred engines that cannot run on this machine, or that have failed. */
  readonly missingEngines: () => readonly string[]
  readonly packStates: () => readonly PackState[]
  readonly pool: Pick<
    ThreadPool,
    | 'openStreams'
    | 'waitingStreams'
    | 'streamsByEngine'
    | 'threadStates'
    | 'speakingThreads'
    | 'hasIdleThread'
    | 'isFull'
    | 'utilization'
    | 'backgroundSpeedOf'
  >
  readonly encoders: Pick<EncoderPool, 'openEncoders'>
  readonly cache: Pick<UtteranceCache, 'bytes' | 'hits' | 'misses'>
}

export interface OpenedSynthesis extends Synthesis, AsyncDisposable {
  readonly pool: ThreadPool
  readonly cache: UtteranceCache
  /** Resolves when the threads are ready and the packs have been tried. */
  start(): Promise<void>
  readonly isStarted: boolean
}

export interface SynthesisParts {
  readonly clock: Clock
  readonly logger: RequestLogger
  /** Entry module of synthesis threads; that of encoder threads is `encoder-thread.js` beside it. */
  readonly threadUrl: URL
  readonly lexicon: Lexicon
  readonly entriesIn: FindGivenIn
  readonly observe: NonNullable<ThreadPoolOptions['observe']>
}

/** Threads start in the background. The caller disposes the result. Throws an Error of one line that names the variable. */
export async function openSynthesis(config: Config, parts: SynthesisParts): Promise<OpenedSynthesis> {
  const { clock, logger, threadUrl, lexicon, entriesIn, observe } = parts
  const { catalogue, missing } = await readSpeakableCatalogue(enginesOf(config), engineByName)
  const { quality } = config
  if (quality === 'best') missing.push(...(await missingAmong(['best'], engineByName)))
  const canSpeakBest = !missing.some(({ engine }) => engine === 'best')
  for (const { engine, message } of missing)
    logger.warn({ engine, message }, 'an engine is unavailable; other engines speak its voices')
  const planUtterances = createPlanner({
    lexicon,
    entriesIn,
    ...planningLog(logger, clock),
  })
  const report = ({ kind, ...trouble }: ThreadTrouble | EncoderTrouble): void => {
    logger.error('cause' in trouble ? { err: trouble.cause } : trouble, kind)
    if ('engine' in trouble) health.fail(trouble.engine, trouble.message)
  }
  const warmUp = warmUpTasks(catalogue, planUtterances, canSpeakBest ? quality : 'auto')
  const speaking = openSpeaking(config, { catalogue, clock, planUtterances, threadUrl, warmUp, report, observe })
  const { pool, cache } = speaking
  const packs = createPackKeeper(config, {
    embedded: catalogue,
    engineByName,
    clock,
    report: ({ level, message, fields }) => logger[level](fields, message),
    trial: { pool, planUtterances },
  })
  const health = createEngineHealth({
    packs,
    maxFailures: 3, // one text may break an engine that speaks all others
    report: (failure) => logger.error(failure, 'an engine failed; the next engines of its voices speak for a minute'),
  })
  const encoders = createEncoderPool({
    threads: Math.ceil(config.workerCount / 2), // one keeps up with more than two synthesis threads
    threadUrl: new URL('./encoder-thread.js', threadUrl),
    report,
  })
  let isClosing = false
  async function warmUpFurther(): Promise<void> {
    for (const tasks of furtherWarmUpTasks(catalogue, planUtterances)) {
      if (isClosing) return
      pool.warmUp(tasks)
      await setImmediate() // requests first
    }
  }
  const narration = { ...speaking, health }
  let isStarted = false
  return {
    get catalogue() {
      return packs.catalogue
    },
    createNarrator: (settings) => createNarrator(settings, narration),
    createEncoder: encoders.createEncoder,
    reserve: (caller) => reserveRoom(caller, narration),
    isReady: () => isStarted && pool.isReady,
    missingEngines: () => [...missing.map(({ engine }) => engine), ...health.failed],
    packStates: packs.states,
    get isStarted() {
      return isStarted
    },
    pool,
    encoders,
    cache,
    async start() {
      await Promise.all([pool.whenReady(), encoders.whenReady()])
      await packs.refresh()
      packs.watch()
      isStarted = true
      warmUpFurther().catch((err: unknown) => logger.error({ err }, 'the other languages could not be warmed up'))
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      for (const part of [encoders, packs, pool]) await part[Symbol.asyncDispose]()
    },
  }
}
