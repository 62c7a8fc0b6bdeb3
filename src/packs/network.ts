import { type Dispatcher, EnvHttpProxyAgent } from 'undici'

/** Proxies as in the environment variables of these names; absent ones are read from the environment. */
export interface ProxySettings {
  readonly httpProxy?: string | undefined
  readonly httpsProxy?: string | undefined
  readonly noProxy?: string | undefined
}

const SILENCE_MS = 30_000
const CONNECT_MS = 15_000

/** Connections for downloads; a server that is silent for `silenceMs` is given up. The caller destroys it. */
export const openNetwork = (
  { httpProxy, httpsProxy, noProxy }: ProxySettings,
  silenceMs: number = SILENCE_MS,
): Dispatcher =>
  new EnvHttpProxyAgent({
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: { timeout: CONNECT_MS },
    ...(httpProxy !== undefined && { httpProxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    ...(noProxy !== undefined && { noProxy }),
  })
