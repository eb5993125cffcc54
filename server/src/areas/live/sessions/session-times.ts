import { and, desc, eq, lte } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { liveSessions } from './tables.ts'

/** Start and end of the stream's last session that had ended by `at`. Null without one. */
export async function lastSessionTimes(
  db: Queryable,
  environmentId: string,
  streamId: string,
  at: Date,
): Promise<{ readonly startedAt: Date; readonly endedAt: Date } | null> {
  const isOwn = and(eq(liveSessions.environmentId, environmentId), eq(liveSessions.streamId, streamId))
  const [row] = await db
    .select()
    .from(liveSessions)
    .where(and(isOwn, lte(liveSessions.endedAt, at)))
    .orderBy(desc(liveSessions.endedAt))
    .limit(1)
  return row?.endedAt ? { startedAt: row.startedAt, endedAt: row.endedAt } : null
}
