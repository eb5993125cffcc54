import {
  type WatchFileState,
  type WatchFolder,
  type WatchFolderBody,
  watchFileStates,
  watchLimits,
} from '@kinora/contract'
import { and, asc, count, desc, eq, inArray, ne, not } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { assertCollectionNotTrashed, assertProfileExists } from '../../library/index.ts'
import { findAccount } from '../accounts/cloud-accounts.ts'
import { assertNotNested, leaveFiles } from '../accounts/nesting.ts'
import type { Intake } from '../intake.ts'
import { cloudAccounts, type WatchFolderRow, watchFiles, watchFolders } from '../tables.ts'
import { recordFolder } from './folder-changes.ts'
import { assertRoot } from './roots.ts'

/** @throws problem watch-root-unknown, watch-folder-limit, watch-folder-nested, not-found, in-trash */
export async function createWatchFolder(
  intake: Intake,
  caller: Caller,
  body: WatchFolderBody,
): Promise<WatchFolder> {
  const { organizationId, environmentId } = caller.scope
  await assertPlace(intake, caller.scope, body)
  const createdAt = intake.clock.now()
  const row = await intake.db.transaction(async (tx) => {
    await lockAccount(tx, environmentId, body)
    await assertTarget(tx, environmentId, body)
    await assertBelowLimit(tx, watchFolders, isWatched(environmentId), {
      lock: `watch folders ${environmentId}`,
      most: watchLimits.foldersPerEnvironment,
      problem: 'watch-folder-limit',
    })
    const added: WatchFolderRow = {
      ...fieldsOf(body),
      id: uuidv7(createdAt.getTime()),
      organizationId,
      environmentId,
      isImport: false,
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
    await tx.insert(watchFolders).values(added)
    await assertNotNested(tx, added)
    await recordFolder(tx, caller, added, 'created', { after: fieldsOf(body) }, createdAt)
    return added
  })
  return viewFolder(intake.db, row)
}

/** A page of the watched folders of an environment, newest first. */
export async function listWatchFolders({ db }: Intake, { environmentId }: Scope, query: PageQuery) {
  const where = isWatched(environmentId)
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
  const isOwn = and(rowOf(watchFolders, { id, environmentId }), isWatched(environmentId))
  const [row] = await db.select().from(watchFolders).where(isOwn)
  if (row === undefined) throw problem('not-found')
  return row
}

/** Condition: a folder that is listed, and none of an import. */
function isWatched(environmentId: string) {
  return and(eq(watchFolders.environmentId, environmentId), not(watchFolders.isImport))
}

/** Replaces a watched folder. Another place, or other names, are compared with its files again.
 * @throws problem not-found, watch-root-unknown, watch-folder-nested, in-trash */
export async function updateWatchFolder(
  intake: Intake,
  caller: Caller,
  id: string,
  body: WatchFolderBody,
): Promise<WatchFolder> {
  await assertPlace(intake, caller.scope, body)
  const now = intake.clock.now()
  const row = await intake.db.transaction(async (tx) => {
    await lockAccount(tx, caller.scope.environmentId, body)
    const before = await lockFolder(tx, caller.scope, id)
    await assertTarget(tx, before.environmentId, body)
    const fields = fieldsOf(body)
    const isMoved = placeOf(before) !== placeOf(fields)
    // The fence ends a list that is under way: it is of the old place and names.
    const change = { ...fields, scanAt: now, fence: before.fence + 1, ...(isMoved && { isKnown: false }) }
    const after = { ...before, ...change }
    await tx.update(watchFolders).set(change).where(rowOf(watchFolders, before))
    await assertNotNested(tx, after)
    if (isMoved) await leaveFiles(tx, before)
    else if (wereOthers(before, after)) await deleteOpenFiles(tx, before)
    await recordFolder(tx, caller, after, 'updated', { before: fieldsOf(before), after: fields }, now)
    return after
  })
  return viewFolder(intake.db, row)
}

const wereOthers = (before: WatchFolderRow, after: WatchFolderRow) => namesOf(before) !== namesOf(after)

/** The rules that decide by the name of a file. */
const namesOf = ({ include, exclude, settle, marker, manifest, sidecars }: WatchFolderRow) =>
  JSON.stringify([include, exclude, settle, marker, manifest, sidecars])

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
    .where(and(rowOf(watchFolders, { id, environmentId }), isWatched(environmentId)))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Keeps the account of a folder from being deleted meanwhile. It comes before the locks of folders, as where accounts change:
 * transactions that lock in different orders wait for each other. @throws problem not-found */
export async function lockAccount(
  tx: Transaction,
  environmentId: string,
  { accountId }: Pick<WatchFolderBody, 'accountId'>,
): Promise<void> {
  if (accountId === null) return
  const [row] = await tx
    .select({ id: cloudAccounts.id })
    .from(cloudAccounts)
    .where(rowOf(cloudAccounts, { id: accountId, environmentId }))
    .for('share')
  if (row === undefined) throw problem('not-found')
}

/** @throws problem not-found, in-trash */
export async function assertTarget(
  tx: Transaction,
  environmentId: string,
  { collectionId, encodingProfileId }: Pick<WatchFolderBody, 'collectionId' | 'encodingProfileId'>,
): Promise<void> {
  if (collectionId !== null) await assertCollectionNotTrashed(tx, environmentId, collectionId)
  await assertProfileExists(tx, environmentId, encodingProfileId)
}

/** A root of the server, or an account of the environment. @throws problem watch-root-unknown, not-found */
async function assertPlace(
  intake: Intake,
  scope: Scope,
  { accountId, root }: WatchFolderBody,
): Promise<void> {
  if (accountId === null) assertRoot(intake, scope, root)
  else await findAccount(intake.db, scope, accountId)
}

const placeOf = ({ accountId, root, path }: Pick<WatchFolderRow, 'accountId' | 'root' | 'path'>) =>
  JSON.stringify([accountId, root, path])

type Fields = Pick<WatchFolderRow, keyof WatchFolderBody>

/** The fields that people set. */
function fieldsOf(row: Fields): Fields {
  const {
    name,
    accountId,
    root,
    path,
    isRecursive,
    existing,
    quietSeconds,
    collectionId,
    encodingProfileId,
  } = row
  const { playbackPolicy, after, settle, marker, manifest, sidecars } = row
  return {
    name,
    accountId,
    root,
    path,
    isRecursive,
    include: [...new Set(row.include)],
    exclude: [...new Set(row.exclude)],
    existing,
    quietSeconds,
    settle,
    marker,
    manifest,
    sidecars,
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
  const accounts = new Map((await accountsOf(db, rows)).map((account) => [account.id, account]))
  return rows.map((row) => {
    const { id, environmentId, accountId, isPaused, reason, scannedAt, createdBy, createdAt } = row
    const own = new Map(
      counted.filter(({ folderId }) => folderId === id).map((each) => [each.state, each.count]),
    )
    return {
      id,
      environmentId,
      ...fieldsOf(row),
      isPaused,
      reason,
      account: accounts.get(accountId ?? '') ?? null,
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

async function accountsOf(db: Queryable, rows: readonly WatchFolderRow[]) {
  const ids = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))]
  const environmentIds = rows.map(({ environmentId }) => environmentId)
  if (ids.length === 0) return []
  const { id, name, kind, reason } = cloudAccounts
  return db
    .select({ id, name, kind, reason })
    .from(cloudAccounts)
    .where(and(inArray(id, ids), inArray(cloudAccounts.environmentId, environmentIds)))
}
