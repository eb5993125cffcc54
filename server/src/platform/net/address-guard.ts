import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { type HostRule, isListed } from './host-rules.ts'

/** Settings that say where addresses of users may lead. */
export interface AddressRules {
  /** Private networks (CIDRs) that are allowed. */
  readonly URL_ALLOW_PRIVATE: readonly string[]
  /** The only hosts that are allowed. Empty: all. */
  readonly OUTGOING_HOSTS: readonly HostRule[]
}

export interface CheckedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** The address is not allowed: it is private, local or reserved, its name does not resolve, or the installation does not list
 * its host. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  readonly problem: 'url-not-allowed' | 'host-not-allowed'
  constructor(message: string, problem: AddressRefused['problem'] = 'url-not-allowed') {
    super(message)
    this.problem = problem
  }
}

/** All addresses of a name. Fails or returns none if there are none. */
export type Resolve = (host: string) => Promise<readonly { address: string }[]>

const resolveByDns: Resolve = (host) => lookup(host, { all: true })

/** Resolves the host of a URL to an allowed address. Callers must connect to exactly this address, since another
 * lookup can return a different one.
 * @throws AddressRefused if any of its addresses is not public, the host is not listed, or the scheme is not http or https */
export async function checkAddress(
  url: URL,
  allowed: AddressRules,
  resolve: Resolve = resolveByDns,
): Promise<CheckedAddress> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AddressRefused('only http and https URLs are supported')
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('the URL must not contain a password')
  return checkHost(url, allowed, resolve)
}

/** Resolves the host of a URL of any scheme, as `checkAddress`.
 * @throws AddressRefused if any of its addresses is not public, or the host is not listed */
export async function checkHost(
  url: URL,
  allowed: AddressRules,
  resolve: Resolve = resolveByDns,
): Promise<CheckedAddress> {
  // Before the lookup, which tells the name to other servers.
  assertListed(url, allowed)
  const host = hostOf(url)
  const isAddress = ipaddr.isValid(host)
  const found = isAddress ? [{ address: host }] : await resolve(host).catch(() => [])
  const [first] = found
  // One message for both: another would show which names the internal DNS has.
  const reason = isAddress ? 'is not a public address' : 'is not a public address, or does not resolve'
  if (!first || !found.every(({ address }) => isReachable(address, allowed)))
    throw new AddressRefused(`${host} ${reason}`)
  return { address: first.address, family: ipaddr.parse(first.address).kind() === 'ipv4' ? 4 : 6 }
}

/** @throws AddressRefused if the installation lists hosts, and not this one */
export function assertListed(url: URL, { OUTGOING_HOSTS }: AddressRules): void {
  if (!isListed(url, OUTGOING_HOSTS))
    throw new AddressRefused(`${hostOf(url)} is not a host that this installation allows`, 'host-not-allowed')
}

/** Whether an address is public, or in one of the allowed networks. IPv4 mapped to IPv6 counts as IPv4. */
export function isReachable(
  address: string,
  { URL_ALLOW_PRIVATE }: Pick<AddressRules, 'URL_ALLOW_PRIVATE'>,
): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'unicast' && !isIpv4Compatible(parsed)) return true
  return URL_ALLOW_PRIVATE.some((network) => {
    const range = ipaddr.parseCIDR(network)
    return range[0].kind() === parsed.kind() && parsed.match(range)
  })
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** `::a.b.c.d`, the deprecated IPv4-compatible form (RFC 4291 2.5.5.1). */
function isIpv4Compatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === 'ipv6' && address.match(ipaddr.parseCIDR('::/96'))
}
