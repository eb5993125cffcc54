import { createReadStream } from 'node:fs'
import { chmod, type FileHandle, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { publicId } from '../database/ids.ts'
import { flushFile, flushFolder, hasCode, makeFolder, missingAsNull, moveDurably } from './durable-files.ts'
import { assertKey, type ByteRange, type Storage, type StoredObject } from './storage.ts'

export type DiskObjects = Pick<
  Storage,
  'put' | 'putNew' | 'putFile' | 'head' | 'read' | 'stream' | 'localFile' | 'delete' | 'deleteAll' | 'list'
>

export interface DiskFolders {
  readonly objects: string
  /** Files that are being written. */
  readonly incoming: string
}

/** Prefix of files that are being written. */
export const DRAFT = 'put-'

/** Writes, reads, lists and deletes whole files. New files are written next to their target, flushed and renamed, and the
 * folder is flushed too. */
export function diskObjects({ objects, incoming }: DiskFolders): DiskObjects {
  const pathOf = (key: string) => objectPath(objects, key)

  async function writeDurably(
    key: string,
    write: (temporary: string) => Promise<void>,
  ): Promise<StoredObject> {
    const path = pathOf(key)
    const temporary = join(incoming, `${DRAFT}${publicId()}`)
    await makeFolder(incoming)
    try {
      await write(temporary)
      await moveDurably(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    return describeObject(path)
  }

  return {
    put: (key, body) =>
      writeDurably(key, (temporary) => writeFile(temporary, body, { mode: 0o644, flush: true })),

    async putNew(key, body) {
      const path = pathOf(key)
      await makeFolder(dirname(path))
      try {
        await writeFile(path, body, { mode: 0o644, flag: 'wx', flush: true })
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return false
        throw error
      }
      await flushFolder(dirname(path))
      return true
    },

    async putFile(key, path) {
      const target = pathOf(key)
      await flushFile(path)
      await chmod(path, 0o644)
      await moveDurably(path, target)
      return describeObject(target)
    },

    async head(key) {
      return missingAsNull(describeObject(pathOf(key)))
    },

    async read(key, range) {
      if (range === undefined) return missingAsNull(readFile(pathOf(key)))
      const handle = await missingAsNull(open(pathOf(key)))
      if (handle === null) return null
      try {
        const buffer = Buffer.allocUnsafe(range.end - range.start + 1)
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, range.start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },

    async stream(key, range) {
      const handle = await missingAsNull(open(pathOf(key)))
      return handle === null ? null : streamOf(handle, range)
    },

    async localFile(key) {
      const path = pathOf(key)
      return (await missingAsNull(stat(path))) === null ? null : path
    },

    async delete(key) {
      await rm(pathOf(key), { force: true })
    },

    async deleteAll(prefix) {
      // An unmounted volume also looks empty, but nothing must be removed from it.
      await stat(objects)
      await rm(pathOf(prefix), { recursive: true, force: true })
    },

    async list(prefix) {
      const folder = pathOf(prefix)
      const entries = await missingAsNull(readdir(folder, { recursive: true, withFileTypes: true }))
      return (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => relative(objects, join(entry.parentPath, entry.name)))
        .sort()
    },
  }
}

export function objectPath(objects: string, key: string): string {
  assertKey(key)
  return join(objects, key)
}

function streamOf(handle: FileHandle, range: ByteRange | undefined): Readable {
  return createReadStream('', { fd: handle, ...(range ?? {}), highWaterMark: 256 * 1024 })
}

export async function describeObject(path: string): Promise<StoredObject> {
  const { size, mtimeMs, ino } = await stat(path)
  return { size, etag: `${ino.toString(36)}-${Math.round(mtimeMs).toString(36)}-${size.toString(36)}` }
}
