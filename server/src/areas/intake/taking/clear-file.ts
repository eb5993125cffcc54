import { extname } from 'node:path'
import { movedFolder } from '@kinora/contract'
import { rowOf } from '../../../platform/database/row-of.ts'
import { loadOwnCompanions } from '../companions/companion-files.ts'
import type { Intake } from '../intake.ts'
import { type FileStore, type FoundFile, isSameFile, StoreFault } from '../stores/file-store.ts'
import { joinPath, nameOf, parentOf } from '../stores/names.ts'
import { type WatchFileRow, type WatchFolderRow, watchFiles } from '../tables.ts'

/** Moves or deletes a file whose video was made, with those beside it, if its folder says so. One that has changed since stays: it is another
 * version. @throws StoreFault, or the error of the system, if it may not be moved or deleted */
export async function clearFile(
  { db }: Intake,
  folder: WatchFolderRow,
  file: WatchFileRow,
  openStore: () => Promise<FileStore>,
): Promise<void> {
  if (folder.after !== 'keep') {
    const [row] = await db
      .select({ companions: watchFiles.companions })
      .from(watchFiles)
      .where(rowOf(watchFiles, file))
    const companions = row?.companions ?? []
    const own = await loadOwnCompanions(db, folder, { ...file, companions })
    await using store = await openStore()
    const facts = await store.factsOf(file.path)
    // Descriptions and subtitles beside another version are those of that version.
    const isReplaced = facts !== null && !isSameFile(facts, file)
    // Those beside it first: a marker that is left would be one of the next file of its name.
    for (const { kind, path, size, modifiedAt, etag } of own)
      if (!isReplaced || kind === 'marker')
        await removeSame(store, folder, { id: file.id, path, size, modifiedAt: new Date(modifiedAt), etag })
    await removeSame(store, folder, file)
  }
  await db.update(watchFiles).set({ isCleared: true }).where(rowOf(watchFiles, file))
}

interface Cleared extends FoundFile {
  readonly id: string
}

async function removeSame(store: FileStore, { after }: WatchFolderRow, file: Cleared): Promise<void> {
  const facts = await store.factsOf(file.path)
  if (facts === null || !isSameFile(facts, file)) return
  if (after === 'delete') return store.remove(file)
  const folder = joinPath(parentOf(file.path), movedFolder)
  const name = nameOf(file.path)
  if (await store.move(file, joinPath(folder, name))) return
  // The ID of the file, so that nothing is overwritten.
  const ending = extname(name)
  const other = `${name.slice(0, name.length - ending.length)}-${file.id}${ending}`
  if (!(await store.move(file, joinPath(folder, other))))
    throw new StoreFault('no-access', 'there are other files of both names')
}
