import { createReadStream } from 'node:fs'
import {
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Clock } from '../clock.ts'
import { addSeconds } from '../clock.ts'
import { publicId } from '../ids.ts'
import { signPartUrl } from './disk-parts.ts'
import { flushFile, flushFolder, hasCode, makeFolder, missingAsNull, moveDurably } from './durable-files.ts'
import { assertKey, type ByteRange, type Part, type Storage, type StoredObject } from './storage.ts'

export interface DiskStorage extends Storage {
  /**
   * Writes one part in place and makes it durable before it answers.
   * @param body exactly the part's bytes; fewer or more leave the part missing
   */
  writePart(key: string, multipartId: string, partNumber: number, body: Readable): Promise<Part>
}

/** What the names of files begin with that are still being written. */
const DRAFT = 'put-'
const DRAFT_KEPT_SECONDS = 24 * 3600

interface Manifest {
  readonly size: number
  readonly partSize: number
}

/**
 * Files under one folder. New files are written beside their place, flushed and renamed, and the folder is flushed
 * too. An upload in parts is one file from the start, each part written at its own offset.
 */
export function diskStorage(options: { root: string; secret: string; clock: Clock }): DiskStorage {
  const { root, secret, clock } = options
  const objects = join(root, 'objects')
  const incoming = join(root, 'incoming')

  const objectPath = (key: string) => {
    assertKey(key)
    return join(objects, key)
  }
  const incomingPath = (multipartId: string) => {
    assertKey(multipartId)
    return join(incoming, multipartId)
  }

  const writers = new Map<string, { readonly body: Readable; readonly ended: Promise<void> }>()

  /** One writer at a time for a part: a newer one ends the older, whose sender has most likely given up. */
  async function takeTurn(mark: string, body: Readable): Promise<{ end(): void }> {
    for (let older = writers.get(mark); older !== undefined; older = writers.get(mark)) {
      older.body.destroy()
      await older.ended
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    writers.set(mark, { body, ended })
    return {
      end() {
        writers.delete(mark)
        resolve()
      },
    }
  }

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
      // On a volume that is not mounted nothing is there either, and yet nothing is removed.
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

    async createMultipart(key, size, partSize) {
      assertKey(key)
      const multipartId = publicId()
      const folder = incomingPath(multipartId)
      await mkdir(folder, { recursive: true, mode: 0o711 })
      await writeFile(join(folder, 'data'), '', { mode: 0o644, flush: true })
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ size, partSize }), { flush: true })
      await flushFolder(folder)
      await flushFolder(incoming)
      return multipartId
    },

    async partTarget(key, multipartId, partNumber, lifetimeSeconds) {
      const expiresAt = addSeconds(clock.now(), lifetimeSeconds)
      const { size, partSize } = await readManifest(incomingPath(multipartId))
      const grant = {
        key,
        multipartId,
        partNumber,
        size: partLength({ size, partSize }, partNumber),
        expires: Math.floor(expiresAt.getTime() / 1000),
      }
      return { url: signPartUrl(grant, secret), headers: {}, expiresAt }
    },

    async writePart(_key, multipartId, partNumber, body) {
      const folder = incomingPath(multipartId)
      const mark = join(folder, `part-${partNumber}.json`)
      const turn = await takeTurn(mark, body)
      try {
        const manifest = await readManifest(folder)
        const expected = partLength(manifest, partNumber)
        const handle = await open(join(folder, 'data'), 'r+')
        try {
          // From its first byte on the part is not what it was.
          if ((await missingAsNull(unlink(mark))) !== null) await flushFolder(folder)
          const { size, checksum } = await writeAt(
            handle,
            (partNumber - 1) * manifest.partSize,
            expected,
            body,
          )
          const part = { partNumber, etag: `${checksum.toString(16).padStart(8, '0')}-${size}`, size }
          const temporary = `${mark}.${publicId()}`
          // Both are flushed before the mark takes its name, which is what counts.
          await Promise.all([handle.datasync(), writeFile(temporary, JSON.stringify(part), { flush: true })])
          await rename(temporary, mark)
          await flushFolder(folder)
          return part
        } finally {
          await handle.close()
        }
      } finally {
        turn.end()
      }
    },

    async listParts(_key, multipartId) {
      const folder = incomingPath(multipartId)
      const names = await missingAsNull(readdir(folder))
      if (names === null) return null
      const marks = names.filter((name) => /^part-\d+\.json$/.test(name))
      const read = async (name: string): Promise<Part> =>
        JSON.parse(await readFile(join(folder, name), 'utf8'))
      // Closed or given up while it is read, it is gone as a whole.
      const parts = await missingAsNull(Promise.all(marks.map(read)))
      return parts?.sort((a, b) => a.partNumber - b.partNumber) ?? null
    },

    async completeMultipart(key, multipartId) {
      const folder = incomingPath(multipartId)
      const path = objectPath(key)
      if ((await missingAsNull(stat(folder))) !== null) {
        await missingAsNull(moveDurably(join(folder, 'data'), path))
        await rm(folder, { recursive: true, force: true })
      }
      return describe(path)
    },

    async abortMultipart(_key, multipartId) {
      await rm(incomingPath(multipartId), { recursive: true, force: true })
    },

    async freeBytes() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },

    async probe() {
      // Files are lent to ffmpeg by hard links that it may read: this door keeps everybody else out.
      await mkdir(root, { recursive: true })
      await chmod(root, 0o700)
      await makeFolder(objects)
      await makeFolder(incoming)
      await removeDrafts(incoming, addSeconds(clock.now(), -DRAFT_KEPT_SECONDS))
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

/** Removes what processes left that died while they wrote. */
async function removeDrafts(incoming: string, before: Date): Promise<void> {
  for (const name of await readdir(incoming)) {
    if (!name.startsWith(DRAFT)) continue
    const path = join(incoming, name)
    const found = await missingAsNull(stat(path))
    if (found !== null && found.mtime < before) await rm(path, { force: true })
  }
}

/** A socket hands over 64 KiB at a time; each write costs a turn of the thread pool. */
const BATCH_BYTES = 1024 ** 2

/**
 * Writes at most `expected` bytes from `offset` on, a batch while the next one arrives.
 * @throws when the body is shorter or longer
 */
async function writeAt(
  handle: FileHandle,
  offset: number,
  expected: number,
  body: AsyncIterable<Buffer>,
): Promise<{ size: number; checksum: number }> {
  let size = 0
  let checksum = 0
  let batch: Buffer[] = []
  let written = 0
  let writing = Promise.resolve()
  const writeBatch = async () => {
    await writing
    writing = writeWhole(handle, batch, offset + written)
    // Thrown where it is waited for; until then nobody may be listening.
    writing.catch(() => undefined)
    written = size
    batch = []
  }
  for await (const chunk of body) {
    if (size + chunk.length > expected) throw new PartLengthError(expected)
    batch.push(chunk)
    checksum = crc32(chunk, checksum)
    size += chunk.length
    if (size - written >= BATCH_BYTES) await writeBatch()
  }
  if (size !== expected) throw new PartLengthError(expected)
  await writeBatch()
  await writing
  return { size, checksum }
}

async function writeWhole(handle: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  const bytes = buffers.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await handle.writev(buffers, position)
  if (bytesWritten === bytes) return release(buffers)
  await writeWhole(handle, [Buffer.concat(buffers).subarray(bytesWritten)], position + bytesWritten)
}

/** Gives memory back at once: waiting for it, V8 would go through its whole heap every 64 MB of a body. */
function release(buffers: Buffer[]): void {
  for (const { buffer, byteLength } of buffers) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}

/** A part that is not as long as its place in the file. */
export class PartLengthError extends Error {
  override readonly name = 'PartLengthError'
  constructor(expected: number) {
    super(`this part has ${expected} bytes`)
  }
}

function partLength({ size, partSize }: Manifest, partNumber: number): number {
  return Math.min(partSize, size - (partNumber - 1) * partSize)
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
}

function streamOf(handle: FileHandle, range: ByteRange | undefined): Readable {
  return createReadStream('', { fd: handle, ...(range ?? {}), highWaterMark: 256 * 1024 })
}

async function describe(path: string): Promise<StoredObject> {
  const { size, mtimeMs, ino } = await stat(path)
  return { size, etag: `${ino.toString(36)}-${Math.round(mtimeMs).toString(36)}-${size.toString(36)}` }
}
