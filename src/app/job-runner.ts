import { setTimeout as sleep } from 'node:timers/promises'
import type { Codec } from '../audio/codecs.ts'
import type { Clock } from '../core/clock.ts'
import { isSpeechError } from '../core/errors.ts'
import type { Job, JobPartState, JobStore } from '../core/job.ts'
import type { SynthesisRequest } from '../core/request.ts'
import type { AnswerDeps } from './answer-speech.ts'
import { type JobFiles, resultName } from './job-files.ts'
import { newTally } from './speech-tally.ts'
import type { UsageLedger } from './usage-ledger.ts'

export interface JobRunnerOptions {
  readonly store: JobStore
  readonly files: JobFiles
  readonly speak: AnswerDeps['speak']
  /** The speech of a job, without its text. Throws a SpeechError if it cannot be spoken any more. */
  readonly requestOf: (job: Job) => { readonly request: SynthesisRequest; readonly codec: Codec }
  readonly usage: Pick<UsageLedger, 'track'>
  readonly clock: Clock
  /** Number of parts that are spoken at once. */
  readonly parallel: number
  /** For the log: a part that failed and is tried again, or a job that ended with an error. */
  readonly report: (error: unknown) => void
  /** Fires when the service stops. */
  readonly signal: AbortSignal
}

/** Speaks jobs part by part. What is finished is kept, so that another process goes on where this one ended. */
export interface JobRunner {
  /** Begins to speak the jobs that have not ended. */
  start(): Promise<void>
  add(job: Job): void
  /** Stops speaking a job. Resolves when nothing writes to its files. */
  cancel(jobId: string): Promise<void>
  /** Seconds until a job ends at its speed so far; null while that is unknown. */
  secondsLeft(job: Job): number | null
  /** Resolves when nothing is spoken, once the signal has fired. */
  stopped(): Promise<void>
}

/** Attempts of a part, and the time between the first two; it is four times as long between each further two. */
const ATTEMPTS = 4
const RETRY_MS = 1000
/** Before this the speed of a job is not known. */
const LEAST_MEASURED_MS = 1000

interface ActiveJob {
  readonly job: Job
  readonly cancelling: AbortController
  readonly working: Set<Promise<void>>
  hasFailed: boolean
  /** Undefined until its first part is about to be spoken. */
  opened: OpenedJob | undefined
}

interface OpenedJob {
  readonly request: SynthesisRequest
  readonly codec: Codec
  readonly parts: JobPartState[]
  /** Parts to be spoken. */
  readonly pending: JobPartState[]
  readonly startedAtMs: number
  readonly end: (hasFailed: boolean) => void
  readonly tally: ReturnType<typeof newTally>
  /** Characters spoken by this process. */
  spoken: number
  isEncoding: boolean
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, files, speak, requestOf, usage, clock, parallel, report, signal } = options
  const active = new Map<string, ActiveJob>()
  /** Turns of the keys, the last ones last. */
  const turns = new Map<string, number>()
  let turn = 0
  let working = 0
  let dispatching = Promise.resolve()

  function dispatch(): void {
    dispatching = dispatching.then(startWaiting).catch(report)
  }

  async function startWaiting(): Promise<void> {
    while (working < parallel && !signal.aborted) {
      const next = await nextWork()
      if (next === undefined) return
      begin(next)
    }
  }

  function begin({ current, work }: Work): void {
    working++
    const running = work().finally(() => {
      working--
      current.working.delete(running)
      removeIfFailed(current)
      dispatch()
    })
    current.working.add(running)
  }

  /** Of the oldest job of the key whose turn is longest ago. */
  async function nextWork(): Promise<Work | undefined> {
    const waiting = [...active.values()].sort((one, other) => turnOf(one) - turnOf(other))
    for (const current of waiting) {
      const opened = await openJob(current)
      if (opened === undefined || !active.has(current.job.id)) continue
      const part = opened.pending.shift()
      if (part !== undefined) {
        turns.set(current.job.keyId, ++turn)
        return { current, work: () => speakPart(current, opened, part) }
      }
      if (current.working.size > 0 || opened.isEncoding) continue
      opened.isEncoding = true
      return { current, work: () => encode(current, opened) }
    }
    return undefined
  }

  const turnOf = ({ job }: ActiveJob): number => turns.get(job.keyId) ?? 0

  async function openJob(current: ActiveJob): Promise<OpenedJob | undefined> {
    const { job } = current
    if (current.opened !== undefined) return current.opened
    try {
      const { request, codec } = requestOf(job)
      const parts = [...(await store.parts(job.id))]
      const pending: JobPartState[] = []
      for (const part of parts) if (!(await files.hasPart(job.id, part))) pending.push(part)
      await store.begin(job.id, clock())
      const tally = newTally(request)
      const end = usage.track({ speech: tally, keyId: job.keyId }, () => 'Jobs')
      const startedAtMs = performance.now()
      current.opened = { request, codec, parts, pending, startedAtMs, end, tally, spoken: 0, isEncoding: false }
    } catch (error) {
      await fail(current, error)
    }
    return current.opened
  }

  async function speakPart(current: ActiveJob, opened: OpenedJob, part: JobPartState): Promise<void> {
    const { job, cancelling } = current
    const ending = AbortSignal.any([cancelling.signal, signal])
    await attempt(current, ending, async () => {
      const text = await store.textOf(job.id, part.part)
      const request = { ...opened.request, text, sampling: { ...opened.request.sampling, seed: `${part.part}` } }
      const pauseSamples = Math.round((part.pauseAfterMs / 1000) * request.sampleRateHz)
      const audio = samplesOf(speak(request, ending))
      const samples = await files.writePart(job.id, part.part, audio, pauseSamples)
      await store.finishPart(job.id, part.part, samples)
      opened.parts[part.part] = { ...part, samples }
      opened.spoken += part.characters
      opened.tally.characters += part.characters
      opened.tally.audioSeconds += samples / request.sampleRateHz
    })
  }

  async function encode(current: ActiveJob, { request, codec, parts, end }: OpenedJob): Promise<void> {
    const { job, cancelling } = current
    await attempt(current, AbortSignal.any([cancelling.signal, signal]), async () => {
      const format = { codec, sampleRateHz: request.sampleRateHz }
      await files.encode(job.id, parts, resultName(codec), format)
      const chapters = parts.at(-1)?.chapter ?? 1
      for (let chapter = 1; chapter <= chapters && chapters > 1; chapter++) {
        cancelling.signal.throwIfAborted()
        const own = parts.filter((part) => part.chapter === chapter)
        await files.encode(job.id, own, resultName(codec, chapter), format)
      }
      await store.end(job.id, { state: 'done', error: null, endedAt: clock() })
      active.delete(job.id)
      end(false)
      await files.removeParts(job.id)
    })
  }

  /** Repeats work that fails; after the last attempt the job fails. */
  async function attempt(current: ActiveJob, ending: AbortSignal, work: () => Promise<void>): Promise<void> {
    for (let attempts = 1; !ending.aborted; attempts++) {
      try {
        return await work()
      } catch (error) {
        if (ending.aborted || !active.has(current.job.id)) return
        const isLast = attempts === ATTEMPTS || (error as NodeJS.ErrnoException).code === 'ENOSPC'
        if (isLast) return fail(current, error)
        report(error)
        await sleep(RETRY_MS * 4 ** (attempts - 1), undefined, { signal: ending }).catch(() => {})
      }
    }
  }

  async function fail(current: ActiveJob, error: unknown): Promise<void> {
    const { job, cancelling, opened } = current
    report(error)
    active.delete(job.id)
    cancelling.abort()
    opened?.end(true)
    current.hasFailed = true
    await store.end(job.id, { state: 'failed', error: messageOf(error), endedAt: clock() }).catch(report)
    removeIfFailed(current)
  }

  /** Once nothing writes to its files any more. */
  function removeIfFailed({ job, hasFailed, working }: ActiveJob): void {
    if (hasFailed && working.size === 0) files.remove(job.id).catch(report)
  }

  return {
    async start() {
      for (const job of await store.unfinished()) this.add(job)
    },
    add(job) {
      if (!active.has(job.id)) {
        active.set(job.id, {
          job,
          cancelling: new AbortController(),
          working: new Set(),
          hasFailed: false,
          opened: undefined,
        })
      }
      dispatch()
    },
    async cancel(jobId) {
      const current = active.get(jobId)
      if (current === undefined) return
      active.delete(jobId)
      current.cancelling.abort()
      await dispatching
      await Promise.all(current.working)
      current.opened?.end(false)
    },
    secondsLeft({ id, characters, charactersDone }) {
      const opened = active.get(id)?.opened
      if (opened === undefined || opened.spoken === 0) return null
      const elapsedMs = performance.now() - opened.startedAtMs
      if (elapsedMs < LEAST_MEASURED_MS) return null
      return Math.ceil(((characters - charactersDone) * elapsedMs) / 1000 / opened.spoken)
    },
    async stopped() {
      await dispatching
      await Promise.all([...active.values()].flatMap(({ working }) => [...working]))
      for (const { opened } of active.values()) opened?.end(false)
    },
  }
}

interface Work {
  readonly current: ActiveJob
  readonly work: () => Promise<void>
}

async function* samplesOf(events: ReturnType<AnswerDeps['speak']>): AsyncGenerator<Int16Array> {
  for await (const event of events) if (event.kind === 'audio') yield event.samples
}

function messageOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'the disk is full'
  if (isSpeechError(error) && TOLD.test(error.code)) return error.message
  return 'internal error'
}
const TOLD = /^(?:speaker|language|model|request)\./
