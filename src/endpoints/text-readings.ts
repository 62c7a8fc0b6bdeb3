import { z } from 'zod'
import { deadline } from '../core/abort.ts'
import { DEFAULT_LANGUAGE, type Language } from '../core/language.ts'
import { textReadingsSchema } from '../protocols/text/text-readings.ts'
import { voiceDetailsSchema } from '../protocols/voices/voice-listings.ts'
import { bearer } from './clients/headers.ts'
import type { EndpointSettings } from './endpoint.ts'
import { EndpointFailure, failureOf, refusedWith, withoutKey } from './endpoint-failure.ts'

/** A word as it is spoken. */
export interface ReadWord {
  readonly word: string
  /** ARPAbet; null where the engine pronounces the word. */
  readonly phonemes: readonly string[] | null
}

/**
 * How a server reads a text: undefined if it does not say, as other programs do not. Rejects only if `signal` fires.
 */
export type AskReading = (
  text: string,
  signal: AbortSignal,
) => Promise<readonly ReadWord[] | EndpointFailure | undefined>

const PATIENCE_MS = 10_000
/** Statuses of servers that have no such route. */
const WITHOUT_ROUTE: ReadonlySet<number> = new Set([301, 302, 307, 308, 403, 404, 405, 501])
const TOO_LONG = 413

/** Asks the route of Hoarfrost, and no further if the server does not have it. */
export function readingsAt(settings: EndpointSettings): AskReading {
  const { url, apiKey } = settings
  /** Whether there is the route; undefined before the first answer. */
  let isThere = /^https?:/.test(url) ? undefined : false
  let language = settings.language ?? (settings.voice === undefined ? DEFAULT_LANGUAGE : undefined)

  /** The JSON of an answer; undefined if the server has no such route, or the text is too long for it. */
  async function ask(path: string, init: RequestInit): Promise<unknown> {
    const answer = await fetch(url.replace(/\/v1$/, '') + path, { ...init, redirect: 'manual' })
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    if (isThere !== true && (WITHOUT_ROUTE.has(answer.status) || (answer.ok && !isJson))) isThere = false
    if (answer.ok && isJson) return answer.json()
    if (isThere !== false && answer.status !== TOO_LONG) throw refusedWith(answer.status, await answer.text())
    await answer.body?.cancel()
    return undefined
  }

  async function read(text: string, signal: AbortSignal): Promise<readonly ReadWord[] | undefined> {
    if (language === undefined) {
      const listed = await ask('/data/voices/voice_details.json', { headers: bearer(apiKey), signal })
      language = languageOf(settings.voice, listed)
      if (language === undefined) isThere = false
    }
    if (isThere === false) return undefined
    const answer = await ask('/v1/text/readings', {
      method: 'POST',
      headers: { ...bearer(apiKey), 'content-type': 'application/json' },
      body: JSON.stringify({ text, lang: language }),
      signal,
    })
    if (answer === undefined) return undefined
    const { tokens } = textReadingsSchema.parse(answer)
    isThere = true
    return tokens.flatMap(({ spoken }) => spoken.map(({ word, phonemes }) => ({ word, phonemes })))
  }

  return async (text, signal) => {
    if (isThere === false) return undefined
    using limit = deadline(signal, PATIENCE_MS)
    try {
      return await read(text, limit)
    } catch (error) {
      signal.throwIfAborted()
      if (limit.aborted) return new EndpointFailure('hung', `no reading of the text within ${PATIENCE_MS / 1000} s`)
      const { kind, message, status } =
        error instanceof z.ZodError
          ? new EndpointFailure('refused', 'an answer that is none')
          : failureOf(error, 'cut off')
      return withoutKey(new EndpointFailure(kind, `no reading of the text: ${message}`, { status }), apiKey)
    }
  }
}

const voicesSchema = z.array(voiceDetailsSchema.pick({ speaker: true, lang: true }))

/** The language in which a voice speaks if none is asked for. Undefined if the listing does not have the voice, or has several languages of it without English. */
function languageOf(voice: string | undefined, listed: unknown): Language | undefined {
  const { data: voices = [] } = voicesSchema.safeParse(listed)
  const own = voices.filter(({ speaker }) => speaker.toLowerCase() === voice?.toLowerCase()).map(({ lang }) => lang)
  if (own.includes(DEFAULT_LANGUAGE)) return DEFAULT_LANGUAGE
  return new Set(own).size === 1 ? own[0] : undefined
}
