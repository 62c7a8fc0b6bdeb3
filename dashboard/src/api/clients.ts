import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getJson, request } from './client.ts'
import type { Finding, ProgramList } from './types.ts'

const CLIENTS = '/v1/clients'

/** Complete programs for a voice, with the address of this server. */
export const usePrograms = (speaker: string) =>
  useQuery({
    queryKey: [CLIENTS, speaker],
    queryFn: ({ signal }) => getJson<ProgramList>(`${CLIENTS}?speaker=${encodeURIComponent(speaker)}`, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

interface CheckOptions {
  readonly speaker: string
  /** Empty for that of the session. */
  readonly key: string
}

/** Lets the server replay the requests of a client. Each result is yielded when it comes. Throws `ApiError`. */
export async function* checkClient(
  client: string,
  { speaker, key }: CheckOptions,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const answer = await request(`${CLIENTS}/${client}/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ speaker, ...(key !== '' && { key }) }),
    signal,
  })
  if (!answer.body) return
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + part.value).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

/** What a proxy may refuse: a WebSocket from this browser to the server. The server cannot check that itself. */
export const checkAddress = (speaker: string, signal: AbortSignal): Promise<Finding> =>
  new Promise((resolve) => {
    const url = `${location.origin.replace(/^http/, 'ws')}/ws3?speaker=${encodeURIComponent(speaker)}&modelId=coda`
    const socket = new WebSocket(url)
    const end = (isOpen: boolean) => {
      clearTimeout(timer)
      socket.close()
      resolve(
        isOpen
          ? { ...ADDRESS, outcome: 'passed', detail: `${location.host}, also for WebSockets`, hint: null }
          : { ...ADDRESS, outcome: 'failed', detail: `no WebSocket to ${location.host} opens`, hint: PROXY_HINT },
      )
    }
    const timer = setTimeout(() => end(false), ADDRESS_MS)
    socket.onopen = () => end(true)
    socket.onerror = () => end(false)
    signal.addEventListener('abort', () => end(false), { once: true })
  })

const ADDRESS = { check: 'from this browser' } as const
const ADDRESS_MS = 5000
const PROXY_HINT =
  'Does a proxy in front of the server forward WebSocket upgrades? See docs/operating.md, Reverse proxy.'
