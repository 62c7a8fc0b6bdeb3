import { isIPv6 } from 'node:net'

const LOOPBACK_OF_ANY: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** URL for local requests to a server that listens on a host, without a trailing slash. */
export function serverUrl(host: string, port: number, isTls = false): string {
  const address = LOOPBACK_OF_ANY[host] ?? host
  return `${isTls ? 'https' : 'http'}://${isIPv6(address) ? `[${address}]` : address}:${port}`
}
