import { eq, inArray, isNotNull, or } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { ownAddresses } from '../../../platform/net/own-addresses.ts'
import { type StoredAddress, shownAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import {
  type DestinationRow,
  type InputRow,
  vconnectConnects,
  vconnectDestinations,
  vconnectInputs,
} from './tables.ts'

/** Whether an end has another address or live stream. Without it an old circle can be paused, and a name changed. */
export function hasMoved(before: Moving, after: Moving): boolean {
  if (!mayLoop(after)) return false
  return shownOf(after) !== shownOf(before) || after.livestreamId !== before.livestreamId
}

type Moving = Pick<InputRow | DestinationRow, 'kind' | 'address' | 'livestreamId'>

const shownOf = ({ address }: Moving) => address && shownAddress(address)

/** Whether streams of this kind can come back to an input. */
export function mayLoop({ kind, livestreamId }: Pick<Moving, 'kind' | 'livestreamId'>): boolean {
  return kind === 'udp' || livestreamId !== null
}

/** Checks that no stream of these inputs comes back to it by UDP, RTMP or through a live stream, also through other inputs and their
 * connects. Paused ones count, because they can be resumed; host names do not, because they can change: nodes notice those
 * streams.
 * @throws problem vconnect-loop */
export async function assertNoLoop(tx: Transaction, inputIds: readonly string[]): Promise<void> {
  await takeLock(tx, 'vconnect udp')
  const { kind, id, address, livestreamId } = vconnectInputs
  const inputs = await tx
    .select({ id, kind, address, livestreamId })
    .from(vconnectInputs)
    .where(inArray(kind, ['udp', 'livestream', 'rtmp']))
  // A loop has such an input, and most installations have none.
  if (inputs.length === 0) return
  const destination = vconnectDestinations
  const connects = await tx
    .select({
      inputId: vconnectConnects.inputId,
      kind: destination.kind,
      address: destination.address,
      livestreamId: destination.livestreamId,
    })
    .from(vconnectConnects)
    .innerJoin(destination, eq(destination.id, vconnectConnects.destinationId))
    .where(or(eq(destination.kind, 'udp'), isNotNull(destination.livestreamId)))
  const own = ownAddresses()
  const isOwn: IsOwn = (host) => own.has(host.toString())
  const byPort = Map.groupBy(
    inputs.flatMap((input) => (input.kind === 'udp' ? [{ id: input.id, ...endOf(input.address) }] : [])),
    ({ port }) => port,
  )
  const byStream = Map.groupBy(inputs, (input) => (input.kind === 'rtmp' ? input.id : input.livestreamId))
  const fedBy = (end: (typeof connects)[number]) => {
    if (end.kind !== 'udp') return byStream.get(end.livestreamId) ?? []
    const { port, host } = endOf(end.address)
    return (byPort.get(port) ?? []).filter((input) => reaches(host, input.host, isOwn))
  }
  const nextOf = Map.groupBy(
    connects.flatMap((end) => fedBy(end).map((input) => ({ inputId: end.inputId, id: input.id }))),
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
