import { createReadStream } from 'node:fs'
import {
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import { publicId } from '../database/ids.ts'
import { diskUploads } from './disk-uploads.ts'
import { flushFile, flushFolder, hasCode, makeFolder, missingAsNull, moveDurably } from './durable-files.ts'
import {
  assertKey,
  type ByteRange,
  type Part,
  type Storage,
  type StoredObject,
  type UnfinishedWrite,
} from './storage.ts'

export interface DiskStorage extends Storage {
  /** Writes one part in place. Every process of this machine can read it when this returns, and it is flushed soon.
   * @param body exactly the bytes of the part; a body of another length leaves the part missing */
  writePart(key: string, multipartId: string, partNumber: number, body: Readable): Promise<Part>
}

/** Prefix of files that are being written. */
const DRAFT = 'put-'

/** Stores files under one folder. New files are written next to their target, flushed and renamed, and the folder
 * is flushed too. See `diskUploads` for uploads in parts. */
export function diskStorage(options: {
  root: string
  secret: string
  clock: Clock
  /** The current boot of the machine (see `bootId`). Null flushes each part before it is acknowledged. */
  bootId: string | null
}): DiskStorage {
  const { root } = options
  const objects = join(root, 'objects')
  const incoming = join(root, 'incoming')

  const objectPath = (key: string) => {
    assertKey(key)
    return join(objects, key)
  }
  const uploads = diskUploads({ ...options, incoming })

  async function writeDurably(
    key: string,
    write: (temporary: string) => Promise<void>,
  ): Promise<StoredObject> {
    const path = objectPath(key)
    const temporary = join(incoming, `${DRAFT}${publicId()}`)
    await makeFolder(incoming)
    try {
      await write(temporary)
      await moveDurably(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    return describe(path)
  }

  const storage: DiskStorage = {
    kind: 'disk',

    put: (key, body) =>
      writeDurably(key, (temporary) => writeFile(temporary, body, { mode: 0o644, flush: true })),

    async putNew(key, body) {
      const path = objectPath(key)
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
      const target = objectPath(key)
      await flushFile(path)
      await chmod(path, 0o644)
      await moveDurably(path, target)
      return describe(target)
    },

    async head(key) {
      return missingAsNull(describe(objectPath(key)))
    },

    async read(key, range) {
      if (range === undefined) return missingAsNull(readFile(objectPath(key)))
      const handle = await missingAsNull(open(objectPath(key)))
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
      const handle = await missingAsNull(open(objectPath(key)))
      return handle === null ? null : streamOf(handle, range)
    },

    async localFile(key) {
      const path = objectPath(key)
      return (await missingAsNull(stat(path))) === null ? null : path
    },

    async delete(key) {
      await rm(objectPath(key), { force: true })
    },

    async deleteAll(prefix) {
      // An unmounted volume also looks empty, but nothing must be removed from it.
      await stat(objects)
      await rm(objectPath(prefix), { recursive: true, force: true })
    },

    async list(prefix) {
      const folder = objectPath(prefix)
      const entries = await missingAsNull(readdir(folder, { recursive: true, withFileTypes: true }))
      return (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => relative(objects, join(entry.parentPath, entry.name)))
        .sort()
    },

    createMultipart: uploads.createMultipart,
    partTarget: uploads.partTarget,
    listParts: (_key, multipartId) => uploads.listParts(multipartId),
    writePart: (_key, multipartId, partNumber, body) => uploads.writePart(multipartId, partNumber, body),

    async completeMultipart(key, multipartId, parts) {
      const path = objectPath(key)
      await uploads.completeMultipart(path, multipartId, parts)
      return describe(path)
    },

    abortMultipart: (_key, multipartId) => uploads.abortMultipart(multipartId),

    async *listUnfinished(_prefix, before) {
      const found: UnfinishedWrite[] = []
      for (const id of await readdir(incoming)) {
        const modified = await missingAsNull(stat(join(incoming, id)))
        if (modified === null || modified.mtime >= before) continue
        const discard = id.startsWith(DRAFT)
          ? () => rm(join(incoming, id), { force: true })
          : () => uploads.abortMultipart(id)
        found.push({ id, discard })
      }
      yield found
    },

    async freeBytes() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },

    async probe() {
      // ffmpeg reads files through hard links that it may open. This directory keeps all other users out.
      await mkdir(root, { recursive: true })
      await chmod(root, 0o700)
      await makeFolder(objects)
      await makeFolder(incoming)
      const key = `probe-${publicId()}`
      await storage.put(key, Buffer.from('kinora'), 'text/plain')
      const range = await storage.read(key, { start: 1, end: 2 })
      await storage.delete(key)
      if (range?.toString() !== 'in')
        throw new Error('the storage folder does not give back what was written')
    },
  }
  return storage
}

function streamOf(handle: FileHandle, range: ByteRange | undefined): Readable {
  return createReadStream('', { fd: handle, ...(range ?? {}), highWaterMark: 256 * 1024 })
}

async function describe(path: string): Promise<StoredObject> {
  const { size, mtimeMs, ino } = await stat(path)
  return { size, etag: `${ino.toString(36)}-${Math.round(mtimeMs).toString(36)}-${size.toString(36)}` }
}
