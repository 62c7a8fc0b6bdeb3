import { QueryClient, useQuery } from '@tanstack/react-query'
import { ApiError, getJson, SESSION } from './client.ts'
import type { Session, Voice, VoiceList } from './types.ts'

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

/** The session, or null when signed out. */
export const useSession = () =>
  useQuery({
    queryKey: [SESSION],
    queryFn: ({ signal }) =>
      getJson<Session>(SESSION, signal).catch((error) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }),
    staleTime: 60_000,
  })

export const useIsAdmin = (): boolean => useSession().data?.roles.includes('admin') ?? false

const NO_VOICES: readonly Voice[] = []

/** All voices, sorted by name; none while they are loading. */
export function useVoices() {
  const query = useQuery({
    queryKey: ['/v1/catalogue'],
    queryFn: async ({ signal }) => {
      const { voices } = await getJson<VoiceList>('/v1/catalogue', signal)
      return [...voices].sort((a, b) => a.speaker.localeCompare(b.speaker))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ...query, voices: query.data ?? NO_VOICES }
}
