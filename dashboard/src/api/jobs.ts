import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, getJson, request } from './client.ts'
import { queryClient, useSession } from './queries.ts'
import type { Job, ShownJob } from './types.ts'

export const JOBS = '/v1/jobs'
export const pathOfJob = (id: string): string => `${JOBS}/${encodeURIComponent(id)}`

export const PAGE_JOBS = 50
/** That the API lists. */
const MOST_JOBS = 1000
/** In the keys of queries; the id of a job stands there otherwise. */
const LIST = 'list'
const POLL_MS = 1000
/** For the number beside the name of the page. */
const COUNT_POLL_MS = 5000

export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => state !== 'queued' && state !== 'running'

/** The jobs up to a page, from 1, and one more if there are further ones. The API has no offset. */
const listTo = (page: number) => {
  const limit = Math.min(MOST_JOBS, page * PAGE_JOBS + 1)
  return queryOptions({
    queryKey: [JOBS, LIST, limit],
    queryFn: async ({ signal }) => (await getJson<{ jobs: readonly Job[] }>(`${JOBS}?limit=${limit}`, signal)).jobs,
  })
}

/** Asks again while something runs. Hidden pages do not ask. */
const whileUnfinished = (ms: number) => (query: { readonly state: { readonly data?: readonly Job[] | undefined } }) =>
  query.state.data?.some((job) => !hasEnded(job)) ? ms : false

/** The newest jobs, up to a page and one more: one's own, or everybody's for admins. */
export const useJobs = (page: number) =>
  useQuery({ ...listTo(page), refetchInterval: whileUnfinished(POLL_MS), placeholderData: keepPreviousData })

/** How many of the newest jobs have not ended; 0 where there are no jobs. */
export function useUnfinishedJobs(): number {
  const isSignedIn = useSession().data != null
  const refetchInterval = whileUnfinished(COUNT_POLL_MS)
  const { data = [] } = useQuery({ ...listTo(1), refetchInterval, enabled: isSignedIn })
  return data.filter((job) => !hasEnded(job)).length
}

/** Why this server has no jobs; undefined if it has. */
export function useWhyNoJobs(): string | undefined {
  const { error } = useQuery(listTo(1))
  return error instanceof ApiError && error.status === 404 ? error.message : undefined
}

export const useJob = (id: string) =>
  useQuery({
    queryKey: [JOBS, id],
    queryFn: ({ signal }) => getJson<ShownJob>(pathOfJob(id), signal),
    // The answer lists all chapters: of thousands, it is asked for less often.
    refetchInterval: ({ state: { data } }) => data && !hasEnded(data) && POLL_MS + data.chapters.length,
  })

export const refreshJobs = () => queryClient.invalidateQueries({ queryKey: [JOBS] })
export const refreshJobLists = () => queryClient.invalidateQueries({ queryKey: [JOBS, LIST] })

/** Submits a job. The same key submits it once, however often it is sent. */
export async function submitJob(body: string, idempotencyKey: string): Promise<ShownJob> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
  return (await request(JOBS, { method: 'POST', headers, body })).json()
}
