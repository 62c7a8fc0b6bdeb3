import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deadline } from '../../src/core/abort.ts'
import { CallError, callAdmin } from './call-admin.ts'
import type { SoakServer } from './server.ts'

/** Long texts in the background, each until its result is as without faults. */
export interface Jobs {
  /** Speaks a job while nothing else is asked. */
  speakFirst(): Promise<void>
  /** Submits a job until it is acknowledged, waits for its result, and removes it. */
  speakNext(signal: AbortSignal): Promise<void>
  /** Waits for the job that has been submitted last. */
  finish(): Promise<void>
  /** Number of jobs that were acknowledged. */
  readonly acknowledged: number
}

const BODY = {
  modelId: 'coda',
  speaker: 'luna',
  audioFormat: 'mp3',
  chapters: [
    { title: 'One', text: 'The road goes on, past 12 mills and a well. '.repeat(6) },
    { title: 'Two', text: 'On 3 May the river rose by 2 metres. Nobody had seen it so high. '.repeat(4) },
  ],
}
const POLL_MS = 500
const SUBMIT_MS = 1000
const LAST_JOB_MS = 300_000
/** The server's, at the sizes of the soak: jobs are not retried without space for their audio. */
const DISK_IS_FULL = 'the disk is full'

interface ShownJob {
  readonly id: string
  readonly state: string
  readonly error: string | null
}

/** `note`: what is wrong. `mayLackSpace`: whether the disk was full since that time of `performance.now()`. */
export function createJobs(
  server: SoakServer,
  note: (problem: string) => void,
  mayLackSpace: (sinceMs: number) => boolean,
): Jobs {
  let digest: string | undefined
  let number = 0
  let acknowledged = 0
  let pending: { readonly id: string; readonly sinceMs: number } | undefined

  async function submit(idempotencyKey: string): Promise<string> {
    const headers = { 'idempotency-key': idempotencyKey }
    return ((await callAdmin(server, 'POST', '/v1/jobs', { body: BODY, headers })) as ShownJob).id
  }

  /** Returns undefined for a job that failed. */
  async function resultOf(id: string, sinceMs: number, signal: AbortSignal): Promise<string | undefined> {
    while (!signal.aborted) {
      const { state, error } = (await callAdmin(server, 'GET', `/v1/jobs/${id}`).catch(ended(id))) as ShownJob
      if (state === 'done') {
        const answer = await fetch(`${server.url}/v1/jobs/${id}/result`, {
          headers: { authorization: `Bearer ${server.adminKey}` },
          signal,
        }).catch(() => undefined)
        const bytes = await answer?.arrayBuffer().catch(() => undefined)
        if (answer?.ok === true && bytes !== undefined)
          return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
      }
      if (state === 'failed' || state === 'cancelled' || state === 'gone') {
        if (error === DISK_IS_FULL && mayLackSpace(sinceMs)) return undefined
        throw new Error(`a job that was acknowledged is ${state}: ${error}`)
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => {})
    }
    return undefined
  }

  /** What cannot be told now is asked again. */
  const ended = (id: string) => (error: unknown) =>
    error instanceof CallError && error.status === 404
      ? { id, state: 'gone', error: null }
      : { id, state: 'unknown', error: null }

  async function remove(id: string): Promise<void> {
    for (;;) {
      try {
        return void (await callAdmin(server, 'DELETE', `/v1/jobs/${id}`))
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return
        await sleep(POLL_MS)
      }
    }
  }

  async function check(signal: AbortSignal): Promise<void> {
    if (pending === undefined) return
    const { id, sinceMs } = pending
    try {
      const result = await resultOf(id, sinceMs, signal)
      if (signal.aborted) return
      if (result !== undefined && result !== digest) note(`the result of job ${id} is not the same as without faults`)
    } catch (error) {
      note((error as Error).message)
    }
    pending = undefined
    await remove(id)
  }

  return {
    get acknowledged() {
      return acknowledged
    },
    async speakFirst() {
      const id = await submit('first')
      using signal = deadline(null, LAST_JOB_MS)
      digest = await resultOf(id, performance.now(), signal)
      await remove(id)
    },
    async speakNext(signal) {
      const idempotencyKey = `${++number}`
      const sinceMs = performance.now()
      while (pending === undefined && !signal.aborted) {
        const id = await submit(idempotencyKey).catch(() => undefined)
        if (id === undefined) await sleep(SUBMIT_MS, undefined, { signal }).catch(() => {})
        else pending = { id, sinceMs }
      }
      if (pending !== undefined) acknowledged++
      await check(signal)
    },
    async finish() {
      using signal = deadline(null, LAST_JOB_MS)
      await check(signal)
      if (pending !== undefined) note(`job ${pending.id} has not ended after ${LAST_JOB_MS / 1000} s`)
      const { jobs } = (await callAdmin(server, 'GET', '/v1/jobs')) as { jobs: readonly ShownJob[] }
      if (jobs.length > 0) note(`${jobs.length} jobs are left although each was submitted once and removed`)
    },
  }
}
