import { randomUUID } from 'node:crypto'
import { CODECS } from '../../audio/codecs.ts'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import type { Job, JobStore, JobWebhook } from '../../core/job.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import type { LeveledVoice } from '../../core/voice.ts'
import type { Webhook, WebhookStore } from '../../core/webhook.ts'
import { repeat } from '../repeat.ts'
import { CAPTION_FORMATS, type CaptionFormat } from '../speech/caption-formats.ts'
import { type ResolveRequestDeps, resolveRequest, type SpeechParameters } from '../speech/resolve-request.ts'
import { createTimeSlice, finishInSlices } from '../time-slice.ts'
import { cutJob, type JobContent } from './cut-job.ts'
import { ARCHIVE, extensionOf, resultName } from './internal/job-results.ts'
import { createJobRunner, type JobRunnerOptions } from './internal/job-runner.ts'
import { admitBySpace } from './internal/job-space.ts'
import { requireWebhookUrl } from './internal/webhook-address.ts'
import { isFileName } from './job-prompts.ts'
import { type JobSettings, requestOf, settingsOf, settingsOfJob, settingsOfPart } from './job-settings.ts'
import { charactersASecond, type ListedJob, listedJob } from './listed-job.ts'
import { createWebhooks, type WebhookSettings } from './webhooks.ts'

export interface JobSubmission {
  readonly keyId: string
  readonly name: string | null
  readonly idempotencyKey: string | null
  /** The text of `parameters` is ignored. */
  readonly parameters: SpeechParameters
  readonly content: JobContent
  readonly captions: readonly CaptionFormat[]
  readonly webhook: JobWebhook | undefined
}

export interface JobChapter {
  readonly number: number
  readonly title: string
  readonly characters: number
  readonly charactersDone: number
  /** Of what has been spoken. */
  readonly audioSeconds: number
}

/** Which file of a result: the audio or captions, of the whole, of a chapter or of a prompt. */
export interface JobFile {
  readonly chapter: number | undefined
  /** Name of a prompt. */
  readonly prompt: string | undefined
  readonly captions: CaptionFormat | undefined
}

export interface JobEstimate {
  readonly audioSeconds: number
  /** From its beginning, if nothing else is spoken; null if unknown. */
  readonly seconds: number | null
}

/** A file of a result. */
export interface JobResult {
  readonly size: number
  /** The bytes from `start` to `end`, which is not included. */
  readonly read: (range: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array>
  readonly contentType: string
  /** For downloads. */
  readonly name: string
  readonly etag: string
}

/** Long texts that are spoken while the service has nothing else to do. `keyId`: only jobs of this key; null for all. */
export interface Jobs extends AsyncDisposable {
  /** Begins to speak; call when the threads are ready. */
  start(): Promise<void>
  /**
   * Throws the errors of `resolveRequest`, `request.invalid` without text, `request.too-large`, `key.limited` if the key
   * has too many unfinished jobs, `resource.conflict` if its idempotency key was used otherwise, or `store.full`.
   */
  submit(submission: JobSubmission): Promise<Job>
  list(keyId: string | null, limit: number): Promise<readonly Job[]>
  /** Throws `resource.unknown`. */
  find(id: string, keyId: string | null): Promise<Job>
  chapters(job: Job): Promise<readonly JobChapter[]>
  /** How far the message of its end is; undefined if nobody wants one. */
  webhook(job: Job): Promise<Webhook | undefined>
  /** How long a job would be and take. Throws the errors of `resolveRequest`. */
  estimate(parameters: SpeechParameters, characters: number): JobEstimate
  /** A job as clients see it. */
  listed(job: Job): ListedJob
  /** The job, cancelled. Throws `resource.unknown`, or `resource.conflict` if it is done or has failed. */
  cancel(id: string, keyId: string | null): Promise<Job>
  /** Cancels a job, or removes it if it has ended. Throws `resource.unknown`. */
  cancelOrRemove(id: string, keyId: string | null): Promise<void>
  /** A file of the result. Throws `resource.unknown`, or `resource.conflict` if the job is not done. */
  result(id: string, keyId: string | null, file: JobFile): Promise<JobResult>
}

export interface JobsOptions extends Omit<JobRunnerOptions, 'requestOf' | 'signal'> {
  readonly webhookStore: WebhookStore
  readonly webhooks: WebhookSettings
  /** Seconds of audio that jobs get of a voice in a second. */
  readonly backgroundSpeedOf: (voice: LeveledVoice) => number
  /** Read with each use, since installed packs change it. */
  readonly resolving: () => ResolveRequestDeps
  readonly maxUnfinished: number
  readonly keepDays: number
}

const SWEEP_MS = 60_000
const DAY_MS = 86_400_000
const RETRY_AFTER_S = 60

export function createJobs(options: JobsOptions): Jobs {
  const { files, resolving, backgroundSpeedOf, clock, keepDays, maxUnfinished, webhookStore, report } = options
  const stopping = new AbortController()
  const store: JobStore = {
    ...options.store,
    async end(id, end) {
      const hasEnded = await options.store.end(id, end)
      if (hasEnded) webhooks.wake()
      return hasEnded
    },
  }
  const webhooks = createWebhooks({
    ...options.webhooks,
    store: webhookStore,
    clock,
    report,
    async messageOf(id) {
      const job = await store.find(id)
      return job && JSON.stringify({ type: `job.${job.state}`, timestamp: job.endedAt, data: listed(job) })
    },
  })
  const runner = createJobRunner({
    ...options,
    store,
    requestOf: (job, part) => requestOf(settingsOfPart(job, part), job, resolving()),
    signal: stopping.signal,
  })
  const sweeping = repeat(sweep, { intervalMs: SWEEP_MS, onError: report })

  async function sweep(): Promise<void> {
    const before = new Date(clock().getTime() - keepDays * DAY_MS)
    for (const id of await store.endedBefore(before)) await remove(id)
  }

  /** Returns false if it has ended already. */
  async function cancel(id: string): Promise<boolean> {
    const isCancelled = await store.end(id, { state: 'cancelled', error: null, endedAt: clock() })
    await runner.drop(id)
    if (isCancelled) await files.remove(id)
    return isCancelled
  }

  /** The row last: after a crash in between, the job is removed again later. */
  async function remove(id: string): Promise<void> {
    await files.remove(id)
    await store.remove(id)
  }

  /** As fast as its engine was of late; null if it cannot be spoken any more. */
  function expectedPaceOf(job: Job): number | null {
    try {
      const settings = { ...settingsOfJob(job), customLexicon: undefined } // which takes milliseconds to read
      const request = requestOf(settings, job, resolving())
      return backgroundSpeedOf(request.voice.engineVoice) * audioPaceOf(request)
    } catch {
      return null
    }
  }

  function listed(job: Job): ListedJob {
    const { endedAt } = job
    const expiresAt = endedAt === null ? null : new Date(endedAt.getTime() + keepDays * DAY_MS)
    return listedJob(job, { expiresAt, expectedPace: expectedPaceOf })
  }

  async function find(id: string, keyId: string | null): Promise<Job> {
    const job = await store.find(id)
    if (job === undefined || (keyId !== null && job.keyId !== keyId)) {
      throw new SpeechError('resource.unknown', 'no job has this id')
    }
    return job
  }

  async function chapterOf(job: Job, prompt: string): Promise<number> {
    const parts = settingsOfJob(job).kind === 'prompts' ? await store.parts(job.id) : []
    const found = parts.find(({ title }) => title === prompt)
    if (found === undefined) throw new SpeechError('resource.unknown', 'no prompt has this name')
    return found.chapter
  }

  async function sizeOfFirst(id: string, names: readonly string[]) {
    for (const name of names) {
      const size = await files.size(id, name)
      if (size !== undefined) return { name, size }
    }
    return undefined
  }

  return {
    find,
    list: (keyId, limit) => store.list(keyId, limit),
    estimate(parameters, characters) {
      const request = resolveRequest(parameters, resolving())
      const audioSeconds = characters / audioPaceOf(request)
      const seconds = Math.ceil(audioSeconds / backgroundSpeedOf(request.voice.engineVoice))
      return { audioSeconds: Math.round(audioSeconds), seconds: Number.isFinite(seconds) ? seconds : null }
    },
    start: runner.start,
    listed,
    async submit({ keyId, name, idempotencyKey, parameters, content, captions, webhook }) {
      const hook = webhook && requireWebhook(webhook, options.webhooks)
      const kind = content.kind === 'prompts' ? 'prompts' : 'text'
      const settings = settingsOf(parameters, { kind, captions }, resolving())
      const cutting = cutJob(content, parameters, { settings, webhook: webhook?.url, name }, resolving())
      const { parts, characters, digest } = await finishInSlices(cutting, createTimeSlice())
      const job: Job = {
        id: randomUUID(),
        name,
        keyId,
        state: 'queued',
        settings: JSON.stringify(settings),
        idempotencyKey,
        digest,
        characters,
        charactersDone: 0,
        createdAt: clock(),
        startedAt: null,
        endedAt: null,
        error: null,
        pace: null,
        pacedAt: null,
      }
      const added = await store.add(job, parts, maxUnfinished, hook, await admitBySpace(job, files))
      if (added === undefined) {
        throw new SpeechError('key.limited', 'Too many jobs', { isFixed: true, retryAfterS: RETRY_AFTER_S })
      }
      if (added.digest !== digest) {
        throw new SpeechError('resource.conflict', 'the Idempotency-Key was used for another job', { isFixed: true })
      }
      if (added === job) runner.wake()
      return added
    },
    async chapters(job) {
      const { sampleRateHz } = settingsOfJob(job)
      const chapters = new Map<number, JobChapter>()
      for (const { chapter: number, title, characters, samples } of await store.parts(job.id)) {
        const before = chapters.get(number) ?? { characters: 0, charactersDone: 0, audioSeconds: 0 }
        chapters.set(number, {
          number,
          title,
          characters: before.characters + characters,
          charactersDone: before.charactersDone + (samples === null ? 0 : characters),
          audioSeconds: before.audioSeconds + (samples ?? 0) / sampleRateHz,
        })
      }
      return [...chapters.values()]
    },
    webhook: ({ id }) => webhookStore.find(id),
    async cancel(id, keyId) {
      await find(id, keyId)
      await cancel(id)
      const job = await find(id, keyId)
      if (job.state !== 'cancelled') throw conflictWith(job)
      return job
    },
    async cancelOrRemove(id, keyId) {
      await find(id, keyId)
      if (!(await cancel(id))) await remove(id)
    },
    async result(id, keyId, { prompt, captions, ...asked }) {
      const job = await find(id, keyId)
      if (job.state !== 'done') throw conflictWith(job)
      const settings = settingsOfJob(job)
      if (captions !== undefined && !settings.captions.includes(captions)) {
        throw new SpeechError('resource.unknown', 'the job was submitted without these captions')
      }
      const chapter = prompt === undefined ? asked.chapter : await chapterOf(job, prompt)
      const { extension, contentType } = typeOf(settings, captions, chapter)
      const found = await sizeOfFirst(id, namesOf(extension, chapter))
      if (found === undefined) {
        throw new SpeechError('resource.unknown', chapter === undefined ? MISSING : 'no chapter has this number')
      }
      const { name, size } = found
      return {
        size,
        read: (range) => files.read(id, name, range),
        contentType,
        name: prompt === undefined ? nameOfFile(job, name) : `${prompt}${extension}`,
        etag: `"${id}/${name}"`,
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await sweeping[Symbol.asyncDispose]()
      await webhooks[Symbol.asyncDispose]()
      await runner.stopped()
    },
  }
}

/** Characters of its text in a second of audio. */
const audioPaceOf = ({ language, rate }: Pick<SynthesisRequest, 'language' | 'rate'>): number =>
  charactersASecond(language) * rate

/** Of a file of the result, after the name of its job where that can be a file name. */
const nameOfFile = (job: Job, name: string): string =>
  job.name !== null && isFileName(job.name) ? `${job.name}${name.replace(/^result/, '').replace(/^(?=\w)/, '-')}` : name

const MISSING = 'the result of the job is missing'

/** What is asked of a batch as a whole is the archive, which contains the captions. */
function typeOf({ kind, codec }: JobSettings, captions: CaptionFormat | undefined, chapter: number | undefined) {
  if (kind === 'prompts' && chapter === undefined) {
    if (captions === undefined) return { extension: ARCHIVE, contentType: 'application/zip' }
    throw invalidRequest('the captions of prompts are in the archive; ask for those of one prompt', 'captions')
  }
  if (captions !== undefined) return { extension: `.${captions}`, contentType: CAPTION_FORMATS[captions] }
  return { extension: extensionOf(codec), contentType: CODECS[codec].mediaTypes[0] }
}

/** The webhook with its URL in the normal form. Throws `request.invalid`. */
function requireWebhook({ url, secret }: JobWebhook, server: WebhookSettings): JobWebhook {
  const { href } = requireWebhookUrl(url, server.trustedHosts)
  if (secret === null && server.secret === null) throw invalidRequest('webhook.secret is required', 'webhook.secret')
  return { url: href, secret }
}

/** The only chapter of a job is the whole. */
const namesOf = (extension: string, chapter: number | undefined): readonly string[] =>
  chapter === 1 ? [resultName(extension, 1), resultName(extension)] : [resultName(extension, chapter)]

/** Refuses all with `resource.unknown` and a message. */
export function refuseJobs(message: string): Jobs {
  const refuse = async (): Promise<never> => {
    throw new SpeechError('resource.unknown', message, { isFixed: true })
  }
  const refused = { list: refuse, find: refuse, chapters: refuse, webhook: refuse, cancel: refuse, result: refuse }
  return {
    ...refused,
    submit: refuse,
    estimate: () => {
      throw new SpeechError('resource.unknown', message, { isFixed: true })
    },
    start: async () => {},
    listed: (job) => listedJob(job, { expiresAt: null, expectedPace: () => null }),
    cancelOrRemove: refuse,
    [Symbol.asyncDispose]: async () => {},
  }
}

const conflictWith = ({ state }: Job) => new SpeechError('resource.conflict', `the job is ${state}`, { isFixed: true })
