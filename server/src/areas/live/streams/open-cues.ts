import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import type { StreamRef } from './stream-changes.ts'
import { liveCues } from './tables.ts'

/** The ID of a live stream with new or changed breaks. */
export const liveCueChannel: Channel = 'kinora_live_cues'

/** Ends breaks without a planned end when their stream ends. */
export async function endOpenCues(tx: Transaction, ref: StreamRef, at: Date): Promise<void> {
  const isOpen = and(cuesOf(ref), isNull(liveCues.endedAt), isNull(liveCues.durationS), lte(liveCues.at, at))
  const ended = await tx.update(liveCues).set({ endedAt: at }).where(isOpen).returning({ id: liveCues.id })
  if (ended.length > 0) await notifyCues(tx, ref.id)
}

export function cuesOf({ id, environmentId }: StreamRef): SQL | undefined {
  return and(eq(liveCues.environmentId, environmentId), eq(liveCues.streamId, id))
}

/** Notifies live nodes and ad channels of changed breaks when the transaction commits. */
export async function notifyCues(tx: Queryable, streamId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${liveCueChannel}, ${streamId})`)
}
