/** Where the end of a job is told to its client, and how far that is. One message a job. */
export interface Webhook {
  readonly jobId: string
  /** Of the job. */
  readonly keyId: string
  readonly url: string
  /** Signs the message; null for the secret of the server, and once nothing is to be sent any more. */
  readonly secret: string | null
  readonly state: WebhookState
  /** Requests that were sent. */
  readonly attempts: number
  /** HTTP status of the last response; null if there was none. */
  readonly status: number | null
}

/** `waiting`: the job has not ended. `due`: it has, and the message is sent until it is accepted, or given up. */
export const WEBHOOK_STATES = ['waiting', 'due', 'delivered', 'failed'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** Webhooks are added and become due with their jobs, and are removed with them. */
export interface WebhookStore {
  find(jobId: string): Promise<Webhook | undefined>
  /** Takes a message that is due, counts an attempt, and lets it become due again at `until`, for a sender that crashes. */
  claim(now: Date, until: Date, except?: ExceptWebhooks): Promise<Webhook | undefined>
  /** Records how an attempt ended, and when the next one is due; null for none. */
  record(jobId: string, attempt: { readonly status: number | null; readonly outcome: WebhookOutcome }): Promise<void>
}

/** Messages that are left to a later claim, or another server. */
export interface ExceptWebhooks {
  /** How their URLs begin. */
  readonly urlStarts: readonly string[]
  readonly keyIds: readonly string[]
}

export type WebhookOutcome = Extract<WebhookState, 'delivered' | 'failed'> | { readonly nextAt: Date }

const SECRET = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/
const SECRET_BYTES = { min: 24, max: 64 }
export const SECRET_FORM = 'whsec_ and the base64 of 24 to 64 random bytes'

/** The key of a secret in the notation of the Standard Webhooks specification; undefined if it is none. */
export function readWebhookSecret(secret: string): Buffer | undefined {
  const [, encoded] = SECRET.exec(secret) ?? []
  if (encoded === undefined) return undefined
  const key = Buffer.from(encoded, 'base64')
  const isWhole = key.toString('base64').replaceAll('=', '') === encoded.replaceAll('=', '')
  return isWhole && key.length >= SECRET_BYTES.min && key.length <= SECRET_BYTES.max ? key : undefined
}
