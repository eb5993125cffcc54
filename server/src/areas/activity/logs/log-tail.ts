import type { LogLine } from '@kinora/contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { isSettled, parseCursor, settledOf } from '../../../platform/events/outbox.ts'
import { requestLogs } from '../tables.ts'

interface TailPage {
  readonly lines: readonly { readonly cursor: string; readonly line: LogLine }[]
  /** True if newer lines exist behind an open transaction: ask again soon. */
  readonly pending: boolean
}

/** Requests of an environment logged after `cursor`, which is a cursor of the outbox, in the order of the outbox. */
export async function readTail(
  db: Queryable,
  environmentId: string,
  cursor: string,
  limit: number,
): Promise<TailPage> {
  const { transaction, id } = parseCursor(cursor)
  const { transactionId } = requestLogs
  const rows = await db
    .select({
      id: requestLogs.id,
      createdAt: requestLogs.createdAt,
      method: requestLogs.method,
      url: requestLogs.url,
      status: requestLogs.status,
      took: requestLogs.tookMs,
      actorKind: requestLogs.actorKind,
      actorId: requestLogs.actorId,
      actorName: requestLogs.actorName,
      impersonator: requestLogs.impersonator,
      transaction: sql<string>`${transactionId}::text`,
      settled: isSettled(transactionId),
    })
    .from(requestLogs)
    .where(
      and(
        eq(requestLogs.scopeId, environmentId),
        sql`(${transactionId}, ${requestLogs.id}) > (${transaction}::xid8, ${id}::uuid)`,
        // Excludes rows restored from another cluster with higher transaction IDs.
        sql`${transactionId} < pg_snapshot_xmax(pg_current_snapshot())`,
      ),
    )
    .orderBy(asc(transactionId), asc(requestLogs.id))
    .limit(limit)
  const { settled, pending } = settledOf(rows)
  const lines = settled.map((row) => ({
    cursor: `${row.transaction}.${row.id}`,
    line: {
      id: row.id,
      environmentId,
      createdAt: row.createdAt.toISOString(),
      method: row.method,
      url: row.url,
      status: row.status,
      took: row.took,
      by:
        row.actorKind && row.actorId
          ? {
              kind: row.actorKind,
              id: row.actorId,
              name: row.actorName ?? '',
              impersonator: row.impersonator,
            }
          : null,
    },
  }))
  return { lines, pending }
}
