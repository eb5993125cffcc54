import { type Collection, collectionLimits } from '@kinora/contract'
import { and, asc, eq, gt, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { can } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { lockCollections, subtreeIds } from '../contents/collection-tree.ts'
import { contentAudit, contentEvent } from '../contents/content-changes.ts'
import { deleteContents, deleteContentsIn } from '../contents/contents.ts'
import { notifyPlayers, notifyPlayersOf } from '../contents/notify.ts'
import { collections, contents, deletedMark, isNotDeleted } from '../contents/tables.ts'
import { isHidden } from '../contents/visibility.ts'
import type { CollectionRow } from '../folders/collection-view.ts'
import {
  editableOf,
  getCollection,
  hasParent,
  loadCollectionView,
  recordCollection,
} from '../folders/collections.ts'
import type { Library } from '../library.ts'
import { scheduleTrashEvents } from './trash-events.ts'

const DAY_SECONDS = 24 * 3600
const BATCH = 100
const BATCHES_A_SWEEP = 20

/** Moves contents to the trash. Ignores unknown IDs. Deletes unfinished uploads, because they cannot be restored. */
export async function trashContents(library: Library, caller: Caller, ids: string[]): Promise<string[]> {
  const { environmentId } = caller.scope
  const trashedAt = library.clock.now()
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const found = await tx
      .select({ id: contents.id })
      .from(contents)
      .where(and(eq(contents.environmentId, environmentId), inArray(contents.id, ids), isNotDeleted))
    const onlyIf = and(eq(contents.status, 'pending'), isNotDeleted)
    await deleteContentsIn(library, tx, { environmentId, ids, onlyIf, caller })
    const rows = await tx
      .update(contents)
      .set({ trashedAt, trashedWith: null })
      .where(
        and(eq(contents.environmentId, environmentId), inArray(contents.id, ids), isNull(contents.trashedAt)),
      )
      .returning()
    for (const row of rows) {
      await recordChange(tx, null, contentEvent(row, 'video.asset.trashed'), library.clock.now())
      await recordChange(tx, caller, contentAudit(row, 'asset.trashed', {}), library.clock.now())
      await notifyPlayers(tx, row)
    }
    return found.map(({ id }) => id)
  })
}

/** Restores contents, into their folder if it still exists. Returns the restored ids. */
export async function restoreContents(library: Library, caller: Caller, ids: string[]): Promise<string[]> {
  const { environmentId } = caller.scope
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const openFolder = sql`(SELECT id FROM ${collections} WHERE id = ${contents.collectionId} AND trashed_at IS NULL)`
    const rows = await tx
      .update(contents)
      .set({ trashedAt: null, trashedWith: null, collectionId: openFolder })
      .where(
        and(
          eq(contents.environmentId, environmentId),
          inArray(contents.id, ids),
          gt(contents.trashedAt, deletedMark),
        ),
      )
      .returning()
    for (const row of rows) {
      await recordChange(tx, null, contentEvent(row, 'video.asset.restored'), library.clock.now())
      await recordChange(tx, caller, contentAudit(row, 'asset.restored', {}), library.clock.now())
      await notifyPlayers(tx, row)
    }
    return rows.map(({ id }) => id)
  })
}

/** Moves a folder to the trash with everything in it. */
export async function trashCollection(library: Library, caller: Caller, id: string): Promise<void> {
  const { environmentId } = caller.scope
  const trashed = { trashedAt: library.clock.now(), trashedWith: id }
  await library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const row = await getCollection(tx, environmentId, id)
    if (row.trashedAt !== null) return
    await assertCanChangeVideos(tx, caller, 'delete', isWithin(environmentId, id))
    const isKept = and(isWithin(environmentId, id), isNull(contents.trashedAt))
    await scheduleTrashEvents(library, tx, environmentId, 'video.asset.trashed', isKept)
    await changeContents(tx, environmentId, isKept, trashed)
    await tx
      .update(collections)
      .set(trashed)
      .where(and(inArray(collections.id, subtreeIds(environmentId, [id])), isNull(collections.trashedAt)))
    await recordCollection(tx, caller, row, 'trashed', {}, library.clock.now())
  })
}

/** Restores a folder with what was trashed with it; to the top level if its parent no longer exists. */
export async function restoreCollection(library: Library, caller: Caller, id: string): Promise<Collection> {
  const { environmentId } = caller.scope
  const restored = { trashedAt: null, trashedWith: null }
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const row = await getCollection(tx, environmentId, id)
    const { trashedWith } = row
    if (trashedWith === null) return loadCollectionView(tx, caller.scope, row)
    const trashedWithFolder = and(isWithin(environmentId, id), eq(contents.trashedWith, trashedWith))
    await assertCanChangeVideos(tx, caller, 'update', trashedWithFolder)
    const parent = row.parentId === null ? null : await getCollection(tx, environmentId, row.parentId)
    const parentId = parent?.trashedAt === null ? parent.id : null
    const name = await freeName(tx, row, parentId)
    const [restoredRow] = await tx
      .update(collections)
      .set({ ...restored, name, parentId })
      .where(rowOf(collections, row))
      .returning()
    await tx
      .update(collections)
      .set(restored)
      .where(
        and(
          inArray(collections.id, subtreeIds(environmentId, [id])),
          eq(collections.trashedWith, trashedWith),
        ),
      )
    await scheduleTrashEvents(library, tx, environmentId, 'video.asset.restored', trashedWithFolder)
    await changeContents(tx, environmentId, trashedWithFolder, restored)
    if (!restoredRow) throw new Error('a folder was deleted while it was restored')
    await recordCollection(
      tx,
      caller,
      restoredRow,
      'restored',
      { after: editableOf(restoredRow) },
      library.clock.now(),
    )
    return loadCollectionView(tx, caller.scope, restoredRow)
  })
}

/** Deletes a folder permanently. Its videos are hidden at once, and sweeps remove their files. */
export async function deleteCollection(library: Library, caller: Caller, id: string): Promise<void> {
  const { environmentId } = caller.scope
  await library.db.transaction(async (tx) => {
    await lockCollections(tx, environmentId)
    const row = await getCollection(tx, environmentId, id)
    await assertCanChangeVideos(tx, caller, 'delete', isWithin(environmentId, id))
    const deleted = { trashedAt: deletedMark, trashedWith: null }
    // The sweep that removes them publishes their events.
    await changeContents(tx, environmentId, isWithin(environmentId, id), deleted)
    await tx.delete(collections).where(rowOf(collections, row))
    await recordCollection(tx, caller, row, 'deleted', { before: editableOf(row) }, library.clock.now())
  })
}

/** Deletes contents and folders that have been in the trash for 30 days, in batches. */
export async function emptyTrash(library: Library): Promise<void> {
  const until = addSeconds(library.clock.now(), -collectionLimits.trashDays * DAY_SECONDS)
  const isDue = lte(contents.trashedAt, until)
  for (let batch = 0; batch < BATCHES_A_SWEEP; batch++) {
    const due = await library.db
      .select({ id: contents.id, environmentId: contents.environmentId })
      .from(contents)
      .where(isDue)
      .orderBy(asc(contents.trashedAt))
      .limit(BATCH)
    const byEnvironment = Map.groupBy(due, ({ environmentId }) => environmentId)
    for (const [environmentId, rows] of byEnvironment)
      await deleteContents(library, {
        environmentId,
        ids: rows.map(({ id }) => id),
        onlyIf: isDue,
        caller: null,
      })
    if (due.length < BATCH) break
  }
  await library.db.transaction(async (tx) => {
    const rows = await tx.delete(collections).where(lte(collections.trashedAt, until)).returning()
    for (const row of rows) await recordCollection(tx, null, row, 'deleted', {}, library.clock.now())
  })
}

/** Changes the contents that match and invalidates their playlists. */
async function changeContents(
  tx: Transaction,
  environmentId: string,
  which: SQL | undefined,
  change: Partial<typeof contents.$inferInsert>,
): Promise<void> {
  const matching = and(eq(contents.environmentId, environmentId), which)
  await notifyPlayersOf(tx, matching)
  await tx.update(contents).set(change).where(matching)
}

function isWithin(environmentId: string, id: string): SQL {
  return inArray(contents.collectionId, subtreeIds(environmentId, [id]))
}

/**
 * Permission for folders alone does not allow changes of the videos in them, and none allows changes of hidden videos.
 * @throws problem forbidden
 */
async function assertCanChangeVideos(
  tx: Transaction,
  { scope }: Caller,
  action: 'update' | 'delete',
  condition: SQL | undefined,
): Promise<void> {
  const canChange = can(scope.grants, ['Videos', 'Video', action])
  if (canChange && scope.filter === null) return
  const others = canChange ? isHidden(scope) : undefined
  const videosInside = await tx
    .select({ id: contents.id })
    .from(contents)
    .where(and(condition, others))
    .limit(1)
  if (videosInside.length > 0) throw problem('forbidden')
}

/** The folder's name, with a number if it is taken. */
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
        hasParent(parentId),
        isNull(collections.trashedAt),
        ne(collections.id, id),
      ),
    )
  const taken = new Set(others.map((other) => other.name))
  let candidate = name
  for (let number = 2; taken.has(candidate.toLowerCase()); number++) candidate = `${name} (${number})`
  return candidate
}
