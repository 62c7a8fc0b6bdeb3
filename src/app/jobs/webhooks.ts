import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Agent } from 'undici'
import { deadline } from '../../core/abort.ts'
import type { Clock } from '../../core/clock.ts'
import {
  type ExceptWebhooks,
  readWebhookSecret,
  type Webhook,
  type WebhookOutcome,
  type WebhookStore,
} from '../../core/webhook.ts'
import { repeat } from '../repeat.ts'
import { publicLookup, requireWebhookUrl, type TrustedHosts } from './internal/webhook-address.ts'

export interface WebhookSettings {
  /** Signs the messages of jobs that have no secret of their own; null for none. */
  readonly secret: string | null
  readonly trustedHosts: TrustedHosts
}

export interface WebhooksOptions extends WebhookSettings {
  readonly store: WebhookStore
  /** The message of an ended job, in JSON; undefined if there is no such job any more. */
  readonly messageOf: (jobId: string) => Promise<string | undefined>
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** Sends the messages that are due, one or more times, until they are accepted. */
export interface Webhooks extends AsyncDisposable {
  /** Something has become due. */
  wake(): void
}

/** Between two looks for messages that other servers left, or whose time has come. */
const POLL_MS = 5000
/** Requests at the same time, each of which a receiver that hangs keeps for `ANSWER_MS`. */
const PARALLEL = 32
/** Of these to the same host. One key has at most as many as remain free for others. */
const MAX_PER_HOST = 4
/** From the beginning of a request to the headers of its response. */
const ANSWER_MS = 15_000
/** After this a message whose sender crashed is sent again. */
const CLAIM_MS = 60_000
/** Between two attempts: eight hours in all. A random quarter is added, so that many messages do not come at once. */
const DELAYS_S = [5, 30, 120, 600, 1800, 3600, 7200, 14_400] as const
const JITTER = 0.25
/** The receiver wants no more messages. */
const GONE = 410

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { store, messageOf, clock, trustedHosts, report } = options
  const stopping = new AbortController()
  setMaxListeners(PARALLEL, stopping.signal)
  let agent: Agent | undefined
  /** Loads undici when a message is due: few servers send any. */
  async function loadClient() {
    const { Agent, request } = await import('undici')
    agent ??= new Agent({
      connect: { lookup: publicLookup(trustedHosts), timeout: ANSWER_MS },
      pipelining: 0, // a connection a request
    })
    return { request, dispatcher: agent }
  }
  const sending = new Map<Webhook, Promise<void>>()
  let claiming = Promise.resolve()
  const polling = repeat(claimDue, { intervalMs: POLL_MS, onError: report })

  /** One claim at a time, so that each knows what is being sent. */
  function claimDue(): Promise<void> {
    const claimed = claiming.then(claimWhileFree)
    claiming = claimed.catch(() => {})
    return claimed
  }

  async function claimWhileFree(): Promise<void> {
    while (!stopping.signal.aborted && sending.size < PARALLEL) {
      const now = clock()
      const webhook = await store.claim(now, new Date(now.getTime() + CLAIM_MS), exceptBusy([...sending.keys()]))
      if (webhook === undefined) return
      begin(webhook)
    }
  }

  function begin(webhook: Webhook): void {
    const sent = sendOnce(webhook)
      .catch(report)
      .finally(() => {
        sending.delete(webhook)
        wake()
      })
    sending.set(webhook, sent)
  }

  const wake = (): void => void claimDue().catch(report)

  async function sendOnce(webhook: Webhook): Promise<void> {
    const status = await send(webhook)
    if (stopping.signal.aborted) return
    await store.record(webhook.jobId, { status, outcome: outcomeOf(webhook, status) })
  }

  /** Returns the status of the response; null if there is none. */
  async function send({ jobId, url, secret }: Webhook): Promise<number | null> {
    using limit = deadline(stopping.signal, ANSWER_MS)
    try {
      const key = readWebhookSecret(secret ?? options.secret ?? '')
      const body = await messageOf(jobId)
      if (key === undefined || body === undefined) return null
      const id = `msg_${jobId}`
      const timestamp = `${Math.floor(clock().getTime() / 1000)}`
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const { request, dispatcher } = await loadClient()
      const response = await request(requireWebhookUrl(url, trustedHosts), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'hoarfrost',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature}`,
        },
        body,
        dispatcher,
        signal: limit,
      })
      response.body.on('error', () => {}).destroy() // only its status counts
      return response.statusCode
    } catch {
      return null // the message of the error may contain the URL, which may be secret
    }
  }

  function outcomeOf({ attempts, jobId }: Webhook, status: number | null): WebhookOutcome {
    if (status !== null && status >= 200 && status < 300) return 'delivered'
    const delayS = DELAYS_S[attempts - 1]
    if (status !== GONE && delayS !== undefined) {
      const delayMs = 1000 * delayS * (1 + JITTER * Math.random())
      return { nextAt: new Date(clock().getTime() + delayMs) }
    }
    report(
      new Error(
        `the webhook of job ${jobId} failed after ${attempts} attempts, the last with ${status ?? 'no response'}`,
      ),
    )
    return 'failed'
  }

  return {
    wake,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await polling[Symbol.asyncDispose]()
      await claiming
      await Promise.all(sending.values())
      await agent?.destroy()
    },
  }
}

/** Hosts and keys that have their share of the requests. */
function exceptBusy(sending: readonly Webhook[]): ExceptWebhooks {
  const free = PARALLEL - sending.length
  return {
    urlStarts: listedTimes(
      sending.map(({ url }) => `${new URL(url).origin}/`),
      MAX_PER_HOST,
    ),
    keyIds: listedTimes(
      sending.map(({ keyId }) => keyId),
      free,
    ),
  }
}

/** What is in the list so many times or more. */
const listedTimes = (list: readonly string[], min: number): readonly string[] =>
  [...new Set(list)].filter((each) => list.filter((other) => other === each).length >= min)
