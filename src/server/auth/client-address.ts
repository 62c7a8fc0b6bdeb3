import { type BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The IP address of the client. Behind reverse proxies that are trusted, it is the last address in `X-Forwarded-For` that is
 * not one of theirs: what stands before it may be made up. Without a valid one, it is the address of the proxy.
 */
export function clientAddressOf({ ip, headers }: FastifyRequest, trusted: BlockList | null): string {
  const forwarded = `${headers['x-forwarded-for'] ?? ''}`.split(',')
  let address = ip
  while (trusted?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
    const before = withoutPort(forwarded.pop()?.trim() ?? '')
    if (isIP(before) === 0) break
    address = before
  }
  return address
}

/** Some proxies add the port of the client. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
