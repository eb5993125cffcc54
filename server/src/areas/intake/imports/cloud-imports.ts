import { type CloudImportBody, cloudImportLimits, type ImportedFile } from '@kinora/contract'
import { and, desc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { problem } from '../../../platform/problem.ts'
import { recordAccount, reportAccount } from '../accounts/account-changes.ts'
import { findAccount } from '../accounts/cloud-accounts.ts'
import { assertTarget, lockAccount } from '../folders/watch-folders.ts'
import type { Intake } from '../intake.ts'
import { takeRemoteJob } from '../scanning/take-job.ts'
import { type FoundFile, isStorable } from '../stores/file-store.ts'
import { openAccount } from '../stores/open-store.ts'
import { networkFault } from '../stores/remote/faults.ts'
import {
  type CloudAccountRow,
  cloudAccounts,
  type WatchFileRow,
  type WatchFolderRow,
  watchFiles,
  watchFolders,
} from '../tables.ts'
import { viewFiles } from '../taking/watch-files.ts'

/** A folder that is never listed is due at this time. */
const NEVER = new Date('9999-12-31T00:00:00Z')

/** Queues files of an account that a person chose, each with a row of its own.
 * @throws problem not-found, cloud-account-failing, cloud-file-missing, in-trash */
export async function importFiles(
  intake: Intake,
  caller: Caller,
  body: CloudImportBody,
): Promise<{ items: ImportedFile[] }> {
  const { db, clock, jobs } = intake
  const { environmentId } = caller.scope
  const account = await findAccount(db, caller.scope, body.accountId)
  const found = await findFiles(intake, account, body)
  const now = clock.now()
  const files = await db.transaction(async (tx) => {
    await lockAccount(tx, environmentId, body)
    await assertTarget(tx, environmentId, body)
    const folder = folderFor(caller, account, body, now)
    await tx.insert(watchFolders).values(folder)
    const rows = found.map((file) => rowFor(folder, file, now))
    await tx.insert(watchFiles).values(rows)
    for (const { id } of rows)
      await jobs.enqueue(tx, takeRemoteJob, { fileId: id }, { environmentId, key: id })
    const after = { path: body.path, files: found.map(({ path }) => path) }
    await recordAccount(tx, caller, account, 'imported', { after }, now)
    return rows
  })
  return { items: await viewImported(db, environmentId, files) }
}

const FIND_MS = 60_000
const AT_ONCE = 8

/** Looks at the files that were chosen. @throws problem cloud-account-failing, cloud-file-missing */
async function findFiles(
  intake: Intake,
  account: CloudAccountRow,
  { path, names }: CloudImportBody,
): Promise<FoundFile[]> {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(FIND_MS)])
  try {
    await using store = await openAccount(intake, account, path, signal)
    const queue = [...new Set(names)]
    const found: FoundFile[] = []
    const findNext = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const facts = await store.factsOf(name)
        if (facts === null || !isStorable(facts)) throw problem('cloud-file-missing', { detail: name })
        found.push({ path: name, ...facts })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, findNext))
    return found.sort((one, other) => (one.path < other.path ? -1 : 1))
  } catch (error) {
    const fault = networkFault(signal.aborted ? signal.reason : error)
    if (fault === null) throw error
    if (fault.accountReason !== null) await reportAccount(intake, account, fault.accountReason)
    throw problem('cloud-account-failing', { detail: fault.message })
  } finally {
    ending.abort()
  }
}

function folderFor(
  { scope, actor }: Caller,
  account: CloudAccountRow,
  { path, collectionId, encodingProfileId, playbackPolicy }: CloudImportBody,
  now: Date,
): WatchFolderRow {
  return {
    id: uuidv7(now.getTime()),
    organizationId: scope.organizationId,
    environmentId: scope.environmentId,
    name: account.name,
    isImport: true,
    accountId: account.id,
    root: '',
    path,
    isRecursive: false,
    include: [],
    exclude: [],
    existing: 'take',
    quietSeconds: 5,
    settle: 'quiet',
    marker: '.done',
    manifest: 'manifest.*',
    sidecars: 'ignore',
    collectionId,
    encodingProfileId,
    playbackPolicy,
    tags: [],
    after: 'keep',
    isPaused: false,
    reason: null,
    isKnown: true,
    scannedAt: null,
    scanAt: NEVER,
    fence: 0,
    createdBy: actor.name,
    createdById: actor.userId,
    createdAt: now,
  }
}

function rowFor(folder: WatchFolderRow, file: FoundFile, now: Date): WatchFileRow {
  return {
    ...file,
    id: uuidv7(now.getTime()),
    environmentId: folder.environmentId,
    folderId: folder.id,
    searchText: fold(file.path),
    isCurrent: true,
    state: 'queued',
    reason: null,
    isForced: true,
    quietSince: now,
    lookAt: null,
    seenAt: now,
    changedAt: now,
    sha256: null,
    contentId: null,
    isCleared: false,
    attempts: 0,
    companions: [],
    checksums: null,
  }
}

/** A page of the files that were imported by hand, latest change first. */
export function listImportedFiles({ db }: Pick<Intake, 'db'>, { environmentId }: Scope, page: PageQuery) {
  const ofImports = inArray(
    watchFiles.folderId,
    db
      .select({ id: watchFolders.id })
      .from(watchFolders)
      .where(and(eq(watchFolders.environmentId, environmentId), watchFolders.isImport)),
  )
  const where = and(eq(watchFiles.environmentId, environmentId), ofImports)
  return loadPage(page, {
    select: db
      .select()
      .from(watchFiles)
      .where(where)
      .orderBy(desc(watchFiles.changedAt), desc(watchFiles.id)),
    total: db.$count(watchFiles, where),
    view: (rows) => viewImported(db, environmentId, rows),
  })
}

async function viewImported(
  db: Queryable,
  environmentId: string,
  rows: readonly WatchFileRow[],
): Promise<ImportedFile[]> {
  const ids = [...new Set(rows.map(({ folderId }) => folderId))]
  if (ids.length === 0) return []
  const folders = await db
    .select({
      id: watchFolders.id,
      path: watchFolders.path,
      account: cloudAccounts.name,
      accountId: cloudAccounts.id,
    })
    .from(watchFolders)
    .innerJoin(cloudAccounts, eq(cloudAccounts.id, watchFolders.accountId))
    .where(and(eq(watchFolders.environmentId, environmentId), inArray(watchFolders.id, ids)))
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const views = await viewFiles(db, environmentId, rows)
  return views.flatMap((view, index): ImportedFile | [] => {
    const folder = byId.get(rows[index]?.folderId ?? '')
    if (folder === undefined) return []
    const path = folder.path === '' ? view.path : `${folder.path}/${view.path}`
    return { ...view, path, account: { id: folder.accountId, name: folder.account } }
  })
}

/** Deletes what is known of old imports. Their videos stay. */
export async function deleteOldImports({ db, clock }: Pick<Intake, 'db' | 'clock'>): Promise<void> {
  const isOpen = db
    .select({ one: sql`1` })
    .from(watchFiles)
    .where(and(eq(watchFiles.folderId, watchFolders.id), inArray(watchFiles.state, ['queued', 'fetching'])))
  const before = addSeconds(clock.now(), -cloudImportLimits.keptDays * 86_400)
  await db
    .delete(watchFolders)
    .where(and(watchFolders.isImport, lt(watchFolders.createdAt, before), notExists(isOpen)))
}
