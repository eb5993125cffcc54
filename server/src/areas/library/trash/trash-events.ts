import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { recordEvents } from '../../../platform/events/changes.ts'
import { contentEvent } from '../contents/content-changes.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'
import { trashEventsJob } from './jobs.ts'
import { pendingTrashEvents } from './tables.ts'

type TrashEvent = (typeof pendingTrashEvents.$inferSelect)['type']

const BATCH = 500

/** Publishes an event of each matching content, soon after the caller's transaction: a folder can have 100,000. */
export async function scheduleTrashEvents(
  library: Library,
  tx: Transaction,
  environmentId: string,
  type: TrashEvent,
  which: SQL | undefined,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${pendingTrashEvents} (environment_id, content_id, type)
    SELECT ${contents.environmentId}, ${contents.id}, ${type}
    FROM ${contents} WHERE ${and(eq(contents.environmentId, environmentId), which)}`)
  await enqueueTrashEvents(library, tx, environmentId)
}

/** Enqueues events that are still pending because their job has failed too often. */
export async function enqueuePendingTrashEvents(library: Library): Promise<void> {
  const pending = await library.db
    .selectDistinct({ environmentId: pendingTrashEvents.environmentId })
    .from(pendingTrashEvents)
  for (const { environmentId } of pending)
    await library.db.transaction((tx) => enqueueTrashEvents(library, tx, environmentId))
}

/** Publishes the environment's pending events, each batch in one transaction with the removal of its rows. */
export async function publishTrashEvents(
  library: Library,
  environmentId: string,
  signal: AbortSignal,
): Promise<void> {
  let published = BATCH
  while (published === BATCH) {
    signal.throwIfAborted()
    published = await library.db.transaction((tx) => publishBatch(library, tx, environmentId))
  }
}

async function publishBatch(library: Library, tx: Transaction, environmentId: string): Promise<number> {
  const next = tx
    .select({ id: pendingTrashEvents.id })
    .from(pendingTrashEvents)
    .where(eq(pendingTrashEvents.environmentId, environmentId))
    .orderBy(asc(pendingTrashEvents.id))
    .limit(BATCH)
    .for('update')
  const due = await tx
    .delete(pendingTrashEvents)
    .where(and(eq(pendingTrashEvents.environmentId, environmentId), inArray(pendingTrashEvents.id, next)))
    .returning()
  const contentIds = due.map(({ contentId }) => contentId)
  const rows = await tx
    .select()
    .from(contents)
    .where(and(eq(contents.environmentId, environmentId), inArray(contents.id, contentIds)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const events = due
    .sort((one, other) => one.id - other.id)
    .flatMap(({ contentId, type }) => {
      const row = byId.get(contentId)
      // Its deletion has an event of its own.
      return row === undefined ? [] : [contentEvent(row, type)]
    })
  await recordEvents(tx, environmentId, events, library.clock.now())
  return due.length
}

async function enqueueTrashEvents({ jobs }: Library, tx: Transaction, environmentId: string): Promise<void> {
  await jobs.enqueue(tx, trashEventsJob, {}, { environmentId, key: environmentId })
}
