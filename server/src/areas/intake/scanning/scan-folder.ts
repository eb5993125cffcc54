import { type AccountReason, type WatchFolderReason, watchLimits } from '@kinora/contract'
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { reportAccount } from '../accounts/account-changes.ts'
import { recordFolder } from '../folders/folder-changes.ts'
import { mayWatch } from '../folders/roots.ts'
import type { Intake } from '../intake.ts'
import { type FileStore, type FoundFile, isSameFile, isStorable, StoreFault } from '../stores/file-store.ts'
import { openFolder } from '../stores/open-store.ts'
import {
  type CloudAccountRow,
  cloudAccounts,
  type WatchFileRow,
  type WatchFolderRow,
  watchFiles,
  watchFolders,
} from '../tables.ts'
import type { Scanning } from './manifests.ts'
import { refusalOf } from './match.ts'
import { settleFiles } from './settle.ts'

/** Time for a list of another server, so that one that answers a little at a time does not take forever. */
const REMOTE_SCAN_MS = 15 * 60_000
/** A disk of the server may take longer, since it keeps no connection. */
const LOCAL_SCAN_MS = 12 * 3_600_000

/** Lists the files of a folder, compares them with their rows, and queues those that are whole and quiet.
 * @param stopping ends the list, which is no fault of the folder
 * @returns why its account fails, null if it does not */
export async function scanFolder(
  intake: Scanning,
  folder: WatchFolderRow,
  stopping: AbortSignal,
): Promise<AccountReason | null> {
  const account = folder.accountId === null ? null : await accountOf(intake, folder)
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, stopping])
  const limit = setTimeout(
    () => ending.abort(new StoreFault('too-slow', 'the list took too long')),
    account === null ? LOCAL_SCAN_MS : REMOTE_SCAN_MS,
  )
  const endRenewals = renewLease(intake, folder, ending)
  try {
    if (!mayWatch(intake, folder)) throw new StoreFault('outside', `${folder.root} is not watched any more`)
    await using store = await openFolder(intake, folder, account, signal)
    const paths = await compareFiles(intake, folder, store, signal)
    if (paths === null) return null
    await settleFiles(intake, folder, store, signal)
    await closeScan(intake, folder, paths)
    if (account !== null) await reportAccount(intake, account, null)
    return null
  } catch (error) {
    if (stopping.aborted || signal.reason instanceof LeaseLost) return null
    // What the limit ends, ends with errors of all kinds.
    const cause = signal.aborted ? signal.reason : error
    const accountReason = account === null ? null : accountReasonOf(cause)
    await failScan(intake, folder, accountReason === null ? reasonOf(cause) : 'account', cause)
    // Other errors say nothing about the account.
    if (account !== null && cause instanceof StoreFault) await reportAccount(intake, account, accountReason)
    return accountReason
  } finally {
    clearTimeout(limit)
    ending.abort()
    await endRenewals()
  }
}

async function accountOf(
  { db }: Intake,
  { accountId, environmentId }: WatchFolderRow,
): Promise<CloudAccountRow | null> {
  const [account] = await db
    .select()
    .from(cloudAccounts)
    .where(rowOf(cloudAccounts, { id: accountId ?? '', environmentId }))
  return account ?? null
}

/** Stores what is new or has changed. @returns the paths of all files, null if another process lists the folder now */
async function compareFiles(
  intake: Intake,
  folder: WatchFolderRow,
  store: FileStore,
  signal: AbortSignal,
): Promise<string[] | null> {
  const paths: string[] = []
  for await (const listed of store.list(folder.isRecursive)) {
    signal.throwIfAborted()
    const files = listed.filter(isStorable)
    if (paths.length + files.length > watchLimits.files)
      throw new StoreFault('too-many', `the folder has more than ${watchLimits.files} files`)
    paths.push(...files.map(({ path }) => path))
    if (!(await underLease(intake, folder, (tx) => storeFiles(intake, tx, folder, files)))) return null
  }
  return paths
}

/** Time for which a process has a folder. */
export const SCAN_LEASE_S = 120
const RENEW_MS = 40_000

/** Another process has begun to list the folder. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Renews the lease of a folder until the returned function is called, since a step may take longer. Ends the list if it is lost. */
function renewLease(intake: Intake, folder: WatchFolderRow, ending: AbortController): () => Promise<void> {
  let renewal = Promise.resolve()
  const renew = async () => {
    try {
      const isHeld = await underLease(intake, folder, async () => undefined)
      if (!isHeld) ending.abort(new LeaseLost())
    } catch (err) {
      intake.log.warn({ err, folderId: folder.id }, 'the lease of a watched folder was not renewed')
    }
  }
  const timer = setInterval(() => {
    renewal = renew()
  }, RENEW_MS)
  return async () => {
    clearInterval(timer)
    await renewal
  }
}

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
  listed: readonly FoundFile[],
): Promise<void> {
  // A server may list a file twice.
  const files = [...new Map(listed.map((file) => [file.path, file])).values()]
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
        isForced: sql`excluded.is_forced`,
        modifiedAt: sql`excluded.modified_at`,
        etag: sql`excluded.etag`,
        attempts: sql`excluded.attempts`,
        companions: sql`excluded.companions`,
        checksums: sql`excluded.checksums`,
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
function isChanged(file: FoundFile, row: WatchFileRow | undefined): boolean {
  if (row === undefined) return true
  if (row.state === 'queued' || row.state === 'fetching') return false
  return !isSameFile(file, row)
}

function rowFor(
  { clock }: Intake,
  folder: WatchFolderRow,
  { path, size, modifiedAt, etag }: FoundFile,
  before: WatchFileRow | undefined,
): WatchFileRow {
  const now = clock.now()
  const isOld = before === undefined && !folder.isKnown && folder.existing === 'ignore'
  const refusal = refusalOf(path, folder)
  // What belongs to others may belong to one that arrives later.
  const refused = isOld && refusal !== 'companion' ? 'existing' : refusal
  const kept = before === undefined || isLasting(before) ? undefined : before
  return {
    id: kept?.id ?? uuidv7(now.getTime()),
    environmentId: folder.environmentId,
    folderId: folder.id,
    path,
    searchText: fold(path),
    size,
    modifiedAt,
    etag,
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
    attempts: 0,
    companions: (kept?.companions ?? []).flatMap((companion) =>
      companion.kind === 'marker' ? [{ ...companion, isSpent: true as const }] : [],
    ),
    checksums: null,
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
          or(eq(watchFiles.state, 'settling'), inArray(watchFiles.reason, ['temporary', 'companion'])),
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

async function failScan(
  intake: Intake,
  folder: WatchFolderRow,
  reason: WatchFolderReason,
  error: unknown,
): Promise<void> {
  if (reason === 'failed')
    intake.log.warn({ err: error, folderId: folder.id }, 'a watched folder cannot be listed')
  const now = intake.clock.now()
  await underLease(intake, folder, async (tx) => {
    await tx.update(watchFolders).set({ reason, scannedAt: now }).where(rowOf(watchFolders, folder))
    if (folder.reason === null) await recordFolder(tx, null, { ...folder, reason }, 'failing', {}, now)
  })
}

function accountReasonOf(error: unknown): AccountReason | null {
  return error instanceof StoreFault ? error.accountReason : null
}

function reasonOf(error: unknown): WatchFolderReason {
  const fault = error instanceof StoreFault ? error.fault : null
  switch (fault) {
    case 'missing':
    case 'no-access':
    case 'outside':
    case 'too-many':
    case 'too-slow':
      return fault
    default:
      return 'failed'
  }
}
