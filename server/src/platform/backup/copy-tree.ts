import { constants, type Dirent } from 'node:fs'
import { chmod, copyFile, link, lstat, mkdir, readdir, readlink, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFile, flushFolder, hasCode, missingAsNull } from '../storage/durable-files.ts'

interface CopyOptions {
  /** Which files and folders are copied, by their path below the folder. All if unset. */
  readonly isWanted?: (path: string, isFolder: boolean) => boolean
  /** Shares files that never change by hard links, if both folders are on one disk. */
  readonly mayLink?: boolean
}

const AT_ONCE = 16

/** Copies a folder into another, durably, while files come and go: those that vanish are left out. Files that an earlier
 * copy has made and that are the same still are not copied again. */
export async function copyTree(from: string, to: string, options: CopyOptions = {}): Promise<void> {
  await copyFolder(from, to, '', options)
}

async function copyFolder(from: string, to: string, below: string, options: CopyOptions): Promise<void> {
  const { isWanted = () => true } = options
  const source = join(from, below)
  const target = join(to, below)
  const entries = await missingAsNull(readdir(source, { withFileTypes: true }))
  if (entries === null) return
  const found = await missingAsNull(lstat(source))
  // Folders above the copy too are for their owner only.
  await mkdir(target, { recursive: true, mode: 0o700 })
  const wanted = entries.filter((entry) => isWanted(join(below, entry.name), entry.isDirectory()))
  const files = wanted.filter((entry) => !entry.isDirectory())
  const copyNext = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop())
      await missingAsNull(copyEntry(file, join(source, file.name), join(target, file.name), options))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyNext))
  for (const entry of wanted)
    if (entry.isDirectory()) await copyFolder(from, to, join(below, entry.name), options)
  if (found !== null) await chmod(target, found.mode & 0o777)
  await flushFolder(target)
}

async function copyEntry(entry: Dirent, source: string, target: string, options: CopyOptions): Promise<void> {
  const before = await missingAsNull(lstat(target))
  if (entry.isSymbolicLink()) {
    if (before === null) await symlink(await readlink(source), target)
    return
  }
  // Sockets and the like are made by the programs that use them.
  if (!entry.isFile()) return
  const found = await lstat(source)
  if (before !== null && before.ino === found.ino && before.dev === found.dev) return
  if (before !== null && before.size === found.size && before.mtimeMs === found.mtimeMs) return
  await rm(target, { force: true })
  if (options.mayLink === true && (await linkFile(source, target))) return
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  await chmod(target, 0o600)
  await flushFile(target)
  await chmod(target, found.mode & 0o777)
  await utimes(target, found.atime, found.mtime)
}

/** False if the disk, or another disk, does not allow it. */
async function linkFile(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target)
    return true
  } catch (error) {
    if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].some((code) => hasCode(error, code))) return false
    throw error
  }
}
