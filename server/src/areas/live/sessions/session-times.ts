import { and, desc, eq, lte } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { liveSessions } from './tables.ts'

/** When the session began and ended that was the last one of a stream at a time. Null if there is none. */
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
