import { isDatagram } from '@kinora/contract'
import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { ownAddresses } from '../../../platform/net/own-addresses.ts'
import { type StoredAddress, shownAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { type PulledStream, pulledStreams } from '../../live/index.ts'
import type { Vconnect } from '../vconnect.ts'
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

type Moving = Pick<InputRow | DestinationRow, 'kind' | 'address' | 'livestreamId' | 'port'>

const shownOf = ({ address }: Moving) => address && shownAddress(address)

/** Whether streams of an end can come back to an input. */
export function mayLoop({ kind, livestreamId, port }: Omit<Moving, 'address'>): boolean {
  return isDatagram(kind) || livestreamId !== null || port !== null
}

/** Checks that no stream of these inputs comes back to it by UDP, RTP, RTMP or through a live stream, also one that pulls it from a
 * listener, and also through other inputs and their connects. Paused ones count, because they can be resumed. Host names other than those of this
 * installation and `localhost` do not, because they can change: nodes notice those streams.
 * @throws problem vconnect-loop */
export async function assertNoLoop(
  tx: Transaction,
  config: Pick<Vconnect['config'], 'PUBLIC_URL'>,
  inputIds: readonly string[],
): Promise<void> {
  await takeLock(tx, 'vconnect udp')
  const { kind, id, address, livestreamId, backupInputId } = vconnectInputs
  const inputs = await tx
    .select({ id, kind, address, livestreamId, backupInputId })
    .from(vconnectInputs)
    .where(or(inArray(kind, ['udp', 'rtp', 'livestream', 'rtmp']), isNotNull(backupInputId)))
  // A loop has such an input, and most installations have none.
  if (inputs.length === 0) return
  const destination = vconnectDestinations
  const connects = await tx
    .select({
      inputId: vconnectConnects.inputId,
      kind: destination.kind,
      address: destination.address,
      port: destination.port,
      livestreamId: destination.livestreamId,
    })
    .from(vconnectConnects)
    .innerJoin(destination, eq(destination.id, vconnectConnects.destinationId))
    .where(
      or(
        inArray(destination.kind, ['udp', 'rtp']),
        isNotNull(destination.livestreamId),
        isNotNull(destination.port),
      ),
    )
  const fedBy = findFed(inputs, await pulledStreams(tx), config)
  const nextOf = Map.groupBy(
    [
      ...connects.flatMap((end) => fedBy(end).map((next) => ({ inputId: end.inputId, id: next }))),
      // The stream of a backup goes to the connects of the input that it stands in for.
      ...inputs.flatMap((input) =>
        input.backupInputId === null ? [] : [{ inputId: input.backupInputId, id: input.id }],
      ),
    ],
    ({ inputId }) => inputId,
  )
  for (const start of inputIds) {
    const seen = new Set<string>()
    const open = [start]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const { id: reached } of nextOf.get(next) ?? []) {
        if (reached === start) throw problem('vconnect-loop')
        if (!seen.has(reached)) open.push(reached)
        seen.add(reached)
      }
  }
}

/** The check of a live stream with a new source. @throws problem vconnect-loop */
export async function assertNoPulledLoop(
  tx: Transaction,
  config: Pick<Vconnect['config'], 'PUBLIC_URL'>,
  { id, environmentId }: { readonly id: string; readonly environmentId: string },
): Promise<void> {
  const rows = await tx
    .select({ id: vconnectInputs.id })
    .from(vconnectInputs)
    .where(and(eq(vconnectInputs.livestreamId, id), eq(vconnectInputs.environmentId, environmentId)))
  if (rows.length === 0) return
  await assertNoLoop(
    tx,
    config,
    rows.map((row) => row.id),
  )
}

interface FedInput extends Pick<InputRow, 'id' | 'kind' | 'address' | 'livestreamId'> {}
type FeedingEnd = Pick<DestinationRow, 'kind' | 'address' | 'port' | 'livestreamId'>

/** Returns a function that finds the inputs that get the stream of a destination. */
function findFed(
  inputs: readonly FedInput[],
  pulled: readonly PulledStream[],
  { PUBLIC_URL }: Pick<Vconnect['config'], 'PUBLIC_URL'>,
): (end: FeedingEnd) => string[] {
  const own = ownAddresses()
  const isOwn: IsOwn = (host) => own.has(host.toString())
  const publicHost = PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).hostname.toLowerCase()
  const byStream = Map.groupBy(inputs, (input) => (input.kind === 'rtmp' ? input.id : input.livestreamId))
  const idsOf = (streamId: string | null) => byStream.get(streamId)?.map(({ id }) => id) ?? []
  const pulling = pulled.map(({ id, url }) => {
    return { id, protocol: new URL(url).protocol, ...placeOf(url) }
  })
  const receiving = inputs.flatMap((input) =>
    isDatagram(input.kind) ? [{ ids: [input.id], ...endOf(input.address) }] : [],
  )
  const byPort = Map.groupBy(
    [
      ...receiving,
      ...pulling.flatMap((stream) =>
        stream.protocol === 'udp:' ? [{ ...stream, ids: idsOf(stream.id) }] : [],
      ),
    ],
    ({ port }) => port,
  )
  const isHere = ({ host, hostname }: Pick<Place, 'host' | 'hostname'>) => {
    if (hostname === publicHost) return true
    const range = host?.range()
    return host !== null && (range === 'loopback' || range === 'unspecified' || isOwn(host))
  }
  return (end) => {
    if (isDatagram(end.kind)) {
      const { port, host } = endOf(end.address)
      return (byPort.get(port) ?? []).flatMap((to) => (reaches(host, to.host, isOwn) ? to.ids : []))
    }
    // A caller of a listener gets its stream.
    if (end.port !== null)
      return pulling
        .filter((stream) => stream.protocol === 'srt:' && Number(stream.port) === end.port && isHere(stream))
        .flatMap((stream) => idsOf(stream.id))
    return idsOf(end.livestreamId)
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

function endOf(address: StoredAddress | null): Place {
  return address === null ? { port: '', hostname: '', host: null } : placeOf(shownAddress(address))
}

interface Place {
  readonly port: string
  /** Lowercase. */
  readonly hostname: string
  /** Null for a host name. */
  readonly host: Host | null
}

function placeOf(url: string): Place {
  const { port, hostname: given } = new URL(url)
  // Addresses of SRT and UDP keep the case in which they were written.
  const hostname = given.toLowerCase()
  const name = hostname.replace(/^\[|\]$/g, '')
  if (name === 'localhost') return { port, hostname, host: ipaddr.parse('127.0.0.1') }
  return { port, hostname, host: ipaddr.isValid(name) ? ipaddr.process(name) : null }
}
