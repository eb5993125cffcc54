import type { MonitorEventType } from '@kinora/contract'
import { and, eq, gt, lt, sql, sum } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Live } from '../live.ts'
import type { StreamRef } from '../streams/stream-changes.ts'
import { liveStreams } from '../streams/tables.ts'
import { type HealthPoint, liveEvents, liveHealth, liveViewers } from './tables.ts'

const KEPT_S = 8 * 3600
/** A delivery process that has not reported for longer has stopped. */
export const VIEWERS_SEEN_S = 20

/** Stores rows of a stream, which stays until they are stored. Does nothing if it was deleted. */
async function ofStream(
  db: Queryable,
  ref: StreamRef,
  store: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isStream = rowOf(liveStreams, ref)
    const [stream] = await tx
      .select({ id: liveStreams.id })
      .from(liveStreams)
      .where(isStream)
      .for('key share')
    if (stream !== undefined) await store(tx)
  })
}

/** Adds points to the row of their minute. */
export async function addHealth(
  db: Queryable,
  { id: streamId, environmentId }: StreamRef,
  minute: Date,
  points: readonly HealthPoint[],
): Promise<void> {
  await ofStream(db, { id: streamId, environmentId }, async (tx) => {
    await tx
      .insert(liveHealth)
      .values({ streamId, environmentId, minute, points })
      .onConflictDoUpdate({
        target: [liveHealth.streamId, liveHealth.minute],
        set: { points: sql`${liveHealth.points} || excluded.points` },
      })
  })
}

export async function addMonitorEvent(
  db: Queryable,
  { id: streamId, environmentId }: StreamRef,
  at: Date,
  type: MonitorEventType,
  detail = '',
): Promise<void> {
  await ofStream(db, { id: streamId, environmentId }, async (tx) => {
    await tx
      .insert(liveEvents)
      .values({ id: uuidv7(at.getTime()), streamId, environmentId, at, type, detail })
  })
}

/** Stores the number of viewers in a delivery process. */
export async function setViewers(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  { id: streamId, environmentId }: StreamRef,
  processId: string,
  viewers: number,
): Promise<void> {
  const seenAt = clock.now()
  await ofStream(db, { id: streamId, environmentId }, async (tx) => {
    await tx
      .insert(liveViewers)
      .values({ streamId, environmentId, processId, viewers, seenAt })
      .onConflictDoUpdate({
        target: [liveViewers.streamId, liveViewers.processId],
        set: { viewers, seenAt },
      })
  })
}

/** Viewers of all delivery processes. */
export async function countViewers(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  { id: streamId, environmentId }: StreamRef,
): Promise<number> {
  const [row] = await db
    .select({ viewers: sum(liveViewers.viewers) })
    .from(liveViewers)
    .where(
      and(
        eq(liveViewers.streamId, streamId),
        eq(liveViewers.environmentId, environmentId),
        gt(liveViewers.seenAt, addSeconds(clock.now(), -VIEWERS_SEEN_S)),
      ),
    )
  return Number(row?.viewers ?? 0)
}

/** Deletes rows that are older than the longest time window. */
export async function pruneHealth({ db, clock }: Pick<Live, 'db' | 'clock'>): Promise<void> {
  const before = addSeconds(clock.now(), -KEPT_S)
  await db.delete(liveHealth).where(lt(liveHealth.minute, before))
  await db.delete(liveEvents).where(lt(liveEvents.at, before))
  await db.delete(liveViewers).where(lt(liveViewers.seenAt, before))
}
