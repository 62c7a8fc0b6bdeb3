import { BlockList, isIPv6 } from 'node:net'

// How values of settings are read, with the words for what is allowed. Readers return undefined for other texts.

/** The entries of a comma-separated list. One that ends in a comma, as files of settings have them, is no mistake. */
export const listed = (text: string): readonly string[] => text.split(',').flatMap((entry) => entry.trim() || [])

/** Addresses may be written as in URLs. */
const withoutBrackets = (host: string): string => host.replace(/^\[(.*:.*)\]$/, '$1')

export function hostList(text: string): ReadonlySet<string> | undefined {
  const hosts = listed(text).map(hostOf)
  return hosts.every((host) => host !== undefined) ? new Set(hosts) : undefined
}

/** As URLs have it, but an IPv6 address without brackets. Undefined if the entry is none, or has a port. */
function hostOf(entry: string): string | undefined {
  const written = withoutBrackets(entry)
  if (!isIPv6(written) && /[:/?#@\\]/.test(written)) return undefined
  const url = `http://${isIPv6(written) ? `[${written}]` : written}`
  const host = URL.canParse(url) ? withoutBrackets(new URL(url).hostname) : ''
  return isIPv6(host) || /^[a-z0-9._-]+$/.test(host) ? host : undefined
}

export function wholeNumber(min: number, max: number) {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    read: (text: string): number | undefined => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
  }
}

export function hostName() {
  return {
    allowed: 'an IP address or a host name',
    read: (text: string): string | undefined => {
      const host = withoutBrackets(text)
      return isIPv6(host) || /^[\w.-]+$/.test(text) ? host : undefined
    },
  }
}

/** Null for an empty list. */
export function addressList(text: string): BlockList | null | undefined {
  const entries = listed(text)
  if (entries.length === 0) return null
  const list = new BlockList()
  try {
    for (const entry of entries) {
      const [, written = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
      const address = withoutBrackets(written)
      const family = isIPv6(address) ? 'ipv6' : 'ipv4'
      if (prefix === undefined) list.addAddress(address, family)
      else list.addSubnet(address, Number(prefix), family)
    }
    return list
  } catch {
    return undefined
  }
}

/** Paths are added to it, so that it has neither a query nor a fragment; `fetch` takes none with a user. */
export function baseUrl(example: string) {
  return {
    allowed: `a URL such as ${example}`,
    read: (text: string): string | null | undefined => {
      if (text === '') return null
      return /^https?:\/\/[^\s?#@]+$/i.test(text) && URL.canParse(text) ? text : undefined
    },
  }
}

export function oneOf<const T extends string>(choices: readonly T[]) {
  return {
    allowed: `one of ${choices.join(', ')}`,
    read: (text: string): T | undefined => choices.find((choice) => choice === text),
  }
}

const TRUE = ['1', 'true', 'yes', 'on']
const FALSE = ['0', 'false', 'no', 'off']

/** In any case, as the tools of the Hugging Face hub read it, but refusing what is neither. */
export function onOrOff() {
  return {
    allowed: `one of ${[...TRUE, ...FALSE].join(', ')}`,
    read: (text: string): boolean | undefined => {
      const flag = text.toLowerCase()
      return TRUE.includes(flag) || (FALSE.includes(flag) ? false : undefined)
    },
  }
}
