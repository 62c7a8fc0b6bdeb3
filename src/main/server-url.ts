import { isIPv6 } from 'node:net'

const LOOPBACK_OF_ANY: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The host by which this machine reaches a server that listens on a host. */
export const localHostOf = (host: string): string => LOOPBACK_OF_ANY[host] ?? host

/** URL for local requests to a server that listens on a host, without a trailing slash. */
export function serverUrl(host: string, port: number, isTls = false): string {
  const address = localHostOf(host)
  return `${isTls ? 'https' : 'http'}://${isIPv6(address) ? `[${address}]` : address}:${port}`
}
