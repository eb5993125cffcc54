import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

export interface CheckedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** The address may not be reached from here: it is private, local, reserved, or has no name that resolves. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** Every address of a name; fails, or answers none, where there are none. */
export type Resolve = (host: string) => Promise<readonly { address: string }[]>

const resolveByDns: Resolve = (host) => lookup(host, { all: true })

/**
 * Resolves a URL's host to an address that may be reached. Whoever connects must use this very address, since
 * asking the name again may give another.
 * @param allowed private networks (CIDRs) that are open all the same
 * @throws AddressRefused if any of its addresses is not a public one, or the scheme is not http or https
 */
export async function checkAddress(
  url: URL,
  allowed: readonly string[],
  resolve: Resolve = resolveByDns,
): Promise<CheckedAddress> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AddressRefused('only http and https are fetched')
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('an address may not carry a password')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = ipaddr.isValid(host) ? [{ address: host }] : await resolve(host).catch(() => [])
  const [first] = found
  if (!first) throw new AddressRefused(`${host} does not resolve`)
  for (const { address } of found) {
    if (!isReachable(address, allowed)) throw new AddressRefused(`${host} is not a public address`)
  }
  return { address: first.address, family: ipaddr.parse(first.address).kind() === 'ipv4' ? 4 : 6 }
}

/** Whether an address is public, or in one of the allowed networks. IPv4 inside IPv6 counts as the IPv4 it is. */
export function isReachable(address: string, allowed: readonly string[]): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'unicast' && !isIpv4Compatible(parsed)) return true
  return allowed.some((network) => {
    const range = ipaddr.parseCIDR(network)
    return range[0].kind() === parsed.kind() && parsed.match(range)
  })
}

/** `::a.b.c.d`, long obsolete (RFC 4291 2.5.5.1): an IPv4 address in another coat. */
function isIpv4Compatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === 'ipv6' && address.match(ipaddr.parseCIDR('::/96'))
}
