import { deadline } from '../core/abort.ts'
import { textReadingsSchema } from '../protocols/text/text-readings.ts'
import { bearer } from './clients/headers.ts'
import type { EndpointSettings } from './endpoint.ts'

/** A word as it is spoken. */
export interface ReadWord {
  readonly word: string
  /** ARPAbet; null where the engine pronounces the word. */
  readonly phonemes: readonly string[] | null
}

/**
 * How a server reads a text: undefined if it does not say, as other programs do not. Rejects only if `signal` fires.
 */
export type AskReading = (text: string, signal: AbortSignal) => Promise<readonly ReadWord[] | undefined>

const PATIENCE_MS = 10_000
/** Statuses of servers that have no such route. */
const WITHOUT_ROUTE: ReadonlySet<number> = new Set([301, 302, 307, 308, 404, 405])

/** Asks the route of Hoarfrost, and no further if the server does not have it. */
export function readingsAt({ url, apiKey, language }: EndpointSettings): AskReading {
  let isAsked = /^https?:/.test(url)
  return async (text, signal) => {
    if (!isAsked) return undefined
    using limit = deadline(signal, PATIENCE_MS)
    try {
      const answer = await fetch(`${url.replace(/\/v1$/, '')}/v1/text/readings`, {
        method: 'POST',
        headers: { ...bearer(apiKey), 'content-type': 'application/json' },
        body: JSON.stringify({ text, ...(language !== undefined && { lang: language }) }),
        redirect: 'manual',
        signal: limit,
      })
      if (WITHOUT_ROUTE.has(answer.status)) isAsked = false
      if (!answer.ok) {
        await answer.body?.cancel()
        return undefined
      }
      const { tokens } = textReadingsSchema.parse(await answer.json())
      return tokens.flatMap(({ spoken }) => spoken.map(({ word, phonemes }) => ({ word, phonemes })))
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
}
