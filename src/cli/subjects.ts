import type { Subject } from '../benchmark/plan.ts'
import { isLoopback } from '../core/origin.ts'
import type { EndpointSettings } from '../endpoints/endpoint.ts'
import { failureOf } from '../endpoints/endpoint-failure.ts'
import { openEndpoint } from '../endpoints/open-endpoint.ts'
import { probe } from '../endpoints/probe.ts'
import type { ProtocolName } from '../endpoints/protocol-names.ts'
import { readingsAt } from '../endpoints/text-readings.ts'
import { AUTO_PROTOCOL } from './auto-protocol.ts'
import { chosenServer, type DefaultServers, keyIn } from './chosen-server.ts'
import { noServerAt } from './no-server.ts'
import { UsageError } from './usage-error.ts'

/** What a command line says of the servers: options once for all, or once for each of the URLs. */
export interface GivenServers {
  readonly urls: readonly string[]
  readonly protocol?: readonly (ProtocolName | typeof AUTO_PROTOCOL)[]
  readonly keyFile?: readonly string[]
  readonly voice?: readonly string[]
  readonly model?: readonly string[]
  readonly lang?: string
  readonly temperature?: number
  readonly timeoutMs: number
}

type Parts = DefaultServers & { readonly signal: AbortSignal }

const NO_KEY = 'gives no speech without an API key; set HOARFROST_API_KEY for your own server, or give --key-file FILE'

/** A voice that no service has. */
const UNKNOWN_VOICE = 'no-such-voice'

/** The endpoints of a command line, or this machine's server. Throws an Error of one line. */
export async function chooseSubjects(given: GivenServers, parts: Parts): Promise<readonly Subject[]> {
  const configured = await chosenServer({ url: undefined, keyFile: undefined }, parts)
  const urls = given.urls.length === 0 ? [configured.url] : given.urls.map(checkedUrl)
  const ofUrl = <T>(option: string, values: readonly T[] | undefined, i: number): T | undefined => {
    if (values === undefined || values.length === 1) return values?.[0]
    if (values.length !== urls.length)
      throw new UsageError(`give ${option} once, or once for each of the ${urls.length} URLs`)
    return values[i]
  }
  const chosen = await Promise.all(
    urls.map(async (url, i) => {
      const protocol = ofUrl('--protocol', given.protocol, i)
      const keyFile = ofUrl('--key-file', given.keyFile, i)
      const voice = ofUrl('--voice', given.voice, i)
      const model = ofUrl('--model', given.model, i)
      const isOwn = isLoopback(url) || new URL(url).origin === new URL(configured.url).origin
      const ownKey = isOwn ? configured.apiKey : ''
      const apiKey = keyFile === undefined ? ownKey : await keyIn(keyFile, parts.signal)
      return { protocol, settings: { url, apiKey, voice, model, language: given.lang, temperature: given.temperature } }
    }),
  )
  const subjects: Subject[] = []
  for (const { protocol, settings } of chosen) {
    subjects.push(await subjectOf(protocol, settings, { ...given, signal: parts.signal }))
  }
  return named(subjects)
}

function checkedUrl(given: string): string {
  const url = given.replace(/^ws/, 'http').replace(/\/+$/, '')
  if (!/^(?:https?|tcp):\/\/./.test(url) || !URL.canParse(url)) {
    throw new UsageError(`${given} is not a URL; give one such as http://127.0.0.1:8000`)
  }
  const { username, password, search, hash } = new URL(url)
  if (`${username}${password}${search}${hash}` !== '') {
    throw new UsageError(
      `the URL of ${new URL(url).host} must have no user, password or query; give a key by --key-file`,
    )
  }
  return url
}

async function subjectOf(
  protocol: ProtocolName | typeof AUTO_PROTOCOL | undefined,
  settings: EndpointSettings,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Subject> {
  const { url, voice = null } = settings
  const isTcp = url.startsWith('tcp:')
  if (protocol !== undefined && protocol !== AUTO_PROTOCOL && isTcp !== (protocol === 'wyoming')) {
    throw new UsageError(
      isTcp ? `${url} is a URL for Wyoming alone` : `${url}: the URL of a Wyoming server is tcp://HOST:PORT`,
    )
  }
  const endpoint =
    protocol === undefined || protocol === AUTO_PROTOCOL
      ? await probe(settings, { timeoutMs, signal }).catch((error: unknown) => {
          signal.throwIfAborted()
          const { kind, status } = failureOf(error, 'cut off')
          if (kind === 'unreachable' && isLoopback(url)) throw new Error(noServerAt(url))
          if (status === 401 && settings.apiKey === '') throw new Error(`${url} ${NO_KEY}`)
          throw new Error(url, { cause: error })
        })
      : openEndpoint(protocol, settings)
  const refusing = openEndpoint(endpoint.protocol, { ...settings, voice: UNKNOWN_VOICE })
  return {
    name: `${new URL(url).host} ${endpoint.protocol}`,
    url,
    voice,
    endpoint,
    refusing,
    askReading: readingsAt(settings),
  }
}

/** Names that are the same get the voice, and then a number. */
function named(subjects: readonly Subject[]): readonly Subject[] {
  const voiced = subjects.map((subject) => {
    const isAlone = subjects.every((other) => other === subject || other.name !== subject.name)
    return isAlone || subject.voice === null ? subject : { ...subject, name: `${subject.name} ${subject.voice}` }
  })
  return voiced.map((subject, i) => {
    const before = voiced.slice(0, i).filter(({ name }) => name === subject.name).length
    return before === 0 ? subject : { ...subject, name: `${subject.name} (${before + 1})` }
  })
}
