import {
  type WatchFileState,
  type WatchFolder,
  type WatchFolderBody,
  watchFileStates,
  watchLimits,
} from '@kinora/contract'
import { and, asc, count, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { assertCollectionNotTrashed, assertProfileExists } from '../../library/index.ts'
import type { Intake } from '../intake.ts'
import { type WatchFolderRow, watchFiles, watchFolders } from '../tables.ts'
import { recordFolder } from './folder-changes.ts'
import { assertRoot } from './roots.ts'

/** @throws problem watch-root-unknown, watch-folder-limit, watch-folder-nested, not-found, in-trash */
export async function createWatchFolder(
  intake: Intake,
  caller: Caller,
  body: WatchFolderBody,
): Promise<WatchFolder> {
  const { organizationId, environmentId } = caller.scope
  assertRoot(intake, caller.scope, body.root)
  const createdAt = intake.clock.now()
  const row = await intake.db.transaction(async (tx) => {
    await assertTarget(tx, environmentId, body)
    await assertBelowLimit(tx, watchFolders, eq(watchFolders.environmentId, environmentId), {
      lock: `watch folders ${environmentId}`,
      most: watchLimits.foldersPerEnvironment,
      problem: 'watch-folder-limit',
    })
    const added: WatchFolderRow = {
      ...fieldsOf(body),
      id: uuidv7(createdAt.getTime()),
      organizationId,
      environmentId,
      isPaused: false,
      reason: null,
      isKnown: false,
      scannedAt: null,
      scanAt: createdAt,
      fence: 0,
      createdBy: caller.actor.name,
      createdById: caller.actor.userId,
      createdAt,
    }
    await assertNotNested(tx, added)
    await tx.insert(watchFolders).values(added)
    await recordFolder(tx, caller, added, 'created', { after: fieldsOf(body) }, createdAt)
    return added
  })
  return viewFolder(intake.db, row)
}

/** A page of the watched folders of an environment, newest first. */
export async function listWatchFolders({ db }: Intake, { environmentId }: Scope, query: PageQuery) {
  const where = eq(watchFolders.environmentId, environmentId)
  return loadPage(query, {
    select: db
      .select()
      .from(watchFolders)
      .where(where)
      .orderBy(desc(watchFolders.createdAt), asc(watchFolders.id)),
    total: db.$count(watchFolders, where),
    view: (rows) => viewFolders(db, rows),
  })
}

/** @throws problem not-found */
export async function getWatchFolder({ db }: Intake, scope: Scope, id: string): Promise<WatchFolder> {
  return viewFolder(db, await findWatchFolder(db, scope, id))
}

/** @throws problem not-found */
export async function findWatchFolder(
  db: Queryable,
  { environmentId }: Scope,
  id: string,
): Promise<WatchFolderRow> {
  const [row] = await db.select().from(watchFolders).where(rowOf(watchFolders, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  return row
}

/** Replaces a watched folder. Another place, or other names, are compared with its files again.
 * @throws problem not-found, watch-root-unknown, watch-folder-nested, in-trash */
export async function updateWatchFolder(
  intake: Intake,
  caller: Caller,
  id: string,
  body: WatchFolderBody,
): Promise<WatchFolder> {
  assertRoot(intake, caller.scope, body.root)
  const now = intake.clock.now()
  const row = await intake.db.transaction(async (tx) => {
    const before = await lockFolder(tx, caller.scope, id)
    await assertTarget(tx, before.environmentId, body)
    const fields = fieldsOf(body)
    const isMoved = placeOf(before) !== placeOf(fields)
    // The fence ends a list that is under way: it is of the old place and names.
    const change = { ...fields, scanAt: now, fence: before.fence + 1, ...(isMoved && { isKnown: false }) }
    const after = { ...before, ...change }
    await assertNotNested(tx, after)
    await tx.update(watchFolders).set(change).where(rowOf(watchFolders, before))
    if (isMoved) await leaveFiles(tx, before)
    else if (wereOthers(before, after)) await deleteOpenFiles(tx, before)
    await recordFolder(tx, caller, after, 'updated', { before: fieldsOf(before), after: fields }, now)
    return after
  })
  return viewFolder(intake.db, row)
}

const wereOthers = (before: WatchFolderRow, after: WatchFolderRow) =>
  JSON.stringify([before.include, before.exclude]) !== JSON.stringify([after.include, after.exclude])

/** Ends what is known of the files of the former place: those that were not taken are deleted, the others are never compared or moved
 * again. */
async function leaveFiles(tx: Transaction, { id, environmentId }: WatchFolderRow): Promise<void> {
  const isOfFolder = and(eq(watchFiles.folderId, id), eq(watchFiles.environmentId, environmentId))
  await tx.delete(watchFiles).where(and(isOfFolder, isNull(watchFiles.contentId)))
  await tx.update(watchFiles).set({ isCurrent: false, isCleared: true }).where(isOfFolder)
}

/** Deletes the rows of files that were not taken, so that new rules decide. */
async function deleteOpenFiles(tx: Transaction, { id, environmentId }: WatchFolderRow): Promise<void> {
  await tx
    .delete(watchFiles)
    .where(
      and(
        eq(watchFiles.folderId, id),
        eq(watchFiles.environmentId, environmentId),
        inArray(watchFiles.state, ['settling', 'skipped']),
        ne(watchFiles.reason, 'existing'),
      ),
    )
}

/** @throws problem not-found */
export async function deleteWatchFolder(intake: Intake, caller: Caller, id: string): Promise<void> {
  await intake.db.transaction(async (tx) => {
    const row = await lockFolder(tx, caller.scope, id)
    await tx.delete(watchFolders).where(rowOf(watchFolders, row))
    await recordFolder(tx, caller, row, 'deleted', { before: fieldsOf(row) }, intake.clock.now())
  })
}

/** Pauses or resumes a folder. Does nothing if it is so already. @throws problem not-found */
export async function pauseWatchFolder(
  { db, clock }: Intake,
  caller: Caller,
  id: string,
  isPaused: boolean,
): Promise<WatchFolder> {
  const now = clock.now()
  const row = await db.transaction(async (tx) => {
    const before = await lockFolder(tx, caller.scope, id)
    if (before.isPaused === isPaused) return before
    const change = { isPaused, scanAt: now }
    await tx.update(watchFolders).set(change).where(rowOf(watchFolders, before))
    const after = { ...before, ...change }
    await recordFolder(tx, caller, after, isPaused ? 'paused' : 'resumed', {}, now)
    return after
  })
  return viewFolder(db, row)
}

/** Lists the files of a folder within a second. @throws problem not-found */
export async function scanWatchFolder({ db, clock }: Intake, scope: Scope, id: string): Promise<WatchFolder> {
  const row = await findWatchFolder(db, scope, id)
  await db.update(watchFolders).set({ scanAt: clock.now() }).where(rowOf(watchFolders, row))
  return viewFolder(db, row)
}

async function lockFolder(tx: Transaction, { environmentId }: Scope, id: string): Promise<WatchFolderRow> {
  const [row] = await tx
    .select()
    .from(watchFolders)
    .where(rowOf(watchFolders, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** @throws problem not-found, in-trash */
async function assertTarget(
  tx: Transaction,
  environmentId: string,
  { collectionId, encodingProfileId }: WatchFolderBody,
): Promise<void> {
  if (collectionId !== null) await assertCollectionNotTrashed(tx, environmentId, collectionId)
  await assertProfileExists(tx, environmentId, encodingProfileId)
}

/** Asserts that no other folder of the environment has the same files. @throws problem watch-folder-nested */
async function assertNotNested(tx: Transaction, folder: WatchFolderRow): Promise<void> {
  await takeLock(tx, `watch folders ${folder.environmentId}`)
  const others = await tx
    .select()
    .from(watchFolders)
    .where(and(eq(watchFolders.environmentId, folder.environmentId), ne(watchFolders.id, folder.id)))
  if (others.some((other) => hasFilesOf(other, folder) || hasFilesOf(folder, other)))
    throw problem('watch-folder-nested')
}

/** Whether a folder is another one, or above it and watches what is below. */
function hasFilesOf(folder: WatchFolderRow, other: WatchFolderRow): boolean {
  const [place, otherPlace] = [placeOf(folder), placeOf(other)]
  return place === otherPlace || (folder.isRecursive && otherPlace.startsWith(`${place}/`))
}

const placeOf = ({ root, path }: Pick<WatchFolderRow, 'root' | 'path'>) =>
  path === '' ? root : `${root}/${path}`

type Fields = Pick<WatchFolderRow, keyof WatchFolderBody>

/** The fields that people set. */
function fieldsOf(row: Fields): Fields {
  const { name, root, path, isRecursive, existing, quietSeconds, collectionId, encodingProfileId } = row
  const { playbackPolicy, after } = row
  return {
    name,
    root,
    path,
    isRecursive,
    include: [...new Set(row.include)],
    exclude: [...new Set(row.exclude)],
    existing,
    quietSeconds,
    collectionId,
    encodingProfileId,
    playbackPolicy,
    tags: [...new Set(row.tags)],
    after,
  }
}

async function viewFolder(db: Queryable, row: WatchFolderRow): Promise<WatchFolder> {
  const [view] = await viewFolders(db, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewFolders(db: Queryable, rows: readonly WatchFolderRow[]): Promise<WatchFolder[]> {
  const ids = rows.map(({ id }) => id)
  const counted =
    ids.length === 0
      ? []
      : await db
          .select({ folderId: watchFiles.folderId, state: watchFiles.state, count: count() })
          .from(watchFiles)
          .where(
            and(
              inArray(watchFiles.folderId, ids),
              inArray(
                watchFiles.environmentId,
                rows.map(({ environmentId }) => environmentId),
              ),
            ),
          )
          .groupBy(watchFiles.folderId, watchFiles.state)
  return rows.map((row) => {
    const { id, environmentId, isPaused, reason, scannedAt, createdBy, createdAt } = row
    const own = new Map(
      counted.filter(({ folderId }) => folderId === id).map((each) => [each.state, each.count]),
    )
    return {
      id,
      environmentId,
      ...fieldsOf(row),
      isPaused,
      reason,
      scannedAt: scannedAt?.toISOString() ?? null,
      counts: Object.fromEntries(watchFileStates.map((state) => [state, own.get(state) ?? 0])) as Record<
        WatchFileState,
        number
      >,
      createdBy,
      createdAt: createdAt.toISOString(),
    }
  })
}
