import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Intake } from '../intake.ts'
import { type FileStore, StoreFault } from '../stores/file-store.ts'
import {
  type Checksums,
  type Companion,
  type WatchFileRow,
  type WatchFolderRow,
  watchFiles,
} from '../tables.ts'
import type { Scanning } from './manifests.ts'
import { takeJobOf } from './take-job.ts'
import { type FileRules, openRules } from './whole-rules.ts'
import { wholenessOf } from './wholeness.ts'

/** Files of a folder that are looked at in one scan. */
const MOST = 200
const AT_ONCE = 8
/** Time without a change after which a file is taken whose container does not say where it ends. */
const UNKNOWN_QUIET_S = 60
/** Files that are not whole are looked at again after 5, 10, 20 and then every 40 s. */
const MOST_PAUSE_S = 40

/** Queues the files that are whole and have not changed for long enough. Those that a person asked for, and whose server failed, are
 * queued in any case, also in a paused folder. @param signal ends it. @throws StoreFault if the account fails */
export async function settleFiles(
  intake: Scanning,
  folder: WatchFolderRow,
  store: FileStore,
  signal: AbortSignal,
): Promise<void> {
  const waiting = await intake.db
    .select()
    .from(watchFiles)
    .where(
      and(
        eq(watchFiles.folderId, folder.id),
        eq(watchFiles.environmentId, folder.environmentId),
        watchFiles.isCurrent,
        eq(watchFiles.state, 'settling'),
        folder.isPaused ? eq(watchFiles.isForced, true) : undefined,
        lte(watchFiles.lookAt, intake.clock.now()),
      ),
    )
    .orderBy(asc(watchFiles.lookAt))
    .limit(MOST)
  if (waiting.length === 0) return
  const queue = [...waiting]
  const rules = await openRules(intake, folder, store)
  const settleNext = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift())
      await settle(intake, { folder, store, signal, rules }, file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, settleNext))
}

interface Scan {
  readonly folder: WatchFolderRow
  readonly store: FileStore
  readonly signal: AbortSignal
  readonly rules: FileRules
}

async function settle(intake: Intake, scan: Scan, file: WatchFileRow): Promise<void> {
  const now = intake.clock.now()
  const quietS = (now.getTime() - file.quietSince.getTime()) / 1000
  if (file.isForced)
    return queueFile(intake, scan.folder, file, { checksums: null, companions: file.companions })
  const { reason, companions, checksums, isVouched } = await scan.rules(file)
  const wholeness = reason ?? (await lookInto(scan, file))
  if (wholeness === 'whole' || (wholeness === 'unknown' && (isVouched || quietS >= UNKNOWN_QUIET_S)))
    return queueFile(intake, scan.folder, file, { checksums, companions: [...companions] })
  const pauseS =
    wholeness === 'unknown' ? UNKNOWN_QUIET_S - quietS : Math.min(MOST_PAUSE_S, Math.max(5, quietS))
  await intake.db
    .update(watchFiles)
    .set({
      reason: wholeness === 'unknown' ? 'changing' : wholeness,
      lookAt: addSeconds(now, pauseS),
      companions: [...companions],
    })
    .where(isSame(file))
}

async function lookInto({ store, signal }: Scan, file: WatchFileRow) {
  if (file.size === 0) return 'empty'
  try {
    await using open = await store.open(file)
    return await wholenessOf(file.size, open.readAt)
  } catch (error) {
    // What the end of the list breaks off says nothing about the file.
    signal.throwIfAborted()
    if (error instanceof StoreFault && error.accountReason !== null) throw error
    // Gone, or not readable: the next list or a later look says so.
    return 'unreadable'
  }
}

/** Queues a file that waits. Does nothing if it has changed meanwhile. */
async function queueFile(
  { db, clock, jobs }: Intake,
  folder: WatchFolderRow,
  file: WatchFileRow,
  values: { readonly checksums: Checksums | null; readonly companions: Companion[] },
): Promise<void> {
  const { id, environmentId } = file
  await db.transaction(async (tx) => {
    const change = {
      state: 'queued',
      reason: null,
      lookAt: null,
      changedAt: clock.now(),
      ...values,
    } as const
    const rows = await tx.update(watchFiles).set(change).where(isSame(file)).returning({ id: watchFiles.id })
    if (rows.length > 0) await jobs.enqueue(tx, takeJobOf(folder), { fileId: id }, { environmentId, key: id })
  })
}

/** Condition: the file waits, as it was read. */
function isSame({ id, environmentId, size, modifiedAt, etag }: WatchFileRow) {
  return and(
    eq(watchFiles.id, id),
    eq(watchFiles.environmentId, environmentId),
    eq(watchFiles.state, 'settling'),
    eq(watchFiles.size, size),
    eq(watchFiles.modifiedAt, modifiedAt),
    etag === null ? isNull(watchFiles.etag) : eq(watchFiles.etag, etag),
  )
}
