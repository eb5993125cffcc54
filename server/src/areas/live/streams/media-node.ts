import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Live } from '../live.ts'
import { liveSessions } from '../sessions/tables.ts'
import { NODE_SEEN_S } from './ingest-addresses.ts'
import type { StreamRef } from './stream-changes.ts'
import { currentKeyOf } from './stream-keys.ts'
import { liveNodes, liveStreams } from './tables.ts'

type Context = Pick<Live, 'db' | 'clock' | 'secrets'>

/** Where the node that runs a stream sends its media to other processes. Null if no node runs it. */
export async function findMediaNode({ db }: Pick<Live, 'db'>, stream: StreamRef): Promise<string | null> {
  const [node] = await db
    .select({ url: liveNodes.internalUrl })
    .from(liveSessions)
    .innerJoin(liveNodes, eq(liveNodes.id, liveSessions.nodeId))
    .where(openSession(stream))
  return node?.url ?? null
}

/** Where a process of this installation publishes a stream by RTMP, with its current key. Null if there is no node, or no stream. */
export async function findPublishPlace(
  { db, clock, secrets }: Context,
  stream: StreamRef,
): Promise<{ readonly host: string; readonly port: number; readonly streamKey: string } | null> {
  const [known] = await db.select({ id: liveStreams.id }).from(liveStreams).where(rowOf(liveStreams, stream))
  if (known === undefined) return null
  const { internalUrl, rtmpPort, startedAt, seenAt } = liveNodes
  const place = { url: internalUrl, port: rtmpPort }
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
  return { host, port: newest.port, streamKey: await currentKeyOf({ db, secrets }, stream) }
}

function openSession({ id, environmentId }: StreamRef) {
  return and(
    eq(liveSessions.streamId, id),
    eq(liveSessions.environmentId, environmentId),
    isNull(liveSessions.endedAt),
  )
}
