import type { ListedJob } from '../app/jobs/listed-job.ts'
import type { CaptionFormat } from '../app/speech/caption-formats.ts'
import { deadline } from '../core/abort.ts'
import type { ShownJob } from '../protocols/jobs/job-bodies.ts'
import { noServerAt } from './no-server.ts'
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

  /** `read` gets the response, for whose body the time limit holds too. */
  async function ask<T>(
    path: string,
    init: RequestInit,
    read: (response: Response) => Promise<T>,
    limitMs = ANSWER_MS,
  ): Promise<T> {
    using limit = deadline(signal, limitMs)
    const answer = await fetch(`${url}/v1/jobs${path}`, {
      ...init,
      headers: { ...authorization, ...init.headers },
      signal: limit,
    }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new UnreachableError(noServerAt(url), { cause })
    })
    if (answer.ok) return await read(answer) // not before the limit ends
    throw new RefusedError(answer.status, sentenceOf(answer.status, await answer.text().catch(() => '')))
  }
  const pathOf = (id: string): string => `/${encodeURIComponent(id)}`

  return {
    async submit(body, idempotencyKey) {
      const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
      return ask<ShownJob>('', { method: 'POST', body: JSON.stringify(body), headers }, readJson, SUBMIT_MS)
    },
    async list(limit) {
      const { jobs } = await ask<{ readonly jobs: readonly ListedJob[] }>(`?limit=${limit}`, {}, readJson)
      return jobs
    },
    find: (id) => ask<ShownJob>(pathOf(id), {}, readJson),
    async cancel(id) {
      await ask(`${pathOf(id)}/cancel`, { method: 'POST' }, leave)
    },
    async remove(id) {
      await ask(pathOf(id), { method: 'DELETE' }, leave)
    },
    async result(id, { chapter, prompt, captions }) {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries({ chapter, prompt, captions })) {
        if (value !== undefined) query.set(name, `${value}`)
      }
      const path = `${pathOf(id)}/result${query.size === 0 ? '' : `?${query}`}`
      const range = await ask(path, { headers: { range: 'bytes=0-0' } }, async (response) => {
        await leave(response)
        return response.headers.get('content-range')
      })
      const bytes = Number(/^bytes 0-0\/(\d{1,15})$/.exec(range ?? '')?.[1])
      if (!(bytes > 0)) throw new Error('the server did not state the size of the result')
      return { url: `${url}/v1/jobs${path}`, headers: authorization, bytes }
    },
  }
}

const readJson = async <T>(response: Response): Promise<T> => (await response.json()) as T
const leave = async ({ body }: Response): Promise<void> => body?.cancel()

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
