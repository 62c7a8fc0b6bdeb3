import type { App } from '../../app/app.ts'
import type { Job } from '../../core/job.ts'
import type { Webhook } from '../../core/webhook.ts'
import type { DescribedProtocol } from '../../server/description.ts'
import { jobErrorSchema, type ShownJob } from './job-bodies.ts'

export const JOBS: DescribedProtocol = {
  title: 'Jobs',
  summary: 'Long texts, spoken while the service has nothing else to do.',
  errorBody: jobErrorSchema,
}

export const ID = '0b8e6c1e-3c1f-4f0e-9d0a-5d2f1c7a9e11'

/** Examples. */
export const LISTED = {
  id: ID,
  name: 'Moby-Dick',
  state: 'running',
  kind: 'text',
  modelId: 'coda',
  speaker: 'luna',
  lang: 'eng',
  audioFormat: 'mp3',
  captions: ['srt'],
  samplingRate: 24_000,
  characters: 21_000,
  charactersDone: 10_500,
  secondsLeft: 60,
  error: null,
  keyId: 'k1',
  createdAt: '2026-01-02T03:04:05.000Z',
  startedAt: '2026-01-02T03:04:06.000Z',
  endedAt: null,
  expiresAt: null,
}
export const SHOWN = {
  ...LISTED,
  chapters: [{ number: 1, title: 'Loomings', characters: 21_000, charactersDone: 10_500, audioSeconds: 700 }],
  webhook: null,
}

export async function shownJob(job: Job, jobs: App['jobs']): Promise<ShownJob> {
  const webhook = await jobs.webhook(job)
  return {
    ...jobs.listed(job),
    chapters: [...(await jobs.chapters(job))],
    webhook: webhook === undefined ? null : shownWebhook(webhook),
  }
}

/** Neither its path nor its secret, which may both let others in. */
const shownWebhook = ({ url, state, attempts, status }: Webhook): ShownJob['webhook'] => ({
  host: new URL(url).host,
  state,
  attempts,
  status,
})
