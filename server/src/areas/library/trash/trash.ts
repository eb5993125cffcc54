import { type Collection, collectionLimits } from '@kinora/contract'
import { and, asc, eq, gt, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { can } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { channels } from '../../../platform/events/bus.ts'
import { problem } from '../../../platform/problem.ts'
import { auditContent } from '../contents/content-audit.ts'
import { type Doer, deleteContents, deleteContentsIn, emitContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { collections, contents, goneSince, isThere } from '../contents/tables.ts'
import { lockCollections, withBelow } from '../folders/collection-tree.ts'
import type { CollectionRow } from '../folders/collection-view.ts'
import {
  collectionOf,
  editableOf,
  emitCollection,
  isIn,
  tell,
  viewOfCollection,
} from '../folders/collections.ts'
import type { Library } from '../library.ts'

const DAY_SECONDS = 24 * 3600
const BATCH = 100
const BATCHES_A_SWEEP = 20

/** Puts what exists of `ids` into the trash. What was not uploaded completely is deleted: nothing could come back. */
export async function trashContents(library: Library, doer: Doer, ids: string[]): Promise<string[]> {
  const { environmentId } = doer.scope
  const trashedAt = library.clock.now()
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const there = await tx
      .select({ id: contents.id, status: contents.status })
      .from(contents)
      .where(and(eq(contents.environmentId, environmentId), inArray(contents.id, ids), isThere))
    const unfinished = there.filter(({ status }) => status === 'pending').map(({ id }) => id)
    await deleteContentsIn(library, tx, environmentId, unfinished, doer)
    const rows = await tx
      .update(contents)
      .set({ trashedAt, trashedWith: null })
      .where(
        and(eq(contents.environmentId, environmentId), inArray(contents.id, ids), isNull(contents.trashedAt)),
      )
      .returning()
    for (const row of rows) {
      await emitContent(library, tx, row, 'video.asset.trashed')
      await auditContent(library, tx, row, 'asset.trashed', doer, {})
      await notifyPlayers(tx, row)
    }
    return there.map(({ id }) => id)
  })
}

/** Takes out of the trash, back to the folder where it is still there. Answers what came back. */
export async function restoreContents(library: Library, doer: Doer, ids: string[]): Promise<string[]> {
  const { environmentId } = doer.scope
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const open = sql`(SELECT id FROM ${collections} WHERE id = ${contents.collectionId} AND trashed_at IS NULL)`
    const rows = await tx
      .update(contents)
      .set({ trashedAt: null, trashedWith: null, collectionId: open })
      .where(
        and(
          eq(contents.environmentId, environmentId),
          inArray(contents.id, ids),
          gt(contents.trashedAt, goneSince),
        ),
      )
      .returning()
    for (const row of rows) {
      await emitContent(library, tx, row, 'video.asset.restored')
      await auditContent(library, tx, row, 'asset.restored', doer, {})
      await notifyPlayers(tx, row)
    }
    return rows.map(({ id }) => id)
  })
}

/** Puts a folder into the trash with all folders and videos in it: two statements, however many they are. */
export async function trashCollection(library: Library, doer: Doer, id: string): Promise<void> {
  const { environmentId } = doer.scope
  const trashed = { trashedAt: library.clock.now(), trashedWith: id }
  await library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const row = await collectionOf(tx, environmentId, id)
    if (row.trashedAt !== null) return
    await assertMay(tx, doer, 'delete', isWithin(id))
    await tx
      .update(contents)
      .set(trashed)
      .where(and(isWithin(id), isNull(contents.trashedAt)))
    await tx
      .update(collections)
      .set(trashed)
      .where(and(inArray(collections.id, withBelow(id)), isNull(collections.trashedAt)))
    await tell(library, tx, doer, row, 'trashed', {})
    await notifyAllPlayers(tx)
  })
}

/** Takes a folder out of the trash with what went there with it; to no folder where its own is not there any more. */
export async function restoreCollection(library: Library, doer: Doer, id: string): Promise<Collection> {
  const { environmentId } = doer.scope
  const restored = { trashedAt: null, trashedWith: null }
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const row = await collectionOf(tx, environmentId, id)
    const { trashedWith } = row
    if (trashedWith === null) return viewOfCollection(tx, row)
    const wentAlong = and(isWithin(id), eq(contents.trashedWith, trashedWith))
    await assertMay(tx, doer, 'update', wentAlong)
    const parent = row.parentId === null ? null : await collectionOf(tx, environmentId, row.parentId)
    const parentId = parent?.trashedAt === null ? parent.id : null
    const name = await freeName(tx, row, parentId)
    const [back] = await tx
      .update(collections)
      .set({ ...restored, name, parentId })
      .where(eq(collections.id, id))
      .returning()
    await tx
      .update(collections)
      .set(restored)
      .where(and(inArray(collections.id, withBelow(id)), eq(collections.trashedWith, trashedWith)))
    await tx.update(contents).set(restored).where(wentAlong)
    if (!back) throw new Error('a folder went while it was restored')
    await tell(library, tx, doer, back, 'restored', { after: editableOf(back) })
    await notifyAllPlayers(tx)
    return viewOfCollection(tx, back)
  })
}

/** Deletes a folder for good. Its videos are gone for everybody at once; their files follow, some each minute. */
export async function deleteCollection(library: Library, doer: Doer, id: string): Promise<void> {
  const { environmentId } = doer.scope
  await library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const row = await collectionOf(tx, environmentId, id)
    await assertMay(tx, doer, 'delete', isWithin(id))
    await tx.update(contents).set({ trashedAt: goneSince, trashedWith: null }).where(isWithin(id))
    await tx.delete(collections).where(eq(collections.id, id))
    await tell(library, tx, doer, row, 'deleted', { before: editableOf(row) })
    await notifyAllPlayers(tx)
  })
}

/** Removes what has been in the trash for its time, some of it each time. */
export async function emptyTrash(library: Library): Promise<void> {
  const until = addSeconds(library.clock.now(), -collectionLimits.trashDays * DAY_SECONDS)
  for (let batch = 0; batch < BATCHES_A_SWEEP; batch++) {
    const due = await library.db
      .select({ id: contents.id, environmentId: contents.environmentId })
      .from(contents)
      .where(lte(contents.trashedAt, until))
      .orderBy(asc(contents.trashedAt))
      .limit(BATCH)
    const byPlace = Map.groupBy(due, ({ environmentId }) => environmentId)
    for (const [environmentId, rows] of byPlace)
      await deleteContents(
        library,
        environmentId,
        rows.map(({ id }) => id),
        null,
      )
    if (due.length < BATCH) break
  }
  await library.db.transaction(async (tx) => {
    const rows = await tx.delete(collections).where(lte(collections.trashedAt, until)).returning()
    for (const row of rows) await emitCollection(library, tx, row, 'deleted')
  })
}

function isWithin(id: string): SQL {
  return inArray(contents.collectionId, withBelow(id))
}

/** Who has a right to folders alone does nothing to the videos in them. @throws problem forbidden */
async function assertMay(
  tx: Transaction,
  { scope }: Doer,
  action: 'update' | 'delete',
  videos: SQL | undefined,
): Promise<void> {
  if (can(scope.grants, ['Videos', 'Video', action])) return
  const some = await tx.select({ id: contents.id }).from(contents).where(videos).limit(1)
  if (some.length > 0) throw problem('forbidden')
}

/** The folder's name, with a number where another has it by now. */
async function freeName(
  tx: Transaction,
  { id, environmentId, name }: CollectionRow,
  parentId: string | null,
) {
  const others = await tx
    .select({ name: sql<string>`lower(${collections.name})` })
    .from(collections)
    .where(
      and(
        eq(collections.environmentId, environmentId),
        isIn(parentId),
        isNull(collections.trashedAt),
        ne(collections.id, id),
      ),
    )
  const taken = new Set(others.map((other) => other.name))
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} (${number})`
  return free
}

async function notifyAllPlayers(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${channels.contents}, '')`)
}
