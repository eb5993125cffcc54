import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { addSeconds, type Clock } from '../clock.ts'
import { publicId } from '../database/ids.ts'
import { backgroundFlush } from './background-flush.ts'
import { signPartUrl } from './disk-parts.ts'
import { flushFile, flushFolder, hasCode, missingAsNull, moveDurably } from './durable-files.ts'
import { beginMarks, confirmMarks, partsOf, putMark, removeMark, removeUnflushed } from './part-marks.ts'
import { writeAt } from './part-writer.ts'
import { assertKey, type Part, type PartTarget } from './storage.ts'

interface Sizes {
  readonly size: number
  readonly partSize: number
}

/** Uploads in parts. Each upload is one file from the start, and every part is written at its own offset. A part is
 * acknowledged when its bytes are written, and flushed soon after. The upload is completed when all of it is
 * flushed. */
export function diskUploads(options: {
  incoming: string
  secret: string
  clock: Clock
  bootId: string | null
}) {
  const { incoming, secret, clock, bootId } = options
  const takeTurn = partTurns()
  const flushing = backgroundFlush(flushMarked)

  const folderOf = (multipartId: string) => {
    assertKey(multipartId)
    return join(incoming, multipartId)
  }

  return {
    async createMultipart(key: string, size: number, partSize: number): Promise<string> {
      assertKey(key)
      const multipartId = `${publicId()}-${size}-${partSize}`
      const folder = folderOf(multipartId)
      await mkdir(folder, { recursive: true, mode: 0o711 })
      await beginMarks(folder)
      await writeFile(join(folder, 'data'), '', { mode: 0o644, flush: true })
      await flushFolder(folder)
      await flushFolder(incoming)
      return multipartId
    },

    async partTarget(
      key: string,
      multipartId: string,
      partNumber: number,
      lifetimeSeconds: number,
      holder?: string,
    ): Promise<PartTarget> {
      const expiresAt = addSeconds(clock.now(), lifetimeSeconds)
      const size = partLength(sizesOf(multipartId), partNumber)
      const expires = Math.floor(expiresAt.getTime() / 1000)
      const grant = { key, multipartId, partNumber, size, expires, ...(holder !== undefined && { holder }) }
      const url = signPartUrl(grant, secret)
      return { url, headers: {}, expiresAt }
    },

    async writePart(multipartId: string, partNumber: number, body: Readable): Promise<Part> {
      const folder = folderOf(multipartId)
      const turn = await takeTurn(`${multipartId} ${partNumber}`, body)
      try {
        const sizes = sizesOf(multipartId)
        const handle = await open(join(folder, 'data'), 'r+')
        try {
          // The first byte invalidates the previous content of the part.
          await removeMark(folder, partNumber)
          const offset = (partNumber - 1) * sizes.partSize
          const { size, etag } = await writeAt(handle, offset, partLength(sizes, partNumber), body)
          const part = { partNumber, etag, size }
          const id = publicId()
          await putMark(folder, { ...part, id, bootId })
          if (bootId === null) await flushMarked(folder, [id])
          else await flushing.schedule(folder, id)
          return part
        } finally {
          await handle.close()
        }
      } finally {
        turn.end()
      }
    },

    listParts: (multipartId: string): Promise<Part[] | null> => partsOf(folderOf(multipartId), bootId),

    /** Moves the file to `path` once every byte is durable, whichever process received it. */
    async completeMultipart(
      path: string,
      multipartId: string,
      parts: readonly { partNumber: number; etag: string }[],
    ): Promise<void> {
      const folder = folderOf(multipartId)
      const data = join(folder, 'data')
      await flushing.ended(folder)
      await missingAsNull(flushData(folder))
      const there = new Set(
        (await partsOf(folder, bootId))?.map(({ etag, partNumber }) => `${partNumber} ${etag}`),
      )
      const isWhole = parts.every(({ etag, partNumber }) => there.has(`${partNumber} ${etag}`))
      // If the file is missing, another process has completed or canceled the upload.
      if (!isWhole && (await missingAsNull(stat(data))) !== null)
        throw new Error('a part was lost before it was durable')
      await missingAsNull(moveDurably(data, path))
      await rm(folder, { recursive: true, force: true })
    },

    async abortMultipart(multipartId: string): Promise<void> {
      const folder = folderOf(multipartId)
      await flushing.ended(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One writer per part: a newer one ends the older one, whose client has most likely given up. */
function partTurns() {
  const writers = new Map<string, { readonly body: Readable; readonly ended: Promise<void> }>()
  return async (part: string, body: Readable): Promise<{ end(): void }> => {
    for (let older = writers.get(part); older !== undefined; older = writers.get(part)) {
      older.body.destroy()
      await older.ended
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    writers.set(part, { body, ended })
    return {
      end() {
        writers.delete(part)
        resolve()
      },
    }
  }
}

async function flushMarked(folder: string, ids: readonly string[]): Promise<void> {
  await flushData(folder)
  await confirmMarks(folder, ids)
}

/** Makes all bytes written so far durable. */
async function flushData(folder: string): Promise<void> {
  try {
    await flushFile(join(folder, 'data'))
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) await removeUnflushed(folder)
    throw error
  }
}

function partLength({ size, partSize }: Sizes, partNumber: number): number {
  return Math.min(partSize, size - (partNumber - 1) * partSize)
}

/** The ID contains the sizes: reading them from a file would slow down every part. */
function sizesOf(multipartId: string): Sizes {
  const [, size, partSize] = multipartId.split('-').map(Number)
  if (!size || !partSize) throw new Error(`not the id of an upload in parts: ${multipartId}`)
  return { size, partSize }
}
