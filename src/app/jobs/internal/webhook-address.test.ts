import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { isPublicAddress } from './webhook-address.ts'

const octet = fc.nat(255)
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'))
const privateIpv4 = fc
  .tuple(fc.constantFrom('127', '10', '192.168', '169.254', '172.16', '100.64', '0', '224', '168.63.129.16'), ipv4)
  .map(([start, rest]) => [...start.split('.'), ...rest.split('.')].slice(0, 4).join('.'))

/** An IPv4 address in the forms of RFC 4291, 6052, 6145, 3056 and 4380. */
const FORMS: readonly ((hex: string, dotted: string) => string)[] = [
  (hex) => `::ffff:${hex}`,
  (_, dotted) => `::ffff:${dotted}`,
  (hex) => `::${hex}`,
  (hex) => `::ffff:0:${hex}`,
  (hex) => `64:ff9b::${hex}`,
  (hex) => `64:ff9b:1::${hex}`,
  (hex) => `2002:${hex}::`,
  (hex) => `2001:0:${hex}::`,
]

test('no form of an address that is not public is public', () => {
  fc.assert(
    fc.property(privateIpv4, fc.constantFrom(...FORMS), (dotted, form) => {
      const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      const address = form(hex, dotted)
      expect(ipaddr.isValid(address)).toBe(true)
      expect(isPublicAddress(dotted)).toBe(false)
      expect(isPublicAddress(address)).toBe(false)
    }),
  )
})

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each(['', 'localhost', 'fe80::1%eth0', '::', '::1', 'fec0::1', '4000::1', '8.8.8.8 '])('%j is not', (text) => {
  expect(isPublicAddress(text)).toBe(false)
})
