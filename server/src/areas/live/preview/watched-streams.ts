import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { liveSessions } from '../sessions/tables.ts'
import type { StreamRef, StreamRow } from '../streams/stream-changes.ts'
import { liveNodes, liveStreams } from '../streams/tables.ts'

/** A stream with the node that runs it. */
export interface WatchedStream
  extends Pick<StreamRow, 'id' | 'environmentId' | 'name' | 'status' | 'started'> {
  /** Null if no node runs it. */
  readonly nodeUrl: string | null
}

/** The streams that exist, of one or more environments. */
export async function loadWatchedStreams(
  db: Queryable,
  streams: readonly StreamRef[],
): Promise<WatchedStream[]> {
  const { id, environmentId, name, status, started } = liveStreams
  const isOpen = and(
    eq(liveSessions.streamId, id),
    eq(liveSessions.environmentId, environmentId),
    isNull(liveSessions.endedAt),
  )
  const environments = [...new Set(streams.map((stream) => stream.environmentId))]
  return db
    .select({ id, environmentId, name, status, started, nodeUrl: liveNodes.internalUrl })
    .from(liveStreams)
    .leftJoin(liveSessions, isOpen)
    .leftJoin(liveNodes, eq(liveNodes.id, liveSessions.nodeId))
    .where(
      and(
        inArray(environmentId, environments),
        inArray(
          id,
          streams.map((stream) => stream.id),
        ),
      ),
    )
}
