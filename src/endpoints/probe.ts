import { deadline } from '../core/abort.ts'
import type { Endpoint, EndpointSettings } from './endpoint.ts'
import { EndpointFailure, failureOf } from './endpoint-failure.ts'
import { openEndpoint } from './open-endpoint.ts'
import { PROTOCOL_NAMES } from './protocol-names.ts'

const TEXT = 'Yes.'

/**
 * The first protocol, in the order of `PROTOCOL_NAMES`, by which a service speaks a word. They are tried one after the other, since a
 * small server refuses many calls at once, for `timeoutMs` in all. Rejects with an `EndpointFailure` that says what the service
 * answered.
 */
export async function probe(
  settings: EndpointSettings,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Endpoint> {
  using limit = deadline(signal, timeoutMs)
  const answers: string[] = []
  const isTcp = settings.url.startsWith('tcp:')
  for (const name of PROTOCOL_NAMES.filter((each) => (each === 'wyoming') === isTcp)) {
    const endpoint = openEndpoint(name, settings)
    try {
      using call = await endpoint.open(limit)
      await call.speak(TEXT, { onAudio: () => {} })
      return endpoint
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error, 'cut off')
      if (limit.aborted) answers.push(`${name}: no audio within ${timeoutMs / 1000} s`)
      else if (failure.kind === 'unreachable') throw failure
      else answers.push(`${name}: ${failure.status === undefined ? failure.message : `status ${failure.status}`}`)
      if (limit.aborted) break
    }
  }
  const isKeyRefused = answers.some((answer) => /status 40[13]$/.test(answer))
  if (isKeyRefused && settings.apiKey === '')
    throw new EndpointFailure('refused', 'it needs an API key', { status: 401 })
  const reason = isKeyRefused ? 'the API key is not accepted, or' : ''
  throw new EndpointFailure('refused', `${reason} no protocol is spoken there (${answers.join('; ')})`.trim())
}
