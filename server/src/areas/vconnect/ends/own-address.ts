import { type DestinationKind, hasRightFec, type InputKind, isAddressOf, messages } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Queryable } from '../../../platform/database/database.ts'
import { AddressRefused, assertListed, checkHost, isReachable } from '../../../platform/net/address-guard.ts'
import { assertReachable } from '../../../platform/net/fetchable.ts'
import { ownAddresses } from '../../../platform/net/own-addresses.ts'
import { shownAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import type { Vconnect } from '../vconnect.ts'
import { type DestinationRow, type InputRow, vconnectPorts } from './tables.ts'

type Context = Pick<Vconnect, 'db' | 'config'>

/** Checks that Kinora may connect to an address, and that it does not lead back to Kinora.
 * @throws problem url-not-allowed, host-not-allowed, vconnect-loop */
export async function assertTarget({ db, config }: Context, address: string): Promise<void> {
  const url = new URL(address)
  await assertReachable({ config }, url)
  // Ports of V-Connect are of UDP.
  if (/^(rtmp|http)/.test(url.protocol)) return
  if (await isOwnPort(db, config, url)) throw problem('vconnect-loop')
}

/** Checks that a changed address is one of the kind of its end. @throws problem request-invalid */
export function assertKind(kind: InputKind | DestinationKind, address: string): void {
  if (isAddressOf(kind, address)) return
  throw problem('request-invalid', {
    errors: [{ path: 'body.address', message: messages.vconnectAddress }],
  })
}

/** Checks forward error correction after a change. @throws problem request-invalid */
export function assertFec({
  kind,
  fec,
  address,
}: Pick<InputRow | DestinationRow, 'kind' | 'fec' | 'address'>): void {
  if (hasRightFec({ kind, fec, address: address && shownAddress(address) })) return
  throw problem('request-invalid', { errors: [{ path: 'body.fec', message: messages.vconnectFec }] })
}

/** Checks that UDP may be received at an address of this machine or a multicast group.
 * @throws problem url-not-allowed, host-not-allowed */
export function assertReceivable({ config }: Pick<Context, 'config'>, address: string): void {
  try {
    checkReceivable(new URL(address), config)
  } catch (error) {
    if (error instanceof AddressRefused) throw problem(error.problem, { detail: error.message })
    throw error
  }
}

/** The address to receive UDP at. On a public one, users would open a port of this machine to the internet.
 * @throws AddressRefused */
export function checkReceivable(
  url: URL,
  config: Vconnect['config'],
): { readonly host: string; readonly isMulticast: boolean; readonly family: 4 | 6 } {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  assertListed(url, config)
  if (!ipaddr.isValid(host)) throw new AddressRefused('UDP needs an IP address')
  const address = ipaddr.process(host)
  if (address.range() === 'unicast' || !isReachable(host, config))
    throw new AddressRefused('this installation does not allow UDP at this address')
  return { host, isMulticast: address.range() === 'multicast', family: address.kind() === 'ipv4' ? 4 : 6 }
}

/** Whether a listener of V-Connect on this machine has the port of the address. */
export async function isOwnPort(db: Queryable, config: Vconnect['config'], url: URL): Promise<boolean> {
  const taken = await db.$count(vconnectPorts, eq(vconnectPorts.port, Number(url.port)))
  if (taken === 0) return false
  if (config.PUBLIC_URL !== undefined && new URL(config.PUBLIC_URL).hostname === url.hostname) return true
  const { address } = await checkHost(url, config).catch(() => ({ address: '' }))
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return true
  return ownAddresses().has(parsed.toString())
}
