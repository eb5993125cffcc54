import { and, eq, isNull, not } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { problem } from '../../../platform/problem.ts'
import { placeOfAccount } from '../stores/open-store.ts'
import { cloudAccounts, type WatchFolderRow, watchFiles, watchFolders } from '../tables.ts'
import { filesOf } from './account-place.ts'

/** Asserts that no other folder of the environment has the same files. @throws problem watch-folder-nested */
export async function assertNotNested(tx: Transaction, folder: WatchFolderRow): Promise<void> {
  await takeLock(tx, `watch folders ${folder.environmentId}`)
  const rows = await tx
    .select({ folder: watchFolders, account: cloudAccounts })
    .from(watchFolders)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, watchFolders.accountId))
    .where(and(eq(watchFolders.environmentId, folder.environmentId), not(watchFolders.isImport)))
  const placed = rows.map(({ folder: { id, root, path, isRecursive }, account }) => {
    const top = account === null ? root : filesOf(placeOfAccount(account))
    return { id, isRecursive, place: path === '' ? top : `${top}/${path}` }
  })
  const own = placed.find(({ id }) => id === folder.id)
  const others = placed.filter(({ id }) => id !== folder.id)
  if (own !== undefined && others.some((other) => hasFilesOf(other, own) || hasFilesOf(own, other)))
    throw problem('watch-folder-nested')
}

interface Placed {
  readonly place: string
  readonly isRecursive: boolean
}

/** Whether a folder is another one, or above it and watches what is below. */
function hasFilesOf({ place, isRecursive }: Placed, other: Placed): boolean {
  return place === other.place || (isRecursive && other.place.startsWith(`${place}/`))
}

/** Ends what is known of the files of the former place: those that were not taken are deleted, the others are never compared or moved
 * again. */
export async function leaveFiles(
  tx: Transaction,
  { id, environmentId }: Pick<WatchFolderRow, 'id' | 'environmentId'>,
): Promise<void> {
  const isOfFolder = and(eq(watchFiles.folderId, id), eq(watchFiles.environmentId, environmentId))
  await tx.delete(watchFiles).where(and(isOfFolder, isNull(watchFiles.contentId)))
  await tx.update(watchFiles).set({ isCurrent: false, isCleared: true }).where(isOfFolder)
}
