import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { ownAddresses } from '../../../platform/net/own-addresses.ts'
import type { Live } from '../live.ts'
import { NODE_SEEN_S } from '../streams/ingest-addresses.ts'
import type { StreamRef } from '../streams/stream-changes.ts'
import { currentKeyOf } from '../streams/stream-keys.ts'
import { liveNodes, liveStreams } from '../streams/tables.ts'
import { liveSessions } from './tables.ts'

type Context = Pick<Live, 'db' | 'clock' | 'secrets' | 'config' | 'log'>

const NOT_ENCRYPTED =
  'a live stream on another machine gets nothing, because its stream key would not be encrypted: set RTMPS_PORT and PUBLIC_URL, or ALLOW_PLAINTEXT=LIVE_NODE_HOST'

/** Server for a publisher of a stream: RTMP, or RTMPS with a certificate for a name. */
export interface PublishPlace {
  readonly host: string
  readonly port: number
  readonly tlsHost: string | null
  readonly streamKey: string
}

/** Addresses of the nodes that run streams, by ID, for other processes. Those that no node runs are omitted. */
export async function findMediaNodes(
  { db }: Pick<Live, 'db'>,
  streams: readonly StreamRef[],
): Promise<Map<string, string>> {
  const { streamId, environmentId, endedAt } = liveSessions
  const rows = await db
    .select({ id: streamId, url: liveNodes.internalUrl })
    .from(liveSessions)
    .innerJoin(liveNodes, eq(liveNodes.id, liveSessions.nodeId))
    .where(
      and(
        inArray(
          streamId,
          streams.map((stream) => stream.id),
        ),
        inArray(
          environmentId,
          streams.map((stream) => stream.environmentId),
        ),
        isNull(endedAt),
      ),
    )
  return new Map(rows.map(({ id, url }) => [id, url]))
}

/** The place at which a process of this installation publishes a stream, with its current key: on another machine by RTMPS.
 * Null if there
 * is no stream or no node, and `not-encrypted` if no node may get it. */
export async function findPublishPlace(
  { db, clock, secrets, config, log }: Context,
  stream: StreamRef,
): Promise<PublishPlace | 'not-encrypted' | null> {
  const [known] = await db.select({ id: liveStreams.id }).from(liveStreams).where(rowOf(liveStreams, stream))
  if (known === undefined) return null
  const { internalUrl, rtmpPort, rtmpsPort, startedAt, seenAt } = liveNodes
  const place = { url: internalUrl, port: rtmpPort, rtmpsPort }
  const isSeen = gt(seenAt, addSeconds(clock.now(), -NODE_SEEN_S))
  const [own] = await db
    .select(place)
    .from(liveSessions)
    .innerJoin(liveNodes, eq(liveNodes.id, liveSessions.nodeId))
    .where(and(openSession(stream), isSeen))
  const [newest] = own
    ? [own]
    : await db.select(place).from(liveNodes).where(isSeen).orderBy(desc(startedAt)).limit(1)
  if (newest === undefined) return null
  const server = publishServer(newest, config)
  if (server === null) {
    log.warn({ streamId: stream.id }, NOT_ENCRYPTED)
    return 'not-encrypted'
  }
  return { ...server, streamKey: await currentKeyOf({ db, secrets }, stream) }
}

/** The server of a node. Null if the stream key would cross machines unencrypted without permission. */
export function publishServer(
  {
    url,
    port,
    rtmpsPort,
  }: { readonly url: string; readonly port: number; readonly rtmpsPort: number | null },
  { PUBLIC_URL, ALLOW_PLAINTEXT }: Pick<Live['config'], 'PUBLIC_URL' | 'ALLOW_PLAINTEXT'>,
): Omit<PublishPlace, 'streamKey'> | null {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const address = ipaddr.isValid(host) ? ipaddr.process(host) : null
  const isHere =
    address !== null && (address.range() === 'loopback' || ownAddresses().has(address.toString()))
  if (!isHere && rtmpsPort !== null && PUBLIC_URL !== undefined)
    return { host, port: rtmpsPort, tlsHost: new URL(PUBLIC_URL).hostname }
  return isHere || ALLOW_PLAINTEXT.includes('LIVE_NODE_HOST') ? { host, port, tlsHost: null } : null
}

function openSession({ id, environmentId }: StreamRef) {
  return and(
    eq(liveSessions.streamId, id),
    eq(liveSessions.environmentId, environmentId),
    isNull(liveSessions.endedAt),
  )
}
