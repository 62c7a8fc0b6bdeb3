import { createHash, randomUUID } from 'node:crypto'
import { CODECS, type Codec } from '../audio/codecs.ts'
import { SpeechError } from '../core/errors.ts'
import type { Job, JobPart } from '../core/job.ts'
import type { SynthesisRequest } from '../core/request.ts'
import type { Steps } from '../core/steps.ts'
import { type Chapter, chaptersOf, partsOf } from '../text/chapters.ts'
import { resultName } from './job-audio.ts'
import { createJobRunner, type JobRunnerOptions } from './job-runner.ts'
import { repeat } from './repeat.ts'
import { type ResolveRequestDeps, resolveRequest, type SpeechParameters } from './resolve-request.ts'
import { createTimeSlice, finishInSlices } from './time-slice.ts'

export interface JobSubmission {
  readonly keyId: string
  readonly idempotencyKey: string | null
  /** The text of `parameters` is ignored. */
  readonly parameters: SpeechParameters
  /** A text, which is cut into chapters at its headings, or chapters. */
  readonly text: string | readonly Chapter[]
}

/** How a job is spoken, once names are resolved and defaults applied. */
export interface JobSettings extends Omit<SpeechParameters, 'text' | 'id' | 'owner' | 'span' | 'onlySpeaker'> {
  readonly speaker: string
  readonly lang: string
  readonly sampleRateHz: number
}

export interface JobChapter {
  readonly number: number
  readonly title: string
  readonly characters: number
  readonly charactersDone: number
  /** Of what has been spoken. */
  readonly audioSeconds: number
}

/** A file of a result. */
export interface JobResult {
  readonly size: number
  /** The bytes from `start` to `end`, which is not included. */
  readonly read: (range: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array>
  readonly codec: Codec
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
  /** Null if the job does not run or its speed is not known yet. */
  secondsLeft(job: Job): number | null
  /** When an ended job is removed; null before its end. */
  expiry(job: Job): Date | null
  /** The job, cancelled. Throws `resource.unknown`, or `resource.conflict` if it is done or has failed. */
  cancel(id: string, keyId: string | null): Promise<Job>
  /** Cancels a job, or removes it if it has ended. Throws `resource.unknown`. */
  cancelOrRemove(id: string, keyId: string | null): Promise<void>
  /** The audio of all chapters or one. Throws `resource.unknown`, or `resource.conflict` if the job is not done. */
  result(id: string, keyId: string | null, chapter: number | undefined): Promise<JobResult>
}

export interface JobsOptions extends Omit<JobRunnerOptions, 'requestOf' | 'signal'> {
  /** Read with each use, since installed packs change it. */
  readonly resolving: () => ResolveRequestDeps
  readonly mostUnfinished: number
  readonly keepDays: number
}

/** Of a text, in Unicode code points. */
export const LONGEST_JOB = 5_000_000
/** Upper bound of the audio of a character, and of the bytes that a compressed result adds to its samples. */
const SECONDS_A_CHARACTER = 0.1
const SWEEP_MS = 60_000
const DAY_MS = 86_400_000
const RETRY_AFTER_S = 60

export function createJobs(options: JobsOptions): Jobs {
  const { store, files, resolving, clock, keepDays, mostUnfinished, report } = options
  const stopping = new AbortController()
  const runner = createJobRunner({
    ...options,
    requestOf: (job) => requestOf(job, resolving()),
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

  async function requireSpace(characters: number, { sampleRateHz, codec }: JobSettings): Promise<void> {
    const copies = CODECS[codec].isCostly ? 1.5 : 3 // the parts, and the result as a whole and by chapter
    const bytes = characters * SECONDS_A_CHARACTER * sampleRateHz * 2 * copies
    if ((await files.freeBytes()) < bytes) throw new SpeechError('store.full', 'the disk has no space for this job')
  }

  async function find(id: string, keyId: string | null): Promise<Job> {
    const job = await store.find(id)
    if (job === undefined || (keyId !== null && job.keyId !== keyId)) {
      throw new SpeechError('resource.unknown', 'no job has this id')
    }
    return job
  }

  return {
    find,
    list: (keyId, limit) => store.list(keyId, limit),
    start: runner.start,
    secondsLeft: ({ state, characters, charactersDone, pace }) =>
      state !== 'running' || pace === null ? null : Math.ceil((characters - charactersDone) / pace),
    async submit({ keyId, idempotencyKey, parameters, text }) {
      const settings = settingsOf(parameters, resolving())
      const { request } = requestOfSettings(settings, '', keyId, resolving())
      const { parts, characters, digest } = await finishInSlices(cutJob(text, settings, request), createTimeSlice())
      await requireSpace(characters, settings)
      const job: Job = {
        id: randomUUID(),
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
      const added = await store.add(job, parts, mostUnfinished)
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
      const { sampleRateHz } = JSON.parse(job.settings) as JobSettings
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
    expiry: ({ endedAt }) => (endedAt === null ? null : new Date(endedAt.getTime() + keepDays * DAY_MS)),
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
    async result(id, keyId, chapter) {
      const job = await find(id, keyId)
      if (job.state !== 'done') throw conflictWith(job)
      const last = (await store.parts(id)).at(-1)?.chapter ?? 1
      if (chapter !== undefined && chapter > last)
        throw new SpeechError('resource.unknown', 'no chapter has this number')
      const { codec } = JSON.parse(job.settings) as JobSettings
      const name = resultName(codec, last === 1 ? undefined : chapter)
      const size = await files.size(id, name)
      if (size === undefined) throw new SpeechError('resource.unknown', 'the audio of the job is missing')
      return { size, read: (range) => files.read(id, name, range), codec, name, etag: `"${id}/${name}"` }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await sweeping[Symbol.asyncDispose]()
      await runner.stopped()
    },
  }
}

/** Refuses all with `resource.unknown` and a message. */
export function refuseJobs(message: string): Jobs {
  const refuse = async (): Promise<never> => {
    throw new SpeechError('resource.unknown', message, { isFixed: true })
  }
  const refused = { submit: refuse, list: refuse, find: refuse, chapters: refuse, cancel: refuse, result: refuse }
  return {
    ...refused,
    start: async () => {},
    secondsLeft: () => null,
    expiry: () => null,
    cancelOrRemove: refuse,
    [Symbol.asyncDispose]: async () => {},
  }
}

const conflictWith = ({ state }: Job) => new SpeechError('resource.conflict', `the job is ${state}`, { isFixed: true })

function settingsOf(parameters: SpeechParameters, resolving: ResolveRequestDeps): JobSettings {
  const { text: _, id: __, owner: ___, span: ____, onlySpeaker: _____, ...settings } = parameters
  const { voice, language, sampleRateHz } = resolveRequest({ ...parameters, text: '' }, resolving)
  return { ...settings, speaker: parameters.speaker ?? voice.speaker, lang: language, sampleRateHz }
}

const requestOf = (job: Job, resolving: ResolveRequestDeps) =>
  requestOfSettings(JSON.parse(job.settings) as JobSettings, job.id, job.keyId, resolving)

function requestOfSettings(settings: JobSettings, id: string, keyId: string, resolving: ResolveRequestDeps) {
  const owner = { id: keyId, weight: 1 }
  const parameters = { ...settings, text: '', id, owner, onlySpeaker: undefined }
  const request: SynthesisRequest = { ...resolveRequest(parameters, resolving), isBackground: true }
  return { request, codec: settings.codec }
}

interface CutJob {
  readonly parts: readonly JobPart[]
  readonly characters: number
  readonly digest: string
}

function* cutJob(
  text: JobSubmission['text'],
  settings: JobSettings,
  { language }: Pick<SynthesisRequest, 'language'>,
): Steps<CutJob> {
  const chapters = typeof text === 'string' ? yield* chaptersOf(text) : text
  const parts = yield* partsOf(chapters, language)
  if (parts.length === 0) throw new SpeechError('request.invalid', 'text must not be empty', { field: 'text' })
  const hash = createHash('sha256').update(JSON.stringify(settings))
  let characters = 0
  for (const part of parts) {
    yield
    characters += part.characters
    hash.update(JSON.stringify([part.chapter, part.title, part.text]))
  }
  if (characters > LONGEST_JOB) throw new SpeechError('request.too-large', 'text is too long', { field: 'text' })
  return { parts, characters, digest: hash.digest('base64url') }
}
