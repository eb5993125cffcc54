import { type WatchFolderReason, watchLimits } from '@kinora/contract'
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordFolder } from '../folders/folder-changes.ts'
import { type LocalFile, listLocal, OutsideRoot } from '../folders/local-files.ts'
import { mayWatch } from '../folders/roots.ts'
import type { Intake } from '../intake.ts'
import { type WatchFileRow, type WatchFolderRow, watchFiles, watchFolders } from '../tables.ts'
import { refusalOf } from './match.ts'
import { settleFiles } from './settle.ts'

/** Lists the files of a folder, compares them with their rows, and queues those that are whole and quiet. */
export async function scanFolder(intake: Intake, folder: WatchFolderRow): Promise<void> {
  try {
    if (!mayWatch(intake, folder)) throw new OutsideRoot(`${folder.root} is not watched any more`)
    const paths = await compareFiles(intake, folder)
    if (paths === null) return
    if (!folder.isPaused) await settleFiles(intake, folder)
    await closeScan(intake, folder, paths)
  } catch (error) {
    await failScan(intake, folder, error)
  }
}

/** Stores what is new or has changed. @returns the paths of all files, null if another process lists the folder now */
async function compareFiles(intake: Intake, folder: WatchFolderRow): Promise<string[] | null> {
  const paths: string[] = []
  for await (const files of listLocal(folder)) {
    if (paths.length + files.length > watchLimits.files) throw new TooManyFiles()
    paths.push(...files.map(({ path }) => path))
    if (!(await underLease(intake, folder, (tx) => storeFiles(intake, tx, folder, files)))) return null
  }
  return paths
}

class TooManyFiles extends Error {
  override readonly name = 'TooManyFiles'
}

/** Time for which a process has a folder. Each batch that it stores renews it. */
export const SCAN_LEASE_S = 120

/** Runs a transaction if no other process has begun to list the folder. */
async function underLease(
  { db, clock }: Intake,
  folder: WatchFolderRow,
  run: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ fence: watchFolders.fence })
      .from(watchFolders)
      .where(rowOf(watchFolders, folder))
      .for('update')
    if (row?.fence !== folder.fence) return false
    const now = clock.now()
    // Not if a person has asked for another list meanwhile.
    await tx
      .update(watchFolders)
      .set({ scanAt: addSeconds(now, SCAN_LEASE_S) })
      .where(and(rowOf(watchFolders, folder), gt(watchFolders.scanAt, now)))
    await run(tx)
    return true
  })
}

async function storeFiles(
  intake: Intake,
  tx: Transaction,
  folder: WatchFolderRow,
  files: readonly LocalFile[],
): Promise<void> {
  if (files.length === 0) return
  const isOfFiles = and(
    eq(watchFiles.folderId, folder.id),
    eq(watchFiles.environmentId, folder.environmentId),
    watchFiles.isCurrent,
    inArray(
      watchFiles.path,
      files.map(({ path }) => path),
    ),
  )
  const rows = new Map((await tx.select().from(watchFiles).where(isOfFiles)).map((row) => [row.path, row]))
  const changed = files.filter((file) => isChanged(file, rows.get(file.path)))
  const replaced = changed.flatMap(({ path }) => rows.get(path) ?? [])
  // A file that was not taken yet keeps its row. One that was is another version.
  const ended = replaced.filter(isLasting)
  if (ended.length > 0)
    await tx
      .update(watchFiles)
      .set({ isCurrent: false })
      .where(
        and(
          eq(watchFiles.environmentId, folder.environmentId),
          inArray(
            watchFiles.id,
            ended.map(({ id }) => id),
          ),
        ),
      )
  if (changed.length === 0) return
  const values = changed.map((file) => rowFor(intake, folder, file, rows.get(file.path)))
  await tx
    .insert(watchFiles)
    .values(values)
    .onConflictDoUpdate({
      target: watchFiles.id,
      set: {
        size: sql`excluded.size`,
        state: sql`excluded.state`,
        modifiedAt: sql`excluded.modified_at`,
        reason: sql`excluded.reason`,
        quietSince: sql`excluded.quiet_since`,
        lookAt: sql`excluded.look_at`,
        changedAt: sql`excluded.changed_at`,
      },
    })
}

/** Whether a version stays in the list when the file changes: something became of it. */
function isLasting({ state, sha256 }: WatchFileRow): boolean {
  return state === 'ingested' || state === 'failed' || sha256 !== null
}

/** A file that is being taken is compared by its job, which puts it back if it has changed. */
function isChanged({ size, modifiedAt }: LocalFile, row: WatchFileRow | undefined): boolean {
  if (row === undefined) return true
  if (row.state === 'queued' || row.state === 'fetching') return false
  return row.size !== size || row.modifiedAt.getTime() !== modifiedAt.getTime()
}

function rowFor(
  { clock }: Intake,
  folder: WatchFolderRow,
  { path, size, modifiedAt }: LocalFile,
  before: WatchFileRow | undefined,
): WatchFileRow {
  const now = clock.now()
  const isOld = before === undefined && !folder.isKnown && folder.existing === 'ignore'
  const refused = isOld ? 'existing' : refusalOf(path, folder)
  const kept = before === undefined || isLasting(before) ? undefined : before
  return {
    id: kept?.id ?? uuidv7(now.getTime()),
    environmentId: folder.environmentId,
    folderId: folder.id,
    path,
    searchText: fold(path),
    size,
    modifiedAt,
    isCurrent: true,
    state: refused === null ? 'settling' : 'skipped',
    reason: refused ?? 'changing',
    isForced: false,
    quietSince: now,
    lookAt: refused === null ? new Date(now.getTime() + folder.quietSeconds * 1000) : null,
    seenAt: kept?.seenAt ?? now,
    changedAt: now,
    sha256: null,
    contentId: null,
    isCleared: false,
  }
}

/** A statement has a limited number of parameters. */
const DELETED_AT_ONCE = 1000

/** Marks a complete list. Rows of files that waited and are gone are deleted. All others stay, so that a disk that was away
 * for a while brings no file twice. */
async function closeScan(intake: Intake, folder: WatchFolderRow, paths: readonly string[]): Promise<void> {
  const now = intake.clock.now()
  const listed = new Set(paths)
  await underLease(intake, folder, async (tx) => {
    const open = await tx
      .select({ id: watchFiles.id, path: watchFiles.path })
      .from(watchFiles)
      .where(
        and(
          eq(watchFiles.folderId, folder.id),
          eq(watchFiles.environmentId, folder.environmentId),
          watchFiles.isCurrent,
          or(eq(watchFiles.state, 'settling'), eq(watchFiles.reason, 'temporary')),
        ),
      )
    const gone = open.filter(({ path }) => !listed.has(path)).map(({ id }) => id)
    for (let from = 0; from < gone.length; from += DELETED_AT_ONCE)
      await tx
        .delete(watchFiles)
        .where(
          and(
            eq(watchFiles.environmentId, folder.environmentId),
            inArray(watchFiles.id, gone.slice(from, from + DELETED_AT_ONCE)),
          ),
        )
    const change = { scannedAt: now, isKnown: true, reason: null }
    await tx.update(watchFolders).set(change).where(rowOf(watchFolders, folder))
    if (folder.reason !== null) await recordFolder(tx, null, { ...folder, ...change }, 'recovered', {}, now)
  })
}

async function failScan(intake: Intake, folder: WatchFolderRow, error: unknown): Promise<void> {
  const reason = reasonOf(error)
  if (reason === 'failed')
    intake.log.warn({ err: error, folderId: folder.id }, 'a watched folder cannot be listed')
  const now = intake.clock.now()
  await underLease(intake, folder, async (tx) => {
    await tx.update(watchFolders).set({ reason, scannedAt: now }).where(rowOf(watchFolders, folder))
    if (folder.reason === null) await recordFolder(tx, null, { ...folder, reason }, 'failing', {}, now)
  })
}

function reasonOf(error: unknown): WatchFolderReason {
  if (error instanceof OutsideRoot) return 'outside'
  if (error instanceof TooManyFiles) return 'too-many'
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing'
  return code === 'EACCES' || code === 'EPERM' ? 'no-access' : 'failed'
}
