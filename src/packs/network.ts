import { type Dispatcher, EnvHttpProxyAgent } from 'undici'

/** Proxies as in the environment variables of these names; absent ones are read from the environment. */
export interface ProxySettings {
  readonly httpProxy?: string | undefined
  readonly httpsProxy?: string | undefined
  readonly noProxy?: string | undefined
}

/** A server that sends nothing for so long is given up. */
const SILENCE_MS = 30_000
const CONNECT_MS = 15_000

/** Connections for downloads. The caller closes it. */
export const openNetwork = ({ httpProxy, httpsProxy, noProxy }: ProxySettings): Dispatcher =>
  new EnvHttpProxyAgent({
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    connect: { timeout: CONNECT_MS },
    ...(httpProxy !== undefined && { httpProxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    ...(noProxy !== undefined && { noProxy }),
  })
