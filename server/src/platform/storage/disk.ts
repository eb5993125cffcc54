import { chmod, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import { publicId } from '../database/ids.ts'
import { DRAFT, describeObject, diskObjects, objectPath } from './disk-objects.ts'
import { diskUploads } from './disk-uploads.ts'
import { makeFolder, missingAsNull } from './durable-files.ts'
import type { Part, Storage, UnfinishedWrite } from './storage.ts'

export interface DiskStorage extends Storage {
  /** Writes one part in place. Every process of this machine can read it when this returns, and it is flushed soon.
   * @param body exactly the bytes of the part; a body of another length leaves the part missing */
  writePart(key: string, multipartId: string, partNumber: number, body: Readable): Promise<Part>
}

/** Stores files under one folder. See `diskObjects` for whole files, and `diskUploads` for uploads in parts. */
export function diskStorage(options: {
  root: string
  secret: string
  clock: Clock
  /** The current boot of the machine (see `bootId`). Null flushes each part before it is acknowledged. */
  bootId: string | null
}): DiskStorage {
  const { root } = options
  const folders = { objects: join(root, 'objects'), incoming: join(root, 'incoming') }
  const uploads = diskUploads({ ...options, incoming: folders.incoming })

  const storage: DiskStorage = {
    kind: 'disk',
    ...diskObjects(folders),
    createMultipart: uploads.createMultipart,
    partTarget: uploads.partTarget,
    listParts: (_key, multipartId) => uploads.listParts(multipartId),
    writePart: (_key, multipartId, partNumber, body) => uploads.writePart(multipartId, partNumber, body),

    async completeMultipart(key, multipartId, parts) {
      const path = objectPath(folders.objects, key)
      await uploads.completeMultipart(path, multipartId, parts)
      return describeObject(path)
    },

    abortMultipart: (_key, multipartId) => uploads.abortMultipart(multipartId),

    async *listUnfinished(_prefix, before) {
      const found: UnfinishedWrite[] = []
      for (const id of await readdir(folders.incoming)) {
        const modified = await missingAsNull(stat(join(folders.incoming, id)))
        if (modified === null || modified.mtime >= before) continue
        const discard = id.startsWith(DRAFT)
          ? () => rm(join(folders.incoming, id), { force: true })
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
      await makeFolder(folders.objects)
      await makeFolder(folders.incoming)
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
