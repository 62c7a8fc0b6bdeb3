import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, getJson, SESSION } from './client.ts'
import { signInByLink } from './sign-in-link.ts'
import type { DictionaryRequest, KeyList, Session, Voice, VoiceList } from './types.ts'

/** A server that is away may be restarting; other errors stay when a request is repeated. */
const mayPass = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => mayPass(error) && count < 30,
      retryDelay: (count) => Math.min(500 * 2 ** count, 3000),
      staleTime: 10_000,
      // The browser's own idea of "offline" does not matter for a server on this machine.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** Whether something that a page shows cannot be read because the server does not answer; it is asked again and again. */
export function useIsServerAway(): boolean {
  const cache = queryClient.getQueryCache()
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.getAll().some(({ state }) => isUnanswered(state.fetchFailureReason)),
  )
}

/** The session, or null when signed out. */
export const useSession = () =>
  useQuery({
    queryKey: [SESSION],
    queryFn: async ({ signal }) => {
      await signInByLink()
      return getJson<Session>(SESSION, signal).catch((error) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      })
    },
    staleTime: 60_000,
  })

export const useIsSignedIn = (): boolean => useSession().data != null

export const useIsAdmin = (): boolean => useSession().data?.roles.includes('admin') ?? false

export const KEYS = '/v1/keys'
export const pathOfKey = (id: string): string => `${KEYS}/${encodeURIComponent(id)}`
export const refreshKeys = () => queryClient.invalidateQueries({ queryKey: [KEYS] })

/** All keys; for admins. */
export const useKeys = ({ enabled = true } = {}) =>
  useQuery({ queryKey: [KEYS], queryFn: ({ signal }) => getJson<KeyList>(KEYS, signal), enabled })

/** The name of a key by its id; the id to those who may not see the keys. */
export function useKeyNames(): (id: string) => string {
  const { data } = useKeys({ enabled: useIsAdmin() })
  return (id) => {
    const name = data?.keys.find((key) => key.id === id)?.name
    if (!name) return id
    // As after a rotation
    const isShared = data?.keys.some((key) => key.name === name && key.id !== id)
    return isShared ? `${name} (${id})` : name
  }
}

export const REQUESTS = '/v1/dictionary/requests'

const requestsFor = (isAdmin: boolean) =>
  queryOptions({
    queryKey: [REQUESTS, isAdmin],
    queryFn: ({ signal }) => getJson<DictionaryRequest[]>(`${REQUESTS}${isAdmin ? '?all=true' : ''}`, signal),
  })

/** Requests for dictionary entries: one's own, or everybody's for admins. */
export const useRequests = () => useQuery(requestsFor(useIsAdmin()))

/** How many requests an admin has to judge; 0 for others. Not polled, so that an idle session ends. */
export function useOpenRequests(): number {
  const isAdmin = useIsAdmin()
  const { data = [] } = useQuery({ ...requestsFor(isAdmin), enabled: isAdmin })
  return data.filter(({ status }) => isAdmin && status === 'requested').length
}

export const CATALOGUE = '/v1/catalogue'
const NO_VOICES: readonly Voice[] = []

/** All voices, sorted by name; none while they are loading. */
export function useVoices() {
  const query = useQuery({
    queryKey: [CATALOGUE],
    queryFn: async ({ signal }) => {
      const { voices } = await getJson<VoiceList>(CATALOGUE, signal)
      return [...voices].sort((a, b) => a.speaker.localeCompare(b.speaker))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ...query, voices: query.data ?? NO_VOICES }
}
