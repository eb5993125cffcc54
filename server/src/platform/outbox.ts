import type { Event, EventType, ObjectType } from '@kinora/contract'
import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { channels } from './bus.ts'
import type { Queryable, Transaction } from './database.ts'
import { uuidv7 } from './ids.ts'
import { outbox } from './tables.ts'

export interface Happening {
  readonly environmentId: string
  readonly type: EventType
  readonly objectType: ObjectType
  readonly objectId: string
  readonly data: Record<string, unknown>
  readonly at: Date
}

/** Writes an event into the outbox; it is announced when the caller's transaction commits, and only then. */
export async function emit(tx: Transaction, happening: Happening): Promise<void> {
  const { at, ...row } = happening
  await tx.insert(outbox).values({ ...row, id: uuidv7(), createdAt: at })
  await tx.execute(sql`SELECT pg_notify(${channels.events}, ${happening.environmentId})`)
}

export interface OutboxEvent {
  /** Where a follower stands after this event: `<transaction>.<event id>`. */
  readonly cursor: string
  readonly event: Omit<Event, 'environment'>
}

export interface OutboxPage {
  readonly events: readonly OutboxEvent[]
  /** True while newer rows wait for an older transaction to end: ask again soon. */
  readonly pending: boolean
}

/** The environment's events after `cursor`, in an order that never lets one slip in behind the reader. */
export async function readOutbox(
  db: Queryable,
  environmentId: string,
  cursor: string | null,
  limit: number,
): Promise<OutboxPage> {
  const { transaction, id } = parseCursor(cursor)
  const after = sql`(${outbox.transactionId}, ${outbox.id}) > (${transaction}::xid8, ${id}::uuid)`
  const rows = await db
    .select({
      row: outbox,
      transaction: sql<string>`${outbox.transactionId}::text`,
      settled: sql<boolean>`${outbox.transactionId} < pg_snapshot_xmin(pg_current_snapshot())`,
    })
    .from(outbox)
    .where(and(eq(outbox.environmentId, environmentId), after))
    .orderBy(asc(outbox.transactionId), asc(outbox.id))
    .limit(limit)
  const firstOpen = rows.findIndex(({ settled }) => !settled)
  const settled = firstOpen < 0 ? rows : rows.slice(0, firstOpen)
  return {
    pending: firstOpen >= 0,
    events: settled.map(({ row, transaction }) => ({
      cursor: `${transaction}.${row.id}`,
      event: {
        id: row.id,
        type: row.type as EventType,
        createdAt: row.createdAt.toISOString(),
        object: { type: row.objectType as ObjectType, id: row.objectId },
        data: row.data,
      },
    })),
  }
}

/** The place after everything that has settled: where a follower without a past begins. */
export async function outboxEnd(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ end: string }>(
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS end`,
  )
  return `${rows[0]?.end ?? '0'}.${zeroId}`
}

/** Forgets events older than `before`. */
export async function pruneOutbox(db: Queryable, before: Date): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, before))
}

const zeroId = '00000000-0000-0000-0000-000000000000'
const cursorPattern = /^(\d{1,20})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Whether a follower can resume from this text. */
export function isCursor(text: string): boolean {
  return cursorPattern.test(text)
}

function parseCursor(cursor: string | null): { transaction: string; id: string } {
  const match = cursor === null ? null : cursorPattern.exec(cursor)
  return { transaction: match?.[1] ?? '0', id: match?.[2] ?? zeroId }
}
