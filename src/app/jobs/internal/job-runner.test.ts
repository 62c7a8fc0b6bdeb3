import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { speakUntilCancelled } from '../../../../test/api/failing-speech.ts'
import { narratorBy, type Speak } from '../../../../test/api/test-service.ts'
import { createDistantEncoder } from '../../../../test/distant-encoder.ts'
import { openStoreInProcess } from '../../../../test/in-process-store.ts'
import { SpeechError } from '../../../core/errors.ts'
import type { JobFiles } from '../../../core/job-files.ts'
import { NO_MARKUP, type SynthesisRequest } from '../../../core/request.ts'
import { Samples } from '../../../core/samples.ts'
import { createFolderFiles } from '../../../files/folder-files.ts'
import { Speech } from '../../speech/speech.ts'
import { createJobRunner, type JobRunnerOptions } from './job-runner.ts'

const PARTS = 3
const LEASE_MS = 200
const NOW = new Date('2026-03-01T12:00:00Z')
const REQUEST = {
  ...{ sampleRateHz: 8000, sampling: { temperature: 0 }, voice: { speaker: 'luna' }, model: 'coda' },
  ...{ language: 'eng', markup: NO_MARKUP },
}
const SETTINGS = { kind: 'text', codec: 'wav', sampleRateHz: 8000, captions: [] }

const speakAtOnce: Speak = async function* () {
  yield { kind: 'audio', samples: new Samples(new Int16Array(800).fill(7)) }
}

async function openJob() {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-runner-'))
  writeFileSync(join(folder, 'hoarfrost.db'), '')
  const store = await openStoreInProcess(join(folder, 'hoarfrost.db'))
  const files = createFolderFiles(join(folder, 'jobs'))
  const ended: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const end of ended) await end()
    await store[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })
  const job = {
    id: 'book',
    name: null,
    keyId: 'key',
    state: 'queued',
    settings: JSON.stringify(SETTINGS),
    idempotencyKey: null,
    digest: '',
  } as const
  const times = { createdAt: NOW, startedAt: null, endedAt: null, pacedAt: null, pace: null }
  const parts = Array.from({ length: PARTS }, (_, part) => {
    return { part, chapter: 1, title: '', text: `text ${part}`, characters: 6, pauseAfterMs: 0, settings: null }
  })
  await store.jobs.add({ ...job, ...times, characters: 6 * PARTS, charactersDone: 0, error: null }, parts, 1)
  const spoken: string[] = []
  /** Returns what ends it. */
  async function run({
    speak = speakAtOnce,
    ...differing
  }: Partial<JobRunnerOptions> & { readonly speak?: Speak } = {}): Promise<() => Promise<void>> {
    const stopping = new AbortController()
    const speakAndNote: Speak = (request, signal) => {
      spoken.push(request.text)
      return speak(request, signal)
    }
    const runner = createJobRunner({
      store: store.jobs,
      files,
      server: 'only',
      speech: new Speech({
        createNarrator: (settings) => narratorBy(speakAndNote, settings),
        createEncoder: createDistantEncoder,
      }),
      requestOf: () => REQUEST as unknown as SynthesisRequest,
      usage: { track: () => () => {} },
      clock: () => new Date(),
      parallel: 1,
      isIdle: () => true,
      report: () => {},
      signal: stopping.signal,
      leaseMs: LEASE_MS,
      ...differing,
    })
    const end = () => {
      stopping.abort()
      return runner.stopped()
    }
    ended.push(end)
    await runner.start()
    return end
  }
  const state = async () => (await store.jobs.find('book'))?.state
  return { store: store.jobs, files, spoken, run, state }
}

test('a part that a server does not begin is spoken by another one', async () => {
  const { run, state, spoken } = await openJob()
  await run({ server: 'busy', speak: speakUntilCancelled })
  await expect.poll(() => spoken.length).toBe(1)
  await run({ server: 'idle' })
  await expect.poll(state).toBe('done')
})

test('a server that is busy claims nothing', async () => {
  const { run, state, spoken } = await openJob()
  let isIdle = false
  await run({ isIdle: () => isIdle })
  await run({ server: 'other', isIdle: () => false })
  expect([await state(), spoken]).toEqual(['queued', []])
  isIdle = true
  await expect.poll(state).toBe('done')
  expect(spoken).toEqual(['text 0', 'text 1', 'text 2'])
})

test('the part of a server that died is spoken when its lease has ended', async () => {
  const { run, state, store } = await openJob()
  await store.claim('dead', LEASE_MS, NOW)
  await run()
  await expect.poll(state).toBe('done')
})

test('a job with which one server after the other dies fails', async () => {
  const { run, state, store } = await openJob()
  for (let attempts = 0; attempts < 4; attempts++) await store.claim(`server ${attempts}`, -1, NOW)
  await run()
  await expect.poll(state).toBe('failed')
  expect(await store.find('book')).toMatchObject({ error: 'internal error' })
})

test('work waits while its files cannot be reached, however often, and then goes on', async () => {
  const { run, state, files } = await openJob()
  let failures = 8
  const write: JobFiles['write'] = async (...written) => {
    if (failures-- > 0) throw new SpeechError('store.busy', 'the bucket cannot be reached')
    await files.write(...written)
  }
  await run({ files: { ...files, write } })
  await expect.poll(state).toBe('done')
})

test('a part whose audio was lost is spoken again', async () => {
  const { run, state, files, spoken } = await openJob()
  let losses = 1
  const read: JobFiles['read'] = (jobId, name, range) => {
    if (name === 'part-1.pcm' && losses-- > 0) throw new SpeechError('resource.unknown', 'the file is missing')
    return files.read(jobId, name, range)
  }
  await run({ files: { ...files, read } })
  await expect.poll(state).toBe('done')
  expect(spoken).toEqual(['text 0', 'text 1', 'text 2', 'text 1'])
  expect(await files.size('book', 'result.wav')).toBe(44 + 2 * 800 * PARTS)
})

test('a server that ends leaves its work to others at once', async () => {
  const { store, run, state } = await openJob()
  const end = await run({ server: 'ending', speak: speakUntilCancelled, leaseMs: 60_000 })
  await expect.poll(state).toBe('running')
  await end()
  expect(await store.claim('other', LEASE_MS, NOW)).toMatchObject({ part: 0, attempt: 1 })
})
