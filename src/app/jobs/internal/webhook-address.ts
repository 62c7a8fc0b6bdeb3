import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { invalidRequest } from '../../../core/errors.ts'

/** Hosts that the operator trusts: their addresses may be private, and they may be asked over plain HTTP. */
export type TrustedHosts = ReadonlySet<string>

const MAX_URL_LENGTH = 2000
/** Azure's service for its virtual machines, in the middle of public addresses. */
const METADATA: readonly string[] = ['168.63.129.16']

/** All that is assigned of IPv6. Outside are forms of IPv4 addresses such as `::7f00:1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address belongs to the public internet: not loopback, private, link-local, nor a metadata service, in whatever form
 * it is written.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text) // an IPv4 address if it is mapped to IPv6
  if (address.range() !== 'unicast' || METADATA.includes(address.toString())) return false
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST)
}

/** Throws `request.invalid` if no webhook may go to this URL, as far as that is known before its name is resolved. */
export function requireWebhookUrl(text: string, trusted: TrustedHosts): URL {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw invalid(`must be a URL of at most ${MAX_URL_LENGTH} characters`)
  const isTrusted = trusted.has(hostOf(url))
  if (url.protocol !== 'https:' && !(isTrusted && url.protocol === 'http:')) throw invalid('must begin with https://')
  if (url.username !== '' || url.password !== '') throw invalid('must not contain a user name or password')
  if (!isTrusted && isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url))) throw invalid('must be a public address')
  return url
}

const invalid = (fault: string) => invalidRequest(`webhook.url ${fault}`, 'webhook.url')

/** Without the brackets of IPv6 addresses. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Resolves names as `dns.lookup` does, but fails if a host that is not trusted has an address that is not public. */
export const publicLookup =
  (trusted: TrustedHosts): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const isRefused = !trusted.has(hostname) && addresses.some(({ address }) => !isPublicAddress(address))
      const [first] = addresses
      if (isRefused || first === undefined) return callback(new Error('the host has no public address'), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
