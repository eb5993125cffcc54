import { type Event, type EventType, eventObjects, type ObjectType } from '@kinora/contract'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database, Queryable, Transaction } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import type { Partitioned } from '../database/partitions.ts'
import { eventSubscriptions, outbox, securityLog, securityLogReaders } from '../database/tables.ts'
import type { Channel } from './bus.ts'

/** The ID of an environment with new events, or nothing. */
export const eventChannel: Channel = 'kinora_events'

export interface NewEvent {
  readonly type: EventType
  readonly objectId: string
  readonly data: Record<string, unknown>
  readonly at: Date
}

export const outboxPartitions: Partitioned = { table: 'outbox' }

/** Writes events of one environment into the outbox, in this order. Readers are notified when the transaction commits. */
export async function emit(
  tx: Transaction,
  environmentId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  // IDs of the same millisecond are in random order, and readers sort by them.
  const ids = events.map(() => uuidv7()).sort()
  const rows = events.map(({ at, ...event }, index) => ({
    ...event,
    environmentId,
    objectType: eventObjects[event.type],
    id: ids[index] ?? uuidv7(),
    createdAt: at,
  }))
  await tx.insert(outbox).values(rows)
  await tx.execute(sql`SELECT pg_notify(${eventChannel}, ${environmentId})`)
}

export interface OutboxEvent {
  /** The position after this event: `<transaction>.<event id>`. */
  readonly cursor: string
  readonly environmentId: string
  readonly event: Omit<Event, 'environment'>
}

export interface OutboxPage {
  readonly events: readonly OutboxEvent[]
  /** True if newer rows wait for an older transaction to end: read again soon. */
  readonly pending: boolean
}

/** The environment's events after `cursor`. No event is added later before one that was returned. */
export function readOutbox(
  db: Queryable,
  environmentId: string,
  cursor: string | null,
  limit: number,
): Promise<OutboxPage> {
  return readOutboxPage(db, eq(outbox.environmentId, environmentId), parseCursor(cursor), limit)
}

/** The settled events after a position, in order. */
export async function readOutboxPage(
  db: Queryable,
  where: SQL | undefined,
  after: Place,
  limit: number,
): Promise<OutboxPage> {
  const isAfter = sql`(${outbox.transactionId}, ${outbox.id}) > (${after.transaction}::xid8, ${after.id}::uuid)`
  const rows = await db
    .select({
      row: outbox,
      transaction: sql<string>`${outbox.transactionId}::text`,
      settled: isSettled(outbox.transactionId),
    })
    .from(outbox)
    .where(and(where, isAfter))
    .orderBy(asc(outbox.transactionId), asc(outbox.id))
    .limit(limit)
  const { settled, pending } = settledOf(rows)
  return {
    pending,
    events: settled.map(({ row, transaction }) => eventOf({ ...row, transactionId: transaction })),
  }
}

/** Converts a row of the outbox. */
export function eventOf(row: typeof outbox.$inferSelect): OutboxEvent {
  return {
    cursor: `${row.transactionId}.${row.id}`,
    environmentId: row.environmentId,
    event: {
      id: row.id,
      type: row.type as EventType,
      createdAt: row.createdAt.toISOString(),
      object: { type: row.objectType as ObjectType, id: row.objectId },
      data: row.data,
    },
  }
}

/** Whether all older transactions have ended. */
export function isSettled(transactionId: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`${transactionId} < pg_snapshot_xmin(pg_current_snapshot())`
}

/** The rows before the first that has not settled. */
export function settledOf<Row extends { settled: boolean }>(rows: readonly Row[]) {
  const firstOpen = rows.findIndex(({ settled }) => !settled)
  return { settled: firstOpen < 0 ? rows : rows.slice(0, firstOpen), pending: firstOpen >= 0 }
}

/** The position after all settled events, where new readers start. */
export async function outboxEnd(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ end: string }>(
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS end`,
  )
  return `${rows[0]?.end ?? '0'}.${zeroId}`
}

/** After a restore into another cluster, where transaction ids start again, old rows and cursors are ahead of new
 * rows. Moves the rows to the current transaction and resets the cursors. Handlers may then see events again. */
export async function mendOutbox(db: Database): Promise<void> {
  const isAhead = sql`transaction_id >= pg_snapshot_xmax(pg_current_snapshot())`
  await db.execute(sql`UPDATE ${outbox} SET transaction_id = pg_current_xact_id() WHERE ${isAhead}`)
  await db.execute(sql`
    UPDATE ${eventSubscriptions} SET transaction_id = '0', event_id = ${zeroId}::uuid WHERE ${isAhead}`)
  await db.execute(sql`UPDATE ${securityLog} SET transaction_id = pg_current_xact_id() WHERE ${isAhead}`)
  await db.execute(sql`
    UPDATE ${securityLogReaders} SET transaction_id = '0', record_id = ${zeroId}::uuid WHERE ${isAhead}`)
}

const zeroId = '00000000-0000-0000-0000-000000000000'
const cursorPattern = /^(\d{1,20})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Whether a reader can resume from this text. */
export function isCursor(text: string): boolean {
  return cursorPattern.test(text)
}

/** A position between rows that are ordered by transaction and ID. */
export interface Place {
  readonly transaction: string
  readonly id: string
}

export function parseCursor(cursor: string | null): Place {
  const match = cursor === null ? null : cursorPattern.exec(cursor)
  return { transaction: match?.[1] ?? '0', id: match?.[2] ?? zeroId }
}
