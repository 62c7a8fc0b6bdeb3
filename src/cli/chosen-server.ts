import { readText } from './read-text.ts'
import type { SpeechServer } from './socket-speech.ts'
import { UsageError } from './usage-error.ts'

/** The servers and keys that the environment names. */
export interface DefaultServers {
  /** That of HOST and PORT. */
  readonly readServer: () => SpeechServer
  /** That of HOARFROST_URL; undefined if it names none. */
  readonly readRemoteServer: () => SpeechServer | undefined
}

/** The server and key that a command line names, or else the environment. */
export async function chosenServer(
  given: { readonly url: string | undefined; readonly keyFile: string | undefined },
  { readServer, readRemoteServer, signal }: DefaultServers & { readonly signal: AbortSignal },
): Promise<SpeechServer> {
  const configured = readRemoteServer() ?? readServer()
  const url = (given.url ?? configured.url).replace(/\/+$/, '')
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new UsageError(`${url} is not a URL; give one such as ${readServer().url}`)
  }
  return { url, apiKey: given.keyFile === undefined ? configured.apiKey : await keyIn(given.keyFile, signal) }
}

/** The API key that a file contains. Throws an Error of one line. */
export async function keyIn(file: string, signal: AbortSignal): Promise<string> {
  const key = (await readText(file, signal)).trim()
  if (!/^[!-~]+$/.test(key)) throw new Error(`${file} does not contain an API key`)
  return key
}
