import { networkInterfaces } from 'node:os'
import { eq } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { type StoredAddress, shownAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { vconnectConnects, vconnectDestinations, vconnectInputs } from './tables.ts'

/** Whether an end has another address. Without it an old circle can be paused, and a name changed. */
export function hasMoved(
  before: { readonly address: StoredAddress | null },
  { address }: { readonly address: StoredAddress | null },
): boolean {
  return (
    address !== null && (before.address === null || shownAddress(before.address) !== shownAddress(address))
  )
}

/** Checks that no stream of these inputs comes back to it by UDP, also through other inputs and their connects. Paused ones
 * count, because they can be resumed; host names do not, because they can change: nodes notice those streams.
 * @throws problem vconnect-loop */
export async function assertNoLoop(tx: Transaction, inputIds: readonly string[]): Promise<void> {
  await takeLock(tx, 'vconnect udp')
  const inputs = await tx
    .select({ id: vconnectInputs.id, address: vconnectInputs.address })
    .from(vconnectInputs)
    .where(eq(vconnectInputs.kind, 'udp'))
  // A loop has an input by UDP, and most installations have none.
  if (inputs.length === 0) return
  const connects = await tx
    .select({ inputId: vconnectConnects.inputId, address: vconnectDestinations.address })
    .from(vconnectConnects)
    .innerJoin(vconnectDestinations, eq(vconnectDestinations.id, vconnectConnects.destinationId))
    .where(eq(vconnectDestinations.kind, 'udp'))
  const isOwn = ownAddresses()
  const byPort = Map.groupBy(
    inputs.map(({ id, address }) => ({ id, ...endOf(address) })),
    ({ port }) => port,
  )
  const nextOf = Map.groupBy(
    connects.flatMap(({ inputId, address }) => {
      const { port, host } = endOf(address)
      return (byPort.get(port) ?? [])
        .filter((input) => reaches(host, input.host, isOwn))
        .map(({ id }) => ({ inputId, id }))
    }),
    ({ inputId }) => inputId,
  )
  for (const start of inputIds) {
    const seen = new Set<string>()
    const open = [start]
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const next of nextOf.get(id) ?? []) {
        if (next.id === start) throw problem('vconnect-loop')
        if (!seen.has(next.id)) open.push(next.id)
        seen.add(next.id)
      }
  }
}

type Host = ipaddr.IPv4 | ipaddr.IPv6
type IsOwn = (host: Host) => boolean

/** Whether packets to a host arrive at that of an input with the same port. Null is a host name. */
function reaches(to: Host | null, at: Host | null, isOwn: IsOwn): boolean {
  if (to === null || at === null) return false
  if (to.toString() === at.toString()) return true
  // Packets to the unspecified address go to this machine.
  const range = to.range()
  if (at.range() === 'unspecified')
    return range === 'unspecified' || range === 'multicast' || range === 'loopback' || isOwn(to)
  return range === 'unspecified' && (at.range() === 'loopback' || isOwn(at))
}

function endOf(address: StoredAddress | null): { readonly port: string; readonly host: Host | null } {
  if (address === null) return { port: '', host: null }
  const { port, hostname } = new URL(shownAddress(address))
  const name = hostname.replace(/^\[|\]$/g, '')
  if (name === 'localhost') return { port, host: ipaddr.parse('127.0.0.1') }
  return { port, host: ipaddr.isValid(name) ? ipaddr.process(name) : null }
}

/** Finds addresses of this machine. */
function ownAddresses(): IsOwn {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const own = new Set(all.map(({ address }) => ipaddr.process(address).toString()))
  return (host) => own.has(host.toString())
}
