import type { Dir, Stats } from 'node:fs'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { movedFolder } from '@kinora/contract'
import type { WatchFolderRow } from '../tables.ts'

/** A file in a watched folder. */
export interface LocalFile {
  /** Below the watched folder, with `/` between names. */
  readonly path: string
  readonly size: number
  readonly modifiedAt: Date
}

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

/** Opens a file of a watched folder for reading. Links and devices are not opened.
 * @throws OutsideRoot, or the error of the system: ENOENT, ELOOP for a link, EINVAL for what is no file */
export async function openLocal(place: Place, path: string): Promise<FileHandle> {
  const folder = await resolveLocal(place, path.split('/').slice(0, -1).join('/'))
  const name = path.split('/').at(-1) ?? ''
  // Without O_NONBLOCK a pipe would wait for its writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(join(folder, name), flags)
  const stats = await file.stat()
  if (stats.isFile()) return file
  await file.close()
  throw Object.assign(new Error(`${name} is not a file`), { code: 'EINVAL' })
}

/** The size and the time of a file. Milliseconds, since the database keeps no more. */
export function factsOf({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>) {
  return { size, modifiedAt: new Date(Math.trunc(mtimeMs)) }
}

const BATCH = 1000
/** A batch is passed on after this time, also an empty one, so that the list of a slow disk is seen to go on. */
const BATCH_MS = 30_000
/** Longer paths do not fit into an index of the database. */
const MOST_PATH_BYTES = 2000

/** Lists the files of a watched folder in batches. Links, devices and hidden folders are left out; a folder that vanishes
 * meanwhile is empty. @throws OutsideRoot, or the error of the system for the folder itself */
export async function* listLocal(
  place: Place & Pick<WatchFolderRow, 'isRecursive'>,
): AsyncGenerator<LocalFile[]> {
  const top = await resolveLocal(place)
  const folders = ['']
  let batch: LocalFile[] = []
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

async function lookAt(path: string): Promise<Omit<LocalFile, 'path'> | null> {
  try {
    const stats = await lstat(path)
    return stats.isFile() ? factsOf(stats) : null
  } catch {
    return null
  }
}

/** Whether the files of a folder are looked at. Hidden ones and the folder of moved files are not. */
function isWatchedFolder(name: string): boolean {
  return !name.startsWith('.') && name !== movedFolder
}
