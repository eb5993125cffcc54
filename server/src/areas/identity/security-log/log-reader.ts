import { and, asc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { securityLog } from '../../../platform/database/tables.ts'
import { isSettled, type Place, settledOf } from '../../../platform/events/outbox.ts'
import { members } from '../tables.ts'

/** Records that are looked at for one page, so that the cost does not grow with the log. */
const MAX_SCANNED = 5_000

export type LogRow = typeof securityLog.$inferSelect

export interface LogPage {
  readonly rows: readonly LogRow[]
  readonly next: Place
}

/** Limits the log to an organization, and in it to what belongs to no environment or to one of these. */
interface LogScope {
  readonly organizationId: string
  readonly environmentIds: readonly string[]
}

/** The records after a place, oldest first. No record is added later before one that was returned.
 * @param scope null for the whole installation */
export async function readSecurityLog(
  db: Queryable,
  scope: LogScope | null,
  after: Place,
  limit: number,
): Promise<LogPage> {
  const isAfter = sql`(${securityLog.transactionId}, ${securityLog.id}) > (${after.transaction}::xid8, ${after.id}::uuid)`
  const matches = scope === null ? sql`true` : concerns(db, scope)
  const scanned = await db
    .select({
      id: securityLog.id,
      transaction: sql<string>`${securityLog.transactionId}::text`,
      settled: isSettled(securityLog.transactionId),
      isMatch: sql<boolean>`coalesce(${matches}, false)`,
    })
    .from(securityLog)
    .where(isAfter)
    .orderBy(asc(securityLog.transactionId), asc(securityLog.id))
    .limit(scope === null ? limit : MAX_SCANNED)
  const ids: string[] = []
  let next = after
  for (const { id, transaction, isMatch } of settledOf(scanned).settled) {
    if (ids.length === limit) break
    next = { transaction, id }
    if (isMatch) ids.push(id)
  }
  const rows = await db
    .select({ row: securityLog, transaction: sql<string>`${securityLog.transactionId}::text` })
    .from(securityLog)
    .where(inArray(securityLog.id, ids))
    .orderBy(asc(securityLog.transactionId), asc(securityLog.id))
  return { rows: rows.map(({ row, transaction }) => ({ ...row, transactionId: transaction })), next }
}

/** Records of the organization, and of the accounts of its members since they joined. */
function concerns(db: Queryable, { organizationId, environmentIds }: LogScope): SQL | undefined {
  const joined = db
    .select({ one: sql`1` })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.userId, securityLog.userId),
        gte(securityLog.createdAt, members.createdAt),
      ),
    )
  const isVisible = or(
    isNull(securityLog.environmentId),
    inArray(securityLog.environmentId, [...environmentIds]),
  )
  return or(
    and(eq(securityLog.organizationId, organizationId), isVisible),
    and(isNull(securityLog.organizationId), sql`EXISTS ${joined}`),
  )
}

/** A record as a flat object for a SIEM. */
export function exportedRecord(row: LogRow): Record<string, unknown> {
  return {
    cursor: `${row.transactionId}.${row.id}`,
    id: row.id,
    at: row.createdAt.toISOString(),
    action: row.action,
    outcome: row.failed ? 'failure' : 'success',
    account: row.userId && { id: row.userId, email: row.account },
    actor: row.actorKind && {
      kind: row.actorKind,
      id: row.actorId,
      name: row.actorName,
      impersonator: row.impersonator,
    },
    object: row.objectType && { type: row.objectType, id: row.objectId, name: row.objectName },
    organizationId: row.organizationId,
    environmentId: row.environmentId,
    address: row.address,
    userAgent: row.userAgent,
    details: row.details,
    repeats: row.repeats,
    lastAt: row.lastAt.toISOString(),
  }
}
