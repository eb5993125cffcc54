import { lstat, mkdir, rename, unlink } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { movedFolder } from '@kinora/contract'
import { rowOf } from '../../../platform/database/row-of.ts'
import { factsOf, resolveLocal } from '../folders/local-files.ts'
import type { Intake } from '../intake.ts'
import { type WatchFileRow, type WatchFolderRow, watchFiles } from '../tables.ts'

/** Moves or deletes a file whose video was made, if its folder says so. One that has changed since stays: it is another
 * version. @throws the error of the system if it may not be moved or deleted */
export async function clearFile({ db }: Intake, folder: WatchFolderRow, file: WatchFileRow): Promise<void> {
  if (folder.after !== 'keep' && (await isSame(folder, file))) await remove(folder, file)
  await db.update(watchFiles).set({ isCleared: true }).where(rowOf(watchFiles, file))
}

async function isSame(folder: WatchFolderRow, file: WatchFileRow): Promise<boolean> {
  try {
    const { size, modifiedAt } = factsOf(await lstat(await pathOf(folder, file)))
    return size === file.size && modifiedAt.getTime() === file.modifiedAt.getTime()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

async function pathOf(folder: WatchFolderRow, { path }: WatchFileRow): Promise<string> {
  const parent = dirname(path)
  return join(await resolveLocal(folder, parent === '.' ? '' : parent), basename(path))
}

async function remove(folder: WatchFolderRow, file: WatchFileRow): Promise<void> {
  const path = await pathOf(folder, file)
  if (folder.after === 'delete') return unlink(path)
  const target = join(dirname(path), movedFolder)
  await mkdir(target, { recursive: true })
  const name = basename(path)
  const isTaken = await lstat(join(target, name)).then(
    () => true,
    () => false,
  )
  // The ID of the file, so that nothing is overwritten.
  const moved = isTaken ? `${basename(name, extname(name))}-${file.id}${extname(name)}` : name
  await rename(path, join(target, moved))
}
