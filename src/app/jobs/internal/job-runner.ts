import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../core/clock.ts'
import { isSpeechError } from '../../../core/errors.ts'
import {
  type ClaimedWork,
  ENCODING,
  type Job,
  type JobPart,
  type JobPartState,
  type JobStore,
} from '../../../core/job.ts'
import { type JobFiles, TEMPORARY } from '../../../core/job-files.ts'
import type { SynthesisRequest } from '../../../core/request.ts'
import type { Samples } from '../../../core/samples.ts'
import type { UsageLedger } from '../../keys/usage-ledger.ts'
import { repeat } from '../../repeat.ts'
import type { Speech } from '../../speech/speech.ts'
import { newTally } from '../../speech/speech-tally.ts'
import { SpokenAudio } from '../../speech/spoken-audio.ts'
import { settingsOfJob } from '../job-settings.ts'
import { PartLost, writePart } from './job-audio.ts'
import { partWordsOf, writePartWords } from './job-captions.ts'
import { makeResult } from './job-results.ts'

export interface JobRunnerOptions {
  readonly store: JobStore
  readonly files: JobFiles
  /** Name of this server among those that share the store, or of the only one. */
  readonly server: string
  readonly speech: Pick<Speech, 'speak' | 'createEncoder' | 'markOf'>
  /** The speech of a job or of its part, without its text. Throws a SpeechError if it cannot be spoken any more. */
  readonly requestOf: (job: Job, part?: JobPart) => SynthesisRequest
  readonly usage: Pick<UsageLedger, 'track'>
  readonly clock: Clock
  /** Number of parts that are spoken at once. */
  readonly parallel: number
  /** Whether a part could be spoken now: another server may be idle. */
  readonly isIdle: () => boolean
  /** For the log: work that failed and is tried again, or a job that ended with an error. */
  readonly report: (error: unknown) => void
  /** Fires when the service stops. */
  readonly signal: AbortSignal
  /** How long a server that died keeps its work. Claims are renewed about ten times in that time. */
  readonly leaseMs?: number
}

/**
 * Speaks the jobs of the store, part by part, beside the runners of other servers. Each claims a part when it is idle; what
 * is finished is kept, so that any of them goes on where one ended.
 */
export interface JobRunner {
  /** Begins to claim work. `server` has none from before. */
  start(): Promise<void>
  /** Looks for work now. */
  wake(): void
  /** Stops work on a job here. Resolves when nothing here writes to its files. Other servers stop within a second. */
  drop(jobId: string): Promise<void>
  /** Resolves when nothing is spoken, once the signal has fired. Others may claim the work at once. */
  stopped(): Promise<void>
}

/** Attempts of a part, and the time between the first two; it is four times as long between each further two. */
const ATTEMPTS = 4
const RETRY_MS = 1000
const LEASE_MS = 10_000

interface Working {
  readonly work: ClaimedWork
  readonly stopping: AbortController
  readonly claimedAtMs: number
  hasBegun: boolean
  done: Promise<void>
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, files, server, speech, requestOf, usage, clock, parallel, isIdle, report, signal } = options
  const { leaseMs = LEASE_MS } = options
  /** A part that is not begun by then is given to others. Nothing is claimed for as long, as after an outage of the files. */
  const pauseMs = leaseMs / 2
  const working = new Set<Working>()
  let claiming = Promise.resolve()
  let waitUntilMs = 0
  let ticking: AsyncDisposable | undefined
  signal.addEventListener('abort', () => {
    for (const { stopping } of working) stopping.abort()
  })

  function wake(): void {
    claiming = claiming.then(claimWork).catch(report)
  }

  const hasRoom = (): boolean =>
    working.size < parallel && !signal.aborted && performance.now() >= waitUntilMs && isIdle()

  async function claimWork(): Promise<void> {
    while (ticking !== undefined && hasRoom()) {
      const work = await store.claim(server, leaseMs, clock())
      if (work === undefined) return
      begin(work)
    }
  }

  function begin(work: ClaimedWork): void {
    const stopping = new AbortController()
    if (signal.aborted) stopping.abort()
    const current: Working = {
      work,
      stopping,
      claimedAtMs: performance.now(),
      hasBegun: work.part === ENCODING,
      done: Promise.resolve(),
    }
    working.add(current)
    current.done = run(current)
      .catch(report)
      .finally(() => {
        working.delete(current)
        wake()
      })
  }

  async function run(current: Working): Promise<void> {
    const { work } = current
    const ending = current.stopping.signal
    try {
      const job = await patiently(() => store.find(work.jobId), ending)
      if (job === undefined) return
      try {
        if (work.attempt > ATTEMPTS) throw new Error('several servers crashed on this part of a job')
        if (work.part === ENCODING) await encode(job, ending)
        else await speakPart(job, current, ending)
      } catch (error) {
        if (!ending.aborted) await giveUp(job, work, error)
      }
    } finally {
      await removeIfEnded(work.jobId)
    }
  }

  async function speakPart(job: Job, current: Working, ending: AbortSignal): Promise<void> {
    const { work } = current
    if (work.isFirst) count(job, speechOf(job), { isContinued: false })
    const part = await patiently(() => store.part(job.id, work.part), ending)
    if (part === undefined) return // the job was removed
    const settings = speechOf(job, part)
    const request = { ...settings, text: part.text, sampling: { ...settings.sampling, seed: `${work.part}` } }
    const pauseSamples = Math.round((part.pauseAfterMs / 1000) * request.sampleRateHz)
    const audio = new SpokenAudio(request, true)
    async function* spoken(): AsyncGenerator<Samples> {
      for await (const event of speech.speak(request, ending)) {
        const piece = audio.take(event)
        if (piece === undefined) continue
        current.hasBegun = true
        yield piece
      }
      const silence = audio.silence()
      if (silence !== undefined) yield silence
    }
    const samples = await writePart(files, job.id, work.part, spoken(), pauseSamples)
    if (settingsOfJob(job).captions.length > 0) {
      await writePartWords(files, job.id, work.part, partWordsOf(part.text, request.language, audio.words()))
    }
    const isFirst = await patiently(() => store.finishPart(job.id, work.part, samples, clock()), ending)
    if (!isFirst) return
    count(job, request, { characters: part.characters, audioSeconds: samples / request.sampleRateHz })
  }

  async function encode(job: Job, ending: AbortSignal): Promise<void> {
    const parts = await patiently(() => store.parts(job.id), ending)
    const marked = { files, speech, markOf: (own: readonly JobPartState[]) => markOf(job, own, ending) }
    await makeResult({ ...marked, signal: ending }, job, parts)
    await patiently(() => store.end(job.id, { state: 'done', error: null, endedAt: clock() }), ending)
    await files.remove(job.id, TEMPORARY)
  }

  /** What a file is marked with. Its parts have one voice. */
  async function markOf(job: Job, [first]: readonly JobPartState[], ending: AbortSignal) {
    const part = first && (await patiently(() => store.part(job.id, first.part), ending))
    try {
      return speech.markOf(requestOf(job, part))
    } catch {
      return speech.markOf({}) // the voice has been removed since it spoke
    }
  }

  /** Has work tried again, perhaps by another server; after the last attempt the job fails. Outages of files do not count. */
  async function giveUp(job: Job, work: ClaimedWork, error: unknown): Promise<void> {
    report(error)
    if (error instanceof PartLost) {
      await patiently(() => store.forgetPart(job.id, error.part), signal)
      return patiently(() => store.release(server, work), signal)
    }
    if (isSpeechError(error) && error.code === 'store.busy') {
      waitUntilMs = performance.now() + pauseMs
      return patiently(() => store.release(server, work), signal)
    }
    if (work.attempt < ATTEMPTS && !isFinal(error)) {
      const afterMs = RETRY_MS * 4 ** (work.attempt - 1)
      return patiently(() => store.retry(server, work, afterMs), signal)
    }
    const end = { state: 'failed', error: messageOf(error), endedAt: clock() } as const
    if (!(await patiently(() => store.end(job.id, end), signal))) return
    try {
      count(job, speechOf(job), { hasFailed: true })
    } catch {} // of a voice that is not there
  }

  /** Another server, or a request, may have ended a job while this one wrote to its files. */
  async function removeIfEnded(jobId: string): Promise<void> {
    const job = await store.find(jobId)
    if (job === undefined || job.state === 'cancelled' || job.state === 'failed') await files.remove(jobId)
  }

  function speechOf(job: Job, part?: JobPart): SynthesisRequest {
    try {
      return requestOf(job, part)
    } catch (cause) {
      throw new Unspeakable(cause)
    }
  }

  /** For usage: the job when it begins, then what is spoken of it. */
  function count(job: Job, request: SynthesisRequest, { isContinued = true, hasFailed = false, ...spoken }: Counted) {
    const tally = { ...newTally(request), ...spoken }
    usage.track({ speech: tally, keyId: job.keyId, isContinued }, () => 'Jobs')(hasFailed)
  }

  async function tick(): Promise<void> {
    const before = [...working]
    if (before.length > 0) {
      const kept = await store.renew(server, leaseMs)
      const isKept = ({ jobId, part }: ClaimedWork) => kept.some((one) => one.jobId === jobId && one.part === part)
      for (const { work, stopping } of before) if (!isKept(work)) stopping.abort()
      await giveBack(before)
    }
    wake()
  }

  /** What waits for listeners here, another server may speak. */
  async function giveBack(before: readonly Working[]): Promise<void> {
    const now = performance.now()
    for (const { work, hasBegun, claimedAtMs, stopping } of before) {
      if (hasBegun || stopping.signal.aborted || now - claimedAtMs < pauseMs) continue
      waitUntilMs = now + pauseMs
      stopping.abort()
      await store.release(server, work)
    }
  }

  return {
    async start() {
      // Without it, what an earlier process of this server held is taken when its leases end.
      await store.release(server).catch(report)
      ticking = repeat(tick, { intervalMs: leaseMs / 10, onError: report })
      wake()
    },
    wake,
    async drop(jobId) {
      const own = [...working].filter(({ work }) => work.jobId === jobId)
      for (const { stopping } of own) stopping.abort()
      await Promise.all(own.map(({ done }) => done))
    },
    async stopped() {
      await ticking?.[Symbol.asyncDispose]()
      await claiming
      await Promise.all([...working].map(({ done }) => done))
      if (ticking !== undefined) await store.release(server).catch(report)
    },
  }
}

interface Counted {
  readonly isContinued?: boolean
  readonly characters?: number
  readonly audioSeconds?: number
  readonly hasFailed?: boolean
}

/** A job whose voice or model is not there any more. */
class Unspeakable extends Error {
  constructor(cause: unknown) {
    super('a job cannot be spoken', { cause })
  }
}

/** Repeats an operation of the store while the store cannot be reached: what was spoken must not be lost. */
async function patiently<T>(operation: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      if (!isSpeechError(error) || error.code !== 'store.busy' || signal.aborted) throw error
      await sleep(RETRY_MS, undefined, { signal })
    }
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof Unspeakable || (isSpeechError(error) && error.code === 'store.full')

function messageOf(error: unknown): string {
  const cause = error instanceof Unspeakable ? error.cause : error
  return isSpeechError(cause) && SHOWN.test(cause.code) ? cause.message : 'internal error'
}
const SHOWN = /^(?:speaker|language|model|request)\.|^store\.full$/
