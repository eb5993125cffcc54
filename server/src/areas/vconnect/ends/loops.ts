import { networkInterfaces } from 'node:os'
import { eq } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { type StoredAddress, shownAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { vconnectConnects, vconnectDestinations, vconnectInputs } from './tables.ts'

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
  const byPort = Map.groupBy(inputs, ({ address }) => portOf(address))
  const nextOf = Map.groupBy(
    connects.flatMap(({ inputId, address }) =>
      (byPort.get(portOf(address)) ?? [])
        .filter((input) => reaches(address, input.address))
        .map(({ id }) => ({ inputId, id })),
    ),
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

function portOf(address: StoredAddress | null): string {
  return address === null ? '' : new URL(shownAddress(address)).port
}

/** Whether packets to an address arrive at that of an input with the same port. */
function reaches(target: StoredAddress | null, input: StoredAddress | null): boolean {
  const [to, at] = [hostOf(target), hostOf(input)]
  if (to === null || at === null) return false
  if (to.toString() === at.toString()) return true
  // Packets to the unspecified address go to this machine.
  const isHere = to.range() === 'unspecified' || to.range() === 'loopback' || isOwn(to)
  if (at.range() === 'unspecified') return isHere || to.range() === 'multicast'
  return to.range() === 'unspecified' && (at.range() === 'loopback' || isOwn(at))
}

type Host = ipaddr.IPv4 | ipaddr.IPv6

/** Null for a host name. */
function hostOf(address: StoredAddress | null): Host | null {
  if (address === null) return null
  const name = new URL(shownAddress(address)).hostname.replace(/^\[|\]$/g, '')
  if (name === 'localhost') return ipaddr.parse('127.0.0.1')
  return ipaddr.isValid(name) ? ipaddr.process(name) : null
}

function isOwn(host: Host): boolean {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return own.some(({ address }) => ipaddr.process(address).toString() === host.toString())
}
