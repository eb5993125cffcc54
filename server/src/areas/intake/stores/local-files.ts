import type { Dir, Stats } from 'node:fs'
import { lstat, opendir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { WatchFolderRow } from '../tables.ts'
import type { FileFacts, FoundFile } from './file-store.ts'
import { isWatchedFolder, MOST_PATH_BYTES } from './names.ts'

type Place = Pick<WatchFolderRow, 'root' | 'path'>

/** The folder is not below its root, because of a link. */
export class OutsideRoot extends Error {
  override readonly name = 'OutsideRoot'
}

/** Resolves a watched folder, or a file below it. @throws OutsideRoot if a link leads out of its root */
export async function resolveLocal({ root, path }: Place, below = ''): Promise<string> {
  const [realRoot, real] = await Promise.all([realpath(root), realpath(join(root, path, below))])
  if (real !== realRoot && !real.startsWith(realRoot + sep))
    throw new OutsideRoot(`${real} is not in ${realRoot}`)
  return real
}

/** The size and the time of a file. Milliseconds, since the database keeps no more. */
export function factsOf({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): FileFacts {
  return { size, modifiedAt: new Date(Math.trunc(mtimeMs)), etag: null }
}

const BATCH = 1000
/** A batch is passed on after this time, also an empty one, so that the list of a slow disk is seen to go on. */
const BATCH_MS = 30_000
/** Lists the files of a watched folder in batches. Links, devices and hidden folders are left out; a folder that vanishes
 * meanwhile is empty. @throws OutsideRoot, or the error of the system for the folder itself */
export async function* listLocal(
  place: Place & Pick<WatchFolderRow, 'isRecursive'>,
): AsyncGenerator<FoundFile[]> {
  const top = await resolveLocal(place)
  const folders = ['']
  let batch: FoundFile[] = []
  let batchMs = performance.now()
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for await (const entry of await openFolder(join(top, folder), folder === '')) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && place.isRecursive && isWatchedFolder(entry.name)) folders.push(path)
      if (performance.now() - batchMs > BATCH_MS) {
        yield batch
        batch = []
        batchMs = performance.now()
      }
      if (!entry.isFile() || Buffer.byteLength(path) > MOST_PATH_BYTES) continue
      const file = await lookAt(join(top, path))
      if (file !== null) batch.push({ path, ...file })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
      batchMs = performance.now()
    }
  }
  yield batch
}

async function openFolder(path: string, isTop: boolean): Promise<Dir | []> {
  try {
    return await opendir(path)
  } catch (error) {
    if (isTop) throw error
    return []
  }
}

async function lookAt(path: string): Promise<FileFacts | null> {
  try {
    const stats = await lstat(path)
    return stats.isFile() ? factsOf(stats) : null
  } catch {
    return null
  }
}
