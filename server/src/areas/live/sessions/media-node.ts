import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Live } from '../live.ts'
import { NODE_SEEN_S } from '../streams/ingest-addresses.ts'
import type { StreamRef } from '../streams/stream-changes.ts'
import { currentKeyOf } from '../streams/stream-keys.ts'
import { liveNodes, liveStreams } from '../streams/tables.ts'
import { liveSessions } from './tables.ts'

type Context = Pick<Live, 'db' | 'clock' | 'secrets' | 'config'>

/** Server for a publisher of a stream: RTMP, or RTMPS with a certificate for a name. */
export interface PublishPlace {
  readonly host: string
  readonly port: number
  readonly tlsHost: string | null
  readonly streamKey: string
}

/** Address of the node that runs a stream, for other processes. Null if no node runs it. */
export async function findMediaNode({ db }: Pick<Live, 'db'>, stream: StreamRef): Promise<string | null> {
  const [node] = await db
    .select({ url: liveNodes.internalUrl })
    .from(liveSessions)
    .innerJoin(liveNodes, eq(liveNodes.id, liveSessions.nodeId))
    .where(openSession(stream))
  return node?.url ?? null
}

/** The place at which a process of this installation publishes a stream, with its current key: on another machine by RTMPS, if it is
 * set up. Null if there is no node, or no stream. */
export async function findPublishPlace(
  { db, clock, secrets, config }: Context,
  stream: StreamRef,
): Promise<PublishPlace | null> {
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
  const host = new URL(newest.url).hostname.replace(/^\[|\]$/g, '')
  const streamKey = await currentKeyOf({ db, secrets }, stream)
  const isHere = ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback'
  if (isHere || newest.rtmpsPort === null || config.PUBLIC_URL === undefined)
    return { host, port: newest.port, tlsHost: null, streamKey }
  return { host, port: newest.rtmpsPort, tlsHost: new URL(config.PUBLIC_URL).hostname, streamKey }
}

function openSession({ id, environmentId }: StreamRef) {
  return and(
    eq(liveSessions.streamId, id),
    eq(liveSessions.environmentId, environmentId),
    isNull(liveSessions.endedAt),
  )
}
