import { anyOf, deadline } from '../core/abort.ts'
import type { Endpoint, EndpointSettings } from './endpoint.ts'
import { EndpointFailure, failureOf } from './endpoint-failure.ts'
import { openEndpoint } from './open-endpoint.ts'
import { PROTOCOL_NAMES, type ProtocolName } from './protocol-names.ts'

const TEXT = 'Yes.'

/**
 * The first protocol, in the order of `PROTOCOL_NAMES`, by which a service speaks a word. All are tried at once, each for
 * `timeoutMs` at most. Rejects with an `EndpointFailure` that says what the service answered.
 */
export async function probe(
  settings: EndpointSettings,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Endpoint> {
  const found = new AbortController()
  using limit = deadline(signal, timeoutMs)
  using trying = anyOf(limit, found.signal)
  const names = settings.url.startsWith('tcp:') ? (['wyoming'] as const) : PROTOCOL_NAMES
  const trials = names.map((name) => {
    const endpoint = openEndpoint(name, settings)
    return { name, endpoint, failure: failureIn(endpoint, trying) }
  })
  const failures: { name: ProtocolName; failure: EndpointFailure }[] = []
  try {
    for (const { name, endpoint, failure } of trials) {
      const reason = await failure
      signal.throwIfAborted()
      if (reason === undefined) return endpoint
      failures.push({ name, failure: reason })
    }
  } finally {
    found.abort()
  }
  const unreachable = failures.find(({ failure }) => failure.kind === 'unreachable')
  if (unreachable !== undefined && failures.every(({ failure }) => failure.message === unreachable.failure.message)) {
    throw unreachable.failure
  }
  const answers = failures.map(({ name, failure }) => `${name}: ${failure.message}`)
  throw new EndpointFailure('refused', `no protocol speaks; ${answers.join('; ')}`)
}

/** Undefined if the endpoint speaks. */
async function failureIn(endpoint: Endpoint, signal: AbortSignal): Promise<EndpointFailure | undefined> {
  try {
    using call = await endpoint.open(signal)
    let isSilent = true
    await call.speak(TEXT, {
      onAudio: () => {
        isSilent = false
      },
    })
    return isSilent ? new EndpointFailure('empty', 'no audio') : undefined
  } catch (error) {
    return signal.aborted ? new EndpointFailure('hung', 'no answer in time') : failureOf(error, 'cut off')
  }
}
