import type { WatchFile, WatchFileState } from '@kinora/contract'
import { and, desc, eq } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { contentTitles } from '../../library/index.ts'
import { recordFile } from '../folders/folder-changes.ts'
import { findWatchFolder } from '../folders/watch-folders.ts'
import type { Intake } from '../intake.ts'
import { takeJobOf } from '../scanning/take-job.ts'
import { type WatchFileRow, watchFiles } from '../tables.ts'

interface FileFilter {
  readonly state?: WatchFileState | undefined
  readonly phrase?: string | undefined
}

/** A page of the files of a folder, latest change first. @throws problem not-found */
export async function listWatchFiles(
  { db }: Intake,
  scope: Scope,
  folderId: string,
  { state, phrase, ...page }: PageQuery & FileFilter,
) {
  await findWatchFolder(db, scope, folderId)
  const where = and(
    eq(watchFiles.folderId, folderId),
    eq(watchFiles.environmentId, scope.environmentId),
    state && eq(watchFiles.state, state),
    matchesPhrase(watchFiles.searchText, phrase),
  )
  return loadPage(page, {
    select: db
      .select()
      .from(watchFiles)
      .where(where)
      .orderBy(desc(watchFiles.changedAt), desc(watchFiles.id)),
    total: db.$count(watchFiles, where),
    view: (rows) => viewFiles(db, scope.environmentId, rows),
  })
}

/** Queues a file as it is. @throws problem not-found, watch-file-busy, watch-file-changed */
export async function takeWatchFile(
  { db, clock, jobs }: Intake,
  caller: Caller,
  { id: folderId, fileId }: { readonly id: string; readonly fileId: string },
): Promise<WatchFile> {
  const { environmentId } = caller.scope
  const folder = await findWatchFolder(db, caller.scope, folderId)
  const now = clock.now()
  const row = await db.transaction(async (tx) => {
    const isOfFolder = and(
      rowOf(watchFiles, { id: fileId, environmentId }),
      eq(watchFiles.folderId, folderId),
    )
    const [before] = await tx.select().from(watchFiles).where(isOfFolder).for('update')
    if (before === undefined) throw problem('not-found')
    if (!before.isCurrent) throw problem('watch-file-changed')
    if (before.state === 'queued' || before.state === 'fetching') throw problem('watch-file-busy')
    const change = { state: 'queued', reason: null, isForced: true, lookAt: null, changedAt: now } as const
    await tx.update(watchFiles).set(change).where(rowOf(watchFiles, before))
    await jobs.enqueue(tx, takeJobOf(folder), { fileId }, { environmentId, key: fileId })
    await recordFile(tx, caller, { folder, file: before }, 'taken', {}, now)
    return { ...before, ...change }
  })
  const [view] = await viewFiles(db, environmentId, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

/** Files as people see them, in their order. */
export async function viewFiles(
  db: Queryable,
  environmentId: string,
  rows: readonly WatchFileRow[],
): Promise<WatchFile[]> {
  const ids = rows.flatMap(({ contentId }) => contentId ?? [])
  const titles = await contentTitles(db, environmentId, ids)
  return rows.map(
    ({ id, path, size, modifiedAt, state, reason, seenAt, changedAt, contentId, companions }) => ({
      id,
      path,
      size,
      modifiedAt: modifiedAt.toISOString(),
      state,
      reason,
      companions: companions.flatMap(({ path, kind, fault, isSpent }) =>
        isSpent === true ? [] : [{ path, kind, fault }],
      ),
      seenAt: seenAt.toISOString(),
      changedAt: changedAt.toISOString(),
      contentId,
      contentTitle: contentId === null ? null : (titles.get(contentId) ?? null),
    }),
  )
}
