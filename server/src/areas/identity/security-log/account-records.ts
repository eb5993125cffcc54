import { type AccountAction, type AccountRecord, accountActions } from '@kinora/contract'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { securityLog } from '../../../platform/database/tables.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'

interface RecordsQuery {
  readonly cursor?: string | undefined
  readonly pageSize: number
}

/** Records of an account, newest first. */
export async function listAccountRecords(
  { db }: Pick<Identity, 'db'>,
  userId: string,
  { cursor, pageSize }: RecordsQuery,
): Promise<{ items: AccountRecord[]; nextCursor: string | null }> {
  const { createdAt, id } = securityLog
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const isOlder =
    after && sql`(${createdAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const rows = await db
    .select()
    .from(securityLog)
    .where(and(eq(securityLog.userId, userId), isNull(securityLog.organizationId), isOlder))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const hasMore = rows.length > pageSize && last !== undefined
  return {
    items: shown.flatMap(recordOf),
    nextCursor: hasMore ? `${last.createdAt.getTime()}.${last.id}` : null,
  }
}

function recordOf(row: typeof securityLog.$inferSelect): AccountRecord[] {
  if (!isAccountAction(row.action)) return []
  const isOther = row.actorId !== null && row.actorId !== row.userId && row.actorKind === 'person'
  return [
    {
      id: row.id,
      at: row.createdAt.toISOString(),
      action: row.action,
      failed: row.failed,
      address: row.address,
      userAgent: row.userAgent,
      by: isOther ? row.actorName : row.impersonator,
      repeats: row.repeats,
      lastAt: row.lastAt.toISOString(),
    },
  ]
}

function isAccountAction(action: string): action is AccountAction {
  return accountActions.some((each) => each === action)
}

const cursorPattern = /^(\d{1,15})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** @throws problem request-invalid */
function placeOf(cursor: string): { at: Date; id: string } {
  const [, at = '', id = ''] = cursorPattern.exec(cursor) ?? []
  if (id === '') throw problem('request-invalid', { detail: 'The cursor is not one of this list' })
  return { at: new Date(Number(at)), id }
}
