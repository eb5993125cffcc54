import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AccountStepReason } from '@kinora/contract'
import type { WatchFolderRow } from '../tables.ts'
import { type FileStore, type FoundFile, type OpenFile, type ReadAt, StoreFault } from './file-store.ts'
import { factsOf, listLocal, OutsideRoot, resolveLocal } from './local-files.ts'

type Place = Pick<WatchFolderRow, 'root' | 'path'>

/** A folder of the server itself. */
export function localStore(place: Place): FileStore {
  /** The path of a file, whose folder is not outside of the root. */
  const pathOf = async (path: string) => {
    const parent = dirname(path)
    return join(await resolveLocal(place, parent === '.' ? '' : parent), basename(path))
  }
  return {
    list: (isRecursive) => namedFaults(listLocal({ ...place, isRecursive })),
    open: (file) => withFaults(async () => openFile(await openLocal(await pathOf(file.path)), file)),
    factsOf: (path) =>
      withFaults(async () => factsOf(await lstat(await pathOf(path)))).catch((error: unknown) => {
        if (error instanceof StoreFault && error.fault === 'missing') return null
        throw error
      }),
    move: (file, to) =>
      withFaults(async () => {
        const path = await pathOf(file.path)
        const target = await targetOf(place, to)
        if (await exists(target)) return false
        await rename(path, target)
        return true
      }),
    remove: (file) => withFaults(async () => unlink(await pathOf(file.path))),
    write: (path, bytes) => withFaults(async () => writeFile(await pathOf(path), bytes, { flag: 'wx' })),
    async [Symbol.asyncDispose]() {},
  }
}

/** The path of a file that is moved. Creates its folder. */
async function targetOf(place: Place, to: string): Promise<string> {
  const parent = dirname(to)
  const above = dirname(parent)
  const folder = join(await resolveLocal(place, above === '.' ? '' : above), basename(parent))
  if (parent !== '.') await mkdir(folder, { recursive: true })
  return join(folder, basename(to))
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Opens a file for reading. Links and devices are not opened. */
async function openLocal(path: string): Promise<FileHandle> {
  // Without O_NONBLOCK a pipe would wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const stats = await file.stat()
  if (stats.isFile()) return file
  await file.close()
  throw Object.assign(new Error(`${basename(path)} is not a file`), { code: 'EINVAL' })
}

const CHUNK_BYTES = 1024 ** 2

function openFile(handle: FileHandle, { size }: FoundFile): OpenFile {
  return {
    facts: () => withFaults(async () => factsOf(await handle.stat())),
    readAt: reader(handle),
    async *stream() {
      const read = reader(handle)
      for (let at = 0; at < size; ) {
        const bytes = await withFaults(() => read(at, Math.min(CHUNK_BYTES, size - at)))
        // The file became shorter, which the comparison afterwards finds.
        if (bytes.length === 0) return
        yield bytes
        at += bytes.length
      }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/** Reads at any place of an open file. */
export function reader(handle: FileHandle): ReadAt {
  return async (at, length) => {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await handle.read(buffer, 0, length, at)
    return buffer.subarray(0, bytesRead)
  }
}

async function* namedFaults<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw asFault(error)
  }
}

async function withFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asFault(error)
  }
}

const faults: Readonly<Record<string, AccountStepReason>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EACCES: 'no-access',
  EPERM: 'no-access',
  // A link, or what is no file.
  ELOOP: 'no-file',
  EINVAL: 'no-file',
}

/** Errors that people can do something about. All others stay as they are. */
function asFault(error: unknown): unknown {
  if (error instanceof OutsideRoot) return new StoreFault('outside', error.message, error)
  const fault = error instanceof Error && 'code' in error ? faults[String(error.code)] : undefined
  return fault === undefined ? error : new StoreFault(fault, `the server answered ${fault}`, error)
}
