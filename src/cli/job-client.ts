import type { CaptionFormat } from '../app/caption-formats.ts'
import type { ListedJob } from '../app/listed-job.ts'
import type { ShownJob } from '../protocols/jobs/job-bodies.ts'
import type { SpeechServer } from './socket-speech.ts'

const ANSWER_MS = 60_000
const SUBMIT_MS = 300_000

/** The jobs of a running server. Refusals of the server are thrown in its words, as RefusedErrors. */
export interface JobClient {
  submit(body: object, idempotencyKey: string | undefined): Promise<ShownJob>
  list(limit: number): Promise<readonly ListedJob[]>
  find(id: string): Promise<ShownJob>
  /** Refused if the job is done or has failed. */
  cancel(id: string): Promise<void>
  /** Cancels a job, or removes it if it has ended. */
  remove(id: string): Promise<void>
  /** Where the result is, with the headers of a request for it, and its size. */
  result(id: string, file: WantedFile): Promise<JobDownload>
}

/** The audio of the whole, or what is named. */
export interface WantedFile {
  readonly chapter?: number | undefined
  readonly prompt?: string | undefined
  readonly captions?: CaptionFormat | undefined
}

export interface JobDownload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: number
}

export class RefusedError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** No answer: the server is stopped, or the network is cut. */
export class UnreachableError extends Error {}

export function createJobClient({ url, apiKey }: SpeechServer, signal: AbortSignal): JobClient {
  if (apiKey === '') throw new Error('no API key; set HOARFROST_API_KEY or give --key-file FILE')
  const authorization = { authorization: `Bearer ${apiKey}` }

  async function ask(path: string, init: RequestInit = {}, limitMs = ANSWER_MS): Promise<Response> {
    const answer = await fetch(`${url}/v1/jobs${path}`, {
      ...init,
      headers: { ...authorization, ...init.headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new UnreachableError(`no server responds at ${url}`, { cause })
    })
    if (answer.ok) return answer
    throw new RefusedError(answer.status, sentenceOf(answer.status, await answer.text().catch(() => '')))
  }
  const pathOf = (id: string): string => `/${encodeURIComponent(id)}`

  return {
    async submit(body, idempotencyKey) {
      const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
      const answer = await ask('', { method: 'POST', body: JSON.stringify(body), headers }, SUBMIT_MS)
      return (await answer.json()) as ShownJob
    },
    async list(limit) {
      const answer = await ask(`?limit=${limit}`)
      return ((await answer.json()) as { readonly jobs: readonly ListedJob[] }).jobs
    },
    find: async (id) => (await (await ask(pathOf(id))).json()) as ShownJob,
    async cancel(id) {
      await ask(`${pathOf(id)}/cancel`, { method: 'POST' })
    },
    async remove(id) {
      await ask(pathOf(id), { method: 'DELETE' })
    },
    async result(id, { chapter, prompt, captions }) {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries({ chapter, prompt, captions })) {
        if (value !== undefined) query.set(name, `${value}`)
      }
      const path = `${pathOf(id)}/result${query.size === 0 ? '' : `?${query}`}`
      const { headers, body } = await ask(path, { headers: { range: 'bytes=0-0' } })
      await body?.cancel()
      const bytes = Number(/^bytes 0-0\/(\d{1,15})$/.exec(headers.get('content-range') ?? '')?.[1])
      if (!(bytes > 0)) throw new Error('the server did not state the size of the result')
      return { url: `${url}/v1/jobs${path}`, headers: authorization, bytes }
    },
  }
}

const HINTS: Readonly<Record<number, string>> = {
  401: '; set HOARFROST_API_KEY to a valid key, or give --key-file FILE',
}

function sentenceOf(status: number, text: string): string {
  const said = messageIn(text) ?? `the server answers ${status}`
  return `${said}${HINTS[status] ?? ''}`
}

/** Undefined if the answer is not that of Hoarfrost, but of a proxy, say. */
function messageIn(text: string): string | undefined {
  try {
    const message: unknown = JSON.parse(text)?.error?.message
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
