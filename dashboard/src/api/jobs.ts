import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, getJson, request } from './client.ts'
import { queryClient, useIsSignedIn } from './queries.ts'
import type { Job, JobEstimate, ShownJob } from './types.ts'

export const JOBS = '/v1/jobs'
export const pathOfJob = (id: string): string => `${JOBS}/${encodeURIComponent(id)}`

export const PAGE_JOBS = 50
/** That the API lists. */
const MAX_JOBS = 1000
/** In the keys of queries; the id of a job stands there otherwise. */
const LIST = 'list'
const POLL_MS = 1000
/** For the webhook of a job that has ended. */
const WEBHOOK_POLL_MS = 5000

export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => state !== 'queued' && state !== 'running'

/** The jobs up to a page, from 1, and one more if there are further ones. The API has no offset. */
const listTo = (page: number) => {
  const limit = Math.min(MAX_JOBS, page * PAGE_JOBS + 1)
  return queryOptions({
    queryKey: [JOBS, LIST, limit],
    queryFn: async ({ signal }) => (await getJson<{ jobs: readonly Job[] }>(`${JOBS}?limit=${limit}`, signal)).jobs,
  })
}

/** The newest jobs, up to a page and one more: one's own, or everybody's for admins. */
export const useJobs = (page: number) =>
  useQuery({
    ...listTo(page),
    enabled: useIsSignedIn(),
    refetchInterval: ({ state: { data } }) => data?.some((job) => !hasEnded(job)) && POLL_MS,
    placeholderData: keepPreviousData,
  })

/** How many of the newest jobs have not ended; 0 where there are no jobs. Not polled, so that an idle session ends. */
export function useUnfinishedJobs(): number {
  const { data = [] } = useQuery({ ...listTo(1), enabled: useIsSignedIn() })
  return data.filter((job) => !hasEnded(job)).length
}

/** Why this server has no jobs; undefined if it has. */
export function useWhyNoJobs(): string | undefined {
  const { error } = useQuery({ ...listTo(1), enabled: useIsSignedIn() })
  return isMissing(error) ? error.message : undefined
}

export const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

export const useJob = (id: string) =>
  useQuery({
    queryKey: [JOBS, id],
    queryFn: async ({ signal, queryKey }) => {
      const job = await getJson<ShownJob>(pathOfJob(id), signal)
      // The lists and the number in the navigation change with the state.
      if (queryClient.getQueryData<ShownJob>(queryKey)?.state !== job.state) void refreshJobLists()
      return job
    },
    enabled: useIsSignedIn(),
    refetchInterval: ({ state: { data, error } }) => !isMissing(error) && data !== undefined && pollMsOf(data),
  })

/** False when nothing changes any more. The answer lists all chapters: of thousands, it is asked for less often. */
function pollMsOf(job: ShownJob): number | false {
  if (!hasEnded(job)) return POLL_MS + job.chapters.length
  const isTold = job.webhook?.state === 'waiting' || job.webhook?.state === 'due'
  return isTold && WEBHOOK_POLL_MS + job.chapters.length
}

export const refreshJobs = () => queryClient.invalidateQueries({ queryKey: [JOBS] })
const refreshJobLists = () => queryClient.invalidateQueries({ queryKey: [JOBS, LIST] })

export interface Submission {
  readonly body: string
  readonly idempotencyKey: string
}

/** Submits a job. The same key submits it once, however often it is sent. */
export async function submitJob({ body, idempotencyKey }: Submission): Promise<ShownJob> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
  return (await request(JOBS, { method: 'POST', headers, body })).json()
}

/** Takes the fields of speech of a job, and `characters` in place of its text. */
export async function requestEstimate(body: string, signal: AbortSignal): Promise<JobEstimate> {
  const headers = { 'content-type': 'application/json' }
  return (await request(`${JOBS}/estimate`, { method: 'POST', headers, body, signal })).json()
}
